"""Moving a store, or a person out of one and into another: backup and restore, export and import, from one database to the other."""
