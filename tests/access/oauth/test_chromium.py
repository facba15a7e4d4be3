"""A real browser holds our pages' policy against every address it is sent on to."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import (
    presence_of_element_located,
    url_contains,
)
from selenium.webdriver.support.wait import WebDriverWait

from openmall.access.oauth.apps import Credentials
from tests.journeys import chromium
from tests.journeys.app_website import website
from tests.journeys.demo_server import DemoServer, command

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def mall() -> Iterator[DemoServer]:
    """A running demo mall."""
    with tempfile.TemporaryDirectory() as folder:
        running = DemoServer(Path(folder) / "data")
        yield running
        running.kill()


@pytest.fixture
def browser() -> Iterator[webdriver.Chrome]:
    """A new browser nobody has used."""
    with chromium.opened() as made:
        yield made


def register(mall: DemoServer, redirect_uri: str) -> Credentials:
    done = command(
        "app", "create", "--data-dir", str(mall.data_dir), "--name", "Hopping app",
        "--redirect-uri", redirect_uri, "--scope", "mall.read_product", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return msgspec.json.decode(done.stdout, type=Credentials)


@pytest.mark.parametrize("decision", ["allow", "deny"])
def test_an_app_may_send_the_browser_on_to_another_site(
    mall: DemoServer, browser: webdriver.Chrome, decision: str
) -> None:
    with website() as home, website(home) as callback:
        _open(mall, browser, f"{callback}/callback")
        _sign_in(mall, browser)
        browser.find_element(By.CSS_SELECTOR, f"button[value={decision}]").click()
        WebDriverWait(browser, 20).until(url_contains("/home?"))
        arrived = browser.current_url

    assert arrived.startswith(f"{home}/home?{'code' if decision == 'allow' else 'error'}=")
    assert "&state=s&iss=https%3A%2F%2F" in arrived


def test_the_keyboard_alone_is_enough(mall: DemoServer, browser: webdriver.Chrome) -> None:
    with website() as home:
        _open(mall, browser, f"{home}/home")
        _press(browser, mall.demo.admin.user_id, Keys.TAB)
        _press(browser, mall.demo.admin.password, Keys.ENTER)
        decision = (By.CSS_SELECTOR, "form.decision")
        WebDriverWait(browser, 20).until(presence_of_element_located(decision))
        order = []
        for _ in range(3):
            _press(browser, Keys.TAB)
            order.append(browser.switch_to.active_element.text)
        _press(browser, Keys.SHIFT + Keys.TAB)
        _press(browser, Keys.ENTER)
        WebDriverWait(browser, 20).until(url_contains("code="))

    assert order == ["Deny", "Allow", "Not you? Sign out"]


def test_somebody_else_can_sign_in_instead(mall: DemoServer, browser: webdriver.Chrome) -> None:
    with website() as home:
        _open(mall, browser, f"{home}/home")
        _sign_in(mall, browser)
        browser.find_element(By.CSS_SELECTOR, "button.link").click()
        focused = browser.find_element(By.ID, "user_id")
        was_asked_again = focused == browser.switch_to.active_element
        _sign_in(mall, browser)

    assert was_asked_again
    assert "Hopping app asks for access" in browser.find_element(By.TAG_NAME, "main").text


def _open(mall: DemoServer, browser: webdriver.Chrome, redirect_uri: str) -> None:
    asked = {
        "response_type": "code",
        "client_id": register(mall, redirect_uri).client_id,
        "redirect_uri": redirect_uri,
        "state": "s",
    }
    browser.get(f"{mall.demo.base_url}/api/v2/oauth/authorize?{urlencode(asked)}")


def _sign_in(mall: DemoServer, browser: webdriver.Chrome) -> None:
    browser.find_element(By.ID, "user_id").send_keys(mall.demo.admin.user_id)
    browser.find_element(By.ID, "password").send_keys(mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    browser.find_element(By.CSS_SELECTOR, "form.decision")


def _press(browser: webdriver.Chrome, *keys: str) -> None:
    browser.switch_to.active_element.send_keys(*keys)
