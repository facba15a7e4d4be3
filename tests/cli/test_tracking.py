"""A merchant says what browsers of visitors may keep."""

from tests.cli.command_line import Shell

WORDS = ("mall", "tracking", "myshop")


def test_a_new_shop_respects_what_browsers_say_until_it_is_told_otherwise(shop: Shell) -> None:
    before = shop.json(*WORDS)

    changed = shop.json(*WORDS, "respect_do_not_track=F")

    assert before == {"shop_no": 1, "respect_do_not_track": "T"}
    assert changed == {"shop_no": 1, "respect_do_not_track": "F"}
    assert shop.json(*WORDS) == changed


def test_what_cannot_be_set_is_refused(shop: Shell) -> None:
    assert "'maybe'" in shop.fails(*WORDS, "respect_do_not_track=maybe", status=2)
    unknown = shop.fails(*WORDS, "follow=T", status=2)
    assert unknown.startswith("there is no setting follow ")
