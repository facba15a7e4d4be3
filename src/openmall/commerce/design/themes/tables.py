"""The tables of themes: pages that differ from the default theme, and translated texts."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text

_SHOWN = "what a shop offers, and how"
PAGE: Final = shop_table(
    "theme_page",
    number("skin_no"),
    text("path"),
    text("source"),
    text("display_location"),
    number("updated_date"),
    backup=WITH_MALL,
    personal_data=no_personal_data(_SHOWN),
    key=("skin_no", "path"),
    wide=True,
)
"""A page that a mall has in place of the default theme's, or beside its pages."""

TRANSLATION: Final = shop_table(
    "theme_translation",
    number("skin_no"),
    text("language_code"),
    text("source"),
    number("updated_date"),
    backup=WITH_MALL,
    personal_data=no_personal_data(_SHOWN),
    key=("skin_no", "language_code"),
    wide=True,
)
"""The texts of a theme in one language. `source`: JSON, English text -> translated text."""
