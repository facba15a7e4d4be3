"""Writes reviews and questions about the catalogue's products, the same on every start."""

from collections.abc import Iterator, Sequence
from typing import Final

from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.takes import ArticleDraft
from openmall.commerce.community.boards.builtin import NOTICES, QUESTIONS, REVIEWS
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.takes import ProductQuery
from openmall.contract.call import App, Call, Identity, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, read
from openmall.contract.params import StartDate
from openmall.database import sequences
from openmall.database.session import Session
from openmall.demo import load_progress
from openmall.demo.catalogue import Language, Text, catalogue

REVIEWED: Final = 24
"""Products that shoppers wrote about: half from the catalogue's first, half from its last.

The last ones are the newest, which a shop's home page shows.
"""
FIRST_DAY: Final = read("2026-09-01T10:00:00+09:00")
_A_DAY: Final = 86_400
_ADDRESS: Final = "198.51.100."
_IDENTITY: Final = Identity(
    app=App(client_id="", name="openmall demo", version="", strict=False, restricted=False)
)

_WRITERS: Final = (
    Text("김하늘", "Hannah"), Text("이도윤", "Daniel"), Text("박서연", "Sophie"),
    Text("최민준", "Max"), Text("정유진", "Eugenia"), Text("윤가온", "Gwen"),
)  # fmt: skip
_SAID: Final = (
    (5, Text("매일 씁니다", "In use every day"),
     Text("한 달째 매일 쓰는데 처음과 같아요.", "A month of daily use, and it looks like new.")),
    (4, Text("생각보다 커요", "Larger than I thought"),
     Text("사진보다 조금 크지만 마음에 듭니다.", "A little larger than it looks, but I like it.")),
    (5, Text("선물했어요", "It was a present"),
     Text("받은 친구가 아주 좋아했습니다.", "The friend who got it was delighted.")),
    (3, Text("무난합니다", "It does what it should"),
     Text("포장이 조금 아쉬웠어요.", "The wrapping could have been better.")),
    (4, Text("색이 고와요", "A fine colour"),
     Text("화면에서 본 색과 거의 같습니다.", "Nearly the colour I saw on the screen.")),
    (2, Text("배송이 늦었어요", "It came late"),
     Text("물건은 괜찮은데 일주일 걸렸습니다.", "The thing itself is fine. It took a week.")),
    (5, Text("두 번째 구매", "Bought again"),
     Text("하나 더 샀습니다. 더 말할 것이 없네요.", "I bought a second one. That says it all.")),
)  # fmt: skip
_ASKED: Final = (
    (Text("다시 들어오나요?", "Will it be back?"),
     Text("품절된 색은 언제 다시 들어오나요?", "When will the colour that is gone be back?"),
     Text("다음 주 수요일에 들어옵니다.", "Next Wednesday.")),
    (Text("식기세척기", "Dishwasher"),
     Text("식기세척기에 넣어도 되나요?", "May it go into the dishwasher?"),
     None),
    (Text("선물 포장", "As a present"),
     Text("선물 포장이 되나요?", "Can it be wrapped as a present?"),
     Text("네, 주문할 때 메모를 남겨 주세요.", "Yes. Please leave a note with your order.")),
)  # fmt: skip
_WELCOME: Final = (
    Text("문을 열었습니다", "We are open"),
    Text("둘러보시고 무엇이든 물어보세요.", "Look around, and ask us anything."),
)
_SHOP: Final = Text("가게지기", "The shop")


def _draft(
    board_no: int, title: Text, content: Text, *, language: Language, day: int, **fields: object
) -> ArticleDraft:
    writer = _WRITERS[day % len(_WRITERS)]
    values = {
        "writer": writer.spoken(language),
        "client_ip": f"{_ADDRESS}{1 + day % 250}",
        "created_date": StartDate(FIRST_DAY + day * _A_DAY // 4),
        **fields,
    }
    return ArticleDraft(
        board_no=board_no,
        title=title.spoken(language),
        content=content.spoken(language),
        **values,  # type: ignore[arg-type] # each is what its field takes
    )


def _reviews(at: int, product_no: int, language: Language) -> Iterator[ArticleDraft]:
    for more in range(1 + at % 4):
        stars, title, content = _SAID[(at * 2 + more * 3) % len(_SAID)]
        yield _draft(
            REVIEWS, title, content, language=language, day=at * 5 + more,
            product_no=product_no, rating=stars,
        )  # fmt: skip


async def _question(call: Call, at: int, product_no: int, language: Language) -> None:
    title, content, answer = _ASKED[at // 3 % len(_ASKED)]
    day = at * 5 + 2
    draft = _draft(QUESTIONS, title, content, language=language, day=day, product_no=product_no)
    asked = await article_rules.create(call, draft)
    if answer is not None:
        reply = _draft(
            QUESTIONS, title, answer, language=language, day=day + 1, product_no=product_no,
            reply_article_no=asked.article_no, writer=_SHOP.spoken(language),
        )  # fmt: skip
        await article_rules.create(call, reply)


async def write(
    db: Session, mall: Mall, clock: Clock, shops: Sequence[tuple[int, Language]]
) -> None:
    """Write reviews, questions and a notice in each of `shops`: (shop_no, language)."""
    call = Call(clock, db, mall, identity=_IDENTITY)
    for shop_no, language in shops:
        with call.in_shop(shop_no):
            await _write(call, language)
    await journal_batch.publish(db, clock, call.effects.events)
    await journal_batch.write_activity(
        db, clock, "boards", "Write articles", f"{len(call.effects.events)} articles"
    )
    await sequences.allocate(db, load_progress.POSTS)


async def _write(call: Call, language: Language) -> None:
    """Write the articles of the call's shop."""
    half, every = REVIEWED // 2, catalogue().products
    codes = [each.code for each in (*every[:half], *every[-half:])]
    query = ProductQuery(shop_no=call.shop_no, custom_product_code=codes, limit=REVIEWED)
    found = {each.custom_product_code: each for each in await product_rules.listing(call, query)}
    for at, code in enumerate(codes):
        if code not in found:
            continue  # an owner may have removed it meanwhile
        product_no = found[code].product_no
        for draft in _reviews(at, product_no, language):
            await article_rules.create(call, draft)
        if at % 3 == 0:
            await _question(call, at, product_no, language)
    notice = _draft(NOTICES, *_WELCOME, language=language, day=0, notice="T")
    await article_rules.create(call, notice)
