"""Withdrawing the consent to mail that advertises, by a link of such a mail."""
