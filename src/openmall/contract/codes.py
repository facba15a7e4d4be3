"""Bounds of the codes that name brands, manufacturers, suppliers and similar."""

from typing import Annotated

from msgspec import Meta

from openmall.contract import patterns

Code = Annotated[str, Meta(min_length=8, max_length=8, pattern=patterns.CAPITALS_AND_DIGITS)]
"""Eight capital letters or digits, as the specification writes `B000000A`."""
