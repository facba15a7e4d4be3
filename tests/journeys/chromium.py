"""A real browser, without a screen and with a profile of its own."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

_FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --ignore-certificate-errors"""
WAIT = 20


@contextmanager
def opened(*, width: int = 1440) -> Iterator[webdriver.Chrome]:
    """Open a new browser that nobody has used; one narrower than 500 pixels is a phone."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as profile:
        for word in (*_FLAGS.split(), f"--user-data-dir={profile}", f"--window-size={width},900"):
            options.add_argument(word)
        browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            browser.implicitly_wait(WAIT)
            if width < 500:
                metrics = {"width": width, "height": 844, "deviceScaleFactor": 2, "mobile": True}
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            yield browser
        finally:
            browser.quit()


@contextmanager
def another_page(browser: webdriver.Chrome) -> Iterator[None]:
    """What is done here leads to another page: wait until it is there."""
    before = browser.find_element(By.TAG_NAME, "html")
    yield
    # the driver says now and then that the page is between two documents: asked again, it knows
    waiting = WebDriverWait(browser, WAIT, ignored_exceptions=[WebDriverException])
    waiting.until(staleness_of(before))
