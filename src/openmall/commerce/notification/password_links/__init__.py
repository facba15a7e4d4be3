"""Links by which customers set a password: invitations, and forgotten passwords."""
