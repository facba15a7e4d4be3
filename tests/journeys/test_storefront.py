"""A merchant opens, designs and closes a shop in a real browser, and shoppers see it."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from tests.journeys import chromium, office_menu
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer
from tests.media.images import picture

pytestmark = pytest.mark.one_store


class Merchant:
    """A manager's browser, used by mouse and keyboard alone."""

    def __init__(self, browser: webdriver.Chrome, mall: DemoServer) -> None:
        self.browser = browser
        self.mall = mall
        self.faults: dict[str, list[str]] = {}

    def sign_in(self) -> None:
        self.browser.get(f"{self.mall.demo.base_url}/admin")
        self.browser.find_element(By.ID, "user_id").send_keys(self.mall.demo.admin.user_id)
        self.browser.find_element(By.ID, "password").send_keys(self.mall.demo.admin.password)
        self.press("Sign in")

    def open(self, name: str) -> None:
        """Follow a link of the menu."""
        office_menu.go(self.browser, name=name)
        self.look(name)

    def look(self, name: str) -> None:
        if found := page_faults(self.browser):
            self.faults[name] = found

    def field(self, label: str, at: int = 0) -> WebElement:
        """Return the field that a label names; of several, the one at a place."""
        labels = self.browser.find_elements(By.XPATH, f"//label[normalize-space(.)='{label}']")
        return self.browser.find_element(By.ID, labels[at].get_attribute("for") or "")

    def type(self, label: str, text: str, at: int = 0) -> None:
        field = self.field(label, at)
        self._into_view(field)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)

    def choose(self, label: str, option: str, at: int = 0) -> None:
        Select(self.field(label, at)).select_by_visible_text(option)

    def press(self, name: str, *, leads: bool = True) -> None:
        """Press the button of a name that is seen."""
        button = next(
            each
            for each in self.browser.find_elements(By.CSS_SELECTOR, "button, a.button")
            if each.accessible_name == name and each.size["height"] > 1
        )
        if not leads:
            self._click(button)
            return
        with chromium.another_page(self.browser):
            self._click(button)

    def said(self) -> str:
        return self.browser.find_element(By.CSS_SELECTOR, ".done").text

    def headings(self) -> list[str]:
        """Return the headings of the blocks, in their order."""
        return [each.text for each in self.browser.find_elements(By.CSS_SELECTOR, ".blocks h3")]

    def drag(self, item: int, above: int) -> None:
        """Drag a block by its heading with the mouse above another one."""
        with chromium.tall(self.browser):
            grips = self.browser.find_elements(By.CSS_SELECTOR, ".blocks h3")
            self._into_view(grips[above])
            steps = ActionChains(self.browser).move_to_element(grips[item]).click_and_hold()
            distance = grips[above].location["y"] - grips[item].location["y"] - 40
            for _ in range(4):
                steps = steps.move_by_offset(0, round(distance / 4))
            steps.release().perform()

    def _click(self, element: WebElement) -> None:
        self._into_view(element)
        element.click()

    def _into_view(self, element: WebElement) -> None:
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)


@pytest.fixture
def merchant(mall: DemoServer, browser: webdriver.Chrome) -> Merchant:
    merchant = Merchant(browser, mall)
    merchant.sign_in()
    return merchant


def page_of(mall: DemoServer, path: str) -> str:
    """Return what a shopper without a session reads."""
    with chromium.opened() as browser:
        browser.get(mall.demo.base_url + path)
        return browser.find_element(By.TAG_NAME, "body").text


def test_company_terms_and_privacy_reach_the_shop(merchant: Merchant, mall: DemoServer) -> None:
    merchant.open("Company and opening")
    merchant.type("Company name", "Bora Linen Ltd.")
    merchant.type("Representative", "Kim Haneul")
    merchant.type("Business registration number", "123-45-67890")
    merchant.type("Mail-order registration number", "2026-Seoul-0001")
    merchant.type("Name of the privacy officer", "Lee Bora")
    merchant.press("Save company data")
    saved = merchant.said()
    merchant.press("Terms and privacy policy")
    merchant.type("Terms of use", "Article 1. These are our terms.")
    merchant.type("Privacy policy", "We keep your name for a year.")
    merchant.press("Save")

    foot = page_of(mall, "/")
    terms, privacy, join = (page_of(mall, path) for path in ("/terms", "/privacy", "/join"))

    assert saved == "The company data was saved."
    for text in ("Bora Linen Ltd.", "Kim Haneul", "123-45-67890", "2026-Seoul-0001", "Lee Bora"):
        assert text in foot
    assert "Article 1. These are our terms." in terms
    assert "We keep your name for a year." in privacy
    assert "Article 1. These are our terms." in join
    assert "We keep your name for a year." in join
    assert merchant.faults == {}


def test_a_shop_is_designed_previewed_published_and_rolled_back(
    merchant: Merchant, mall: DemoServer, tmp_path: Path
) -> None:
    logo = tmp_path / "logo.png"
    logo.write_bytes(picture(120, 40, "PNG"))
    before = page_of(mall, "/")
    merchant.open("Shop editor")
    row = merchant.browser.find_element(By.CSS_SELECTOR, "section .rows .grow")
    shown = merchant.browser.execute_script("return arguments[0].firstChild.data.trim()", row)
    merchant.press(f"Start a draft : {shown}")
    merchant.look("editor")

    merchant.type("Name of the picture", "Logo of Bora")
    merchant.field("Picture file").send_keys(str(logo))
    merchant.press("Add picture")
    merchant.press("Large picture with text")
    merchant.type("Heading", "Linen week", at=2)
    merchant.type("Text", "Until Sunday only.")
    merchant.choose("Picture", "Logo of Bora")
    merchant.choose("Logo", "Logo of Bora")
    merchant.press("Save draft")
    merchant.drag(2, above=0)
    announced = merchant.browser.find_element(By.CSS_SELECTOR, "fieldset [role=status]").text
    merchant.press("Save draft")
    dragged = merchant.headings()
    # the same with the keyboard
    down = merchant.browser.find_element(By.XPATH, "//button[@value='down-0']")
    with chromium.another_page(merchant.browser):
        down.send_keys(Keys.ENTER)
    moved = merchant.headings()
    merchant.type("Title of the new page", "About us")
    merchant.type("Address of the new page", "about-us")
    merchant.press("Add page")
    merchant.type("Heading", "Since 1990")
    merchant.type("Entry 1", "About us")
    merchant.type("Link of entry 1", "/page/about-us")
    merchant.press("Save draft")
    merchant.look("page editor")
    address = merchant.browser.current_url.partition("?")[0].rpartition("/")[2]
    preview = page_of(mall, f"/skin-skin{address}/")
    still = page_of(mall, "/")
    merchant.press("Publish")
    after, about = page_of(mall, "/"), page_of(mall, "/page/about-us")
    merchant.look("published")
    merchant.press(f"Go back to this design : {shown}")
    back = page_of(mall, "/")

    assert announced == "Moved."
    assert dragged[0] == "1. Large picture with text: Linen week"
    assert moved[1] == "2. Large picture with text: Linen week"
    assert ["Until Sunday only." in each for each in (before, preview, still, after, back)] == [
        False, True, False, True, False,
    ]  # fmt: skip
    assert "Since 1990" in about
    assert merchant.faults == {}


def test_a_shop_is_closed_with_a_notice_and_opened_again(
    merchant: Merchant, mall: DemoServer
) -> None:
    merchant.open("Company and opening")
    merchant.choose("On these days", "Close the shop to shoppers and show the notice only")
    merchant.type("Notice to shoppers", "Back after Chuseok")
    merchant.press("Save opening")
    closed = page_of(mall, "/products/7")
    merchant.open("Products")
    merchant.open("Company and opening")
    merchant.choose("On these days", "Open for business")
    merchant.press("Save opening")
    opened = page_of(mall, "/products/7")

    assert "잠시 쉬어 갑니다" in closed  # the shop speaks Korean
    assert "Back after Chuseok" in closed
    assert "Back after Chuseok" not in opened
    assert merchant.faults == {}


def test_a_shopper_sorts_and_narrows_a_list_and_finds_an_order_again(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    merchant = Merchant(browser, mall)
    browser.get(mall.demo.base_url)
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "button[value=en]").click()
    if browser.execute_script("return window.innerWidth") <= chromium.PHONE:
        browser.find_element(By.CSS_SELECTOR, ".drawer summary").click()
    with chromium.another_page(browser):
        next(
            each
            for each in browser.find_elements(By.CSS_SELECTOR, ".top nav a")
            if each.is_displayed()
        ).click()
    with chromium.another_page(browser):
        Select(browser.find_element(By.ID, "f-sort")).select_by_value("low")
    names = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".ware-name")]
    merchant.look("list")
    if browser.execute_script("return window.innerWidth") <= chromium.PHONE:
        browser.find_element(By.CSS_SELECTOR, ".filter-open").click()
    least = browser.find_element(By.ID, "f-price-min")
    least.send_keys("30000")
    with chromium.another_page(browser):
        least.send_keys(Keys.ENTER)
    merchant.look("narrowed list")
    narrowed = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".ware-name")]
    browser.get(f"{mall.demo.base_url}/orders/find")
    merchant.type("Order number *", "20200101-0000001")
    merchant.type("E-mail or phone number of the order *", "nobody@example.com")
    merchant.press("Find order")
    refused = browser.find_element(By.CSS_SELECTOR, "[role=alert]").text
    merchant.look("order that is not found")

    assert names
    assert narrowed
    assert narrowed != names
    assert refused == "There is no order with this number and contact. Check both."
    assert merchant.faults == {}


def test_search_engines_read_what_the_merchant_wrote(merchant: Merchant, mall: DemoServer) -> None:
    before = mall.call("GET", "seo/setting").json()["seo"]
    merchant.open("Store settings")
    with chromium.another_page(merchant.browser):
        merchant.browser.find_element(By.PARTIAL_LINK_TEXT, "Search engines and sharing").click()
    merchant.look("seo")
    merchant.type("Title of pages", "Teapots from Icheon")
    merchant.press("Save")
    merchant.look("saved")

    with chromium.opened() as browser:
        browser.get(mall.demo.base_url)
        title = browser.title
    request = {"common_page_title": before["common_page_title"]}
    restored = mall.call("PUT", "seo/setting", json={"request": request})

    assert title == "Teapots from Icheon"
    assert restored.status_code == 200
    assert merchant.faults == {}
