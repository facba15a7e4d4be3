"""Permissions that an app has as a proposal only, and the link that asks merchants for them."""

from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.access.oauth import apps as registered_apps
from openmall.contract.scopes import PROPOSES
from openmall.pages.console import menu, plan_sight
from openmall.pages.console.page_context import PageContext

MOST_MALLS: Final = 20
"""Malls whose permissions are looked up."""
_WRITES: Final = "mall.write_"


class MallProposals(Struct, frozen=True):
    """Permissions that an app has in a mall as a proposal only."""

    mall_id: str
    scopes: list[str]


class Proposals(Struct, frozen=True):
    """What an app may propose, and how it asks for that."""

    registered: list[str]
    malls: list[MallProposals]
    further: bool
    """There are malls that were not looked up."""
    example: str
    """A permission to propose that the app may ask for; empty: it writes nothing."""
    link: str
    """Install link that asks for every write as a proposal; empty: merchants cannot install it."""


async def of_app(context: PageContext) -> Proposals:
    """Return what the app of the page may propose."""
    app, mall_ids = context.app, await plan_sight.mall_ids(context)
    found = []
    for mall_id in mall_ids[:MOST_MALLS]:
        async with context.database.reading(mall_id) as db:
            granted = await registered_apps.allowed(db, app.client_id) or []
        scopes = _only_proposed(granted)
        if scopes:
            found.append(MallProposals(mall_id, scopes))
    writes = [each for each in app.scopes if each.startswith(_WRITES)]
    asked = list(dict.fromkeys(_as_proposal(each) for each in app.scopes))
    example = next((_as_proposal(each) for each in writes), "")
    return Proposals(
        registered=[each for each in app.scopes if each.endswith(PROPOSES)],
        malls=found,
        further=len(mall_ids) > MOST_MALLS,
        example=example,
        link=f"{context.address.origin}{menu.HOME}/install/{app.client_id}?"
        + urlencode({"scope": ",".join(asked)})
        if example and app.redirect_uris
        else "",
    )


def _only_proposed(granted: list[str]) -> list[str]:
    return [
        each
        for each in granted
        if each.endswith(PROPOSES) and each.removesuffix(PROPOSES) not in granted
    ]


def _as_proposal(scope: str) -> str:
    is_write = scope.startswith(_WRITES) and not scope.endswith(PROPOSES)
    return f"{scope}{PROPOSES}" if is_write else scope
