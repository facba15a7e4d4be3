"""No secret, and nothing that tells who a customer is, is ever written into the log."""

import base64
import re
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from sqlalchemy import select

from openmall.access.oauth import secrets
from openmall.api.registry import apis
from openmall.commerce.customer.customers.tables import PERSON
from openmall.commerce.privacy.data_subject.tables import blanked, redacted
from openmall.contract.errors import Invalid
from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from openmall.contract.refusal import Phrase, Reason
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.statements import Statement
from openmall.events.request_log.redaction import LONGEST_BODY, Masking, network, rules_of
from openmall.events.request_log.tables import BODY, CALL, MINUTE, OPERATION
from tests.events.request_log.log_reader import Log

OPERATIONS = {f"{api.name} {each.name}": each for api in apis().all for each in api.operations}
PRODUCTS = OPERATIONS["admin POST products"]
SIGN_UP = OPERATIONS["storefront POST customers"]
TABLES = [Statement(select(*table.c)) for table in (CALL, BODY, MINUTE, OPERATION)]
WHOSE_IN_THE_ROOM_OF_PEOPLE_ALONE = {
    "title", "content", "reason", "name", "files", "ip", "keyword", "password", "city", "state",
    "country_code", "gender", "additional_information", "company_condition", "company_line",
    "return_url",
}  # fmt: skip
"""What is a person's where it is about people, and elsewhere a product's, a shop's, a board's."""


def masking(operation: Operation | None, authorization: bytes = b"") -> Masking:
    return Masking(rules_of(operation), authorization)


def body(operation: Operation, **request: Any) -> Any:
    kept = masking(operation).body(msgspec.json.encode({"shop_no": 1, "request": request}))
    return msgspec.json.decode(kept)["request"]


def everything(log: Log) -> str:
    """Return all that the log's tables hold, of whatever app."""
    log.write()

    async def read() -> str:
        async with log.world.stage.app.database.reading("") as db:
            return "\n".join([str(row) for each in TABLES for row in await db.all(each)])

    return log.world.stage.run(read)


def test_a_secret_is_nowhere_whatever_place_it_is_sent_in(log: Log) -> None:
    world = log.world
    full, odd = world.full, secrets.generate(32)
    token, key = full.token.access_token, full.credentials.front_api_key
    secret = full.credentials.client_secret
    both = base64.b64encode(f"{full.credentials.client_id}:{key}".encode()).decode()
    before = everything(log)
    for shown in (token, key, secret, odd, both):
        world.call("GET", f"products?keyword={shown}&{shown}=1&fields={shown}")
        world.call("GET", f"products/{quote(shown)}")
        world.call("GET", f"{shown}/x")
        world.call("GET", "products", headers={"X-Anything": shown, "Cookie": f"a={shown}"})
        world.call("GET", "products", headers={"Authorization": f"Bearer {shown}"})
        for request in (
            {"product_name": shown, "price": shown, shown: shown},
            {"product_name": f"before {shown} after", "additional_information": [{"key": shown}]},
            {"client_secret": shown, "password": shown, "options": {"token": [shown]}},
        ):
            world.call("POST", "products", json={"request": request})
        world.call("POST", "products", content=f'{{"request": {shown}', headers={
            "Content-Type": "application/json"})  # fmt: skip
        world.call("POST", "points", json={"request": {"member_id": shown, "reason": shown}})
        world.request("GET", f"/api/v2/products?key={shown}", auth=full.basic)
        world.request("GET", "/api/v2/products", auth=(full.credentials.client_id, shown))

    kept = everything(log)

    assert len(log.lines()) >= 5 * 10
    assert len(kept) > len(before) + 10_000
    assert [each for each in (token, key, secret, odd, both) if each in kept] == []


def test_nothing_of_a_person_is_kept(log: Log) -> None:
    world = log.world
    world.request("POST", "/api/v2/customers", auth=world.full.basic, json={"request": {
        "member_id": "haneul.kim", "password": "correct horse 77", "agree_terms": "T",
        "agree_privacy": "T", "name": "Kim Haneul", "cellphone": "010-1234-5678",
        "email": "haneul@example.org", "birthday": "1990-05-17", "zipcode": "06236",
        "address1": "Teheran-ro 131", "city": "Seoul", "recommend_id": "parkjihoon",
    }})  # fmt: skip
    world.call("GET", "customers", params={"cellphone": "01012345678"})
    world.call("GET", "customers/haneul.kim/memos")
    world.call("GET", "customers/haneul.kim/nothing")
    world.call("GET", "customersprivacy", params={"keyword": "Kim Haneul", "limit": "5"})
    world.call("POST", "customers/haneul.kim/memos", json={"request": {
        "author_id": "owner", "memo": "Kim Haneul calls haneul@example.org", "member_id": "x"}},
    )  # fmt: skip
    world.call("PUT", "customersprivacy/haneul.kim", json={"request": {
        "email": "new@example.org", "address1": "Teheran-ro 131", "refund_bank_account_no": "110-2"
    }})  # fmt: skip
    world.call("POST", "points", json={"request": {
        "member_id": "haneul.kim", "amount": "1000.00", "type": "increase", "reason": "Kim Haneul"
    }})  # fmt: skip
    world.call("GET", "orders", params={"buyer_name": "Kim Haneul", "start_date": "2026-11-01"})
    world.call("POST", "products", json={"request": {
        "product_name": "For haneul@example.org or 010-1234-5678",
        "buy_member_id_list": ["haneul.kim"]}},
    )  # fmt: skip

    # other tests call in the same store; and digits may stand within a longer number
    kept = "\n".join(line for line in everything(log).splitlines() if log.client_id in line)

    assert len(log.lines()) == 10 <= len(kept.splitlines())
    told = ["haneul.kim", "Haneul", "haneul@", "new@", "1234-5678", "01012345678", "1990-05",
            "06236", "Teheran", "Seoul", "parkjihoon", "110-2", "horse"]  # fmt: skip
    assert [each for each in told if re.search(rf"(?<!\d){re.escape(each)}", kept)] == []
    # what says nothing of anybody is there to be read
    paths = {line.path for line in log.lines()}
    assert "/api/v2/admin/customers/***/memos" in paths
    assert "/api/v2/admin/customers/***/nothing" in paths
    queries = {line.query for line in log.lines()}
    assert {"keyword=***&limit=5", "buyer_name=***&start_date=2026-11-01"} <= queries
    points = next(row for row in log.rows() if row.operation == "admin POST points")
    assert msgspec.json.decode(points.sent)["request"] == {
        "member_id": "***", "amount": "1000.00", "type": "increase", "reason": "***",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_what_erasure_takes_away_no_operation_logs(name: str) -> None:
    operation = OPERATIONS[name]
    people = rules_of(operation).people
    goes = {column for each in blanked() for column in each.columns} | set(PERSON.c.keys())
    goes |= {field for each in redacted() for field in each.redaction.removed}
    goes -= {"mall_id", "shop_no"}
    if not people:
        given = fields_of(operation.gives) if operation.gives is not None else {}
        goes &= {*operation.fields, *given}
        goes -= WHOSE_IN_THE_ROOM_OF_PEOPLE_ALONE
    sent = dict.fromkeys(sorted(goes), "Kim Haneul")

    kept = body(operation, **sent, deep=[{"deeper": sent}])

    told = {field for each in (kept, kept["deep"][0]["deeper"]) for field, said in each.items()
            if said == "Kim Haneul"}  # fmt: skip
    assert told == set()


def test_what_is_about_no_people_stays_as_it_was_sent() -> None:
    sent = {
        "product_name": "Linen apron", "price": "11000.00", "display": "T", "summary": 'a "b" \\ c',
        "options": [{"name": "Colour", "value": ["Red", "Blue"]}], "stock": 3, "sold": None,
        "big": 123_456_789, "of": {"deep": True},
    }  # fmt: skip
    assert body(PRODUCTS, **sent) == sent


def test_of_people_codes_numbers_and_dates_stay() -> None:
    kept = body(
        OPERATIONS["admin PUT orders"], order_id="20261121-0000011", process_status="prepare",
        order_item_code=["20261121-0000011-01"], amount="12.50", note="12.50", when_date="Kim",
        start_date="2026-11-21", flag="T", state_code="N20", score=4, ssn=900_101, unknown="Kim",
    )  # fmt: skip
    assert kept == {
        "order_id": "20261121-0000011", "process_status": "prepare",
        "order_item_code": ["20261121-0000011-01"], "amount": "12.50", "note": "***",
        "when_date": "***", "start_date": "2026-11-21", "flag": "T", "state_code": "N20",
        "score": 4, "ssn": "***", "unknown": "***",
    }  # fmt: skip


def test_a_refusal_does_not_say_again_what_was_masked() -> None:
    of = masking(SIGN_UP)
    of.body(b'{"request": {"name": "Haneul"}}')

    answer = b'{"error": {"code": "422", "message": "No Haneul, but Haneulix.", "more_info": {}}}'

    assert of.message("No Haneul, but Haneulix.") == "No ***, but Haneulix."
    assert msgspec.json.decode(of.body(answer, answer=True))["error"]["message"] == (
        "No ***, but Haneulix."
    )


@pytest.mark.parametrize(
    "sent", [b"", b"{", b"\xff", b'{"a": ' * 900 + b"1" + b"}" * 900, b'{"request": Kim}']
)
def test_what_is_no_json_is_not_kept(sent: bytes) -> None:
    kept = masking(PRODUCTS).body(sent)

    assert kept == "" or kept.startswith('{"a":')


@pytest.mark.parametrize(
    "name", ["old_password_2", "my_client_secret", "CookieOfShop", "card_no_1"]
)
def test_a_name_that_contains_a_word_of_secrets_hides_its_value(name: str) -> None:
    body = msgspec.json.encode({"request": {name: "opensesame"}})

    assert "opensesame" not in masking(PRODUCTS).body(body)


def test_a_long_body_is_cut() -> None:
    long = msgspec.json.encode({"request": {f"f{at}": "x" * 500 for at in range(100)}})

    kept = masking(PRODUCTS).body(long)

    assert (len(kept), kept[-1]) == (LONGEST_BODY + 1, "…")


@pytest.mark.parametrize(
    ("ip", "shown"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::7", "2001:db8:1::/48"),
        ("not an address", ""),
        ("", ""),
    ],
)
def test_a_shopper_is_shown_by_their_network(ip: str, shown: str) -> None:
    assert network(ip) == shown


def test_values_of_a_refusal_are_masked_as_its_message_is() -> None:
    mask = masking(SIGN_UP)
    mask.body(msgspec.json.encode({"request": {"member_id": "sam-lee", "name": "Sam Lee"}}))
    error = Invalid(
        Reason(DOES_NOT_EXIST, {"resource": Phrase("customer")}), parameter="member_id"
    ).body()["error"]
    error["message"] = "The customer sam-lee of 7 does not exist."
    error["more_info"]["values"] = {"resource": "customer sam-lee", "most": 7}

    kept = msgspec.json.decode(mask.body(msgspec.json.encode({"error": error}), answer=True))

    assert kept["error"]["message"] == "The customer *** of 7 does not exist."
    assert kept["error"]["more_info"] == {
        "parameter": "member_id",
        "reason": "does_not_exist",
        "values": {"resource": "customer ***", "most": 7},
    }


def test_what_is_no_value_of_a_refusal_stays_masked_beside_it() -> None:
    answer = {"error": {"more_info": {"reason": "Sam Lee of Mapo", "plan": {"name": "Sam Lee"}}}}

    kept = masking(SIGN_UP).body(msgspec.json.encode(answer), answer=True)

    assert "Sam" not in kept
