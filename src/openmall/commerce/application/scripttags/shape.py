"""What a script tag is, and the names and forms of its fields.

Specification: "Scripttags" as catalogued.
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.contract import patterns

SOURCE: Final = patterns.pattern(
    r"^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[A-Za-z0-9._~!$&()*+,;=:@%/-]*"
    r"[A-Za-z0-9_~!$&()*+,;=:@%-](\?[A-Za-z0-9._~!$&()*+,;=:@%/?-]*)?\Z",
    "the https:// address of a file, percent-encoded",
)
LOCATION: Final = patterns.pattern(
    r"^([A-Z][A-Z0-9_]*|all)\Z", "a code such as PRODUCT_DETAIL, or all"
)
EXCLUDED_PATH: Final = patterns.pattern(
    r"^/[A-Za-z0-9._~!$&()*+;=:@%/-]*\Z", "a path such as /product/list.html"
)
INTEGRITY: Final = patterns.pattern(
    r"^(sha(256|384|512)-[A-Za-z0-9+/=]+( sha(256|384|512)-[A-Za-z0-9+/=]+)*)?\Z",
    "digests such as sha384-..., separated by spaces",
)
SCRIPT_NO: Final = patterns.pattern(r"^[0-9]{1,18}\Z", "a number of up to 18 digits")
EVERYWHERE: Final = "all"
"""The display location of a script that is on every page."""

Source = Annotated[str, Meta(max_length=500, pattern=SOURCE)]
Location = Annotated[str, Meta(max_length=50, pattern=LOCATION)]
ExcludedPath = Annotated[str, Meta(max_length=255, pattern=EXCLUDED_PATH)]
Integrity = Annotated[str, Meta(max_length=500, pattern=INTEGRITY)]
ScriptNo = Annotated[str, Meta(pattern=SCRIPT_NO)]


class ScriptTag(Struct, frozen=True, kw_only=True):
    """A script of an app on pages of a shop."""

    shop_no: int
    script_no: str
    """Scripts of a page run in the order of these numbers, which grow."""
    client_id: str
    src: str
    display_location: list[str]
    """Codes of the pages that have it; `all`: every page."""
    exclude_path: list[str] | None
    """Paths of pages that do not have it nevertheless."""
    skin_no: list[int] | None
    """The designs that have it; null: all. The sample shop is design 1."""
    integrity: str
    """Digests of the script, one of which a browser requires of it; empty: any content runs."""
    created_date: datetime
    updated_date: datetime
