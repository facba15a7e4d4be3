"""The shop editor in a new mall: a home page of five sections, saved and seen while it is made."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium, office_menu
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import look, one
from tests.journeys.test_product_in_few_clicks import Hand, of_a_new_mall, sign_in

pytestmark = pytest.mark.one_store
MOST_CLICKS = 15
ADDED = ("split", "questions", "text")
"""Kinds of the sections that are added below the first one."""
KINDS = """
    return [...document.querySelectorAll(".block")]
        .map((each) => [...each.classList].find((name) => /^block-/.test(name)).slice(6))
"""
_HEADINGS = "return [...document.querySelectorAll('.block h2')].map((each) => each.textContent)"
_TOP_OF = "return document.getElementById(arguments[0]).getBoundingClientRect().top"
_KEPT_PLACE = """
    return Object.entries(sessionStorage).find(([name]) => name.startsWith("openmall scrolled"))[1]
"""
_READY = "return document.readyState === 'complete'"


class Editor:
    """The editor of a draft in a new mall, by mouse and keyboard."""

    def __init__(self, browser: webdriver.Chrome, hand: Hand) -> None:
        self.browser = browser
        self.hand = hand

    def wait(self, until: Any) -> Any:
        ignored = [Exception]
        waiting = WebDriverWait(self.browser, chromium.WAIT, 0.05, ignored_exceptions=ignored)
        return waiting.until(lambda _: until())

    def press(self, act: str) -> None:
        """Press a button that leads to the page of what it did."""
        self.hand.follow(one(self.browser, f'main button[value="{act}"]:not([tabindex])'))

    def type(self, name: str, text: str) -> None:
        field = one(self.browser, f'[name="{name}"]')
        field.click()
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)

    def saved(self) -> None:
        """Wait until the script has saved everything."""
        self.wait(lambda: one(self.browser, '[data-draft][data-state="saved"]'))

    def previewed(self, script: str, expected: Any, *values: Any) -> None:
        """Wait until a script finds in the frame what is expected."""
        self.wait(lambda: self.in_preview(script, *values) == expected)

    def in_preview(self, script: str, *values: Any) -> Any:
        """Return what a script finds in the frame once its page is there."""
        self.browser.switch_to.frame(one(self.browser, "[data-preview] iframe"))
        try:
            self.wait(lambda: self.browser.execute_script(_READY))
            return self.browser.execute_script(script, *values)
        finally:
            self.browser.switch_to.default_content()

    def headings(self) -> list[str]:
        return [each.text for each in chromium.present(self.browser, ".blocks h3")]

    def titles(self) -> list[str]:
        fields = chromium.present(self.browser, ".blocks [name$=-title]")
        return [each.get_attribute("value") or "" for each in fields]


def make_draft(mall: DemoServer, browser: webdriver.Chrome, mall_id: str, folder: Path) -> Editor:
    """Make a mall with two products, and start a draft of its design: three clicks."""
    of_a_new_mall(mall, browser, mall_id, "/admin")
    goods = folder / "goods.csv"
    goods.write_text(
        "custom_product_code,product_name,price,supply_price,display,selling\n"
        "CUP-1,Cup,1000,0,T,T\nCUP-2,Bowl,2000,0,T,T\n",
        encoding="utf-8",
    )
    mall.openmall("import", "products", str(goods), "--mall", mall_id)
    hand = Hand(browser)
    # drawer or group of the menu, and its line
    hand.clicks += 2
    office_menu.go(browser, name="Shop editor")
    editor = Editor(browser, hand)
    hand.follow(one(browser, "main .rows button.primary"))
    return editor


def drag(browser: webdriver.Chrome, item: WebElement, above: WebElement) -> None:
    """Drag a section by its heading above another one."""
    with chromium.tall(browser):
        distance = above.location["y"] - item.location["y"] - 40
        steps = webdriver.ActionChains(browser).move_to_element(item).click_and_hold()
        for _ in range(4):
            steps = steps.move_by_offset(0, round(distance / 4))
        steps.release().perform()


def test_a_home_page_of_five_sections_takes_few_clicks(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    mall_id = f"sections{width}"
    editor = make_draft(mall, browser, mall_id, tmp_path)
    look(browser)
    # the recommended products, of which a new mall has none
    editor.press("remove-0")
    editor.press("add-hero")
    grips = chromium.present(browser, ".blocks h3")
    editor.hand.clicks += 1
    drag(browser, grips[1], grips[0])
    editor.saved()
    for kind in ADDED:
        editor.press(f"add-{kind}")
    look(browser)
    editor.hand.clicks += 1
    editor.type("b0-title", "Cups from Icheon")
    editor.saved()
    editor.previewed(f"{_HEADINGS}[0]", "Cups from Icheon")
    previewed, headings = editor.in_preview(KINDS), editor.in_preview(_HEADINGS)
    editor.press("publish")
    look(browser)

    assert editor.hand.clicks <= MOST_CLICKS
    assert previewed == ["hero", *ADDED, "products"]
    home = mall.demo.base_url.replace(mall.demo.mall_id, mall_id)
    with chromium.opened() as guest:
        guest.get(home)
        assert guest.execute_script(KINDS) == previewed
        assert guest.execute_script(_HEADINGS) == headings


@pytest.fixture
def desk() -> Iterator[webdriver.Chrome]:
    """A browser in whose window the preview stands beside the form."""
    with chromium.opened() as browser:
        yield browser


def test_a_draft_is_saved_seen_undone_and_redone_without_leaving_it(
    mall: DemoServer, desk: webdriver.Chrome, tmp_path: Path
) -> None:
    browser = desk
    editor = make_draft(mall, browser, "livedraft", tmp_path)
    for kind in ("hero", "split", "questions", "text"):
        editor.press(f"add-{kind}")
    editor.type("b5-title", "Written now")
    editor.saved()
    typing = browser.switch_to.active_element.get_attribute("name")
    # the section is led to in the preview; what is scrolled there afterwards stays
    editor.previewed(f"{_HEADINGS}.includes('Written now')", True)
    editor.previewed(f"{_TOP_OF} < innerHeight", True, "block-5")
    place = editor.in_preview("scrollTo({top: 120, behavior: 'instant'}); return scrollY")
    editor.previewed(_KEPT_PLACE, "120")
    browser.switch_to.active_element.send_keys(", and later")
    editor.saved()
    editor.previewed(f"{_HEADINGS}.includes('Written now, and later')", True)
    editor.previewed("return Math.round(scrollY)", 120)
    widths = []
    for button in chromium.present(browser, "[data-width]"):
        button.click()
        widths.append(editor.in_preview("return innerWidth"))
    look(browser)
    browser.refresh()
    stored = editor.titles()
    with chromium.another_page(browser):
        browser.execute_script("document.activeElement.blur()")
        webdriver.ActionChains(browser).key_down(Keys.CONTROL).send_keys("z").key_up(
            Keys.CONTROL
        ).perform()
    undone = editor.titles()
    editor.press("redo")
    redone = editor.titles()

    assert typing == "b5-title"
    assert place == 120
    assert widths == [390, 768, 1440]
    assert stored[5] == "Written now, and later"
    assert undone[5] == "Written now"
    assert redone == stored
    assert not one(browser, "button[value=redo]").is_enabled()
    assert len(chromium.present(browser, "#editor")) == 1


def test_a_button_waits_for_the_save_that_runs(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    editor = make_draft(mall, browser, f"waits{width}", tmp_path)
    editor.press("add-text")
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    editor.type("b2-title", "First")
    editor.wait(lambda: one(browser, '[data-draft][data-state="saving"]'))
    editor.type("b2-title", "Second")
    editor.press("add-banner")
    editor.type("b2-title", "Third")
    editor.wait(lambda: one(browser, '[data-draft][data-state="saving"]'))
    editor.press("undo")

    assert chromium.present(browser, "[role=alert]:not([hidden]) .banner") == []
    assert editor.titles()[2] == "Second"
    assert len(editor.titles()) == 4


def test_two_tabs_keep_what_was_typed(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    editor = make_draft(mall, browser, f"tabs{width}", tmp_path)
    editor.press("add-text")
    with chromium.opened() as another:
        another.get(browser.current_url.partition("#")[0])
        sign_in(another)
        second = Editor(another, Hand(another))
        second.type("b2-title", "Of the second tab")
        second.saved()
    editor.type("b2-title", "Of the first tab")
    status = editor.wait(lambda: one(browser, '[data-draft][data-state="conflict"]')).text
    editor.press("save")
    conflict = one(browser, "main [role=alert]").text
    typed = editor.titles()[2]
    look(browser)
    with chromium.another_page(browser):
        one(browser, "[role=alert] button[value=save]").click()
    kept = editor.titles()[2]

    assert "saved in another tab" in status
    assert "saved in another tab" in conflict
    assert typed == kept == "Of the first tab"
