"""An operator in a real browser: creates, closes, backs up and removes malls, approves apps."""

import asyncio
import time

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from openmall.configuration import Configuration
from openmall.database.factory import open_database
from tests import kept_messages
from tests.journeys import chromium, office_menu
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer, soon

pytestmark = pytest.mark.one_store
PASSWORD = "correct horse battery"
PAGES = (
    "",
    "/malls",
    "/apps",
    "/jobs",
    "/webhooks",
    "/messages",
    "/backups",
    "/audit",
    "/account/accounts",
)


def _write(browser: webdriver.Chrome, **fields: str) -> None:
    for name, text in fields.items():
        field = browser.find_element(By.CSS_SELECTOR, f"main [name='{name}']")
        field.clear()
        field.send_keys(text)


def _press(browser: webdriver.Chrome, label: str, within: str = "//main") -> None:
    with chromium.another_page(browser):
        browser.find_element(By.XPATH, f"{within}//button[normalize-space()='{label}']").click()


def _leave_undelivered(mall: DemoServer, number: int) -> None:
    """Keep an e-mail and a text message of a mall that were not delivered."""

    async def work() -> None:
        database = open_database(Configuration(data_dir=mall.data_dir))
        try:
            async with database.writing(mall.demo.mall_id) as db:
                now = int(time.time())
                await kept_messages.keep(db, number, "unknown", "email", now)
                await kept_messages.keep(db, number + 1, "failed", "sms", now)
        finally:
            await database.close()

    asyncio.run(work())


def _said(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.CSS_SELECTOR, "[role=status]").text


def test_an_operator_runs_the_installation(mall: DemoServer, width: int) -> None:
    client_id = mall.new_app("Partner reports", "--scope", "mall.read_product")
    mall.openmall(
        "operator", "create", "kim", "--password-stdin", "--replace", given=f"{PASSWORD}\n"
    )
    _leave_undelivered(mall, 1_000_000 + 2 * width)
    mall_id = f"journey-{width}"
    start = mall.demo.developers_url + "/operator"
    faults: dict[str, list[str]] = {}

    with chromium.opened(width=width) as browser:
        browser.get(start)
        faults["sign-in"] = page_faults(browser)
        _write(browser, operator_id="kim", password="wrong password")
        _press(browser, "Sign in")
        refused = browser.find_element(By.CSS_SELECTOR, "[role=alert]").text
        _write(browser, operator_id="kim", password=PASSWORD)
        _press(browser, "Sign in")
        health = browser.find_element(By.TAG_NAME, "h1").text

        browser.get(f"{start}/malls")
        _write(
            browser,
            mall_id=mall_id,
            name="Journey mall",
            user_id="owner",
            password=PASSWORD,
        )
        _press(browser, "Create the mall")
        created = _said(browser)
        faults["mall"] = page_faults(browser)

        browser.get(f"{start}/apps")
        _press(browser, "Approve", f"//tr[.//code[.='{client_id}']]")
        approved = _said(browser)
        row = browser.find_element(By.XPATH, f"//tr[.//code[.='{client_id}']]").text

        browser.get(f"{start}/malls/{mall_id}")
        _press(browser, "Close the mall")
        closed = _said(browser)
        mall_shown = mall.openmall("mall", "show", mall_id, "--json")

        office_menu.go(browser, name="Undelivered messages")
        faults["undelivered"] = page_faults(browser)
        line = f"//tr[contains(., '{mall.demo.mall_id}') and contains(., 'Text message')]"
        _press(browser, "Send again", line)
        sent_again = _said(browser)

        for page in PAGES:
            browser.get(start + page)
            faults[page] = page_faults(browser)
        browser.get(f"{start}/audit")
        audit = browser.find_element(By.TAG_NAME, "main").text
        browser.get(f"{start}/malls")
        _press(browser, "한국어", "//footer")
        korean = browser.find_element(By.TAG_NAME, "h1").text
        faults["korean"] = page_faults(browser)

    assert refused == "The name or the password is wrong."
    assert health == "Health"
    assert created == "The mall is open."
    assert approved == "The app may call restricted operations."
    assert "approved" in row
    assert closed.startswith("The mall is closed.")
    assert '"closed":"The shop is closed for a while."' in mall_shown.replace('": "', '":"')
    assert sent_again == "Messages that are queued again: 1."
    for deed in ("mall create", "app approve", "mall close", "message resend"):
        assert deed in audit
    assert korean == "쇼핑몰"
    assert {page: found for page, found in faults.items() if found} == {}


def test_an_operator_backs_a_mall_up_and_removes_it(mall: DemoServer, width: int) -> None:
    mall.openmall(
        "operator", "create", "lee", "--password-stdin", "--replace", given=f"{PASSWORD}\n"
    )
    mall_id = f"leaving-{width}"
    mall.openmall("mall", "create", mall_id, "--name", "Leaving")
    mall.openmall("mall", "close", mall_id)
    start = mall.demo.developers_url + "/operator"

    with chromium.opened(width=width) as browser:

        def ended(page: str, work: str) -> str:
            """Reload a page until a work has ended; return its state."""

            def has_ended() -> bool:
                browser.get(start + page)
                return "Ended" in row() or "failed" in row() or "done" in row()

            def row() -> str:
                return browser.find_element(
                    By.XPATH, f"//tr[starts-with(normalize-space(.),'{work}')]"
                ).text

            assert soon(has_ended, pause=1.0)
            return "done" if "done" in row() else row()

        browser.get(start)
        _write(browser, operator_id="lee", password=PASSWORD)
        _press(browser, "Sign in")
        browser.get(f"{start}/backups")
        _write(browser, mall_id=mall_id)
        _press(browser, "Make a backup")
        begun = _said(browser)
        made = ended("/backups", f"Backup of {mall_id}")
        [file] = (mall.data_dir / "backups").glob(f"{mall_id}-*.tar")
        with chromium.another_page(browser):
            browser.find_element(
                By.CSS_SELECTOR, f"button[aria-label='Verify {file.name}']"
            ).click()
        verified = ended("/backups", f"Verification of {file.name}")
        backups = browser.find_element(By.TAG_NAME, "main").text

        browser.get(f"{start}/malls/{mall_id}")
        _write(browser, confirm=mall_id, current=PASSWORD)
        _press(browser, "Remove the mall for ever")
        removing = _said(browser)
        removed = ended("/malls", f"Removal of {mall_id}")

    assert begun == "The backup was begun. Reload this page to see how it went."
    assert (made, verified, removed) == ("done", "done", "done")
    assert "sound" in backups
    assert removing == "The mall is being removed. This may take some minutes."
    assert mall_id not in mall.openmall("mall", "list")
