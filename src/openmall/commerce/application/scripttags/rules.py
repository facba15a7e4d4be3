"""Behaviour of script tags: an app sees and changes its own only."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from openmall.access.oauth import installation_rows
from openmall.access.oauth.refusals import APP_DELETED
from openmall.commerce.application.scripttags import store as script_tag_store
from openmall.commerce.application.scripttags.refusals import TOO_MANY_SCRIPT_TAGS
from openmall.commerce.application.scripttags.shape import ScriptTag
from openmall.commerce.application.scripttags.takes import (
    ScriptTagCountQuery,
    ScriptTagDeletePath,
    ScriptTagDraft,
    ScriptTagPath,
    ScriptTagQuery,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences

MOST: Final = 100
"""Script tags of an app in a shop."""


async def list_tags(call: Call, query: ScriptTagQuery) -> Sequence[ScriptTag]:
    """Retrieve a list of script tags of the calling app, in the order in which they run."""
    found = await _matching(call, query)
    paths, integrity = query.exclude_path, query.integrity
    return [
        tag
        for tag in found
        if (paths is UNSET or set(paths) & set(tag.exclude_path or ()))
        and (query.display_location is UNSET or _is_at(tag, query.display_location))
        and integrity in (UNSET, tag.integrity)
    ]


async def count(call: Call, query: ScriptTagCountQuery) -> int:
    """Retrieve a count of script tags of the calling app."""
    location = query.display_location
    found = await _matching(call, query)
    return sum(location is UNSET or _is_at(tag, [location]) for tag in found)


def _is_at(tag: ScriptTag, locations: list[str]) -> bool:
    return bool(set(locations) & set(tag.display_location))


async def _matching(call: Call, query: ScriptTagQuery | ScriptTagCountQuery) -> Sequence[ScriptTag]:
    """Return the app's tags that match the filters that list and count have in common."""
    tags = await script_tag_store.of_app(call.db, call.identity.app.client_id, call.shop_no)
    return [
        tag
        for tag in tags
        if query.script_no in (UNSET, tag.script_no)
        and query.src in (UNSET, tag.src)
        and (query.skin_no is UNSET or set(query.skin_no) & set(tag.skin_no or ()))
        and _is_within(seconds(tag.created_date), query.created_start_date, query.created_end_date)
        and _is_within(seconds(tag.updated_date), query.updated_start_date, query.updated_end_date)
    ]


def _is_within(at: int, start: int | UnsetType, end: int | UnsetType) -> bool:
    return (start is UNSET or start <= at) and (end is UNSET or at <= end)


async def retrieve(call: Call, params: ScriptTagPath) -> ScriptTag:
    """Retrieve a script tag of the calling app."""
    return await _require(call, params.script_no, call.shop_no)


async def _require(
    call: Call, script_no: str, shop_no: int | None = None, *, to_change: bool = False
) -> ScriptTag:
    """Return a tag of the app, in a shop or in any. Raises NotFound (404)."""
    client_id = call.identity.app.client_id
    tag = await script_tag_store.find(call.db, client_id, script_no, to_change=to_change)
    if tag is None or shop_no not in (None, tag.shop_no):
        raise NotFound(DOES_NOT_EXIST, parameter="script_no", resource=Phrase("script tag"))
    return tag


async def create(call: Call, draft: ScriptTagDraft) -> ScriptTag:
    """Create a script tag: pages of the shop have it from now on.

    An app has 100 in a shop at most; one more is Invalid (422).
    """
    client_id = call.identity.app.client_id
    # with the installation locked, the app cannot be removed, nor add another at the same time
    if not await installation_rows.hold(call.db, client_id):
        raise Forbidden(APP_DELETED)
    if len(await script_tag_store.of_app(call.db, client_id, call.shop_no)) >= MOST:
        raise Invalid(TOO_MANY_SCRIPT_TAGS, most=MOST)
    now = moment(call.clock.now())
    tag = ScriptTag(
        shop_no=call.shop_no,
        script_no=str(await sequences.allocate(call.db, "script_tag")),
        client_id=client_id,
        src=draft.src,
        display_location=draft.display_location,
        exclude_path=None if draft.exclude_path is UNSET else draft.exclude_path or None,
        skin_no=None if draft.skin_no is UNSET else draft.skin_no or None,
        integrity="" if draft.integrity is UNSET else draft.integrity,
        created_date=now,
        updated_date=now,
    )
    await script_tag_store.add(call.db, tag)
    call.journal(f"script tag {tag.script_no}", differences_from_nothing(tag))
    call.effects.invalidates_caches = True
    return tag


async def change(call: Call, params: ScriptTagPath) -> ScriptTag:
    """Update a script tag. Identical content is NotModified (409)."""
    before = await _require(call, params.script_no, call.shop_no, to_change=True)
    # an empty list is stored as none
    empty = {
        name: None for name in ("exclude_path", "skin_no") if getattr(params, name) in ([], None)
    }
    after = patched(before, replace(params, **empty))
    after = replace(after, updated_date=moment(call.clock.now()))
    await script_tag_store.change(call.db, after)
    call.journal(f"script tag {after.script_no}", differences(before, after))
    call.effects.invalidates_caches = True
    return after


async def delete(call: Call, params: ScriptTagDeletePath) -> ScriptTag:
    """Delete a script tag: pages no longer have it."""
    tag = await _require(call, params.script_no, to_change=True)
    await script_tag_store.delete_one(call.db, tag.client_id, tag.script_no)
    call.journal(f"script tag {tag.script_no}", {"deleted": (False, True)})
    call.effects.invalidates_caches = True
    return tag
