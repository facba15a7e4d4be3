"""A developer tries operations from their pages: the call is the real one, and no other."""

import html
import json
import re
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, select

from openmall.access.limits.local_counters import LocalCounters
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.tables import TOKEN
from openmall.contract import api_versions
from openmall.database.statements import Statement
from openmall.pages.console import store as console_store
from openmall.pages.reference.catalog import APIS, catalog_of
from openmall.pages.reference.page_context import HOME
from openmall.pages.reference.try_forms import PARAMETER_PREFIX, parameter_names
from tests.access.oauth.authorization_requests import hidden
from tests.pages.console.developer_browser import Developer, signed_up
from tests.world import World

PRODUCTS = f"{HOME}/admin/{api_versions.NEWEST}/get-products"
PRODUCT = f"{HOME}/admin/{api_versions.NEWEST}/get-products-product_no"
CREATE = f"{HOME}/admin/{api_versions.NEWEST}/post-products"
_LIVING = Statement(
    select(TOKEN.c.access_hash).where(
        TOKEN.c.mall_id == bindparam("mall_id"), TOKEN.c.revoked_at.is_(None)
    )
)
_TRIED = re.compile(r'<h3>Response <span class="badge \w+">(\d+)</span>')


class Bench:
    """A developer with an app in a test mall, and a token of it."""

    def __init__(self, world: World) -> None:
        self.browser = signed_up(world, f"Trier {world.mall_id}")
        self.world = world
        self.app = world.install(["mall.read_product", "mall.write_product"])
        self.client_id = self.app.credentials.client_id
        self.token = self.app.token.access_token
        self.mall_id = world.mall_id
        stage = world.stage

        async def give() -> None:
            async with stage.app.database.writing("") as db:
                developer = await console_store.find_by_email(db, self.browser.email)
                assert developer is not None
                assert await registered_apps.give(db, self.client_id, developer.number)
                assert await console_store.add_test_mall(
                    db, stage.clock, developer, self.mall_id, most=1
                )

        stage.run(give)

    def other_app(self) -> str:
        """Return an app of the developer's that is not in the mall."""
        other = self.world.install(["mall.read_product"], in_mall=False).credentials.client_id

        async def give() -> None:
            async with self.world.stage.app.database.writing("") as db:
                developer = await console_store.find_by_email(db, self.browser.email)
                assert developer is not None
                assert await registered_apps.give(db, other, developer.number)

        self.world.stage.run(give)
        return other

    def living_tokens(self) -> int:
        """Return how many tokens of the mall can be used."""
        rows = self.world.in_transaction(lambda db: db.all(_LIVING))
        return len(rows)

    def direct(self, method: str, path: str, token: str = "", **rest: Any) -> httpx.Response:
        """Call the admin API of the test mall as any program does."""
        headers = {"Authorization": f"Bearer {token or self.token}"}
        headers |= {api_versions.HEADER: api_versions.NEWEST, **rest.pop("headers", {})}
        url = f"https://{self.mall_id}.openmall.localhost/api/v2/admin/{path}"
        answer: httpx.Response = self.world.stage.client.request(
            method, url, headers=headers, **rest
        )
        return answer

    def tries(self, page: str, **form: str) -> httpx.Response:
        """Send the form of a page."""
        return self.browser.send(
            page,
            {
                "mall_id": self.mall_id,
                "client_id": self.client_id,
                "token": self.token,
                **{name.replace("p_", PARAMETER_PREFIX, 1): value for name, value in form.items()},
            },
        )


def told(page: httpx.Response) -> tuple[int, Any]:
    """Return status and body of the call a page tells of."""
    status = _TRIED.search(page.text)
    assert status is not None, re.findall(r'role="alert"[^>]*>([^<]*)', page.text)
    body = page.text.partition('id="tried"')[2].partition("<pre")[2].partition(">")[2]
    return int(status[1]), json.loads(html.unescape(body.partition("</pre>")[0]))


def why(page: httpx.Response) -> str:
    """Return why a call was not sent."""
    assert _TRIED.search(page.text) is None
    found = re.search(r'role="alert" id="problem">([^<]*)<', page.text)
    assert found is not None, page.text
    return html.unescape(found[1])


@pytest.fixture
def bench(world: World) -> Bench:
    return Bench(world)


def test_a_read_is_answered_as_a_program_is(bench: Bench) -> None:
    product = {"product_name": "<b>한글</b>", "supply_price": "5.00"}
    made = bench.direct("POST", "products", json={"request": product})
    assert made.status_code == 201

    page = bench.tries(PRODUCTS, p_limit="1", p_fields="product_no,product_name")

    direct = bench.direct("GET", "products?limit=1&fields=product_no,product_name")
    assert page.status_code == 200
    assert told(page) == (direct.status_code, direct.json())
    assert "<b>한글" not in page.text


def test_a_write_changes_the_mall(bench: Bench) -> None:
    body = json.dumps({"request": {"product_name": "Linen apron", "supply_price": "5.00"}})

    status, answer = told(bench.tries(CREATE, body=body))

    number = answer["product"]["product_no"]
    read = bench.direct("GET", f"products/{number}").json()["product"]
    assert status == 201
    assert read["product_name"] == "Linen apron"


@pytest.mark.parametrize(
    ("page", "form", "method", "path", "content"),
    [
        (PRODUCTS, {"p_limit": "0"}, "GET", "products?limit=0", None),
        (PRODUCT, {"p_product_no": "999"}, "GET", "products/999", None),
        (PRODUCT, {"p_product_no": "a/b"}, "GET", "products/a%2Fb", None),
        (PRODUCT, {"p_product_no": "1?x=1#y"}, "GET", "products/1%3Fx%3D1%23y", None),
        (CREATE, {"body": "{"}, "POST", "products", b"{"),
        (CREATE, {"body": '{"request": {}}'}, "POST", "products", b'{"request": {}}'),
        (CREATE, {"body": ""}, "POST", "products", b""),
    ],
)
def test_a_refusal_is_the_one_a_program_gets(
    bench: Bench, page: str, form: dict[str, str], method: str, path: str, content: bytes | None
) -> None:
    found = told(bench.tries(page, **form))

    json_type = {"Content-Type": "application/json"}
    direct = bench.direct(method, path, headers=json_type, content=content)
    assert direct.status_code >= 400
    assert found == (direct.status_code, direct.json())


def test_no_form_has_more_fields_than_are_read() -> None:
    most = max(
        len(list(parameter_names(entry)))
        for api in APIS
        for entry in catalog_of(api, api_versions.NEWEST).entries
    )
    beside = ["form_token", "mall_id", "client_id", "token", "key", "session", "body"]
    assert most + len(beside) <= 100


def test_dots_are_a_value_and_no_step_up(bench: Bench) -> None:
    status, answer = told(bench.tries(PRODUCT, p_product_no=".."))

    assert (status, answer["error"]["more_info"]["parameter"]) == (422, "product_no")


def test_a_call_counts_against_the_limits_and_speaks_the_version_of_the_page(
    bench: Bench,
) -> None:
    assert isinstance(bench.world.stage.app.counters, LocalCounters)
    old = PRODUCTS.replace(api_versions.NEWEST, "2024-03-01")

    first = bench.tries(old).text
    second = bench.tries(old).text

    counted = re.compile(r"<dt>x-api-call-limit</dt><dd>(\d+)/(\d+)</dd>")
    (one, capacity), (two, _) = counted.findall(first)[0], counted.findall(second)[0]
    assert int(two) == int(one) + 1
    assert int(capacity) == 40
    assert "<dt>x-platform-api-version</dt><dd>2024-03-01</dd>" in first


def test_without_a_token_the_app_calls_with_one_that_ends_with_the_call(bench: Bench) -> None:
    before = bench.living_tokens()

    status, answer = told(bench.tries(PRODUCTS, token=""))

    assert (status, answer) == (200, {"products": []})
    assert bench.living_tokens() == before


def test_what_an_app_was_not_allowed_it_may_not_from_here(bench: Bench) -> None:
    page = bench.tries(f"{HOME}/admin/{api_versions.NEWEST}/get-orders", token="")

    direct = bench.direct("GET", "orders")
    assert direct.status_code == 403
    assert told(page) == (403, direct.json())


def test_credentials_are_shown_nowhere(bench: Bench) -> None:
    page = bench.tries(PRODUCTS)

    assert told(page)[0] == 200
    assert bench.token not in page.text
    assert "Authorization: Bearer ACCESS_TOKEN" in html.unescape(page.text)
    assert page.headers["cache-control"] == "no-store"


def test_the_storefront_is_tried_with_an_apps_key(bench: Bench) -> None:
    page = f"{HOME}/storefront/{api_versions.NEWEST}/get-products"

    wrong = bench.tries(page, key="wrong")
    right = bench.tries(page, key=bench.app.credentials.front_api_key)

    assert told(wrong)[0] == 401
    direct = bench.world.request("GET", "/api/v2/products", auth=bench.app.basic)
    assert told(right) == (200, direct.json())


def test_analytics_is_asked_about_the_chosen_mall(bench: Bench) -> None:
    app = bench.world.full
    page = f"{HOME}/analytics/{api_versions.NEWEST}/get-visitors-view"
    form = {"p_start_date": "2026-11-01", "p_end_date": "2026-11-02", "p_shop_no": "1"}

    found = told(bench.tries(page, token=app.token.access_token, **form))

    query = f"mall_id={bench.mall_id}&shop_no=1&start_date=2026-11-01&end_date=2026-11-02"
    url = f"https://analytics.openmall.localhost/visitors/view?{query}"
    direct = bench.world.stage.client.get(url, headers=app.headers)
    assert direct.status_code == 200
    assert found == (200, direct.json())


def test_the_partner_api_is_tried_in_no_mall(bench: Bench) -> None:
    page = f"{HOME}/partner/{api_versions.NEWEST}/get-shops"

    found = told(bench.tries(page, key="wrong"))

    assert found[0] == 401


@pytest.mark.parametrize(
    ("page", "form", "said"),
    [
        (PRODUCT, {"p_product_no": ""}, "Fill in every parameter of the path."),
        (
            PRODUCT,
            {"p_product_no": "count"},
            "With these values the path matches another operation.",
        ),
        (PRODUCTS, {"mall_id": "somebody-elses"}, "Choose one of your test malls."),
        (PRODUCTS, {"mall_id": "evil.example.com/"}, "Choose one of your test malls."),
        (PRODUCTS, {"mall_id": ""}, "Choose one of your test malls."),
        (PRODUCTS, {"token": "a\r\nHost: evil"}, "Credentials are of visible ASCII characters."),
        (PRODUCTS, {"token": "토큰"}, "Credentials are of visible ASCII characters."),
        (
            PRODUCTS,
            {"token": "", "client_id": "other"},
            "Choose one of your apps, or type an access token.",
        ),
    ],
)
def test_what_means_something_else_is_not_sent(
    bench: Bench, page: str, form: dict[str, str], said: str
) -> None:
    answer = bench.tries(page, **form)

    assert (answer.status_code, why(answer)) == (422, said)


def test_the_mall_of_another_developer_is_closed(bench: Bench) -> None:
    other = Bench(bench.world.stage.new_world(f"{bench.mall_id}-other"))

    page = other.tries(PRODUCTS, mall_id=bench.mall_id, token=bench.token)

    assert (page.status_code, why(page)) == (422, "Choose one of your test malls.")


def test_an_app_that_is_not_in_the_mall_is_told_so(bench: Bench) -> None:
    page = bench.tries(PRODUCTS, token="", client_id=bench.other_app())

    assert why(page) == "The app is not installed in this test mall yet: install it first."


def test_a_form_of_another_site_sends_nothing(bench: Bench) -> None:
    form = {"mall_id": bench.mall_id, "token": bench.token, "form_token": "0" * 64}

    answer = bench.browser.submit(PRODUCTS, form)

    assert answer.status_code == 403
    assert "This page has expired" in answer.text
    assert _TRIED.search(answer.text) is None


def test_nobody_tries_without_signing_in(world: World) -> None:
    stranger = Developer(world)
    page = stranger.open(PRODUCTS)

    answer = stranger.submit(PRODUCTS, {**hidden(page), "token": "x"})

    assert "Sign in to call this operation from here" in page.text
    assert 'name="token"' not in page.text
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/developers/sign-in?next=")


def test_whoever_has_no_mall_or_app_is_led_to_one(world: World) -> None:
    browser = signed_up(world, f"New {world.mall_id}")

    assert "You have no test mall for this call yet." in browser.open(PRODUCTS).text


def test_what_was_typed_is_there_again_without_the_credentials(bench: Bench) -> None:
    page = bench.tries(PRODUCTS, p_product_name='"><script>', p_limit="2")

    assert 'name="p-limit" type="text" value="2"' in page.text
    assert 'value="&#34;&gt;&lt;script&gt;"' in page.text
    assert "<script>" not in page.text
