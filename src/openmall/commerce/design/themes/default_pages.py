"""The pages of the default theme, which are shipped with openmall and not stored by malls."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "default_theme"

HOME: Final = "/index.html"
CATEGORY: Final = "/product/list.html"
SEARCH: Final = "/product/search.html"

PAGES: Final = {
    f"/{path.relative_to(_FOLDER).as_posix()}": path.read_text(encoding="utf-8")
    for path in sorted(_FOLDER.rglob("*.html"))
}
"""Path of a page -> its template."""

PLACES: Final = {"MAIN": HOME, "LIST": CATEGORY, "SEARCH": SEARCH}
"""Values of `display_location` -> the page below whose content a page is shown."""
