"""A merchant looks after customers and content with mouse and keyboard, on a desk and a phone."""

import time

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium, office_menu
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, look, one, rows_of, send, type_into

pytestmark = pytest.mark.one_store


@pytest.fixture
def office(mall: DemoServer, browser: webdriver.Chrome) -> webdriver.Chrome:
    """The head admin's browser at the overview; afterwards every step is a click or a key."""
    browser.get(f"{mall.demo.staff_url}")
    if chromium.present(browser, "#user_id"):
        one(browser, "#user_id").send_keys(mall.demo.admin.user_id)
        one(browser, "#password").send_keys(mall.demo.admin.password)
        follow(browser, one(browser, "button.primary"))
    return browser


def go(browser: webdriver.Chrome, path: str) -> None:
    """Open a page by its line in the menu."""
    office_menu.go(browser, at=path)
    look(browser)


def link(browser: webdriver.Chrome, text: str) -> WebElement:
    return one(browser, "main").find_element(By.PARTIAL_LINK_TEXT, text)


def choose(browser: webdriver.Chrome, name: str, value: str) -> None:
    Select(one(browser, f'main [name="{name}"]')).select_by_value(value)


def open_dialog(browser: webdriver.Chrome, name: str) -> None:
    """Open a dialog of a customer's page by its link, which may lie in the menu."""
    found = chromium.present(browser, f'main a[href="#dialog-{name}"]')
    shown = next((each for each in found if each.is_displayed()), None)
    if shown is None:
        one(browser, ".page-head .menu > summary").click()
        shown = next(each for each in found if each.is_displayed())
    shown.click()
    look(browser)


def press(browser: webdriver.Chrome, deed: str) -> None:
    """Press the button of a deed, by the keyboard."""
    button = one(browser, f'main button[name="deed"][value="{deed}"]')
    with chromium.another_page(browser):
        button.send_keys(Keys.ENTER)


def test_a_customer_is_edited_noted_blocked_and_unblocked(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    member = rows_of(mall, "orders", limit=1, member_type=2)[0]["member_id"]
    go(office, "/demo/customers")
    type_into(office, "keyword", member)
    follow(office, one(office, "form[role=search] button"))
    follow(office, one(office, "tbody a"))
    look(office)

    open_dialog(office, "edit")
    type_into(office, "zipcode", "04524")
    messages = [send(office, "edit")]
    open_dialog(office, "memo")
    type_into(office, "note", "Calls before she comes")
    messages.append(send(office, "memo"))
    open_dialog(office, "block")
    type_into(office, "block_reason", "Returns everything")
    messages.append(send(office, "block"))
    messages.append(send(office, "unblock"))

    assert messages == [
        "The customer was changed.",
        "The note was saved.",
        "The customer was blocked.",
        "The customer is no longer blocked.",
    ]
    stored = mall.call("GET", f"customersprivacy/{member}").json()["customersprivacy"]
    assert (stored["zipcode"], stored["use_blacklist"]) == ("04524", "F")


def test_points_and_credits_are_given_and_taken(mall: DemoServer, office: webdriver.Chrome) -> None:
    member = rows_of(mall, "orders", limit=1, member_type=2)[0]["member_id"]
    go(office, "/demo/customers")
    type_into(office, "keyword", member)
    follow(office, one(office, "form[role=search] button"))
    follow(office, one(office, "tbody a"))
    before = rows_of(mall, "customers", member_id=member)[0]

    messages = []
    for kind in ("points", "credits"):
        for direction, amount in (("increase", "3,000"), ("decrease", "1,000")):
            open_dialog(office, kind)
            form = one(office, f'form:has(input[name="deed"][value="{kind}"])')
            Select(form.find_element(By.NAME, "type")).select_by_value(direction)
            form.find_element(By.NAME, "amount").send_keys(amount)
            form.find_element(By.NAME, "reason").send_keys(f"Late parcel, {direction}")
            messages.append(send(office, kind))

    after = rows_of(mall, "customers", member_id=member)[0]
    assert messages == ["The points were changed."] * 2 + ["The credits were changed."] * 2
    for name in ("available_points", "available_credits"):
        assert float(after[name]) - float(before[name]) == 2000
    for section in ("points", "credits"):
        listed = one(office, f'[aria-labelledby="{section}"] .rows').text
        assert "+3,000 KRW" in listed
        assert "−1,000 KRW" in listed


def test_the_text_of_a_message_is_written_and_previewed(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    go(office, "/demo/message-templates")
    follow(office, one(office, "tbody a, main .rows a"))
    look(office)
    subject = f"Welcome {office.execute_script('return window.innerWidth')}"
    type_into(office, "subject", f"{subject} {{{{ NAME }}}}")
    follow(office, one(office, 'main button[value="preview"]'))
    look(office)
    previewed = one(office, 'section[aria-labelledby="preview"] dd').text
    follow(office, one(office, 'main button[value="save"]'))
    look(office)
    saved = one(office, "[role=status]").text
    follow(office, one(office, 'main button[value="reset"]'))

    assert previewed.startswith(f"{subject} ")
    assert "NAME" not in previewed
    assert saved == "The texts were saved. The next message has them."
    assert one(office, "[role=status]").text == "The original texts are sent again."


def test_a_group_is_made_and_a_customer_put_into_it(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    name = f"Club {office.execute_script('return window.innerWidth')}"
    go(office, "/demo/customer-groups")
    follow(office, link(office, "New group"))
    look(office)
    type_into(office, "group_name", name)
    choose(office, "buy_benefits", "D")
    type_into(office, "discount_information-amount_discount", "5")
    made = send(office, "save")

    group = next(each for each in rows_of(mall, "customergroups") if each["group_name"] == name)
    assert made == "The group was created."
    assert group["discount_information"]["amount_discount"] == "5.00"
    go(office, "/demo/customers")
    follow(office, one(office, "tbody a"))
    member = one(office, "main .meta code").text
    open_dialog(office, "group")
    choose(office, "group_no", str(group["group_no"]))
    assert send(office, "group") == "The group was changed."
    stored = mall.call("GET", f"customersprivacy/{member}").json()["customersprivacy"]
    assert stored["group_no"] == group["group_no"]


def test_selected_customers_are_moved_to_a_group(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    name = f"Circle {office.execute_script('return window.innerWidth')}"
    request = {"group_name": name, "group_description": "Moved together"}
    answer = mall.call("POST", "customergroups", json={"request": request})
    group = answer.json()["customergroup"]["group_no"]
    go(office, "/demo/customers")
    boxes = office.find_elements(By.CSS_SELECTOR, "tbody input[type=checkbox]")[:2]
    members = [each.get_attribute("value") for each in boxes]
    for each in boxes:
        each.send_keys(Keys.SPACE)
    choose(office, "to_group", str(group))
    follow(office, one(office, 'main form[method="post"] button[type="submit"]'))
    look(office)

    assert one(office, "[role=status]").text == "The selected customers were moved to the group."
    found = rows_of(mall, "customersprivacy", group_no=group)
    assert sorted(each["member_id"] for each in found) == sorted(filter(None, members))


def test_a_newsletter_goes_to_a_segment_and_is_found_in_the_mailbox(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    subject = f"Spring {office.execute_script('return window.innerWidth')}"
    member = rows_of(mall, "orders", limit=1, member_type=2)[0]["member_id"]
    go(office, "/demo/customers")
    type_into(office, "keyword", member)
    follow(office, one(office, "form[role=search] button"))
    follow(office, one(office, "tbody a"))
    open_dialog(office, "edit")
    type_into(office, "email", "buyer@example.com")
    consent = one(office, 'main [name="news_mail"]')
    if not consent.is_selected():
        consent.click()
    send(office, "edit")
    go(office, "/demo/segments")
    follow(office, link(office, "New segment"))
    look(office)
    type_into(office, "group_name", f"Buyers {subject}")
    type_into(office, "orders_min", "1")
    assert send(office, "save") == "The segment was created."
    look(office)
    numbers = [each.text for each in office.find_elements(By.CSS_SELECTOR, ".glance strong")]
    assert 0 < int(numbers[1]) <= int(numbers[0])

    follow(office, link(office, "Write a newsletter"))
    look(office)
    type_into(office, "subject", subject)
    press(office, "preview")
    look(office)
    assert one(office, '.editor-text[aria-invalid="true"][aria-required="true"]')
    editor = one(office, ".editor-text")
    editor.click()
    editor.send_keys("Dear [NAME]", Keys.ENTER, "Everything is new.")
    press(office, "preview")
    look(office)
    assert f"{numbers[1]} of {numbers[0]} customers would get it." in one(office, "main").text
    press(office, "plan")
    assert one(office, "[role=status]").text == "The newsletter is planned."
    look(office)

    def mails(browser: webdriver.Chrome) -> int:
        browser.refresh()
        found = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".glance strong")]
        return sum(map(int, found))

    WebDriverWait(office, 60, poll_frequency=2).until(lambda each: mails(each) == int(numbers[1]))
    go(office, "/demo/messages")
    follow(office, link(office, subject))
    look(office)
    assert "Everything is new." in one(office, "main pre").text
    assert "/unsubscribe?token=" in one(office, "main pre").text


def test_what_waits_is_answered_and_a_notice_is_written(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    follow(office, link(office, "Answer inquiries and reviews"))
    look(office)
    waiting = int(one(office, ".tabs [aria-current] .number").text)
    assert waiting == len(rows_of(mall, "boards/6/articles", reply_status="N", limit=100))
    title = one(office, "article h2").text
    one(office, "article textarea").send_keys("Yes, of course.")
    follow(office, one(office, "article button.primary"))
    assert one(office, "[role=status]").text == "The answer was sent."
    look(office)
    assert int(one(office, ".tabs [aria-current] .number").text) == waiting - 1
    assert f"Re: {title}"[:200] in [
        each["title"][:200] for each in rows_of(mall, "boards/6/articles", limit=100)
    ]

    go(office, "/demo/boards")
    follow(office, one(office, 'main a[href^="/demo/boards/1"]'))
    follow(office, link(office, "New post"))
    look(office)
    headline = f"Closed in May {time.time_ns()}"
    type_into(office, "title", headline)
    type_into(office, "content", "We are back in June.")
    one(office, 'main [name="notice"]').click()
    assert send(office, "write") == "The post was written."
    first = rows_of(mall, "boards/1/articles", limit=1)[0]
    assert (first["title"], first["notice"]) == (headline, "T")


def test_the_overview_and_reports_lead_to_what_they_count(
    mall: DemoServer, office: webdriver.Chrome
) -> None:
    follow(office, link(office, "Last 7 days"))
    look(office)
    [orders] = [
        each
        for each in office.find_elements(By.CSS_SELECTOR, ".glance a")
        if "/demo/orders" in (each.get_attribute("href") or "")
    ]
    assert int(orders.text.split(":")[0].replace(",", "")) > 0
    follow(office, orders)
    look(office)
    assert office.find_elements(By.CSS_SELECTOR, "tbody tr")

    go(office, "/demo/reports")
    follow(office, one(office, 'main a[href$="/product-sales"]'))
    look(office)
    product = one(office, 'tbody a[href^="/demo/products/"]')
    name = product.text
    follow(office, product)
    assert name in one(office, "h1").text

    go(office, "/demo/reports")
    follow(office, one(office, 'main a[href$="/daily-sales"]'))
    one(office, "main details.panel summary").click()
    type_into(office, "name", "Every Monday")
    one(office, 'main [name="weekly"]').click()
    assert send(office, "save") == "The report was saved."
    look(office)
    follow(office, link(office, "Every Monday"))
    look(office)


def test_customers_are_exported_with_a_reason(mall: DemoServer, office: webdriver.Chrome) -> None:
    go(office, "/demo/customers")
    follow(office, link(office, "Import and export"))
    form = 'form[aria-labelledby="export-title"]'
    Select(one(office, f'{form} [name="data"]')).select_by_value("customers")
    follow(office, one(office, f"{form} button[type=submit]"))
    look(office)
    assert one(office, '[name="reason"][aria-invalid="true"]')
    type_into(office, "reason", "Yearly letter")
    follow(office, one(office, f"{form} button[type=submit]"))
    WebDriverWait(office, 60).until(
        lambda each: each.find_elements(By.CSS_SELECTOR, "main .badge.good, main .badge.bad")
    )
    look(office)
    assert office.find_elements(By.PARTIAL_LINK_TEXT, "Download")
    follow(office, one(office, "main .crumbs a"))
    look(office)
    assert "Customers" in one(office, ".panel:has(> #exports-title)").text
    go(office, "/demo/activity")
    assert "Yearly letter" in one(office, "main").text
