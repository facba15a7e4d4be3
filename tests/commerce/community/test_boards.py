"""Boards: every shop has them from its first day in its language, and sets their rules."""

from typing import Any

import pytest

from tests.commerce.community.board_setup import refused
from tests.every_operation.operation_calls import lines, rows
from tests.world import Stage, World

NOTICES = {
    "shop_no": 1,
    "board_no": 1,
    "board_type": 1,
    "board_name": "공지사항",
    "use_additional_board": "F",
    "use_board": "T",
    "use_display": "T",
    "display_order": 1,
    "attached_file": "T",
    "attached_file_size_limit": 3145728,
    "article_display_type": "A",
    "image_display": "T",
    "image_resize": 600,
}
PROTECTED = {
    "is_use": "F",
    "author_name_type": "count",
    "partial_character_display": 1,
    "alternative_text_display": "",
}
RULES_OF_NOTICES: dict[str, Any] = {
    "use_top_image": "F",
    "top_image_url": "",
    "use_report": "F",
    "use_writer_block": "F",
    "use_category": "F",
    "categories": [],
    "secret_only": "F",
    "admin_confirm": "F",
    "comment_author_display": "N",
    "comment_author_protection": PROTECTED,
    "spam_auto_prevention": None,
    "reply_feature": "F",
    "write_permission": "N",
    "write_member_group_no": 0,
    "write_permission_extra": {
        "is_member_buy": "F",
        "member_write_after": "shipend_date",
        "use_member_write_period": "F",
        "member_write_period": 30,
        "is_guest_buy": "F",
        "guest_write_after": "shipend_date",
        "use_guest_write_period": "F",
        "guest_write_period": 30,
        "product_info_option": "F",
        "post_length_limit": "F",
        "post_min_length": 0,
        "post_editable": "T",
    },
    "reply_permission": "N",
    "reply_member_group_no": 0,
    "author_display": "N",
    "author_protection": PROTECTED,
    "board_guide": "",
    "admin_title_fixed": {"is_use": "F", "admin_title_list": [], "staff_skip_post_title": "T"},
    "admin_reply_fixed": {"is_use": "F", "admin_reply_list": [], "staff_skip_reply_title": "T"},
    "input_form": {"is_use": "F", "input_form_title": "", "enable_input_form_title": "F"},
    "page_size": 15,
    "product_page_size": 5,
    "page_display_count": 10,
    "use_comment": "T",
}


def names(world: World, shop_no: int) -> list[tuple[int, int, str]]:
    listed = world.get("boards", shop_no=shop_no)["boards"]
    return [(each["board_no"], each["board_type"], each["board_name"]) for each in listed]


def test_a_new_shop_has_boards_in_its_own_language(stage: Stage, world: World) -> None:
    japanese = stage.new_world(f"{world.mall_id}-ja", ("ja_JP",))

    listed = world.get("boards")["boards"]

    assert listed[0] == NOTICES
    assert names(world, 1)[3:6] == [
        (4, 5, "상품 사용후기"),
        (5, 2, "자유게시판"),
        (6, 5, "상품 Q&A"),
    ]
    assert names(world, 2) == [
        (1, 1, "Notices"),
        (2, 1, "News and events"),
        (3, 1, "Frequently asked questions"),
        (4, 5, "Product reviews"),
        (5, 2, "Free board"),
        (6, 5, "Questions about products"),
        (7, 3, "Files"),
        (8, 6, "Gallery"),
        (9, 7, "One-to-one enquiries"),
    ]
    assert names(japanese, 1)[0] == (1, 1, "お知らせ")


def test_a_board_has_rules_of_its_own_before_anybody_sets_them(world: World) -> None:
    assert world.get("boards/1") == {"board": {**NOTICES, **RULES_OF_NOTICES}}
    inquiries = world.get("boards/9")["board"]
    assert (inquiries["secret_only"], inquiries["write_permission"]) == ("T", "V")


def test_what_a_shop_sets_is_kept_for_that_shop_alone_and_the_rest_is_left(world: World) -> None:
    before = lines(world)
    changed: dict[str, Any] = {
        "board_name": "What is new",
        "board_type": 2,
        "page_size": 99,
        "spam_auto_prevention": {"apply_scope": "comment", "member_scope": "N"},
    }

    answer = world.put(
        "boards/1", **changed, author_protection={"is_use": "T", "partial_character_display": 2}
    )

    whole = {
        **NOTICES,
        **RULES_OF_NOTICES,
        **changed,
        "author_protection": {**PROTECTED, "is_use": "T", "partial_character_display": 2},
    }
    assert answer == {"board": whole}
    assert world.get("boards/1") == {"board": whole}
    assert world.get("boards")["boards"][0]["board_name"] == "What is new"
    assert world.get("boards/1", shop_no=2)["board"]["board_name"] == "Notices"
    assert lines(world) == before + 1
    again = world.call("PUT", "boards/1", json={"request": {"page_size": 99}})
    assert again.status_code == 409
    off = world.put("boards/1", spam_auto_prevention=None)["board"]
    assert off["spam_auto_prevention"] is None


@pytest.mark.parametrize(
    "categories",
    [
        [{"board_category_no": 1, "category_name": name} for name in ("Talk", "Help")],
        [{"board_category_no": at, "category_name": "Talk"} for at in range(1, 102)],
    ],
    ids=["two of one number", "more than a hundred"],
)
def test_categories_have_numbers_of_their_own_and_are_not_too_many(
    world: World, categories: list[dict[str, Any]]
) -> None:
    before = rows(world)

    answer = world.call("PUT", "boards/5", json={"request": {"categories": categories}})

    assert refused(answer, 422).endswith("(parameter.categories)")
    assert rows(world) == before


def test_search_engines_are_told_of_a_board_in_each_language(world: World) -> None:
    nothing = {"meta_title": "", "meta_author": "", "meta_description": "", "meta_keywords": ""}
    assert world.get("boards/4/seo") == {"seo": {"shop_no": 1, "board_no": 4, **nothing}}

    answer = world.put("boards/4/seo", meta_title="Reviews")

    told = {"seo": {"shop_no": 1, "board_no": 4, **nothing, "meta_title": "Reviews"}}
    assert answer == told
    assert world.get("boards/4/seo") == told
    assert world.get("boards/4/seo", shop_no=2)["seo"]["meta_title"] == ""
    assert world.get("boards/4")["board"]["board_name"] == "상품 사용후기"
