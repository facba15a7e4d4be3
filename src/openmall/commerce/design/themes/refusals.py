"""The refusals of themes and their pages."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_THEMES: Final = Refusal(
    "too_many_themes",
    "A mall has at most {most} themes.",
    remedy="Delete a theme that no shop shows.",
)
NO_SHOP_CHOSEN: Final = Refusal(
    "no_shop_chosen",
    "Choose at least one shop.",
    remedy="Name the shops that show the theme.",
)
NO_EARLIER_THEME: Final = Refusal(
    "no_earlier_theme",
    "The shop published no other theme.",
    remedy="Publish a theme by its number instead.",
)
EARLIER_THEME_DELETED: Final = Refusal(
    "earlier_theme_deleted",
    "The theme that the shop showed before was deleted.",
    remedy="Publish another theme by its number.",
)
DEFAULT_THEME_STAYS: Final = Refusal(
    "default_theme_stays",
    "The default theme cannot be deleted.",
    remedy="Delete another theme: the default one belongs to the program.",
)
THEME_IN_USE: Final = Refusal(
    "theme_in_use",
    "A shop shows this theme. Publish another one first.",
    remedy="Publish another theme in the shops that show it.",
)
THEME_NAME_LENGTH: Final = Refusal(
    "theme_name_length",
    "Enter a name of at most {most} characters.",
    remedy="Send a name that is neither empty nor too long.",
)
THEME_PAGE_EXISTS: Final = Refusal(
    "theme_page_exists",
    "The theme has this page already.",
    remedy="Update the existing page instead.",
)
TOO_MANY_THEME_PAGES: Final = Refusal(
    "too_many_theme_pages",
    "A theme has at most {most} pages of its own.",
    remedy="Delete a page of the theme that is no longer needed.",
)
INVALID_TEMPLATE: Final = Refusal(
    "invalid_template",
    "No template: {problem}.",
    remedy="Correct the Liquid source where the message says.",
)
