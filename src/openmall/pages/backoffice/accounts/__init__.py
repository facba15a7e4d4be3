"""Accounts of staff: sign-in, passwords, passkeys, invitations, roles."""
