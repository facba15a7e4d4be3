"""Summaries of a product's reviews and questions, for its page and for partners."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, func, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.community.boards.builtin import QUESTIONS, REVIEWS
from openmall.commerce.partner_projection import product_entries
from openmall.commerce.partner_projection.shape import Figures
from openmall.commerce.product import partner_updates
from openmall.contract.call import Call
from openmall.database.statements import InList, Statement
from openmall.database.values import StoredRow


class Reviews(NamedTuple):
    """Reviews of a product."""

    number: int
    average: Decimal | None
    """1.00 to 5.00, of those that rate it; None: none does."""


class Questions(NamedTuple):
    """Questions about a product."""

    number: int
    answered: int


_A: Final = ARTICLE.c


class Mentions(NamedTuple):
    """Number of articles about a product, without replies."""

    reviews: int = 0
    questions: int = 0
    articles: int = 0
    """On all boards, those of reviews and questions among them."""


def _about(board_no: int | None, *columns: ColumnElement[int]) -> Select[*StoredRow]:
    board = [] if board_no is None else [_A.board_no == board_no]
    return (
        select(_A.product_no, func.count(), *columns)
        .where(
            _A.mall_id == bindparam("mall_id"),
            _A.shop_no == bindparam("shop_no"),
            *board,
            InList(_A.product_no, "product_nos"),
            _A.reply_depth == 0,
            _A.display == "T",
            _A.deleted == "F",
        )
        .group_by(_A.product_no)
    )


_RATED: Final = _A.rating > 0
_REVIEWS: Final = Statement(
    _about(REVIEWS, func.count(_A.rating).filter(_RATED), func.sum(_A.rating))
)
_OF_MEMBER: Final = Statement(
    select(func.count()).where(
        _A.mall_id == bindparam("mall_id"),
        _A.shop_no == bindparam("shop_no"),
        _A.member_id == bindparam("member_id"),
        _A.board_no == REVIEWS,
        _A.product_no.is_not(None),
        _A.reply_depth == 0,
        _A.deleted == "F",
    )
)
_QUESTIONS: Final = Statement(_about(QUESTIONS, func.count().filter(_A.reply_status == "C")))

_MENTIONS: Final = Statement(
    _about(
        None,
        func.count().filter(_A.board_no == REVIEWS),
        func.count().filter(_A.board_no == QUESTIONS),
    )
)


async def summary(call: Call, product_nos: Sequence[int]) -> dict[int, Reviews]:
    """Return product -> summary of its reviews in the call's shop; those without are left out."""
    rows = await call.db.all(_REVIEWS, shop_no=call.shop_no, product_nos=list(product_nos))
    return {
        product_no: Reviews(count, _average(int(stars), rated))
        for product_no, count, rated, stars in rows
    }


async def number_of_member(call: Call, member_id: str) -> int:
    """Return how many reviews of products a member has written in the call's shop."""
    row = await call.db.one(_OF_MEMBER, shop_no=call.shop_no, member_id=member_id)
    assert row is not None
    found: int = row[0]
    return found


async def questions(call: Call, product_nos: Sequence[int]) -> dict[int, Questions]:
    """Return product -> number of questions in the call's shop; those without are left out."""
    rows = await call.db.all(_QUESTIONS, shop_no=call.shop_no, product_nos=list(product_nos))
    return {product_no: Questions(count, answered) for product_no, count, answered in rows}


async def mentions(call: Call, product_nos: Sequence[int]) -> dict[int, Mentions]:
    """Return product -> number of articles about it; those without are left out."""
    rows = await call.db.all(_MENTIONS, shop_no=call.shop_no, product_nos=list(product_nos))
    return {
        product_no: Mentions(reviews, questions, articles)
        for product_no, articles, reviews, questions in rows
    }


def _average(stars: int, rated: int) -> Decimal | None:
    if not rated:
        return None
    return (Decimal(stars) / rated).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


async def update_partners(call: Call, product_no: int) -> None:
    """Update the reviews of a product in the partner projection, in the transaction.

    The figures are written for a shop outside the programme as well: it may join later. To be
    called with the product locked: otherwise two concurrent reviews would each miss the other.
    """
    reviews = (await summary(call, [product_no])).get(product_no, Reviews(0, None))
    known = (await product_entries.figures(call.db, [product_no])).get(
        (product_no, call.shop_no), Figures()
    )
    score = int((reviews.average or Decimal(0)).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    now = msgspec.structs.replace(known, review_count=reviews.number, review_score=score)
    if now != known:
        await product_entries.keep_figures(call.db, product_no, call.shop_no, now)
        await partner_updates.update_projection(call, [product_no])
