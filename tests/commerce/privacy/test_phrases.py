"""Where a text names somebody, and where it only sounds so."""

import pytest

from openmall.commerce.privacy.data_subject.phrases import phrases_of

ROWS = {
    "shop_order": [{"order_id": "20261121-0000001"}],
    "order_claim": [{"claim_code": "C20261121-0000007"}],
    "article": [{"article_no": 7}],
    "article_comment": [{"comment_no": 3, "article_no": 9}],
    "urgent_inquiry": [{"article_no": 4}],
}


@pytest.mark.parametrize(
    "text",
    [
        "customer group: sms F -> T",
        "customer group",
        "points of group: available_points 0 -> 5",
        'admin app 1 member group\nPOST /api/v2/carts\n{"cart":{}}',
        "POST /api/v2/admin/customers/group/memos",
        '{"member_id":"group","no":1}',
        '{"comment_member_id":"group"}',
        '{"member_id":["group",null],"content":["Hello",null]}',
        "order 20261121-0000001: paid F -> T",
        "item 20261121-0000001-01: quantity 1 -> 2",
        "receiver of D-20261121-0000001-00: name *** -> ***",
        "claim C20261121-0000007: claim_reason No -> Yes",
        "article 7 of board 5: title A -> B",
        "comment 2 of article 7",
        "comment 3 of article 9: content A -> null",
        "answer to urgent inquiry 4",
    ],
)
def test_a_text_that_names_somebody_is_found(text: str) -> None:
    phrases = phrases_of("group", ROWS)

    assert phrases.exact.search(text)
    assert any(each in text for each in phrases.phrases)


@pytest.mark.parametrize(
    "text",
    [
        "customer group 3: group_name Gold -> Silver",
        "customer groupie: sms F -> T",
        "customer group-2: sms F -> T",
        "customer group.kim",
        "points of groups",
        '{"member_id":"groups"}',
        "claim C20261121-0000001: undone F -> T",
        "order 20261121-00000011",
        "article 77 of board 5",
        "article 17 of board 5",
        "comment 33 of article 9",
        "comment 3 of article 99",
        "urgent inquiry 44",
    ],
)
def test_a_text_that_names_somebody_else_is_left(text: str) -> None:
    assert phrases_of("group", ROWS).exact.search(text) is None
