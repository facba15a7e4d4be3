"""Addresses of exported files: signed, valid for minutes, and of one file."""

import hmac
from typing import Final

from openmall.database.seal import Seal
from openmall.events.file_transfers.store import Transfer

PREFIX: Final = "/exports/"
SECONDS: Final = 600
"""Seconds for which an address is valid."""
REJECTED: Final = "rejected"
"""What the name of a file of rejected rows begins with."""
_PURPOSE: Final = "addresses of exported files"


def address(seal: Seal, mall_id: str, transfer: Transfer, now: int) -> str:
    """Return the path at which an exported file is fetched from now on."""
    return _address(seal, mall_id, transfer, now, transfer.kind)


def rejected_address(seal: Seal, mall_id: str, transfer: Transfer, now: int) -> str:
    """Return the path at which the rejected rows of an import are fetched from now on."""
    return _address(seal, mall_id, transfer, now, REJECTED)


def _address(seal: Seal, mall_id: str, transfer: Transfer, now: int, what: str) -> str:
    until = now + SECONDS
    [key, *_] = seal.keys_for(_PURPOSE)
    signature = _signature(key, mall_id, transfer.transfer_no, until)
    name = f"{what}-{transfer.transfer_no}.{'jsonl' if transfer.format == 'jsonl' else 'csv'}"
    return f"{PREFIX}{transfer.transfer_no}/{until}/{signature}/{name}"


def is_valid(
    seal: Seal, mall_id: str, transfer_no: int, *, until: int, signature: str, now: int
) -> bool:
    """Return whether an address was made for this file, and its time is not over."""
    return now < until and any(
        hmac.compare_digest(_signature(key, mall_id, transfer_no, until), signature)
        for key in seal.keys_for(_PURPOSE)
    )


def _signature(key: bytes, mall_id: str, transfer_no: int, until: int) -> str:
    return hmac.digest(key, f"{mall_id} {transfer_no} {until}".encode(), "sha256").hex()
