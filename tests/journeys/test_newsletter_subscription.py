"""A guest subscribes on the home page, confirms, gets a newsletter, and ends it."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from openmall.translations import catalogues
from tests.journeys import chromium, office_menu
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_customers_and_content import link
from tests.journeys.test_daily_work import follow, look, one, type_into
from tests.journeys.test_live_editor import make_draft

pytestmark = pytest.mark.one_store
EMAIL = "guest@example.com"
ASKED = "Almost done: please open the email we have sent you, and confirm there."
CONFIRMED = "Thank you! You get our newsletter from now on."


def test_a_guest_subscribes_gets_a_newsletter_and_unsubscribes(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"news{width}"

    def mailed(occasion: str) -> str:
        """Wait for a mail to the guest; return the address of its link."""

        def address(_: webdriver.Chrome) -> Any:
            listed = mall.openmall(
                "messages", "list", "--mall", mall_id, "--recipient", EMAIL, "--json"
            )
            texts = [
                each["body"] for each in msgspec.json.decode(listed) if each["occasion"] == occasion
            ]
            return re.findall(r"https://\S+\?token=\S+", "".join(texts))

        waiting = WebDriverWait(browser, 60, poll_frequency=1)
        [found] = waiting.until(address)
        return str(found)

    editor = make_draft(mall, browser, mall_id, tmp_path)
    editor.press("add-newsletter")
    look(browser)
    editor.press("publish")
    home = mall.demo.base_url.replace(mall.demo.mall_id, mall_id)
    with chromium.opened() as guest:
        guest.get(home)
        look(guest)
        field = one(guest, ".block-newsletter input[name=email]")
        assert field.get_attribute("autocomplete") == "email"
        field.send_keys(EMAIL)
        follow(guest, one(guest, ".block-newsletter button.primary"))
        look(guest)
        asked = one(guest, "main [role=status]").text
        guest.get(mailed("newsletter_confirmation"))
        look(guest)
        follow(guest, one(guest, "main button.primary"))
        look(guest)
        confirmed = one(guest, "main [role=status]").text

        office_menu.go(browser, name="Newsletters")
        follow(browser, link(browser, "New newsletter"))
        type_into(browser, "subject", "Spring")
        text = one(browser, ".editor-text")
        text.click()
        text.send_keys("Everything is new.")
        follow(browser, one(browser, 'button[value="plan"]'))
        guest.get(mailed("newsletter"))
        follow(guest, one(guest, "main button.primary"))
        ended = one(guest, "main [role=status]").text

    office_menu.go(browser, name="Newsletters")
    said = [catalogues.translate("ko", "sampleshop", text) for text in (ASKED, CONFIRMED)]
    assert [asked, confirmed] == said
    assert ended not in ("", *said)
    assert link(browser, "Subscribers: 0")
