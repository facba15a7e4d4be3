"""Commands of the operator: serving, jobs, stores, backups, keys and checks."""
