"""A new mall's merchant makes a birthday coupon in the form; it is listed with its times."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, type_into
from tests.journeys.test_own_carrier import open_mall

pytestmark = pytest.mark.one_store


def _choose(browser: webdriver.Chrome, name: str, value: str) -> None:
    """Choose what decides on the other fields, which a new page has."""
    with chromium.another_page(browser):
        field = one(browser, f'main [name="{name}"]')
        # after keys the list would wait until it is left
        ActionChains(browser).click(field).perform()
        Select(field).select_by_value(value)


def _save(browser: webdriver.Chrome, field: str) -> None:
    """Press Enter in the button that saves, at the end of a form."""
    assert one(browser, f'main [name="{field}"]').is_displayed()
    with chromium.another_page(browser):
        one(browser, 'main button[value="save"]').send_keys(Keys.ENTER)


def test_a_birthday_coupon_is_made_and_listed_with_its_times(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    home = open_mall(mall, browser, f"birthdays{width}")
    browser.get(f"{home}/admin/coupons")
    follow(browser, one(browser, ".page-head a.primary"))

    _choose(browser, "way", "AA")
    type_into(browser, "coupon_name", "Happy birthday")
    type_into(browser, "issue_anniversary_pre_issue_day", "366")
    _choose(browser, "available_period_type", "R")
    type_into(browser, "available_day_from_issued", "30")
    type_into(browser, "discount_amount.benefit_price", "5,000")
    look(browser)
    _save(browser, "issue_anniversary_pre_issue_day")
    look(browser)
    refused = one(browser, "#f-issue_anniversary_pre_issue_day-problem").text
    type_into(browser, "issue_anniversary_pre_issue_day", "7")
    _save(browser, "issue_anniversary_pre_issue_day")
    look(browser)
    made = one(browser, "main [role=status]").text
    terms = one(browser, '[aria-labelledby="terms"]').text
    follow(browser, one(browser, ".crumbs a"))
    look(browser)
    listed = one(browser, "main table").text

    follow(browser, one(browser, ".page-head a.primary"))
    _choose(browser, "way", "R")
    type_into(browser, "coupon_name", "Every quarter")
    interval = "recurring_issuance.recurring_issuance_"
    Select(one(browser, f'main [name="{interval}interval"]')).select_by_value("3m")
    Select(one(browser, f'main [name="{interval}hour"]')).select_by_visible_text("18:00")
    _choose(browser, "available_period_type", "M")
    type_into(browser, "discount_amount.benefit_price", "500")
    _save(browser, "coupon_name")
    quarterly = one(browser, '[aria-labelledby="terms"]').text
    one(browser, '.languages button[lang="ko"]').click()
    in_korean = one(browser, 'html[lang=ko] [aria-labelledby="terms"]').text
    # the list of ways has no text that its field cuts off
    browser.get(f"{home}/admin/coupons/new")
    _choose(browser, "way", "AA")
    cut = browser.execute_script(
        """
        const pen = document.createElement("canvas").getContext("2d");
        return [...document.querySelectorAll("main select")].filter((each) => {
          pen.font = getComputedStyle(each).font;
          return pen.measureText(each.selectedOptions[0].text).width > each.clientWidth - 36;
        }).map((each) => each.name);
        """
    )

    # where the menu is longer than the window, it is scrolled to the entry of the page
    entry = browser.execute_script(
        """
        if (document.querySelector(".side").checkVisibility() === false) return true;
        const place = document.querySelector(".side [aria-current]").getBoundingClientRect();
        return place.top >= 0 && place.bottom <= innerHeight;
        """
    )

    assert entry
    assert "365" in refused
    assert made == "The coupon was created."
    for text in (terms, listed):
        assert "7 days before the birthday" in text
        assert "30 days since it was issued" in text
    assert "5,000 KRW off" in listed
    assert "Next issue" in terms
    assert "Every 3 months, on day 1 at 18:00" in quarterly
    assert "3개월마다, 1일 18:00" in in_korean
    assert browser.find_elements(By.LINK_TEXT, "Happy birthday") == []
    assert cut == []
