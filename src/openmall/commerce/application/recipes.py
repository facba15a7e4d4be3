"""Recipes of the calling app in a mall: which events of a kind are delivered to it.

Specification: "Recipes" as catalogued, which has codes and filters and not what they do. Here a
code begins with the number of an event, and the filters decide which of these events are delivered
(`docs/webhooks.md`).
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.access.oauth import installation_rows
from openmall.access.oauth.refusals import APP_DELETED
from openmall.commerce.application.refusals import RECIPE_OF_NO_EVENT, TOO_MANY_RECIPES
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.params import Flag, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.events.webhooks import catalogue
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.recipes import store as recipe_store
from openmall.events.webhooks.recipes.conditions import MOST, TriggerSetting
from openmall.events.webhooks.recipes.store import StoredRecipe

MOST_RECIPES: Final = 100
"""Recipes of an app in a mall."""
CODE: Final = patterns.pattern(
    r"^[0-9]{1,9}-[0-9]{1,9}\Z", "the number of an event, a hyphen, and a number of the app's"
)
Code = Annotated[str, Meta(pattern=CODE)]


class Recipe(Struct, frozen=True, kw_only=True):
    """Conditions on events of a kind, one of which they meet to be delivered to the app."""

    recipe_code: str
    """The number of the event, a hyphen, and a number of the app's own."""
    recipe_name: str
    """The name of the event."""
    active: Flag
    """T: matching events are delivered; F: none is, as the app does not subscribe to the event,
    may not read it, or has switched deliveries off."""


class RecipeQuery(Params, frozen=True, kw_only=True):
    pass


class RecipeDraft(Params, frozen=True, kw_only=True):
    recipe_code: Code
    trigger_settings: Annotated[list[TriggerSetting], Meta(max_length=MOST)] | UnsetType = UNSET


class RecipePath(Params, frozen=True, kw_only=True):
    recipe_code: Code


async def list_recipes(call: Call, query: RecipeQuery) -> Sequence[Recipe]:
    """Retrieve a list of recipes of the calling app, by their codes."""
    recipes = await recipe_store.of_app(call.db, call.identity.app.client_id)
    delivered = await _delivered(call)
    return [_shown(recipe, delivered) for recipe in recipes]


async def create(call: Call, draft: RecipeDraft) -> Recipe:
    """Create a recipe: of its event, the app receives what one of its recipes matches.

    One of the same code is replaced. Raises Invalid (422) for a code of no event, and beyond 100
    recipes.
    """
    client_id = call.identity.app.client_id
    event_no = int(draft.recipe_code.partition("-")[0])
    if event_no not in catalogue.KINDS:
        raise Invalid(RECIPE_OF_NO_EVENT, parameter="recipe_code")
    # with the installation locked, the app cannot be removed, nor add another at the same time
    if not await installation_rows.hold(call.db, client_id):
        raise Forbidden(APP_DELETED)
    before = {each.recipe_code: each for each in await recipe_store.of_app(call.db, client_id)}
    is_new = draft.recipe_code not in before
    if is_new and len(before) >= MOST_RECIPES:
        raise Invalid(TOO_MANY_RECIPES, most=MOST_RECIPES)
    settings = () if draft.trigger_settings is UNSET else draft.trigger_settings
    recipe = StoredRecipe(recipe_code=draft.recipe_code, event_no=event_no, settings=settings)
    await recipe_store.save(call.db, client_id, recipe, now=int(call.clock.now()))
    call.journal(
        f"recipe {recipe.recipe_code}", {"created" if is_new else "replaced": (False, True)}
    )
    return _shown(recipe, await _delivered(call))


async def remove(call: Call, params: RecipePath) -> Recipe:
    """Delete a recipe: without another one, the app receives all events of the kind again."""
    client_id, code = call.identity.app.client_id, params.recipe_code
    if not await recipe_store.remove(call.db, client_id, code):
        raise NotFound(DOES_NOT_EXIST, parameter="recipe_code", resource=Phrase("recipe"))
    call.journal(f"recipe {code}", {"deleted": (False, True)})
    return Recipe(recipe_code=code, recipe_name="", active="F")


async def _delivered(call: Call) -> frozenset[int]:
    """Return the numbers of the events that are delivered to the calling app."""
    client_id = call.identity.app.client_id
    if await webhook_rules.reception(call.db, client_id) != "T":
        return frozenset()
    subscribed = await webhook_rules.subscribed(call.db, client_id)
    return subscribed & catalogue.permitted(call.identity.scopes)


def _shown(recipe: StoredRecipe, delivered: frozenset[int]) -> Recipe:
    return Recipe(
        recipe_code=recipe.recipe_code,
        recipe_name=catalogue.KINDS[recipe.event_no].name,
        active="T" if recipe.event_no in delivered else "F",
    )


_RECIPES: Final = Resource(Recipe, area="application", key="recipe", listed="recipes")

OPERATIONS: Final = [
    _RECIPES.listing("recipes", list_recipes, takes=RecipeQuery),
    _RECIPES.post(
        "recipes",
        create,
        takes=RecipeDraft,
        key="recipes",
        objects=100,
        shows=("recipe_code", "active"),
    ),
    _RECIPES.delete("recipes/{recipe_code}", remove, takes=RecipePath, shows=("recipe_code",)),
]
