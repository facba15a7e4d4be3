"""A product with 3 x 2 options and five pictures, made by mouse in a new mall and counted."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium, new_malls
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into

pytestmark = pytest.mark.one_store
MOST_CLICKS, MOST_FIELDS = 12, 15
"""Of issue 38."""
TYPED = {
    "product_name": "Linen apron",
    "price": "39,000",
    "quantity": "20",
    "option-0": "Size",
    "new-0": "S, M, L",
    "option-1": "Colour",
    "new-1": "Sand, Ink",
}
_LOADED = "return arguments[0].every((each) => each.complete && each.naturalWidth);"
TILES = ".media > [data-place]:not([hidden]) img"


class Hand:
    """Presses and types as a merchant does, and counts both."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser
        self.clicks = self.fields = 0

    def click(self, selector: str) -> None:
        """Click what stays on the page."""
        self.clicks += 1
        one(self.browser, selector).click()

    def follow(self, element: WebElement) -> None:
        """Click what leads to another page."""
        self.clicks += 1
        follow(self.browser, element)

    def choose(self, name: str, value: str) -> None:
        """Choose from a list: a click that opens it, and one on the line."""
        self.clicks += 2
        Select(one(self.browser, f'main [name="{name}"]')).select_by_value(value)

    def add_files(self, name: str, files: list[str]) -> None:
        """Choose files in the dialog of the system, which one click opens."""
        self.clicks += 1
        one(self.browser, f'main [name="{name}"]').send_keys("\n".join(files))

    def type(self, name: str, text: str) -> None:
        """Type into a field."""
        self.fields += 1
        type_into(self.browser, name, text)


def of_a_new_mall(mall: DemoServer, browser: webdriver.Chrome, mall_id: str, path: str) -> str:
    """Make a mall with a manager, sign in there and open a page; return the mall's address."""
    home = new_malls.make(mall, mall_id)
    browser.get(home + path)
    sign_in(browser)
    return home


def sign_in(browser: webdriver.Chrome) -> None:
    """Sign in as the manager of a new mall, on the page that asks for it."""
    one(browser, "#user_id").send_keys("founder")
    one(browser, "#password").send_keys(new_malls.PASSWORD)
    follow(browser, one(browser, "button.primary"))


def pictures_in(folder: Path) -> list[str]:
    files = []
    for colour in ("teal", "orange", "navy", "olive", "maroon"):
        file = folder / f"{colour}.png"
        Image.new("RGB", (300, 300), colour).save(file)
        files.append(str(file))
    return files


def _colours(browser: webdriver.Chrome) -> list[str]:
    """Return the colour in the middle of each picture as it is seen, whatever file is shown."""
    tiles = chromium.present(browser, TILES)
    WebDriverWait(browser, chromium.WAIT).until(lambda _: browser.execute_script(_LOADED, tiles))
    seen = []
    for tile in tiles:
        # clear of the bars that stay in view at the edges of the window
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", tile)
        seen.append(Image.open(BytesIO(tile.screenshot_as_png)).convert("RGB"))
    return [str(each.getpixel((each.width // 2, each.height // 2))) for each in seen]


def _unsaved(browser: webdriver.Chrome, count: int) -> None:
    """Wait until the save bar counts `count` unsaved changes."""
    WebDriverWait(browser, chromium.WAIT).until(
        lambda _: one(browser, ".save-bar-count").text == f"Unsaved changes: {count}"
    )


def _quantities(browser: webdriver.Chrome) -> list[str]:
    fields = chromium.present(browser, '[data-grid] input[name^="quantity-"]')
    return [each.get_attribute("value") or "" for each in fields]


def test_a_product_with_options_and_pictures_takes_few_clicks(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    home = of_a_new_mall(mall, browser, f"clicks{width}", "/admin/products")
    hand = Hand(browser)
    hand.follow(one(browser, 'main a[href$="/products/new"]'))
    look(browser)
    hand.click("#options summary")
    for name, text in TYPED.items():
        hand.type(name, text)
    hand.add_files("added", pictures_in(tmp_path))
    staged = len(chromium.present(browser, ".media > .staged canvas"))
    for name in ("display", "selling"):
        hand.choose(name, "T")
    hand.follow(one(browser, ".save-bar .primary"))
    look(browser)
    told = one(browser, "main [role=status].done").text
    made = _colours(browser)
    quantities = _quantities(browser)
    address = browser.current_url.partition("?")[0]

    # the last picture becomes the main one, another is removed, three variants get a price
    one(browser, '.media > [data-place="4"] summary').click()
    one(browser, '.media button[value="main-4"]').click()
    one(browser, '.media > [data-place="1"] summary').click()
    one(browser, '.media button[value="remove-1"]').click()
    for row in (0, 2, 4):
        one(browser, f'[data-grid] input[name="row-{row}"]').click()
    type_into(browser, "all-additional_amount", "1500")
    one(browser, "[data-grid-apply]").click()
    _unsaved(browser, 5)  # order, a removed picture, three surcharges
    follow(browser, one(browser, ".save-bar .primary"))
    surcharges = [
        each.get_attribute("value")
        for each in chromium.present(browser, '[data-grid] input[name^="additional_amount-"]')
    ]
    arranged = _colours(browser)
    if width > 500:  # touch screens have no dragging; the buttons are there
        tiles = chromium.present(browser, ".media > [data-place]")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", tiles[0])
        ActionChains(browser).click_and_hold(tiles[3]).move_to_element_with_offset(
            tiles[0], -60, 0
        ).pause(0.3).release().perform()
        _unsaved(browser, 1)
        follow(browser, one(browser, ".save-bar .primary"))
    dragged = _colours(browser)
    # a refusal keeps the files that were chosen
    type_into(browser, "price", "cheap")
    one(browser, 'main [name="added"]').send_keys(pictures_in(tmp_path)[0])
    one(browser, ".save-bar .primary").click()
    refused = WebDriverWait(browser, chromium.WAIT).until(
        lambda each: one(each, "#f-price-problem").text
    )
    kept = len(chromium.present(browser, ".media > .staged canvas"))
    browser.get(f"{home}/")
    browser.get(home + address.partition("/admin")[2].partition(f"clicks{width}")[2])
    shown = one(browser, "main").text

    assert hand.clicks <= MOST_CLICKS
    assert hand.fields <= MOST_FIELDS
    assert told == "The product was created."
    assert staged == len(set(made)) == 5
    assert quantities == ["20"] * 6
    assert surcharges == ["1500", "0", "1500", "0", "1500", "0"]
    assert arranged == [made[4], made[0], made[2], made[3]]
    assert width < 500 or dragged == [arranged[3], *arranged[:3]]
    assert refused == "This is not a number."
    assert kept == 1
    assert "Linen apron" in shown


def test_nothing_is_lost_by_leaving(mall: DemoServer, browser: webdriver.Chrome) -> None:
    browser.get(f"{mall.demo.staff_url}/products/1")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))

    before = one(browser, ".save-bar-count").text
    stored = one(browser, "#f-meta_title").get_attribute("value")
    type_into(browser, "meta_title", "Typed and not saved")
    Select(one(browser, 'main [name="display"]')).select_by_index(1)
    _unsaved(browser, 2)
    asks = browser.execute_script(
        "const event = new Event('beforeunload', {cancelable: true});"
        "return !window.dispatchEvent(event);"
    )
    with chromium.another_page(browser):
        one(browser, "[data-discard]").click()

    assert before == "Saves everything you changed on this page."
    assert asks
    assert one(browser, "#f-meta_title").get_attribute("value") == stored
    assert one(browser, ".save-bar-count").text == before
    assert len(chromium.present(browser, "main form button.primary")) == 1
