"""Machines at the tables: worker processes, hints, a staff in a person's place."""
