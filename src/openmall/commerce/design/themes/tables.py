"""The tables of themes: where they are shown, pages that differ from the default theme, texts."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import PAGE_HISTORY_LEFT, REVERTED, Left, Refused, Reverted

_SHOWN = "what a shop offers, and how"
THEME: Final = shop_table(
    "theme",
    number("skin_no"),
    text("name"),
    text("type"),
    text("language_code"),
    number("parent_skin_no", null=True),
    number("revision"),
    number("created_date"),
    number("updated_date", null=True),
    backup=WITH_MALL,
    undo=Left("its revision grows, also by the undo"),
    personal_data=no_personal_data(_SHOWN),
    key=("skin_no",),
    wide=True,
)
"""A theme of a mall; the default theme has a row once a page or text of it was written.

`revision` grows with every change of its pages and texts.
"""

PUBLICATION: Final = shop_table(
    "theme_publication",
    number("shop_no"),
    text("type"),
    number("skin_no"),
    number("previous_skin_no"),
    number("published_date"),
    backup=WITH_MALL,
    undo=Refused("it changed the design"),
    personal_data=no_personal_data(_SHOWN),
    key=("shop_no", "type"),
    wide=True,
)
"""Which theme a shop shows on a type of screen, and which it showed before; 0: none of its own."""

PAGE: Final = shop_table(
    "theme_page",
    number("skin_no"),
    text("path"),
    text("source"),
    text("display_location"),
    number("updated_date"),
    number("version", later=True),
    backup=WITH_MALL,
    undo=Reverted(counted=("version",), touched="updated_date"),
    personal_data=no_personal_data(_SHOWN),
    key=("skin_no", "path"),
    wide=True,
)
"""A page that a mall has in place of the default theme's, or beside its pages."""

PAGE_VERSION: Final = shop_table(
    "theme_page_version",
    number("skin_no"),
    text("path"),
    number("version"),
    text("source"),
    number("updated_date"),
    backup=WITH_MALL,
    undo=PAGE_HISTORY_LEFT,
    personal_data=no_personal_data(_SHOWN),
    key=("skin_no", "path", "version"),
    wide=True,
)
"""A source that a page had before."""

FAILURE: Final = shop_table(
    "theme_failure",
    number("skin_no"),
    text("path"),
    number("line_no"),
    number("column_no"),
    text("message"),
    number("times"),
    number("first_date"),
    number("last_date"),
    backup=WITH_MALL,
    undo=PAGE_HISTORY_LEFT,
    personal_data=no_personal_data("where a template failed; no data of the page"),
    key=("skin_no", "path"),
    wide=True,
)
"""The last failure of a page at rendering since the page was written: one row a page."""

TRANSLATION: Final = shop_table(
    "theme_translation",
    number("skin_no"),
    text("language_code"),
    text("source"),
    number("updated_date"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data(_SHOWN),
    key=("skin_no", "language_code"),
    wide=True,
)
"""The texts of a theme in one language. `source`: JSON, English text -> translated text."""
