"""What the overview and the apps page show, and how an app is removed."""

import re

import pytest
from markupsafe import escape

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.scopes import SENTENCES
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    SIGN_IN,
    Browser,
    authorize_path,
    hidden,
    manager,
    reads,
)
from tests.every_operation.operation_calls import rows
from tests.staff_pages import HANDLERS, path_of
from tests.world import Installed

APPS = "/admin/apps"
LAUNCH = "https://app.example.com/start?from=menu#/home"


def form(browser: Browser, app: Installed) -> dict[str, str]:
    """Return the form that the question about removing an app sends."""
    page = browser.open(f"{APPS}?remove={app.credentials.client_id}")
    assert page.status_code == 200
    main = page.text.partition("<main")[2]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', main))


def test_every_page_of_the_menu_is_served_and_every_page_served_is_in_the_menu(
    owner: Browser,
) -> None:
    served = {path_of(page): owner.open(path_of(page)).status_code for page in menu_pages.PAGES}

    of_suppliers = {path_of(page) for page in menu_pages.SUPPLIER_PAGES}
    handled = {path for path, below in HANDLERS if not below}
    assert served == dict.fromkeys(handled - of_suppliers, 200)
    assert len({page.number for page in menu_pages.PAGES}) == len(menu_pages.PAGES)


@pytest.mark.parametrize("page", [path_of(page) for page in menu_pages.PAGES])
def test_a_page_can_be_found_around_in(owner: Browser, page: str) -> None:
    text = owner.open(page).text

    assert text.count("<h1>") == 1
    assert '<html lang="en">' in text
    assert re.search(rf'<a href="{page}"[^>]* aria-current="page"', text)
    assert '<a class="skip" href="#main">' in text
    assert re.findall(r"<script(?! src=)", text) == []
    assert "style=" not in text


def test_an_app_is_shown_with_its_permissions_as_sentences(owner: Browser) -> None:
    plain = owner.world.install(["mall.read_product", "mall.write_store"])

    text = owner.open(APPS).text
    full, other = text.split('<section class="part app"')[1:]

    assert "2 apps have access to this shop." in text
    assert "can use restricted operations" in full
    assert "can use restricted operations" not in other
    # scopes that permit the same are one line
    lines = dict(re.findall("<li>(.*) <code>(.*)</code>", full))
    assert all(scope in lines[escape(each)].split(", ") for scope, each in SENTENCES.items())
    assert f"<code>{plain.credentials.client_id}</code>" in other
    assert '<time datetime="2026-11-21T09:00:00+09:00">2026-11-21 09:00:00</time>' in other
    assert re.findall(r"<li>(.*) <code>", other) == [
        "See products, options, stock and prices",
        "Create, change and delete store settings, menus and payment methods",
    ]


def test_the_apps_in_korean(owner: Browser) -> None:
    owner.world.install(["mall.read_product", "mall.write_store"])
    owner.cookies["openmall-language"] = "ko"

    text = owner.open(APPS).text

    assert "이 쇼핑몰에서 앱 2개를 사용할 수 있습니다." in text
    assert "권한 2개<span" in text
    assert "<li>상품, 옵션, 재고, 가격 조회 <code>mall.read_product" in text
    assert "<li>쇼핑몰 설정, 메뉴, 결제 수단 생성, 변경, 삭제 <code>mall.write_store" in text


def test_an_app_that_is_allowed_anew_was_installed_when_it_came(owner: Browser) -> None:
    app = owner.world.install(["mall.read_product"])
    owner.world.stage.clock.pass_(3600)
    page = owner.open(authorize_path(app, scope="mall.read_product"))
    owner.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
    allowed_anew = owner.open(APPS).text
    owner.submit(APPS, form(owner, app))
    page = owner.open(authorize_path(app, scope="mall.read_product"))
    owner.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
    back_again = owner.open(APPS).text

    assert ">2026-11-21 09:00:00</time>" in allowed_anew.split("mall.read_product</code>")[-2]
    assert ">2026-11-21 10:00:00</time>" not in allowed_anew
    assert ">2026-11-21 10:00:00</time>" in back_again


def test_names_are_text_and_never_markup(owner: Browser) -> None:
    owner.world.put("coupons/setting", sorting_type="A")
    owner.world.product(product_name="<script>alert(1)</script>")

    text = owner.open("/admin/activity").text

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script>" not in text


@pytest.mark.parametrize(("user", "manager_type"), [("owner", "P"), ("helper", "A")])
def test_a_removed_app_is_answered_403_at_once(
    browser: Browser, user: str, manager_type: str
) -> None:
    manager(browser.world, user, manager_type)
    browser.sign_in(SIGN_IN, user=user)
    app = browser.world.install(["mall.read_product"])
    before = reads(browser.world, app.token.access_token)

    done = browser.submit(APPS, form(browser, app))
    page = browser.open(done.headers["location"])

    assert (before, reads(browser.world, app.token.access_token)) == (200, 403)
    assert reads(browser.world, browser.world.full.token.access_token) == 200
    assert done.status_code == 303
    assert "Test app was removed." in page.text
    assert f"<code>{app.credentials.client_id}</code>" not in page.text


def test_the_question_changes_nothing(owner: Browser) -> None:
    app = owner.world.install(["mall.read_product"])
    before = rows(owner.world)

    form(owner, app)

    assert rows(owner.world) == before


@pytest.mark.parametrize("form_token", ["", "guessed"])
def test_a_form_from_elsewhere_removes_nothing(owner: Browser, form_token: str) -> None:
    app = owner.world.install(["mall.read_product"])
    sent = {**form(owner, app), "form_token": form_token}
    before = rows(owner.world)

    answer = owner.submit(APPS, sent)

    assert (answer.status_code, "Nothing was changed" in answer.text) == (403, True)
    assert rows(owner.world) == before


def test_a_supplier_removes_nothing(browser: Browser) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")
    app = browser.world.full
    sent = {**hidden(browser.open("/admin")), "client_id": app.credentials.client_id}
    before = rows(browser.world)

    answer = browser.submit(APPS, sent)

    assert answer.status_code == 403
    assert rows(browser.world) == before


def test_whoever_is_signed_out_removes_nothing(owner: Browser) -> None:
    app = owner.world.full
    sent = form(owner, app)
    owner.cookies.clear()

    answer = owner.submit(APPS, sent)

    assert answer.status_code == 403
    assert "Nothing was changed." in answer.text
    assert owner.open(APPS).headers["location"] == f"{SIGN_IN}?next=%2Fadmin%2Fapps"
    assert reads(owner.world, app.token.access_token) == 200


def test_an_app_that_is_not_in_the_shop(owner: Browser) -> None:
    elsewhere = owner.world.install([], in_mall=False)
    app = owner.world.install(["mall.read_product"])
    sent = form(owner, app)
    owner.submit(APPS, sent)
    before = rows(owner.world)

    twice = owner.submit(APPS, {**sent, "once": "another"})
    never = owner.submit(APPS, {**sent, "client_id": elsewhere.credentials.client_id})
    asked = owner.open(f"{APPS}?remove={app.credentials.client_id}")

    assert [twice.status_code, never.status_code, asked.status_code] == [404, 404, 404]
    assert "This app is not in the shop" in twice.text
    assert rows(owner.world) == before


def test_an_app_is_shown_with_its_last_call_in_this_mall(owner: Browser) -> None:
    stage, app = owner.world.stage, owner.world.full
    elsewhere = stage.new_world(f"{owner.world.mall_id}-b")
    before = owner.open(APPS).text
    stage.run(stage.app.request_log_writer.write)
    owner.world.call("GET", "products")
    stage.clock.pass_(60)
    elsewhere.call("GET", "products")
    stage.run(stage.app.request_log_writer.write)

    text = owner.open(APPS).text

    assert "none recently" in before
    assert app.credentials.client_id in text
    assert re.findall(r'<dt>Last call</dt><dd><time datetime="([^"]+)"', text) == [
        "2026-11-21T09:00:00+09:00"
    ]
