"""Redaction of the activity log, whose entries outlive the data subject."""

from collections.abc import Set

from openmall.contract.change import Changes
from openmall.contract.journal.record import MASK


def redacted(changes: Changes, *, plain: Set[str]) -> Changes:
    """Return `changes` for the log: the names of all fields, the values of `plain` ones only.

    A field that is not listed as plain is redacted.
    """
    return {name: pair if name in plain else (MASK, MASK) for name, pair in changes.items()}
