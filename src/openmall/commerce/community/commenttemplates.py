"""Frequently used answers of a shop.

Specification: "Commenttemplates"; its fields are those of `spec/parameters.tsv`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict
from sqlalchemy import Select, bindparam, delete, insert, select, update

from openmall.commerce.community.boards.shape import BoardType, Title
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched, sent_fields
from openmall.contract.crud.changes import updates_of
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.params import EntityNo, Limit100, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.undo_policies import REVERTED
from openmall.database.values import StoredRow

Content = Annotated[str, Meta(min_length=1, max_length=4_000)]

TEMPLATE: Final = shop_table(
    "comment_template",
    number("shop_no"),
    number("comment_no"),
    text("title"),
    text("content"),
    number("board_type"),
    number("created_date"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "comment_no"),
    wide=True,
)


class CommentTemplate(Struct, frozen=True, kw_only=True):
    """An answer that is given often."""

    shop_no: int
    comment_no: int
    title: str
    content: str
    board_type: BoardType
    """On which boards it is of use."""
    created_date: datetime


class TemplateQuery(ShopParams, frozen=True, kw_only=True):
    board_type: BoardType | UnsetType = UNSET
    title: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    """Any part of it, case-insensitive."""
    since_comment_no: EntityNo | UnsetType = UNSET
    """The last one that was seen: those with higher numbers follow."""
    limit: Limit100 = 10


class TemplatePath(ShopParams, frozen=True, kw_only=True):
    comment_no: EntityNo


class TemplateDraft(ShopParams, frozen=True, kw_only=True):
    title: Title
    content: Content
    board_type: BoardType


TemplateChange: Final = updates_of(TemplateDraft, TemplatePath)


_T: Final = TEMPLATE.c
_NAMES: Final = CommentTemplate.__struct_fields__
_SELECT: Final = select(*(_T[name] for name in _NAMES))
_HERE: Final = (_T.mall_id == bindparam("mall_id"), _T.shop_no == bindparam("shop_no"))
_ONE: Final = (*_HERE, _T.comment_no == bindparam("comment_no"))
_FILTERS: Final = {
    "board_type": _T.board_type == bindparam("board_type"),
    "title": HasWords(_T.title, "title"),
    "since_comment_no": _T.comment_no > bindparam("since_comment_no"),
}
_GET: Final = Statement(_SELECT.where(*_ONE))
_GET_TO_CHANGE: Final = Statement(_SELECT.where(*_ONE).with_for_update())
_ADD: Final = Statement(insert(TEMPLATE).values({c.name: bindparam(c.name) for c in _T}))
_CHANGE: Final = Statement(
    update(TEMPLATE)
    .where(*_ONE)
    .values({name: bindparam(name) for name in ("title", "content", "board_type")})
)
_REMOVE: Final = Statement(delete(TEMPLATE).where(*_ONE))


def _list(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        _SELECT.where(*_HERE, *(_FILTERS[name] for name in filters))
        .order_by(_T.comment_no)
        .limit(bindparam("limit"))
    )


_LISTS: Final = StatementCache(_list)


def _from_row(row: Row) -> CommentTemplate:
    values = dict(zip(_NAMES, row, strict=True))
    return CommentTemplate(**{**values, "created_date": moment(values["created_date"])})


async def _find(call: Call, comment_no: int, *, to_change: bool = False) -> CommentTemplate:
    row = await call.db.one(
        _GET_TO_CHANGE if to_change else _GET, shop_no=call.shop_no, comment_no=comment_no
    )
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="comment_no", resource=Phrase("commenttemplate"))
    return _from_row(row)


async def list_templates(call: Call, query: TemplateQuery) -> Sequence[CommentTemplate]:
    """Retrieve a list of frequently used answers, by number."""
    values = {**sent_fields(query), "shop_no": call.shop_no, "limit": query.limit}
    if "title" in values:
        values["title"] = values["title"].lower()
    filters = tuple(name for name in _FILTERS if name in values)
    return [_from_row(row) for row in await call.db.all(_LISTS.of(filters), **values)]


async def retrieve(call: Call, params: TemplatePath) -> CommentTemplate:
    """Retrieve a frequently used answer."""
    return await _find(call, params.comment_no)


async def create(call: Call, draft: TemplateDraft) -> CommentTemplate:
    """Create a frequently used answer."""
    template = CommentTemplate(
        **{**asdict(draft), "shop_no": call.shop_no},
        comment_no=await sequences.allocate(call.db, "comment_template"),
        created_date=moment(call.clock.now()),
    )
    await call.db.run(_ADD, **{**asdict(template), "created_date": seconds(template.created_date)})
    call.journal(
        f"frequently used answer {template.comment_no}", differences_from_nothing(template)
    )
    return template


async def change(call: Call, params: TemplatePath) -> CommentTemplate:
    """Update a frequently used answer. Identical content is NotModified (409)."""
    before = await _find(call, params.comment_no, to_change=True)
    after = patched(before, params)
    values = {name: getattr(after, name) for name in _NAMES if name != "created_date"}
    await call.db.run(_CHANGE, **values)
    call.journal(f"frequently used answer {after.comment_no}", differences(before, after))
    return after


async def remove(call: Call, params: TemplatePath) -> CommentTemplate:
    """Delete a frequently used answer."""
    before = await _find(call, params.comment_no, to_change=True)
    await call.db.run(_REMOVE, shop_no=call.shop_no, comment_no=before.comment_no)
    call.journal(f"frequently used answer {before.comment_no}", {"title": (before.title, None)})
    return before


_COMMENTTEMPLATES: Final = Resource(
    CommentTemplate, area="community", key="commenttemplate", listed="commenttemplates"
)

OPERATIONS = [
    _COMMENTTEMPLATES.listing("commenttemplates", list_templates, takes=TemplateQuery),
    _COMMENTTEMPLATES.get("commenttemplates/{comment_no}", retrieve, takes=TemplatePath),
    _COMMENTTEMPLATES.post("commenttemplates", create, takes=TemplateDraft),
    _COMMENTTEMPLATES.put("commenttemplates/{comment_no}", change, takes=TemplateChange),
    _COMMENTTEMPLATES.delete(
        "commenttemplates/{comment_no}", remove, takes=TemplatePath, shows=("comment_no",)
    ),
]
