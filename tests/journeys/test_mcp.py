"""The SDK's client speaks MCP with a running mall: to a paid order, to a changed product."""

import asyncio
import ssl
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp.client.auth import OAuthClientProvider
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from mcp.types import ElicitRequestParams, ElicitResult
from pydantic import AnyUrl

from tests.journeys.consent_browser import consent
from tests.journeys.demo_server import DemoServer, command
from tests.page_content import hidden_fields
from tests.storefront.shopper_client import RECEIVER

REDIRECT = "http://127.0.0.1:7777/callback"
UNITS = 10
CLIENTS = 64


class Storage:
    """What a client remembers."""

    def __init__(self, known: OAuthClientInformationFull | None = None) -> None:
        self.tokens: OAuthToken | None = None
        self.known = known

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.known

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.known = client_info


class ShopperBrowser:
    """A shopper's browser without scripts, signed in to the shop."""

    def __init__(self, mall: DemoServer) -> None:
        self.http = mall.new_client()
        self.base = mall.demo.local_url
        customer = mall.demo.customer
        found = self.send(
            "/sign-in", member_id=customer.member_id, password=customer.password, next="/account"
        )
        assert found.startswith("/account"), found

    def hidden(self, path: str) -> dict[str, str]:
        """Return the hidden fields of the form of a page."""
        page = self.http.get(path)
        assert page.status_code == 200, page.text
        return hidden_fields(page.text)

    def send(self, path: str, at: str = "", **form: str) -> str:
        """Send the form of a page; return where the browser is led."""
        answer = self.http.post(path, data={**self.hidden(at or path), **form})
        assert answer.status_code in (302, 303), answer.text
        return answer.headers["location"]

    def allow(self, url: str) -> AuthorizationCodeResult:
        """Consent at the address to which an agent sent the browser."""
        location = self.send("/agents/authorize", url.removeprefix(self.base), decision="allow")
        told = parse_qs(urlsplit(location).query)
        return AuthorizationCodeResult(
            code=told["code"][0], state=told["state"][0], iss=told["iss"][0]
        )


def authority(mall: DemoServer) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=mall.demo.ca_file)


@asynccontextmanager
async def connected(
    mall: DemoServer, path: str, auth: httpx2.Auth | None = None, **options: Any
) -> AsyncIterator[Client]:
    """Connect the SDK's client to an endpoint."""
    headers = options.pop("headers", {})
    async with httpx2.AsyncClient(
        verify=authority(mall), auth=auth, headers=headers, timeout=60
    ) as http:
        transport = streamable_http_client(f"{mall.demo.local_url}{path}", http_client=http)
        async with Client(transport, **options) as client:
            yield client


def shopper_login(mall: DemoServer, browser: ShopperBrowser) -> OAuthClientProvider:
    """Return what signs the SDK's client in, from discovery to tokens."""
    asked: list[str] = []

    async def redirect(url: str) -> None:
        asked.append(url)

    async def callback() -> AuthorizationCodeResult:
        return await asyncio.to_thread(browser.allow, asked[-1])

    metadata = OAuthClientMetadata(
        client_name="Test agent",
        redirect_uris=[AnyUrl(REDIRECT)],
        token_endpoint_auth_method="none",
    )
    return OAuthClientProvider(
        f"{mall.demo.local_url}/api/mcp", metadata, Storage(), redirect, callback
    )


async def content(client: Client, tool: str, **arguments: Any) -> Any:
    """Return the content of a tool's result that must be none of an error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def product_on_sale(client: Client) -> tuple[int, str]:
    """Return number and variant of a product that can be bought."""
    for each in (await content(client, "search_products", limit=20))["products"]:
        found = await content(client, "get_product", product_no=each["product_no"])
        for variant in found["product"]["variants"]:
            if variant["selling"] == "T" and variant["display"] == "T":
                return each["product_no"], variant["variant_code"]
    raise AssertionError("nothing is on sale")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_agent_goes_from_sign_in_to_a_paid_order(mall: DemoServer, mode: str) -> None:
    browser = ShopperBrowser(mall)

    async def shop() -> dict[str, Any]:
        login = shopper_login(mall, browser)
        async with connected(mall, "/api/mcp", login, mode=mode) as client:
            number, code = await product_on_sale(client)
            # the first tool that needs a shopper begins the sign-in
            before = (await content(client, "list_orders"))["orders"]
            await content(client, "add_to_cart", product_no=number, variant_code=code, quantity=1)
            [item] = [
                each
                for each in (await content(client, "view_cart"))["carts"]
                if each["variants_code"] == code
            ]
            chosen = {
                "basket_product_no": [item["basket_product_no"]],
                "payment_method": "card",
                "receiver": RECEIVER,
            }
            estimate = (await content(client, "estimate_order", **chosen))["estimate"]
            total = estimate["order_amount"]["total_amount_due"]
            placed = await content(client, "place_order", **chosen, expected_total=total)
            page = placed["pay_page"].removeprefix(mall.demo.local_url)
            await asyncio.to_thread(browser.send, page, outcome="approved")
            order_id = placed["order"]["order_id"]
            assert order_id not in {each["order_id"] for each in before}
            return (await content(client, "get_order", order_id=order_id))["order"]

    order = asyncio.run(shop())

    assert (order["paid"], len(order["items"])) == ("T", 1)
    assert "Test agent" in browser.http.get("/account/agents").text


def test_an_app_goes_from_the_search_of_a_tool_to_a_changed_product(mall: DemoServer) -> None:
    app = mall.demo.app("full")
    known = OAuthClientInformationFull(
        client_id=app.client_id,
        client_secret=app.client_secret,
        redirect_uris=[AnyUrl(app.redirect_uri)],
        token_endpoint_auth_method="client_secret_post",
    )
    metadata = OAuthClientMetadata(
        redirect_uris=[AnyUrl(app.redirect_uri)], scope="mall.read_product mall.write_product"
    )
    # direct changes are a permission of their own; without it they would wait for approval
    at = ("--data-dir", str(mall.data_dir), *mall.store_options)
    for words in (
        ("app", "set", app.client_id, "--add-scope", "mall.agent_writes"),
        ("app", "install", app.client_id, "--mall", "demo"),
    ):
        done = command(*words, *at)
        assert done.returncode == 0, done.stderr
    asked: list[str] = []
    questions: list[str] = []

    async def redirect(url: str) -> None:
        asked.append(url)

    async def callback() -> AuthorizationCodeResult:
        path = asked[-1].removeprefix(mall.demo.local_url)
        told = parse_qs(urlsplit(await asyncio.to_thread(consent, mall, path)).query)
        return AuthorizationCodeResult(
            code=told["code"][0], state=told["state"][0], iss=told["iss"][0]
        )

    async def confirm(context: Any, params: ElicitRequestParams) -> ElicitResult:
        questions.append(params.message)
        return ElicitResult(action="accept", content={"confirm": True})

    async def change() -> tuple[Any, Any]:
        endpoint = f"{mall.demo.local_url}/api/mcp/admin"
        login = OAuthClientProvider(endpoint, metadata, Storage(known), redirect, callback)
        async with connected(mall, "/api/mcp/admin", login, elicitation_callback=confirm) as client:
            found = await content(client, "search_operations", query="put products product_no")
            operation = "PUT products/{product_no}"
            assert operation in [each["operation"] for each in found["operations"]]
            described = await content(client, "describe_operation", operation=operation)
            path = {"product_no": 3}
            changed = await content(
                client,
                "call_operation",
                operation=operation,
                path=path,
                body={"request": {"simple_description": "Changed by an agent"}},
            )
            read = await content(
                client, "read_operation", operation="GET products/{product_no}", path=path
            )
            assert described["needs_confirmation"]
            assert changed["product"]
            return read, described

    read, _ = asyncio.run(change())

    assert read["product"]["simple_description"] == "Changed by an agent"
    assert len(questions) == 1
    assert "Changed by an agent" in questions[0]


def few(mall: DemoServer) -> tuple[int, str]:
    """Return number and variant of a new product of which there are ten units."""
    product = {"product_name": "Few", "price": "1000", "supply_price": "500"}
    made = mall.call(
        "POST", "products", json={"request": {**product, "display": "T", "selling": "T"}}
    )
    assert made.status_code == 201, made.text
    number: int = made.json()["product"]["product_no"]
    code: str = mall.call("GET", f"products/{number}/variants").json()["variants"][0][
        "variant_code"
    ]
    stock = {"quantity": UNITS, "use_inventory": "T", "display_soldout": "T"}
    inventory = f"products/{number}/variants/{code}/inventories"
    changed = mall.call("PUT", inventory, json={"request": stock})
    assert changed.status_code == 200, changed.text
    return number, code


@pytest.mark.both_stores
def test_of_sixty_four_agents_ten_get_the_last_ten_units(mall: DemoServer) -> None:
    number, code = few(mall)
    orders: list[str] = []

    async def buy(client: Client, at: int) -> str:
        cart = await client.call_tool(
            "add_to_cart", {"product_no": number, "variant_code": code, "quantity": 1}
        )
        if cart.is_error:
            return "refused"
        assert cart.structured_content is not None
        order = {
            "session": cart.structured_content["session"],
            "payment_method": "card",
            "receiver": RECEIVER,
        }
        estimate = await client.call_tool("estimate_order", order)
        if estimate.is_error:
            return "refused"
        assert estimate.structured_content is not None
        total = estimate.structured_content["estimate"]["order_amount"]["total_amount_due"]
        buyer = {"name": f"Guest {at}", "email": f"g{at}@example.com", "cellphone": "010-1-2"}
        placed = await client.call_tool(
            "place_order", {**order, "buyer": buyer, "expected_total": total}
        )
        if placed.is_error:
            return "refused"
        assert placed.structured_content is not None
        orders.append(placed.structured_content["order"]["order_id"])
        return "sold"

    async def compete() -> Counter[str]:
        async def one(at: int) -> str:
            async with connected(mall, "/api/mcp", mode="legacy") as client:
                return await buy(client, at)

        return Counter(await asyncio.gather(*(one(at) for at in range(CLIENTS))))

    outcomes = asyncio.run(compete())

    assert outcomes == {"sold": UNITS, "refused": CLIENTS - UNITS}
    assert len(set(orders)) == UNITS
    for order_id in orders:
        items = mall.call("GET", f"orders/{order_id}?embed=items").json()["order"]["items"]
        assert [(each["product_no"], each["quantity"]) for each in items] == [(number, 1)]


def test_a_worker_without_agents_does_not_have_the_sdk() -> None:
    program = "import sys, openmall.app; print([each for each in sys.modules if each == 'mcp'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert done.stdout.strip() == "[]", done.stderr
