"""A page of a snapshot as JSON Lines."""

import msgspec

from openmall.commerce.changes.digests import canonical
from openmall.commerce.changes.shape import Snapshot


def render(page: Snapshot) -> bytes:
    """Return a line `{"sequence":..., "next":...}`, and one `{"id":..., "row":...}` for each row.

    A row is written as digests read it: its names are sorted.
    """
    encode = msgspec.json.encode
    lines = [encode({"sequence": page.sequence, "next": page.next})]
    lines += [
        b'{"id":%s,"row":%s}' % (encode(id_), canonical(row))
        for id_, row in zip(page.ids, page.rows, strict=True)
    ]
    return b"\n".join(lines) + b"\n"
