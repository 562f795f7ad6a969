"""How the database came to be as it is: one file in ``versions`` for each step, run by Alembic."""
