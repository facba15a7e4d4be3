"""Points and credits of customers, with which they can pay."""
