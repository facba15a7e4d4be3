"""Each password that is refused is refused for its own reason, in API, shop and command line."""

import pytest

from openmall.commerce.customer.customers import credentials
from openmall.contract.errors import Invalid
from tests.storefront.shopper_client import Shopper
from tests.world import World


@pytest.mark.parametrize(
    ("password", "reason", "said"),
    [
        ("short77", "too_short", "Expected string of length 8 to 128."),
        ("", "too_short", "Expected string of length 8 to 128."),
        ("7" * 129, "too_long", "Expected string of length 8 to 128."),
    ],
)
def test_a_customer_is_told_the_length(world: World, password: str, reason: str, said: str) -> None:
    asked = {"member_id": "hana", "agree_terms": "T", "agree_privacy": "T", "name": "Hana"}
    request = {**asked, "email": "hana@example.com", "password": password}

    answer = Shopper(world).ask("POST", "customers", json={"request": request})

    error = answer.json()["error"]
    assert (answer.status_code, error["more_info"]["reason"]) == (422, reason), answer.text
    assert error["message"] == f"{said} (parameter.password)"


@pytest.mark.parametrize("password", ["short77", "7" * 129])
def test_a_hash_is_made_of_a_permitted_length_alone(password: str) -> None:
    with pytest.raises(Invalid) as error:
        credentials.hash_new(password)

    assert error.value.message == "A password has 8 to 128 characters."


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("sesame1", "post_password_too_short"),
        ("", "too_short"),
        ("sesamesesame", "post_password_too_weak"),
        ("1234567890", "post_password_too_weak"),
        ("s1" * 11, "too_long"),
    ],
)
def test_a_guest_who_writes_is_told_what_is_wrong(world: World, password: str, reason: str) -> None:
    world.call("PUT", "boards/setting", json={"request": {"password_rules": "T"}})
    request = {"title": "Hello", "content": "All", "writer": "Guest", "password": password}

    answer = Shopper(world).ask("POST", "boards/5/articles", json={"request": request})

    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["more_info"]["reason"] == reason
