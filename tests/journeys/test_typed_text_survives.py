"""Nothing that was typed is lost by a button beside it: a product, the editor, every other page."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.journeys import chromium, page_walk
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, one, type_into

pytestmark = pytest.mark.one_store

_FORMS = """
const forms = [...document.querySelectorAll("main form")].filter((each) => each.method === "post");
return forms.length > 1 ? forms.length : 0;
"""
_FILL = """
const skip = new Set(["hidden", "password", "file", "submit", "button", "radio", "color"]);
const wanted = {};
[...document.querySelectorAll("main form")].filter((each) => each.method === "post")
  .forEach((form, number) => [...form.elements].forEach((field, at) => {
    if (!field.name || field.disabled || skip.has(field.type) || field.readOnly) return;
    if (field.closest("[hidden]") && field.tagName !== "TEXTAREA") return;
    if (field.type === "checkbox") field.checked = !field.defaultChecked;
    else if (field.tagName === "SELECT") {
      if (field.options.length < 2 || field.multiple) return;
      field.selectedIndex = (field.selectedIndex + 1) % field.options.length;
    } else if (field.tagName === "TEXTAREA" || field.tagName === "INPUT") {
      const samples = { number: "3", date: "2026-12-24", "datetime-local": "2026-12-24T10:00",
                        email: "a@example.com", time: "10:00", month: "2026-12", week: "2026-W50" };
      field.value = samples[field.type] ?? "Typed before";
    } else return;
    if (number !== arguments[0]) {
      wanted[`${number} ${at}`] = field.type === "checkbox" ? field.checked : field.value;
    }
  }));
const forms = [...document.querySelectorAll("main form")];
const form = forms.filter((each) => each.method === "post")[arguments[0]];
// what the browser does when it is sent, without sending it
form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
return wanted;
"""
_NOTE_THE_QUESTION = """
window.addEventListener("beforeunload", (event) => {
  sessionStorage.setItem("asked", event.defaultPrevented);
});
"""
_READ = """
const found = {};
[...document.querySelectorAll("main form")].filter((each) => each.method === "post")
  .forEach((form, number) => [...form.elements].forEach((field, at) => {
    found[`${number} ${at}`] = field.type === "checkbox" ? field.checked : field.value;
  }));
return found;
"""


def test_no_form_of_the_back_office_loses_what_was_typed_in_another(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    start = page_walk.office(browser, mall)
    lost: dict[str, Any] = {}
    tried = 0
    for path in page_walk.walk(browser, start):
        count = browser.execute_script(_FORMS)
        for number in range(min(count, 3)):
            wanted = browser.execute_script(_FILL, number)
            if not wanted:
                continue
            tried += 1
            browser.refresh()
            found = browser.execute_script(_READ)
            gone = {at: value for at, value in wanted.items() if found.get(at) != value}
            if gone:
                lost[f"{path} {number}"] = gone
            elif not one(browser, "#kept").is_displayed():
                lost[f"{path} {number}"] = "not said"
            # what was put back is given up, as by another tab
            browser.get(start.origin + path)
    assert lost == {}
    assert tried > 20


@pytest.mark.parametrize(
    ("path", "field", "leaving"),
    [
        ("stock", "input[name=quantity-0]", "main [role=search] button"),
        ("company", "input[name=company_name]", "nav a[href$='/orders']"),
    ],
)
def test_the_browser_asks_before_a_page_with_typed_text_is_left(
    mall: DemoServer, browser: webdriver.Chrome, path: str, field: str, leaving: str
) -> None:
    page_walk.office(browser, mall)
    address = f"{mall.demo.staff_url}/{path}"
    asked = []
    for presses in (leaving, f"form:has({field}) button.primary"):
        browser.get(address)
        one(browser, field).clear()
        one(browser, field).send_keys("77")
        browser.execute_script(_NOTE_THE_QUESTION)
        with chromium.another_page(browser):
            # the driver leaves the page whatever the browser asks
            browser.execute_script("arguments[0].click()", one(browser, presses))
        asked.append(browser.execute_script("return sessionStorage.getItem('asked')"))

    assert asked == ["true", "false"]


def sign_in(mall: DemoServer, browser: webdriver.Chrome, path: str) -> None:
    browser.get(f"{mall.demo.base_url}{path}")
    one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
    one(browser, "#password").send_keys(mall.demo.admin.password)
    follow(browser, one(browser, "button.primary"))


@pytest.mark.parametrize("pixels", [1440, 390])
def test_a_product_and_a_design_are_edited_by_mouse_and_keyboard(
    mall: DemoServer, tmp_path: Path, pixels: int
) -> None:
    picture = tmp_path / "front.png"
    Image.new("RGB", (80, 80), "teal").save(picture)
    with chromium.opened(width=pixels) as browser:
        sign_in(mall, browser, "/admin/products/1")
        type_into(browser, "summary_description", f"Stone washed {pixels}")
        # a script sends the form, then the file: one button saves both
        one(browser, 'main [name="added"]').send_keys(str(picture))
        follow(browser, one(browser, ".save-bar .primary"))
        kept = one(browser, "#f-summary_description").get_attribute("value")
        notice = one(browser, "#kept").is_displayed()
        # another panel, then Enter in a field: everything is saved
        type_into(browser, "meta_title", f"A teal square {pixels}")
        with chromium.another_page(browser):
            one(browser, "#f-meta_title").send_keys(Keys.ENTER)
        done = one(browser, ".done[role=status]").text
        saved = one(browser, "#f-summary_description").get_attribute("value")
        fits = chromium.widths_that_do_not_fit(browser)
        # the session ends while text is being typed
        type_into(browser, "summary_description", f"Typed for an hour {pixels}")
        browser.delete_all_cookies()
        with chromium.another_page(browser):
            one(browser, "#f-meta_title").send_keys(Keys.ENTER)
        signed_out = one(browser, "main").text
        out_of_place = chromium.widths_that_do_not_fit(browser)
        follow(browser, one(browser, "main a.primary"))
        one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
        one(browser, "#password").send_keys(mall.demo.admin.password)
        follow(browser, one(browser, "button.primary"))
        again = one(browser, "#f-summary_description").get_attribute("value")
        with chromium.another_page(browser):
            one(browser, "#f-meta_title").send_keys(Keys.ENTER)
        saved_later = one(browser, ".done[role=status]").text
        left = browser.execute_script("return sessionStorage.length")

        browser.get(f"{mall.demo.base_url}/admin/storefront")
        follow(browser, one(browser, "main form button.primary"))
        type_into(browser, "b1-title", f"Linen week {pixels}")
        publish = one(browser, 'button[name="act"][value="publish"]')
        with chromium.another_page(browser):
            publish.send_keys(Keys.ENTER) if pixels == 390 else publish.click()
        published = one(browser, ".done[role=status]").text
        browser.get(f"{mall.demo.base_url}/")
        shop = browser.find_element(By.TAG_NAME, "main").text

    assert (kept, notice) == (f"Stone washed {pixels}", False)
    assert done == "The texts for search engines were saved."
    assert saved == f"Stone washed {pixels}"
    assert (fits, out_of_place) == ([], [])
    assert "What you typed was kept in this tab." in signed_out
    assert (again, saved_later) == (f"Typed for an hour {pixels}", "The product was saved.")
    assert left == 0
    assert published == "The design is published."
    assert f"Linen week {pixels}" in shop


def test_what_one_manager_typed_is_not_shown_to_the_next_on_the_tab(mall: DemoServer) -> None:
    secret = "a manager's password"
    mall.openmall(
        "manager", "create", "second", "--mall", mall.demo.mall_id, "--password-stdin",
        "--type", "A", given=secret,
    )  # fmt: skip
    with chromium.opened() as browser:
        sign_in(mall, browser, "/admin/products/1")
        type_into(browser, "summary_description", "Typed by the first")
        browser.delete_all_cookies()
        with chromium.another_page(browser):
            one(browser, "#f-meta_title").send_keys(Keys.ENTER)
        kept = browser.execute_script("return sessionStorage.length")
        follow(browser, one(browser, "main a.primary"))
        one(browser, "#user_id").send_keys("second")
        one(browser, "#password").send_keys(secret)
        follow(browser, one(browser, "button.primary"))
        shown = one(browser, "#f-summary_description").get_attribute("value")
        left = browser.execute_script("return sessionStorage.length")

    assert (kept, left) == (1, 0)
    assert shown != "Typed by the first"
