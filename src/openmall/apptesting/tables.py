"""The table of malls that programs created to test apps in."""

from typing import Final

from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import flag, installation_table, number, text

APP_TEST_MALL: Final = installation_table(
    "app_test_mall",
    text("store_id"),
    text("client_id"),
    flag("own_app"),
    text("scopes"),
    text("contents"),
    text("name"),
    number("created_at"),
    number("used_at"),
    backup=of_installation(
        "says which malls are tests, here, and may be deleted", mall_column="store_id"
    ),
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=("store_id",),
)
"""Malls for tests: `store_id` is the mall id. `own_app`: T its app was registered with it, and goes
with it. `scopes`: those that the mall granted, separated by spaces. `contents`: what a reset fills
it with. `used_at`: when it was created or reset last, in UTC seconds."""
