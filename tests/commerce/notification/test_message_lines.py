"""Lines of messages: none is a label without a value, and amounts are explained by their lines."""

import re
from decimal import Decimal

import pytest

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import samples
from openmall.commerce.notification.templates.rendering import default_sources, texts_of
from openmall.commerce.notification.templates.shape import Template
from openmall.translations.catalogues import LANGUAGES
from tests.commerce.notification.test_order_messages import last
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.order_setup import pay
from tests.world import World

MAY_BE_EMPTY = ("SHOP_PHONE", "BANK", "ACCOUNT_NO")
"""Variables of texts without a value in a shop that has entered nothing about itself."""
_BARE = re.compile(r"(:|：|-)\s*\Z|\A\s*[-:]|(: |：)[-.]|  ")
_AMOUNT = re.compile(r"(-?)₩([\d,]+)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("occasion", CATALOGUE.occasions)
def test_no_label_of_a_message_ends_with_nothing(occasion: str, language: str) -> None:
    values = {**samples(language), **dict.fromkeys(MAY_BE_EMPTY, "")}
    for name in CATALOGUE.occasions[occasion].details:
        values[name] = ""
    values["ORDER_URL"] = "https://shop.example.com/orders/1"
    own = Template(parts=default_sources(occasion, language))

    for template in (None, own):
        texts, failure = texts_of(occasion, language, values, template)
        assert failure is None
        for part in (texts.subject, texts.short, *texts.text.split("\n\n")):
            [*labels, end] = part.split("\n")
            assert not _BARE.search(end), part
            assert len(labels) < 2, part
        assert "/>\n<" not in texts.html
        assert "/></p>" not in texts.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_source_of_a_text_makes_the_text(language: str) -> None:
    for occasion in CATALOGUE.occasions:
        values = samples(language)
        own = Template(parts=default_sources(occasion, language))

        made, _ = texts_of(occasion, language, values, own)
        default, _ = texts_of(occasion, language, values, None)

        assert (made.short, made.text) == (default.short, default.text)


def lines(body: str) -> dict[str, list[Decimal]]:
    """Return the amounts below each heading of a mail."""
    found = {}
    for part in body.split("\n\n"):
        heading, _, rest = part.partition(":\n")
        amounts = [_AMOUNT.findall(line)[-1:] for line in rest.split("\n")]
        found[heading] = [
            Decimal(figure.replace(",", "")) * (-1 if sign else 1)
            for [(sign, figure)] in filter(None, amounts)
        ]
    return found


def adds_up(body: str, total: str) -> Decimal:
    """Compare the items, the shipping, the discounts and adjustments of a mail with its total."""
    found = lines(body)
    parts = (found.get(name, []) for name in ("주문 상품", "배송비", "할인", "조정 금액"))
    [amount] = found[total]
    assert sum((sum(each) for each in parts), Decimal(0)) == amount, body
    return amount


def test_amounts_of_mails_add_up_and_name_what_was_refunded(world: World) -> None:
    shop = Checkout(world)
    world.put(f"products/{shop.cup}", product_name="Tea cup")
    coupon = shop.coupon()
    number = shop.order(3, 1, coupons=[{"issue_no": coupon}], use_points="1000")["order_id"]
    pay(world, number)
    for occasion in ("order_received", "payment_confirmed"):
        adds_up(last(world, occasion).body, "합계(배송비 포함)")

    for item_no in (1, 2):
        world.stage.clock.pass_(60)
        claim(world, number, "cancellation", "canceled", (item_no, 1), refund_method_code="T")
        refunds = world.get(f"orders/{number}", embed="refunds")["order"]["refunds"]
        refunded = Decimal(refunds[-1]["refund_amount"])
        for occasion in ("order_cancelled", "refund_done"):
            body = last(world, occasion).body
            assert adds_up(body, "환불 금액") == refunded
            assert ("apron" in body, "cup" in body) == (item_no == 1, item_no == 2), body
