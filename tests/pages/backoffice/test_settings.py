"""Store settings as forms: every field is shown, and what is typed changes what the API answers."""

import html
import re
from typing import Any

import pytest

from openmall.api import admin
from openmall.contract import api_versions
from openmall.pages.backoffice.settings.fields import FormField, parts
from openmall.pages.backoffice.settings.resources import RESOURCES
from openmall.translations import countries
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.every_operation.operation_calls import rows
from tests.world import World

OPERATIONS = {(each.method, each.path): each for each in admin.api().operations}
CREATED_BY_APPS = {"portal-pay"}
SHOWN = [slug for slug in RESOURCES if slug not in CREATED_BY_APPS]
LEFT_OUT = {
    "store/dropshipping",
    "categories/properties", "mains/properties", "products/properties", "customers/properties",
    "orders", "webhooks/setting", "webhooks/subscription", "sandbox/clock", "sandbox/faults",
    "apps", "apps/origins", "orders/migrations", "translations/store", "icons", "customerevents",
}  # fmt: skip
"""Pairs of reading and changing one thing that are no settings of a shop: layouts of pages, icons,
orders, campaigns, what is an app's or a sandbox's; settings that only apps change, which have no
form; and fields of customers, which have a page of their own (`asked_fields.py`)."""


NOT_ALONE = {
    ("boards", "spam_auto_prevention.type"): "its service wants keys",
    ("openid-sign-in", "use_openid_login"): "its provider wants an address and a client",
    ("automatic-mails", "use_supplier"): "suppliers are told of orders alone",
}
"""Ticks and choices that a form refuses where nothing else is changed."""


def address(slug: str, query: str = "") -> str:
    return f"/admin/settings/{slug}{'?' + query if query else ''}"


def form(browser: Browser, at: str) -> dict[str, str]:
    """Return the form of a page as a browser would send it, untouched."""
    page = browser.open(at)
    assert page.status_code == 200, page.text
    main = page.text.partition('<form method="post" action="/admin/settings')[2]
    main = main.partition("</form>")[0]
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", main):
        values = {
            name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)
        }
        if values.get("type") != "checkbox" or re.search(r"\schecked[\s>]", tag):
            sent[values["name"]] = values.get("value", "")
    for name, options in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', main, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        first = re.search(r'value="([^"]*)"', options)
        assert first is not None
        sent[name] = (chosen or first)[1]
    for name, text in re.findall(
        r'<textarea [^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', main, re.S
    ):
        sent[name] = html.unescape(text)
    return sent


def send(browser: Browser, at: str, **changed: str | None) -> Any:
    """Send a form with some fields changed; None takes a tick away."""
    sent = {**form(browser, at), **changed}
    return browser.submit(at, {name: value for name, value in sent.items() if value is not None})


def stored(world: World, slug: str, shop_no: int = 1) -> Any:
    path = RESOURCES[slug].path
    operation = OPERATIONS["GET", path]
    params = {"shop_no": shop_no} if "shop_no" in operation.fields else {}
    newest = {**world.full.headers, api_versions.HEADER: api_versions.NEWEST}
    answer = world.request("GET", f"/api/v2/admin/{path}", params=params, headers=newest)
    return answer.json()[operation.key]


def fields(slug: str) -> list[FormField]:
    resource = RESOURCES[slug]
    takes = OPERATIONS["PUT", resource.path].takes
    without = ("shop_no", resource.key_field) if resource.key_field else ("shop_no",)
    without += resource.without
    return [field for part in parts(takes, without) for field in part.fields]


def test_every_resource_of_settings_has_its_page() -> None:
    of_shops = {
        path
        for method, path in OPERATIONS
        if method == "PUT" and ("GET", path) in OPERATIONS and "{" not in path
    }

    assert {each.path for each in RESOURCES.values()} | LEFT_OUT == of_shops


@pytest.mark.parametrize("slug", RESOURCES)
def test_every_field_and_value_has_a_name(slug: str) -> None:
    for field in fields(slug):
        for each in (field, *field.columns):
            assert each.label
            assert {value for value, _ in each.choices} == set(each.values)


@pytest.mark.parametrize("slug", SHOWN)
def test_a_form_that_nobody_touched_changes_nothing(owner: Browser, slug: str) -> None:
    before = rows(owner.world)

    answer = send(owner, address(slug))

    assert answer.status_code == 409
    assert "No changes to save." in answer.text
    assert rows(owner.world) == before


@pytest.mark.parametrize("slug", SHOWN)
def test_every_tick_and_choice_changes_what_the_api_answers(owner: Browser, slug: str) -> None:
    at = address(slug)
    for field in fields(slug):
        if field.kind not in ("tick", "choice") or (slug, field.name) in NOT_ALONE:
            continue
        now = form(owner, at).get(field.name, "F" if field.kind == "tick" else "")
        values = ("T", "F") if field.kind == "tick" else field.values
        other = next(each for each in values if each != now)

        answer = send(owner, at, **{field.name: ticked(field, other)})

        assert answer.status_code == 303, (field.name, answer.text)
        assert answer.headers["location"].endswith("done=changed")
        content = stored(owner.world, slug)
        if RESOURCES[slug].key_field:
            content = content[0]
        for step in field.path:
            content = content[step]
        assert str(content) == other, field.name
        # what one field says may decide what others are read as
        assert send(owner, at, **{field.name: ticked(field, now)}).status_code == 303


def ticked(field: FormField, value: str) -> str | None:
    """Return what a browser sends: of a box that is not ticked, nothing."""
    return None if field.kind == "tick" and value == "F" else value


def test_what_differs_is_sent_and_nothing_else(owner: Browser) -> None:
    before = stored(owner.world, "points")

    answer = send(owner, address("points"), name="별", join_point="1,000.00", payment_period="7")
    page = owner.open(answer.headers["location"])
    log = owner.open("/admin/activity").text

    changed = {"name": "별", "join_point": "1000.00", "payment_period": 7}
    assert stored(owner.world, "points") == {**before, **changed}
    assert "The settings were saved." in page.text
    line = log.split('<p class="what">')[1]
    assert line.startswith("Points changed</p>")
    assert "<span>in the back office</span>" in line
    part = line.partition("</li>")[0]
    values = re.findall(r'<td data-head="(?:Before|After)">([^<]*)</td>', part)
    assert re.findall(r'<th scope="row">([^<]*)</th>', part) == [
        "Days until points are given", "Name of points", "Points for signing up",
    ]  # fmt: skip
    assert values == ["20", "7", "Points", "별", "0 KRW", "1,000 KRW"]


@pytest.mark.parametrize(
    ("slug", "field", "value", "said"),
    [
        ("points", "payment_period", "366", "Enter a value from 0 to 365."),
        ("points", "payment_period", "soon", "This is not a number."),
        ("points", "join_point", "0.5", "Enter a whole amount: KRW has no decimals."),
        ("points", "join_point", "1e99", "This is not a number."),
        ("points", "join_point", "-1", "Enter a value from 0 to 2147483647."),
        ("orders", "exchange_shipping_fee", "", ""),
        ("orders", "shipped_auto_check_start_day", "2026-02-30", ""),
        ("shipping", "shipping_period.minimum", "9", "Parcels take 0 to 365 days"),
        ("chat-pay", "product_detail_button_size.pc", "wide", "Expected: a width and a height"),
        ("shipping", "return_address.zipcode", "1" * 3, None),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    owner: Browser, slug: str, field: str, value: str, said: str | None
) -> None:
    before = stored(owner.world, slug)

    answer = send(owner, address(slug), **{field: value})

    if said is None:
        assert answer.status_code == 303
        return
    assert answer.status_code == 422, answer.text
    shown = re.search(
        rf'<p class="problem" id="f-{re.escape(field)}-problem">([^<]+)</p>', answer.text
    )
    assert shown is not None, re.findall(r'class="(?:problem|alert)"[^>]*>[^<]*', answer.text)
    assert said in shown[1]
    assert "Nothing was saved. Check the marked fields." in answer.text
    assert re.search(rf'name="{re.escape(field)}"[^>]* value="{re.escape(value)}"', answer.text)
    assert stored(owner.world, slug) == before


def test_each_shop_has_its_own(owner: Browser) -> None:
    at = address("coupons", "shop_no=2")

    answer = send(owner, at, **{"max_coupon_count.product_per_product": "3"})

    assert answer.headers["location"] == f"{at}&done=changed"
    counts = [
        stored(owner.world, "coupons", shop_no)["max_coupon_count"]["product_per_product"]
        for shop_no in (1, 2)
    ]
    assert counts == [1, 3]


def test_rows_are_added_and_emptied(owner: Browser) -> None:
    at, name = address("shipping"), "shipping_rates"

    made = send(
        owner, at, **{
            f"{name}.0.min_value": "0", f"{name}.0.max_value": "10,000",
            f"{name}.0.shipping_fee": "3000",
            f"{name}.2.min_value": "10000", f"{name}.2.max_value": "99999",
            f"{name}.2.shipping_fee": "0",
        },
    )  # fmt: skip
    two = stored(owner.world, "shipping")[name]
    gone = send(
        owner, at,
        **{f"{name}.1.{column}": "" for column in ("min_value", "max_value", "shipping_fee")},
    )  # fmt: skip

    first = {"min_value": "0.00", "max_value": "10000.00", "shipping_fee": "3000.00"}
    second = {"min_value": "10000.00", "max_value": "99999.00", "shipping_fee": "0.00"}
    assert (made.status_code, gone.status_code) == (303, 303)
    assert two == [first, second]
    assert stored(owner.world, "shipping")[name] == [first]


def test_a_row_that_is_half_filled_in_is_refused(owner: Browser) -> None:
    answer = send(owner, address("shipping"), **{"shipping_rates.0.min_value": "5"})

    assert answer.status_code == 422
    assert 'name="shipping_rates.0.min_value" type="text" value="5"' in answer.text
    assert '<p class="problem" role="alert">' in answer.text


def test_a_list_too_long_for_a_form_is_left_alone(owner: Browser) -> None:
    listed = [{"country_code": code} for code in sorted(countries.names("en"))[:50]]
    owner.world.put("shipping", oversea_shipping_country_list=listed)

    page = owner.open(address("shipping")).text
    answer = send(owner, address("shipping"), shipping_place="Everywhere")

    assert "“Countries that are delivered to” has too many rows for a form" in page
    assert 'name="oversea_shipping_country_list' not in page
    assert answer.status_code == 303
    now = stored(owner.world, "shipping")
    assert now["shipping_place"] == "Everywhere"
    assert now["oversea_shipping_country_list"] == listed


def test_several_of_a_few_and_a_list_of_numbers(owner: Browser) -> None:
    name = "claim_request_button_exposure"
    ticked = send(
        owner, address("orders"), **{f"{name}.cancel_N22": "T", f"{name}.cancel_N10": None}
    )
    numbers = send(owner, address("restock"), available_product_list="3, 1,2")

    assert (ticked.status_code, numbers.status_code) == (303, 303)
    assert stored(owner.world, "orders")[name] == [
        "cancel_N20", "cancel_N22", "exchange_N40", "return_N40"
    ]  # fmt: skip
    assert stored(owner.world, "restock")["available_product_list"] == [3, 1, 2]


def test_nothing_takes_a_day_away(owner: Browser) -> None:
    name = "purchase_confirmation_auto_check_day"
    owner.world.put("orders/setting", **{name: 9})

    send(owner, address("orders"), **{name: ""})

    assert stored(owner.world, "orders")[name] is None


def test_a_secret_is_kept_and_never_shown(owner: Browser) -> None:
    send(owner, address("chat-pay"), shop_key="do-not-show", pixel_code="P1")
    page = owner.open(address("chat-pay")).text
    again = send(owner, address("chat-pay"), pixel_code="P2")
    log = owner.open("/admin/activity").text
    kept = stored(owner.world, "chat-pay")
    empty = send(owner, address("chat-pay"), **{"button_authorization_key.gone": "T"})
    gone = send(owner, address("chat-pay"), **{"shop_key.gone": "T"})

    assert 'name="shop_key.gone"' in page
    assert 'name="button_authorization_key.gone"' not in page
    assert (empty.status_code, gone.status_code) == (409, 303)
    assert stored(owner.world, "chat-pay")["shop_key"] is None
    assert "do-not-show" not in page + again.text + log
    assert (kept["shop_key"], kept["pixel_code"]) == ("do-not-show", "P2")


def test_one_of_several(owner: Browser) -> None:
    at = address("privacy-join", "no=2")

    answer = send(owner, at, use="T", content="둘째 안내\n줄 바꿈")

    assert answer.headers["location"] == f"{at}&done=changed"
    found = {
        each["no"]: (each["use"], each["content"]) for each in stored(owner.world, "privacy-join")
    }
    assert found == {1: ("F", ""), 2: ("T", "둘째 안내\n줄 바꿈"), 3: ("F", ""), 4: ("F", "")}
    assert owner.open(address("privacy-join", "no=9")).status_code == 404


def test_terms_as_long_as_they_may_be(owner: Browser) -> None:
    text = "약관 " * 33_333

    answer = send(owner, address("policy"), terms_using_mall=text, privacy_all=text)

    assert answer.status_code == 303
    assert stored(owner.world, "policy")["terms_using_mall"] == text


def test_what_somebody_else_changed_meanwhile_is_not_undone(owner: Browser) -> None:
    at = address("carts")
    sent = {**form(owner, at), "period": "9"}
    owner.world.put("carts/setting", discount_display="F")

    answer = owner.submit(at, sent)
    again = send(owner, at, period="9")

    assert answer.status_code == 409
    assert "saved in another tab or by another user" in answer.text
    assert 'value="9"' in answer.text
    assert again.status_code == 303
    now = stored(owner.world, "carts")
    assert (now["discount_display"], now["period"]) == ("F", 9)


def test_what_an_app_has_to_set_up_first(owner: Browser) -> None:
    page = owner.open(address("portal-pay"))

    assert page.status_code == 200
    assert "The shop does not use this yet" in page.text
    assert '<button class="primary"' not in page.text


def test_texts_are_never_markup(owner: Browser) -> None:
    text = "</textarea><script>alert(1)</script>"
    send(owner, address("seo"), llms_text=text, common_page_title='"><b>')

    page = owner.open(address("seo")).text

    assert "<script>alert(1)" not in page
    assert '"><b>' not in page
    assert form(owner, address("seo"))["llms_text"] == text


def test_settings_in_korean(owner: Browser) -> None:
    owner.cookies["openmall-language"] = "ko"

    text = owner.open(address("points")).text

    for said in ("<h1>적립금</h1>", "적립금 절사 방식", "구매 확정 후", "저장</button>"):
        assert said in text


@pytest.mark.parametrize("form_token", ["", "guessed"])
def test_a_form_from_elsewhere_changes_nothing(owner: Browser, form_token: str) -> None:
    sent = {**form(owner, address("carts")), "period": "9", "form_token": form_token}
    before = rows(owner.world)

    answer = owner.submit(address("carts"), sent)

    assert answer.status_code == 403
    assert rows(owner.world) == before


def test_a_supplier_changes_no_settings(browser: Browser) -> None:
    manager(browser.world, "seller", "S")
    browser.sign_in(SIGN_IN, user="seller")
    before = rows(browser.world)

    answers = [browser.open(address("carts")), browser.submit(address("carts"), {"period": "9"})]

    assert [each.status_code for each in answers] == [403, 403]
    assert rows(browser.world) == before


def test_settings_there_are_not(owner: Browser) -> None:
    assert owner.open(address("nothing")).status_code == 404
    assert owner.submit(address("nothing"), form(owner, address("carts"))).status_code == 404
