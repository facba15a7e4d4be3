"""Changes that a merchant takes back, and proposals that they decide on, in a real browser."""

import json
import subprocess
import sys
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.journeys import chromium
from tests.journeys.demo_server import ENVIRONMENT, ROOT, WAIT, DemoServer
from tests.journeys.filled_malls import FilledMalls
from tests.journeys.test_daily_work import follow, look, one

pytestmark = pytest.mark.one_store

WAITS = {"Prefer": "handling=propose"}
EXAMPLE = ROOT / "docs" / "examples" / "repricing.py"


@pytest.fixture(scope="module")
def recording(
    tmp_path_factory: pytest.TempPathFactory, filled: FilledMalls
) -> Iterator[DemoServer]:
    """A demo mall, whose writes can be undone like those of each new mall."""
    data_dir: Path = tmp_path_factory.mktemp("recording") / "data"
    started = DemoServer(data_dir, *filled.copy(data_dir), "--no-limits")
    yield started
    started.stop()


def product(mall: DemoServer) -> dict[str, Any]:
    answer = mall.call("GET", "products?custom_product_code=TW-TEAPOT-HILL&embed=variants")
    [found] = answer.json()["products"]
    return dict(found)


def price(mall: DemoServer) -> str:
    return str(product(mall)["price"])


def sign_in(browser: webdriver.Chrome, mall: DemoServer, path: str) -> None:
    browser.get(f"{mall.demo.base_url}{path}")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))


def press(browser: webdriver.Chrome, deed: str, *, by_key: bool = False) -> None:
    """Press a button of the form, by mouse or by keyboard."""
    button = one(browser, f'main button[name="deed"][value="{deed}"]')
    if not by_key:
        follow(browser, button)
        return
    browser.execute_script("arguments[0].focus()", button)
    with chromium.another_page(browser):
        browser.switch_to.active_element.send_keys(Keys.ENTER)


def said(browser: webdriver.Chrome) -> str:
    return str(one(browser, "main [role=status]").text)


def prices(mall: DemoServer) -> dict[int, Decimal]:
    """Return the price of every product by its number."""
    found = mall.call("GET", "products?limit=100&fields=product_no,price").json()["products"]
    assert len(found) < 100
    return {each["product_no"]: Decimal(each["price"]) for each in found}


def lower(price: Decimal) -> Decimal:
    return (price * 9 / 10).quantize(Decimal(10), ROUND_HALF_UP)


def run_example(mall: DemoServer, folder: Path, word: str, *rest: str) -> tuple[int, str, str]:
    """Run the example as a program; return its exit status and what it printed."""
    assert mall.demo.ca_file is not None
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), word, mall.demo.local_url,
         mall.demo.app("full").access_token, *rest],
        cwd=folder,
        env={**ENVIRONMENT, "SSL_CERT_FILE": mall.demo.ca_file},
        capture_output=True,
        text=True,
        timeout=2 * WAIT,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_the_example_reprices_the_shop_and_reverts_half_of_it(
    recording: DemoServer, tmp_path: Path
) -> None:
    before = prices(recording)
    numbers = sorted(number for number, price in before.items() if lower(price) != price)
    half = numbers[::2]

    status, said, errors = run_example(recording, tmp_path, "rehearse", "-10")
    assert (status, errors) == (0, "")
    assert sorted(said.splitlines()) == sorted(
        f"{number} {before[number]:.2f} -> {lower(before[number]):.2f}" for number in numbers
    )
    assert prices(recording) == before

    assert run_example(recording, tmp_path, "apply") == (0, "", "")
    applied = {number: lower(price) for number, price in before.items()}
    assert prices(recording) == applied
    # somebody else reprices one that is to be reverted: it is left alone
    sent = {"request": {"price": "7770"}}
    assert recording.call("PUT", f"products/{half[0]}", json=sent).status_code == 200

    status, said, errors = run_example(recording, tmp_path, "revert", *map(str, half))
    assert (status, errors) == (0, "")
    assert said == (
        f"changed since, and left: product 1,{half[0]}\n{len(half) - 1} prices reverted\n"
    )
    reverted = {number: before[number] for number in half[1:]}
    assert prices(recording) == {**applied, **reverted, half[0]: Decimal(7770)}


def test_the_example_says_that_its_plan_moved_and_applies_the_fresh_one(
    recording: DemoServer, tmp_path: Path
) -> None:
    before = prices(recording)
    moved = max(before)
    assert run_example(recording, tmp_path, "rehearse", "-10")[0] == 0
    first = json.loads((tmp_path / "plan.json").read_text())
    sent = {"request": {"price": "123450"}}
    assert recording.call("PUT", f"products/{moved}", json=sent).status_code == 200

    status, said, errors = run_example(recording, tmp_path, "apply")

    assert (status, errors.partition(":")[0]) == (1, "409")
    assert said.startswith("moved meanwhile: ")
    assert prices(recording) == {**before, moved: Decimal(123450)}
    assert json.loads((tmp_path / "plan.json").read_text())["plan_no"] != first["plan_no"]
    assert run_example(recording, tmp_path, "apply") == (0, "", "")
    after = {number: lower(price) for number, price in before.items()}
    assert prices(recording) == {**after, moved: Decimal(123450)}


def test_the_example_says_why_it_was_refused(recording: DemoServer, tmp_path: Path) -> None:
    assert recording.demo.ca_file is not None
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "rehearse", recording.demo.local_url, "no-token", "-10"],
        cwd=tmp_path,
        env={**ENVIRONMENT, "SSL_CERT_FILE": recording.demo.ca_file},
        capture_output=True,
        text=True,
        timeout=2 * WAIT,
    )

    assert (done.returncode, done.stdout, done.stderr[:4]) == (1, "", "401:")
    assert not (tmp_path / "plan.json").exists()


def test_a_merchant_takes_back_what_an_app_changed_and_makes_it_again(
    recording: DemoServer, browser: webdriver.Chrome
) -> None:
    usual = price(recording)
    number = product(recording)["product_no"]
    sent = {"request": {"price": "1000"}}
    assert recording.call("PUT", f"products/{number}", json=sent).status_code == 200

    sign_in(browser, recording, "/admin/history")
    look(browser)
    follow(browser, one(browser, "main .lines .what a"))
    look(browser)
    press(browser, "preview")
    look(browser)
    assert "nothing has been changed yet" in one(browser, "#preview").text
    assert price(recording) == "1000.00"
    press(browser, "undo", by_key=True)
    look(browser)
    messages = [said(browser)]
    prices = [price(recording)]
    follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "make the change again"))
    press(browser, "preview", by_key=True)
    press(browser, "undo")
    messages.append(said(browser))
    prices.append(price(recording))
    follow(browser, browser.find_element(By.LINK_TEXT, "Its line in the activity log"))
    look(browser)

    assert messages == ["The change was undone.", "The change was made again."]
    assert prices == [usual, "1000.00"]


def test_a_conflict_and_a_range_of_time(recording: DemoServer, browser: webdriver.Chrome) -> None:
    number = product(recording)["product_no"]
    for amount in ("2000", "3000"):
        sent = {"request": {"price": amount}}
        assert recording.call("PUT", f"products/{number}", json=sent).status_code == 200

    sign_in(browser, recording, "/admin/history")
    second = browser.find_elements(By.CSS_SELECTOR, "main .lines .what a")[1]
    follow(browser, second)
    look(browser)
    choice = one(browser, 'main input[type=radio][value="revert"]')
    browser.execute_script("arguments[0].focus()", choice)
    choice.send_keys(Keys.SPACE)
    press(browser, "preview")
    look(browser)
    assert "1 record would become what it was." in one(browser, "#preview").text
    client = recording.demo.app("full").client_id
    browser.get(f"{recording.demo.staff_url}/history/range?app={client}&from=2020-01-01")
    look(browser)
    browser.execute_script("document.querySelector('[name=end]').value = '2099-01-01T00:00:00'")
    press(browser, "preview")
    look(browser)

    assert price(recording) == "3000.00"


def test_a_part_of_a_proposal_is_approved_by_keyboard(
    recording: DemoServer, browser: webdriver.Chrome
) -> None:
    found = recording.call("GET", "products?limit=3&embed=variants").json()["products"]
    codes = [each["variants"][0]["variant_code"] for each in found]
    before = {
        each["variants"][0]["variant_code"]: each["variants"][0]["quantity"] for each in found
    }
    sent = {"requests": [{"variant_code": each, "quantity": 4321} for each in codes]}
    answer = recording.client.put(
        "/api/v2/admin/inventories",
        headers={**WAITS, "Authorization": f"Bearer {recording.demo.app('full').access_token}"},
        json=sent,
    )
    assert answer.status_code == 202, answer.text

    sign_in(browser, recording, "/admin")
    look(browser)
    follow(browser, browser.find_element(By.LINK_TEXT, "Proposals to decide"))
    look(browser)
    follow(browser, one(browser, "main .lines .what a"))
    look(browser)
    box = browser.find_elements(By.CSS_SELECTOR, 'main input[name="object"]')[1]
    browser.execute_script("arguments[0].focus()", box)
    box.send_keys(Keys.SPACE)
    one(browser, 'main [name="comment"]').send_keys("Not the second one")
    press(browser, "approve", by_key=True)
    look(browser)

    assert said(browser).startswith("The chosen part was approved")
    now = {
        code: recording.call(
            "GET", f"products/{each['product_no']}/variants/{code}/inventories"
        ).json()["inventory"]["quantity"]
        for code, each in zip(codes, found, strict=True)
    }
    assert now == {codes[0]: 4321, codes[1]: before[codes[1]], codes[2]: 4321}


def test_a_rule_is_added_and_removed(recording: DemoServer, browser: webdriver.Chrome) -> None:
    sign_in(browser, recording, "/admin/approval-rules")
    look(browser)
    one(browser, 'main [name="objects"]').send_keys("100")
    one(browser, 'main [name="objects"]').send_keys(Keys.ENTER)
    added = said(browser)
    look(browser)
    follow(browser, one(browser, 'main button[name="rule"]'))

    assert added == "The rule was added. It applies at once."
    assert said(browser).startswith("The rule was removed.")
