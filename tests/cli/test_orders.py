"""An operator lets orders whose time has come be moved on now."""

from tests.cli.command_line import Shell


def test_a_mall_without_orders_has_nothing_to_tidy(shop: Shell) -> None:
    assert shop.json("orders", "tidy") == {"canceled": 0, "delivered": 0, "confirmed": 0}
    assert shop.text("orders", "tidy", "--mall", "myshop") == (
        "0 orders were canceled, 0 are delivered, 0 are confirmed.\n"
    )


def test_a_mall_that_is_not_there_is_said_so(shop: Shell) -> None:
    assert "nowhere" in shop.fails("orders", "tidy", "--mall", "nowhere")
