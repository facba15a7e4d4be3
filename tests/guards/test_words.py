"""Whatever a page says is said in every language: `make words` gathers, people translate."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from openmall.web.languages import NAMES

SOURCE = Path(__file__).parents[2] / "src" / "openmall"
ROOMS = ["web", "oauth", "backoffice", "console", "sampleshop", "reference"]
_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
_OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
_KEYWORDS = {
    "_": None, "gettext": None, "ngettext": (1, 2), "marked": None, "said": None,
}  # fmt: skip


def said(room: str) -> set[str]:
    """Return every sentence that a room says, as it stands in the source."""
    found = extract_from_dir(
        str(SOURCE / room), method_map=_METHODS, options_map=_OPTIONS, keywords=_KEYWORDS
    )
    return {text if isinstance(text, str) else text[0] for _, _, text, _, _ in found}


@pytest.mark.parametrize("language", sorted(set(NAMES) - {"en"}))
@pytest.mark.parametrize("room", ROOMS)
def test_everything_is_translated_and_nothing_else(room: str, language: str) -> None:
    path = SOURCE / "web" / "locale" / language / f"{room}.po"
    catalog = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    told = {
        message.id if isinstance(message.id, str) else message.id[0]: message.string
        for message in catalog
        if message.id
    }

    wanted = said(room)
    untold = sorted(text for text in wanted if not _whole(told.get(text, "")))

    assert untold == [], "make words, then translate"
    assert sorted(set(told) - wanted) == [], "make words"


def _whole(text: str | tuple[str, ...] | list[str]) -> bool:
    return all(text) if isinstance(text, tuple | list) else bool(text)
