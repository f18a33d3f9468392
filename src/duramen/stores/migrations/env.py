"""Run migrations on the connection that duramen hands in; each one in the caller's transaction."""

from alembic import context

from duramen.stores.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
