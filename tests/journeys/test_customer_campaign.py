"""A customer is asked for their address in a real browser, and has the points for it."""

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.journeys.demo_server import DemoServer
from tests.journeys.test_sample_shop import PASSWORD, Visitor

pytestmark = pytest.mark.one_store


def test_a_campaign_is_seen_completed_and_rewarded(
    mall: DemoServer, browser: webdriver.Chrome, width: int
) -> None:
    # given a campaign that a customer meets on their account
    member, name = f"campaign{width}", f"Address {width}"
    draft = {
        "type": "E",
        "name": name,
        "items": ["zipcode", "address"],
        "reward_condition": "A",
        "use_point": "T",
        "point_amount": "777.00",
    }
    created = mall.call("POST", "customerevents", json={"request": draft})
    assert created.status_code == 201, created.text
    number = created.json()["customerevent"]["no"]
    visitor = Visitor(browser, mall)
    visitor.go("/join?next=/account")
    person = {"member_id": member, "password": PASSWORD, "name": "김하나"}
    for field, text in {**person, "email": f"{member}@example.com"}.items():
        visitor.write(field, text)
    for field in ("agree_terms", "agree_privacy"):
        browser.find_element(By.NAME, field).click()
    visitor.press("main button.primary", leads_to="/account?done=joined")
    assert name in browser.find_element(By.TAG_NAME, "main").text

    # when they write where they live
    visitor.write("zipcode", "04524")
    visitor.write("address1", "서울 중구 세종대로 110")
    visitor.press("button[value=details]", leads_to="/account?done=saved")

    # then the campaign is gone, and the points are there
    assert name not in browser.find_element(By.TAG_NAME, "main").text
    visitor.go("/points")
    assert "777" in browser.find_element(By.TAG_NAME, "main").text
    assert visitor.faults == {}
    mall.call("PUT", "customerevents", json={"request": {"no": number, "status": "D"}})
