"""Addresses at which a theme is shown in the frame of the shop editor.

Such an address is signed for a mall and a theme, and expires. It stands in the path, so that the
links of the previewed pages have it too.
"""

import re
from typing import Final

import msgspec

from openmall.access.agents import signatures
from openmall.commerce.design.themes import rules as theme_rules
from openmall.database.seal import Seal

SECONDS: Final = 12 * 3600
"""How long an address is valid: the editor gets another one with each save."""
PATTERN: Final = r"[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{43}"
"""What signs an address, as it stands behind the code of the theme and a full stop."""
_PURPOSE: Final = "framed preview"
_DECODER: Final = msgspec.json.Decoder(tuple[str, int, int])
"""Mall, number of the theme, and the UTC second at which the address ends."""


def path(seal: Seal, mall_id: str, skin_no: int, *, now: int) -> str:
    """Return the path of a theme's home page in the frame, below that of its shop."""
    # an hour has one address, so that a frame keeps it from save to save
    claims = (mall_id, skin_no, now - now % 3600 + SECONDS)
    signed = signatures.sign(seal, _PURPOSE, msgspec.json.encode(claims))
    assert re.fullmatch(PATTERN, signed), "a mall's id is short"
    return f"/skin-{theme_rules.code(skin_no)}.{signed}"


def is_valid(seal: Seal, signed: str, mall_id: str, skin_no: int, *, now: float) -> bool:
    """Return whether what signs an address was made for this mall and theme, and is valid."""
    content = signatures.verify(seal, _PURPOSE, signed)
    if content is None:
        return False
    *about, expires_at = _DECODER.decode(content)
    return about == [mall_id, skin_no] and now < expires_at
