"""Forms of the settings of boards, of automatic mails, and of guides."""

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.test_settings import address, send, stored


def test_protection_of_boards_is_sent_with_its_keys_and_not_without(owner: Browser) -> None:
    at = address("boards")

    alone = send(owner, at, **{"spam_auto_prevention.type": "R"})
    other = send(owner, at, admin_name="storename")
    keys = {"spam_auto_prevention.site_key": "site", "spam_auto_prevention.secret_key": "sealed"}
    together = send(owner, at, **{"spam_auto_prevention.type": "R", **keys})

    assert alone.status_code == 422
    assert (other.status_code, together.status_code) == (303, 303)
    changed = stored(owner.world, "boards")
    assert changed["admin_name"] == "storename"
    assert changed["spam_auto_prevention"] == {"type": "R", "site_key": "site"}
    assert "sealed" not in owner.open(at).text


def test_a_mail_is_switched_on_its_occasion(owner: Browser) -> None:
    received = address("automatic-mails", "type=order_received")

    page = owner.open(received).text
    answer = send(owner, received, use_supplier="T", use_customer=None)
    refused = send(owner, address("automatic-mails", "type=joined"), use_supplier="T")

    assert ">Order received</a>" in page
    assert (answer.status_code, refused.status_code) == (303, 422)
    switched = {each["type"]: each for each in stored(owner.world, "automatic-mails")}
    assert switched["order_received"] == {
        "shop_no": 1,
        "type": "order_received",
        "use_customer": "F",
        "use_admin": "F",
        "use_supplier": "T",
    }
    assert switched["joined"]["use_supplier"] == "F"


def test_a_guide_is_written_and_hidden_from_phones(owner: Browser) -> None:
    at = address("information", "type=SHIPPING")

    answer = send(owner, at, content="<p>Two days</p>", display_mobile=None)

    assert answer.status_code == 303
    [guide] = [each for each in stored(owner.world, "information") if each["type"] == "SHIPPING"]
    assert (guide["content"], guide["display_mobile"], guide["use"]) == (
        "<p>Two days</p>",
        "F",
        None,
    )
