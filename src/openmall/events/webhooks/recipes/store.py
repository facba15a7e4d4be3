"""SQL of recipes. An app has a bounded number of them in a mall."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.webhooks.recipes.conditions import TriggerSetting
from openmall.events.webhooks.tables import RECIPE


class StoredRecipe(Struct, frozen=True, kw_only=True):
    """A recipe of an app."""

    recipe_code: str
    event_no: int
    settings: Sequence[TriggerSetting]


_R: Final = RECIPE.c
_OF_APP: Final = Statement(
    select(_R.recipe_code, _R.event_no, _R.settings)
    .where(_R.mall_id == bindparam("mall_id"), _R.client_id == bindparam("client_id"))
    .order_by(_R.recipe_code)
)
_SAVE: Final = Statement(
    lambda insert: (
        insert(RECIPE)
        .values({c.name: bindparam(c.name) for c in _R})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id", "recipe_code"],
            set_={"settings": bindparam("settings")},
        )
    )
)
_DELETE: Final = Statement(
    delete(RECIPE).where(
        _R.mall_id == bindparam("mall_id"),
        _R.client_id == bindparam("client_id"),
        _R.recipe_code == bindparam("recipe_code"),
    )
)
_SETTINGS: Final = msgspec.json.Decoder(list[TriggerSetting])


async def of_app(db: Session, client_id: str) -> list[StoredRecipe]:
    """Return the recipes of an app in the session's mall, by their codes."""
    return [
        StoredRecipe(recipe_code=code, event_no=event_no, settings=_SETTINGS.decode(settings))
        for code, event_no, settings in await db.all(_OF_APP, client_id=client_id)
    ]


async def save(db: Session, client_id: str, recipe: StoredRecipe, *, now: int) -> None:
    """Add a recipe, or replace the settings of one. Lock the app's installation before."""
    await db.run(
        _SAVE,
        client_id=client_id,
        recipe_code=recipe.recipe_code,
        event_no=recipe.event_no,
        settings=msgspec.json.encode(recipe.settings).decode(),
        created_at=now,
    )


async def remove(db: Session, client_id: str, recipe_code: str) -> bool:
    """Delete a recipe of an app; return whether there was one."""
    return bool(await db.run(_DELETE, client_id=client_id, recipe_code=recipe_code))
