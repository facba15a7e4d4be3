"""The pages of imports and exports, by forms without scripts."""

import csv
import io
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.events.file_transfers.file_calls import HEAD, carry_on, names
from tests.pages.backoffice.page_forms import form_of, forms
from tests.world import World

PAGE = "/admin/transfers"
GOODS = HEAD + "A1,Apple,1000,3\nC3,,x,1\n"


def upload(browser: Browser, text: str | bytes, **fields: Any) -> Any:
    page = browser.open(PAGE).text
    [form] = [form for form in forms(page) if "maps" in form.values]
    form.values.pop("file", None)
    values = {**form.values, **fields}
    content = text.encode() if isinstance(text, str) else text
    return browser._sent("POST", PAGE, data=values, files={"file": ("goods.csv", content)})


def test_a_file_is_planned_confirmed_and_its_rejected_rows_are_downloaded(
    world: World, owner: Browser
) -> None:
    sent = upload(owner, GOODS, kind="products")
    assert sent.status_code == 303, sent.text
    address = sent.headers["location"]
    waiting = owner.open(address)
    assert waiting.headers["refresh"] == "2"
    assert names(world) == set()

    carry_on(world)
    planned = owner.open(address)

    assert "refresh" not in planned.headers
    for text in ("Plan: nothing was written", "A1", "C3", "price", "Import now"):
        assert text in planned.text
    assert names(world) == set()
    form = form_of(planned.text, "confirm")
    assert owner.submit(address, {**form.values, "deed": "confirm"}).status_code == 303
    carry_on(world)

    done = owner.open(address).text
    assert names(world) == {"Apple"}
    assert "Import now" not in done
    link = done.partition('href="https://')[2].partition('"')[0]
    path = "/" + link.partition("/")[2]
    rows = list(csv.DictReader(io.StringIO(owner.open(path).text)))
    assert [row["custom_product_code"] for row in rows] == ["C3"]
    assert rows[0]["import_error"].startswith("price: ")


def test_columns_of_another_program_and_its_encoding(world: World, owner: Browser) -> None:
    sent = upload(
        owner,
        "SKU;이름;Cost\nA1;사과;7\n".encode("cp949"),
        kind="products",
        encoding="cp949",
        maps="SKU=custom_product_code\n이름=product_name\r\nCost=price\n",
        constants="supply_price=5",
    )
    carry_on(world)
    address = sent.headers["location"]
    form = form_of(owner.open(address).text, "confirm")
    owner.submit(address, {**form.values, "deed": "confirm"})
    carry_on(world)

    assert names(world) == {"사과"}


def test_an_empty_file_is_refused_beside_its_field(world: World, owner: Browser) -> None:
    answer = upload(owner, b"", kind="products")

    assert answer.status_code == 422
    assert 'aria-describedby="p-file' in answer.text or "f-file" in answer.text
    assert world.stage.run(world.stage.app.periodic_tasks.file_transfers.work) == 0


def test_customers_are_exported_for_a_reason(world: World, owner: Browser) -> None:
    join(world, "haneul", name="Kim")
    [form] = [form for form in forms(owner.open(PAGE).text) if "reason" in form.values]

    refused = owner.submit(PAGE, {**form.values, "data": "customers"})
    sent = owner.submit(PAGE, {**form.values, "data": "customers", "reason": "Newsletter"})

    assert refused.status_code == 422
    assert sent.status_code == 303, sent.text
    carry_on(world)
    page = owner.open(sent.headers["location"]).text
    path = "/exports/" + page.partition("/exports/")[2].partition('"')[0]
    [row] = list(csv.DictReader(io.StringIO(owner.open(path).text)))
    assert (row["member_id"], row["name"]) == ("haneul", "Kim")
    log = world.get("activitylogs", start_date="2026-11-01", end_date="2026-12-01")
    assert "Newsletter" in str(log)


def test_what_was_planned_is_cancelled(world: World, owner: Browser) -> None:
    address = upload(owner, GOODS, kind="products").headers["location"]
    form = form_of(owner.open(address).text, "cancel")

    assert owner.submit(address, {**form.values, "deed": "cancel"}).status_code == 303

    assert "Cancelled" in owner.open(address).text
    assert carry_on(world) == 0


@pytest.mark.parametrize("path", ["import-999", "export-1", "import-0", "nothing"])
def test_what_is_not_there_is_not_found(owner: Browser, path: str) -> None:
    assert owner.open(f"{PAGE}/{path}").status_code == 404


def test_what_an_app_imports_is_not_shown(world: World, owner: Browser) -> None:
    number = world.post("imports", kind="products")["import"]["import_no"]

    assert owner.open(f"{PAGE}/import-{number}").status_code == 404
