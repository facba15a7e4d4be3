"""Bounds of the codes that name brands, manufacturers, suppliers and similar."""

from typing import Annotated

from msgspec import Meta

Code = Annotated[str, Meta(min_length=8, max_length=8, pattern=r"^[A-Z0-9]*\Z")]
"""Eight capital letters or digits, as the specification writes `B000000A`."""
