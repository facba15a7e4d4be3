"""A developer watches an app while it calls, in a real browser; and the server dies meanwhile."""

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.journeys import chromium
from tests.journeys.accessible import barriers
from tests.journeys.conftest import STORES, database_options
from tests.journeys.running import Running, command, soon
from tests.world import PASSWORD

EMAIL = "kim@example.com"
HOSTILE = "'; touch pwned; '$(touch pwned)`touch pwned`\\ \" ! * {a,b} %s \n 한글"


@pytest.fixture(scope="module")
def mall() -> Iterator[Running]:
    """A running demo mall whose app belongs to a developer."""
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data")
        where = ("--data-dir", str(running.data_dir))
        made = command(
            "developer", "create", EMAIL, "--name", "Kim Haneul", "--password-stdin", *where,
            given=PASSWORD,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        given = command("app", "give", running.demo.app("full").client_id, EMAIL, *where)
        assert given.returncode == 0, given.stderr
        yield running
        running.kill()


@pytest.mark.parametrize("width", [1440, 390])
def test_calls_appear_by_themselves_and_are_sent_again(
    mall: Running, width: int, tmp_path: Path
) -> None:
    home = f"{mall.demo.developers_url}/developers/apps/{mall.demo.app('full').client_id}"
    seen: dict[str, Any] = {}

    with chromium.opened(width=width) as browser:
        browser.get(f"{home}/calls")
        browser.find_element(By.NAME, "email").send_keys(EMAIL)
        browser.find_element(By.NAME, "password").send_keys(PASSWORD)
        browser.find_element(By.CSS_SELECTOR, "main button.primary").click()
        browser.find_element(By.LINK_TEXT, "Pause")
        # when: it calls, and nobody touches the page
        browser.execute_script("window.untouched = true")
        assert mall.call("GET", f"products/777{width}").status_code == 404
        name = f"{width} {HOSTILE}"
        sent = {"product_name": name, "supply_price": "1.00", "price": "2.00"}
        assert mall.call("POST", "products", json={"request": sent}).status_code == 201
        assert soon(lambda: f"products/777{width}" in _lines(browser))
        assert browser.execute_script("return window.untouched")
        seen["calls"] = _faults(browser)
        browser.find_element(By.PARTIAL_LINK_TEXT, "POST /api/v2/admin/products").click()
        button = browser.find_element(By.CSS_SELECTOR, "[data-copy]")
        curl = button.get_attribute("data-copy")
        seen["one"] = _faults(browser)
        for page in ("errors", "limits", "limits?over=day"):
            browser.get(f"{home}/{page}")
            seen[page] = _faults(browser)
        plots = len(browser.find_elements(By.CSS_SELECTOR, ".plot canvas"))

    assert seen == {page: [] for page in seen}
    assert len(seen) == 5
    assert plots == 2
    again = _run(mall, str(curl), tmp_path)
    assert again["product"]["product_name"] == name
    assert list(tmp_path.iterdir()) == []


def _lines(browser: webdriver.Chrome) -> str:
    said: str = browser.execute_script("return document.querySelector('[data-live]').innerText")
    return said


def _faults(browser: webdriver.Chrome) -> list[str]:
    wide = browser.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
    return [*barriers(browser), *(["wider than the screen"] if wide else [])]


def _run(mall: Running, curl: str, folder: Path) -> Any:
    """Return what a call that was copied answers, sent by a shell."""
    script = f'curl() {{ command curl -sS --cacert "$CA" "$@"; }}\n{curl}'
    done = subprocess.run(  # as somebody pastes it
        script, shell=True, executable="/bin/bash", capture_output=True, check=True, cwd=folder,
        env={"PATH": "/usr/bin:/bin", "CA": str(mall.demo.ca_file),
             "TOKEN": mall.demo.app("full").access_token},
    )  # fmt: skip
    return msgspec.json.decode(done.stdout)


@pytest.mark.parametrize("store", STORES)
def test_the_log_survives_the_death_of_the_server(store: str) -> None:
    options = database_options(store)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        running = Running(data, *options)
        where = ("--data-dir", str(data), *options[:2])
        client_id = running.demo.app("full").client_id

        def log() -> list[str]:
            done = command("app", "calls", client_id, "--rows", "1000", "--json", *where)
            assert done.returncode == 0, done.stderr
            return [msgspec.json.decode(each)["path"] for each in done.stdout.splitlines()]

        written = [f"/api/v2/admin/products/{number}" for number in (1, 2, 3)]
        for number in (1, 2, 3):
            running.call("GET", f"products/{number}")
        assert soon(lambda: sorted(log()) == written)
        for _ in range(20):
            running.call("GET", "products/count")

        running.kill()
        running = Running(data, *options)
        try:
            kept = log()
            assert sorted(set(kept) - {"/api/v2/admin/products/count"}) == written
            assert kept.count("/api/v2/admin/products/count") <= 20
            assert running.call("GET", "products/4").status_code == 200
            assert soon(lambda: "/api/v2/admin/products/4" in log())
        finally:
            running.kill()
