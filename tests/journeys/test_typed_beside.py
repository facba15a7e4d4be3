"""What was typed in one form of a page of the back office is there after a button beside it."""

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import page_walk
from tests.journeys.demo_server import DemoServer

pytestmark = [pytest.mark.one_store, pytest.mark.nightly]

_MOST_FORMS: Final = 4
"""Forms of a page whose button is pressed."""
_TEXTS: Final = """
const texts = new Set(["text", "search", "email", "tel", "url", "number", "textarea"]);
const posts = [...document.querySelectorAll("main form")].filter((each) => each.method === "post");
const fieldOf = (form) => [...form.elements].find((each) => each.name && !each.disabled
  && !each.readOnly && texts.has(each.type) && !each.closest("[hidden]"));
const about = (form) => [...form.elements]
  .filter((each) => each.type === "hidden" && /^(?:account|deed|act|skin_no)$/.test(each.name))
  .map((each) => `${each.name}=${each.value}`).join("&");
const buttonOf = (form) => [...form.elements].find((each) => each.type === "submit"
  && !each.disabled && !each.closest("[hidden]") && each.getClientRects().length);
"""
_FORMS: Final = (
    _TEXTS
    + """
return posts.map((form) => [!!fieldOf(form), !!buttonOf(form)]);
"""
)
_PRESS: Final = (
    _TEXTS
    + """
const field = fieldOf(posts[arguments[0]]);
field.value = field.type === "number" ? "3" : "Typed beside";
field.dispatchEvent(new Event("input", { bubbles: true }));
const form = posts[arguments[1]];
form.noValidate = true;
document.documentElement.dataset.left = "no";
const where = [[field.name, field.value, about(field.form)],
  `${form.getAttribute("action")} ${buttonOf(form).value}`];
buttonOf(form).click();
return where;
"""
)
_LEFT: Final = "return !document.documentElement.dataset.left && document.readyState === 'complete'"
_FOUND: Final = (
    _TEXTS
    + """
const [name, value, what] = arguments;
const fields = posts.filter((each) => about(each) === what)
  .flatMap((form) => [...form.elements]).filter((each) => each.name === name);
return [fields.length, fields.some((each) => each.value === value)];
"""
)
_ASKS_BEFORE: Final = (
    _TEXTS
    + """
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const untouched = asks();
const field = posts.map(fieldOf).find((each) => each);
if (!field) return null;
const before = field.value;
field.value = field.type === "number" ? "3" : "Typed beside";
field.dispatchEvent(new Event("input", { bubbles: true }));
const searches = [...document.querySelectorAll("form")].filter((each) => each.method === "get");
const found = [untouched, asks(), ...searches.map((each) => {
  // what the browser does when it is sent, without sending it
  each.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  return asks();
})];
field.value = before;
return found;
"""
)
"""Whether the browser asks before a page is left: untouched, typed into, and by its searches."""
_ASKS_WHEN_SENT: Final = """
arguments[0].dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
"""


def test_a_button_of_one_form_keeps_what_was_typed_in_another(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    start = page_walk.office(browser, mall)
    lost: dict[str, Any] = {}
    tried = 0
    for path in page_walk.walk(browser, start):
        for typed, pressed in _pairs(browser.execute_script(_FORMS)):
            browser.get(start.origin + path)
            forms = browser.execute_script(_FORMS)
            if max(typed, pressed) >= len(forms) or not (forms[typed][0] and forms[pressed][1]):
                continue
            where, button = browser.execute_script(_PRESS, typed, pressed)
            tried += 1
            if _asks(browser):
                continue
            # a form that a script sends in another way leaves the page as it is
            with suppress(TimeoutException):
                left = WebDriverWait(browser, 5, poll_frequency=0.05)
                left.until(lambda it: it.execute_script(_LEFT))
            fields, found = browser.execute_script(_FOUND, *where)
            if not found:
                # another page came, from which the manager goes back
                browser.get(start.origin + path)
                fields, found = browser.execute_script(_FOUND, *where)
            if fields and not found:
                lost[f"{path}: {where[0]}"] = button
        browser.execute_script("sessionStorage.clear()")
    assert lost == {}
    assert tried > 20


def test_the_browser_asks_before_typed_text_is_lost_by_a_link_or_a_search(
    mall: DemoServer, browser: webdriver.Chrome
) -> None:
    start = page_walk.office(browser, mall)
    wrong = {}
    tried = searches = 0
    for path in page_walk.walk(browser, start):
        asked = browser.execute_script(_ASKS_BEFORE)
        if asked is None:
            continue
        tried += 1
        searches += len(asked) - 2
        if asked != [False, *[True] * (len(asked) - 1)]:
            wrong[path] = asked
    assert wrong == {}
    assert tried > 20
    assert searches > 10


def test_the_browser_asks_before_a_file_that_was_chosen_is_lost(
    mall: DemoServer, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    page_walk.office(browser, mall)
    browser.get(f"{mall.demo.staff_url}/transfers")
    other = browser.find_element(By.CSS_SELECTOR, "form[aria-labelledby=export-title]")
    file = browser.find_element(By.CSS_SELECTOR, "main input[type=file]")
    own = browser.find_element(By.CSS_SELECTOR, "form[aria-labelledby=import-title]")
    (tmp_path / "products.csv").write_text("product_no\n1\n")

    nothing_chosen = browser.execute_script(_ASKS_WHEN_SENT, other)
    file.send_keys(str(tmp_path / "products.csv"))
    beside = browser.execute_script(_ASKS_WHEN_SENT, other)
    itself = browser.execute_script(_ASKS_WHEN_SENT, own)

    assert (nothing_chosen, beside, itself) == (False, True, False)


def _pairs(forms: list[tuple[bool, bool]]) -> list[tuple[int, int]]:
    """Return for each form with a button the first other form in which something is typed."""
    pairs = []
    for pressed, (_, has_button) in enumerate(forms):
        typed = [at for at, (has_text, _) in enumerate(forms) if has_text and at != pressed]
        if has_button and typed:
            pairs.append((typed[0], pressed))
    return pairs[:_MOST_FORMS]


def _asks(browser: webdriver.Chrome) -> bool:
    """Return whether the browser asks before it leaves the page, and stay there."""
    try:
        browser.switch_to.alert.dismiss()
    except NoAlertPresentException:
        return False
    return True
