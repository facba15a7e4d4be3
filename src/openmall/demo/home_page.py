"""Arranges the home page of the demo shop, as a merchant would in the shop editor."""

from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

from openmall.commerce.category.categories.shape import CategoryQuery
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes import theme_look
from openmall.commerce.design.themes.shape import PageDraft
from openmall.commerce.design.themes.theme_look import Block, Item, Look
from openmall.commerce.translation import themes
from openmall.commerce.translation.themes import TextsChange, TranslationChange
from openmall.contract.call import Call, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Session
from openmall.demo import load_progress
from openmall.demo.catalogue import Language, Text, catalogue
from openmall.demo.shapes import SHAPES
from openmall.demo.shapes.brush import Palette, circle, light, rect

BANNER: Final = "design/home.svg"
TABLE: Final = "design/table.svg"
_TITLE: Final = Text("매일 손이 가는 물건", "Things for every day")
_LEAD: Final = Text(
    "오래 쓸 수 있게 만든 그릇과 도구, 옷과 문구를 한곳에 모았습니다.",
    "Tableware and tools, clothes and stationery that are made to last, in one place.",
)
_ALL: Final = Text("상품 둘러보기", "Look around")
_COLLECTIONS: Final = Text("무엇을 찾으세요?", "What are you looking for?")
_RECOMMENDED: Final = Text("추천 상품", "Recommended")
_NEW: Final = Text("새로 들어온 상품", "New in the shop")
_STORY: Final = Text("차 한 잔의 자리", "A place for tea")
_STORY_TEXT: Final = Text(
    "찻주전자와 잔, 잔 받침까지 한 가마에서 구웠습니다."
    "\n유약의 결이 하나하나 달라 같은 것이 없습니다.",
    "Pot, cups and saucers come from one kiln."
    "\nThe glaze runs differently on each, so that none is like another.",
)
_STORY_LINK: Final = Text("식기 보기", "See the tableware")
_ASKED: Final = Text("자주 묻는 질문", "Questions and answers")
_ANSWERS: Final = Text(
    "배송은 얼마나 걸리나요?\n결제한 다음 날 보내고, 사흘에서 이레 안에 도착합니다."
    "\n\n교환이나 반품은 어떻게 하나요?\n받은 날부터 이레 안에 주문 내역에서 신청하세요.",
    "How long does delivery take?"
    "\nWe ship on the day after the payment; it takes three to seven days."
    "\n\nHow do I exchange or return something?\nAsk for it in your orders within seven days.",
)
_TEXTS: Final = (
    _TITLE, _LEAD, _ALL, _COLLECTIONS, _RECOMMENDED, _NEW, _STORY, _STORY_TEXT, _STORY_LINK,
    _ASKED, _ANSWERS,
)  # fmt: skip
"""The theme translates line by line."""
_COLLECTIONS_SHOWN: Final = 4
_SPOKEN: Final[tuple[Language, ...]] = ("ko", "en")
_COLOURS: Final = (
    ("#d3614c", "#f3dfc1", "#6b4232"),
    ("#5b8fa8", "#dfeaf0", "#7a5a44"),
    ("#c9825b", "#6f9a6b", "#55795a"),
)


async def arrange(
    db: Session, mall: Mall, clock: Clock, shops: Sequence[tuple[int, Language]]
) -> None:
    """Write the home page once, unless an owner has designed the shop meanwhile.

    It is in the language of the first shop; shops of another language have its texts translated.
    """
    if await sequences.allocated(db, load_progress.HOME):
        return
    await sequences.allocate(db, load_progress.HOME)
    if await theme_store.page(db, theme_rules.DEFAULT, theme_look.PATH) is not None:
        return
    call = Call(clock, db, mall)
    first, *others = [language for _, language in shops]
    categories = await _categories(call)
    look = Look(blocks=_blocks(categories, first))
    draft = PageDraft(
        skin_no=theme_rules.DEFAULT, path=theme_look.PATH, source=theme_look.encode(look)
    )
    await theme_rules.create_page(call, draft)
    for shop_no, language in shops:
        if language in others and language != first:
            await _translate(call, mall.shops[shop_no].language, first, language)
    await journal_batch.publish(db, clock, call.effects.events)


async def _categories(call: Call) -> list[tuple[Text, int]]:
    """Return name and number of the first main categories of the catalogue."""
    names = {
        each.name.spoken(language): each.name
        for each in catalogue().categories
        for language in _SPOKEN
    }
    found = await category_rules.listing(
        call, CategoryQuery(category_depth=1, limit=_COLLECTIONS_SHOWN)
    )
    return [
        (names[each.category_name], each.category_no)
        for each in found
        if each.category_name in names
    ]


def _blocks(categories: Sequence[tuple[Text, int]], language: Language) -> tuple[Block, ...]:
    """Return a large picture, collections, two lists of products, a story, and questions."""

    def said(text: Text) -> str:
        return text.spoken(language)

    # the first product of each category
    shown = {key: each for each in catalogue().products[::-1] for key in each.categories}
    keys = {each.name: each.key for each in catalogue().categories}
    items = tuple(
        Item(
            title=said(name),
            link=f"/categories/{number}",
            picture=f"/files/products/{shown[keys[name]].code}-detail.svg"
            if keys[name] in shown
            else "",
        )
        for name, number in categories
    )
    return (
        Block(
            kind="hero",
            title=said(_TITLE),
            text=said(_LEAD),
            picture=f"/files/{BANNER}",
            link="/search",
            link_label=said(_ALL),
        ),
        Block(kind="collections", title=said(_COLLECTIONS), items=items),
        Block(kind="products", title=said(_RECOMMENDED), display=2, count=8),
        Block(
            kind="split",
            title=said(_STORY),
            text=said(_STORY_TEXT),
            picture=f"/files/{TABLE}",
            link=items[0].link if items else "/search",
            link_label=said(_STORY_LINK),
        ),
        Block(kind="products", title=said(_NEW), count=12),
        Block(kind="questions", title=said(_ASKED), text=said(_ANSWERS)),
    )


async def _translate(call: Call, locale: str, before: Language, after: Language) -> None:
    """Translate the texts of the page for the shops of a locale, such as `en_US`."""
    texts: dict[str, str] = {}
    for each in (*_TEXTS, *(category.name for category in catalogue().categories)):
        texts |= zip(
            each.spoken(before).splitlines(), each.spoken(after).splitlines(), strict=False
        )
    source = msgspec.json.encode(texts).decode()
    change = TranslationChange(
        skin_no=theme_rules.DEFAULT,
        skin_translation=TextsChange(language_code=locale, source=source),
    )
    await themes.change(call, change)


def pictures(language: Language) -> dict[str, str]:
    """Return the SVG pictures of the page by their paths among the mall's files."""
    return {
        BANNER: _scene(
            1600, 640, "#efe7da",
            [("pot", 640, 70, 560), ("mug", 980, 180, 420), ("plant", 1130, 60, 520)],
            _TITLE.spoken(language),
        ),
        TABLE: _scene(
            1160, 800, "#e3eeec",
            [("teapot", 0, 30, 740), ("glass", 500, 250, 480), ("bowl", 690, 290, 460)],
            _STORY.spoken(language),
        ),
    }  # fmt: skip


def _scene(
    width: int, height: int, ground: str, placed: Sequence[tuple[str, int, int, int]], title: str
) -> str:
    """Draw shapes beside each other: each with its left upper corner and its size in pixels."""
    floor = height * 78 // 100
    drawn = [
        rect(0, 0, width, height, ground),
        circle(width * 3 // 4, height // 2, height * 9 // 20, light(ground, 45)),
    ]
    drawn.append(rect(0, floor, width, height - floor, light(ground, 25)))
    for at, (shape, x, y, size) in enumerate(placed):
        main, second, third = _COLOURS[at]
        palette = Palette(main=main, second=second, third=third, paper=ground)
        drawn.append(
            f'<g transform="translate({x} {y}) scale({size / 400})">{SHAPES[shape](palette)}</g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )
