"""All SQL: tables, migrations, and one module per kind of row. SQLite here; the same schema serves PostgreSQL."""
