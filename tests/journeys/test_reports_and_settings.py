"""A manager reads the dashboard and a report, takes it home, and changes a setting."""

import time
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from tests.journeys import chromium
from tests.journeys.accessibility import page_faults
from tests.journeys.demo_server import DemoServer
from tests.staff_pages import path_of

PAINTED = """
const [canvas] = arguments;
const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
return data.some((each) => each > 0);
"""
"""Whether anything is drawn on a canvas."""
DEEPER = (
    "/admin?shop_no=2",
    "/admin/reports/sales-times",
    "/admin/reports/products-sales?compare=year",
    "/admin/settings/shipping",
    "/admin/settings/privacy-join",
    "/admin/managers/admin",
)


pytestmark = pytest.mark.one_store


def _open(browser: webdriver.Chrome, mall: DemoServer, path: str) -> None:
    browser.get(mall.demo.base_url + path)
    assert page_faults(browser) == [], path


def test_from_the_dashboard_to_a_changed_setting(
    mall: DemoServer, browser: webdriver.Chrome, width: int, tmp_path: Path
) -> None:
    browser.get(f"{mall.demo.staff_url}")
    browser.find_element(By.ID, "user_id").send_keys(mall.demo.admin.user_id)
    browser.find_element(By.ID, "password").send_keys(mall.demo.admin.password)
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    plots = browser.find_elements(By.CSS_SELECTOR, "figure canvas")
    painted = [browser.execute_script(PAINTED, each) for each in plots]

    _open(browser, mall, "/admin/reports/visitors-view")
    Select(browser.find_element(By.NAME, "compare")).select_by_visible_text("Previous period")
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "main .primary").click()
    browser.find_element(By.CSS_SELECTOR, "figure canvas")
    # on phones a table is cards, whose heads are read out but not seen
    heads = [
        " ".join((each.get_attribute("textContent") or "").split())
        for each in browser.find_elements(By.CSS_SELECTOR, "main > .wide-table thead th")
    ]
    days = len(browser.find_elements(By.CSS_SELECTOR, "main > .wide-table tbody tr"))
    saved = tmp_path / "saved"
    saved.mkdir()
    browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(saved)}
    )
    browser.find_element(By.LINK_TEXT, "Download CSV").click()
    file = _file(saved)

    carts = f"{mall.demo.staff_url}/settings/carts"
    days_kept = str(width % 300 + 1)
    browser.get(carts)
    period = browser.find_element(By.NAME, "period")
    period.clear()
    period.send_keys(days_kept)
    with chromium.another_page(browser):
        browser.find_element(By.CSS_SELECTOR, "main .primary").click()
    message = browser.find_element(By.CSS_SELECTOR, "[role=status]").text
    browser.get(f"{mall.demo.staff_url}/activity")
    line = browser.find_element(By.CSS_SELECTOR, ".lines li").text

    assert painted == [True]
    assert [head for head in heads if head] == [
        "Day ↑", "Visits", "Difference", "First visits", "Difference", "Returning visits",
        "Difference",
    ]  # fmt: skip
    assert file.startswith("\ufeffDay (+09:00),Visits,")
    assert file.count("\r\n") == days + 1 > 1
    assert message == "The settings were saved."
    assert mall.call("GET", "carts/setting").json()["cart"]["period"] == int(days_kept)
    assert line.splitlines()[0] == "Carts changed"
    assert "in the back office" in line
    browser.find_element(By.CSS_SELECTOR, '.languages [lang="ko"]').click()
    assert browser.find_element(By.CSS_SELECTOR, 'html[lang="ko"] h1').text == "활동 로그"
    for path in (*(path_of(page) for page in menu_pages.PAGES), *DEEPER):
        _open(browser, mall, path)


def _file(folder: Path) -> str:
    """Return what was downloaded, once it is there."""
    until = time.monotonic() + chromium.WAIT
    while time.monotonic() < until:
        found = list(folder.glob("*.csv"))
        if found:
            return found[0].read_bytes().decode()
        time.sleep(0.1)
    raise AssertionError("nothing was downloaded")
