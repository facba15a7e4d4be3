"""Bring the translators' catalogues up to date with the source: `python -m checks.catalogues`.

Adds the texts that are new, drops those that are gone, and creates the folder of a language that
`openmall.translations.catalogues.LANGUAGES` names for the first time. Translations stay.
"""

from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import openmall
from openmall.translations.catalogues import DOMAINS, LANGUAGES, LOCALE

SOURCE: Final = Path(openmall.__file__).parent
_METHODS: Final = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
_OF_THEMES: Final = [("**/default_theme/**.html", "checks.theme_texts:texts")]
"""The default theme is in a package of the business, its texts are those of the sample shop."""
_OPTIONS: Final = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
_OF_PAGES: Final[Any] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "marked": None,
    "translate": None,
    "Label": None,
    "Hint": None,
}
_OF_SHOPS: Final[Any] = {"Message": {1: (1,), 2: (1, (2, "c"))}}
_OF_REFUSALS: Final[Any] = {"Refusal": (2,), "Phrase": None, "pattern": (2,)}
_KEYWORDS: Final = {"shop": _OF_SHOPS, "refusals": _OF_REFUSALS}
"""Domain -> what its texts are declared by; of other domains those of pages."""
KEYWORDS: Final = frozenset({*_OF_PAGES, *_OF_SHOPS, *_OF_REFUSALS})
"""What texts are declared by."""
_WIDTH: Final = 100


def texts(domain: str) -> Catalog:
    """Return every text of a domain, as the source has it."""
    keywords = _KEYWORDS.get(domain, _OF_PAGES)
    methods = [*_OF_THEMES, *_METHODS] if domain == "sampleshop" else _METHODS
    found = Catalog()
    for folder in DOMAINS[domain]:
        for _, _, text, _, context in extract_from_dir(
            SOURCE / folder, method_map=methods, options_map=_OPTIONS, keywords=keywords
        ):
            found.add(text, context=context)
    return found


def catalogue(language: str, domain: str) -> Catalog:
    """Return what translators wrote; empty when they have not begun."""
    path = LOCALE / language / f"{domain}.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def main() -> None:
    """Write the catalogues of every language."""
    for domain in DOMAINS:
        template = texts(domain)
        for language in sorted(LANGUAGES.keys() - {"en"}):
            if domain not in LANGUAGES[language].domains:
                continue
            updated = catalogue(language, domain)
            updated.update(template, no_fuzzy_matching=True)
            path = LOCALE / language / f"{domain}.po"
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file:
                write_po(
                    file,
                    updated,
                    width=_WIDTH,
                    no_location=True,
                    omit_header=True,
                    sort_output=True,
                    ignore_obsolete=True,
                )


if __name__ == "__main__":
    main()
