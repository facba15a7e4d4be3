"""A developer watches an app while it calls, in a real browser."""

import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer, soon
from tests.world import PASSWORD

PRODUCTS = "/api/v2/admin/products"
HOSTILE = "'; touch pwned; '$(touch pwned)`touch pwned`\\ \" ! * {a,b} %s \n 한글"


pytestmark = pytest.mark.one_store


@pytest.fixture
def client_id(mall: DemoServer, width: int) -> str:
    """An app of the mall that belongs to a developer."""
    name, address = ("--name", "Kim Haneul"), f"calls{width}@example.com"
    mall.openmall("developer", "create", address, *name, "--password-stdin", given=PASSWORD)
    client_id = mall.new_app(f"Watched {width}", "--all-scopes")
    mall.openmall("app", "give", client_id, address)
    return client_id


def test_calls_appear_by_themselves_and_are_sent_again(
    mall: DemoServer, client_id: str, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    home = f"{mall.demo.developers_url}/developers/apps/{client_id}"
    issue = ("token", "issue", "--mall", mall.demo.mall_id, "--app", client_id, "--json")
    token = msgspec.json.decode(mall.openmall(*issue))["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    faults: dict[str, list[str]] = {}

    browser.get(f"{home}/calls")
    browser.find_element(By.NAME, "email").send_keys(f"calls{width}@example.com")
    browser.find_element(By.NAME, "password").send_keys(PASSWORD)
    browser.find_element(By.CSS_SELECTOR, "main button.primary").click()
    browser.find_element(By.LINK_TEXT, "Pause")
    # when: it calls, and nobody touches the page
    browser.execute_script("window.untouched = true")
    assert mall.client.get(f"{PRODUCTS}/777{width}", headers=headers).status_code == 404
    name = f"{width} {HOSTILE}"
    sent = {"product_name": name, "supply_price": "1.00", "price": "2.00"}
    created = mall.client.post(PRODUCTS, headers=headers, json={"request": sent})
    assert created.status_code == 201
    assert soon(lambda: f"products/777{width}" in _lines(browser))
    assert browser.execute_script("return window.untouched")
    faults["calls"] = page_faults(browser)
    browser.find_element(By.PARTIAL_LINK_TEXT, "POST /api/v2/admin/products").click()
    button = browser.find_element(By.CSS_SELECTOR, "[data-copy]")
    curl = button.get_attribute("data-copy")
    faults["one"] = page_faults(browser)
    for page in ("errors", "limits", "limits?over=day"):
        browser.get(f"{home}/{page}")
        faults[page] = page_faults(browser)
    plots = len(browser.find_elements(By.CSS_SELECTOR, ".plot canvas"))

    assert faults == {page: [] for page in faults}
    assert len(faults) == 5
    assert plots == 2
    again = _run(mall, token, str(curl), tmp_path)
    assert again["product"]["product_name"] == name.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def _lines(browser: webdriver.Chrome) -> str:
    text: str = browser.execute_script("return document.querySelector('[data-live]').innerText")
    return text


def _run(mall: DemoServer, token: str, curl: str, folder: Path) -> Any:
    """Return what a call that was copied answers, sent by a shell."""
    script = f'curl() {{ command curl -sS --cacert "$CA" "$@"; }}\n{curl}'
    done = subprocess.run(  # as somebody pastes it
        script, shell=True, executable="/bin/bash", capture_output=True, check=True, cwd=folder,
        env={"PATH": "/usr/bin:/bin", "CA": str(mall.demo.ca_file),
             "TOKEN": token},
    )  # fmt: skip
    return msgspec.json.decode(done.stdout)
