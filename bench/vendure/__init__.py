"""openmall and Vendure side by side on one core; `program/` is the Vendure shop."""
