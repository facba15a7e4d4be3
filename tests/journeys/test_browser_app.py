"""A shop of one page at another origin lists, fills a cart, signs in, orders and pays."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer

pytestmark = pytest.mark.one_store

PAGE = """<!doctype html><meta charset="utf-8"><title>A shop elsewhere</title>
<ul id="products"></ul><p id="state">loading</p>
<script type="module">
const { base, client, key, member, password } = SETTINGS;
const shown = { headers: {} };
window.shown = shown;
let session = "";
const call = async (method, path, request) => {
  const headers = { Authorization: "Basic " + btoa(client + ":" + key) };
  if (session) headers["X-Openmall-Session"] = session;
  if (request) headers["Content-Type"] = "application/json";
  const body = request && JSON.stringify({ request });
  const answer = await fetch(base + "/api/v2/" + path, { method, headers, body });
  session = answer.headers.get("X-Openmall-Session") || session;
  shown.headers[method + " " + path] = Object.fromEntries(answer.headers);
  const read = await answer.json();
  if (!answer.ok) throw new Error(answer.status + " " + read.error.message);
  return Object.values(read)[0];
};
const say = (text) => (document.getElementById("state").textContent = text);
try {
  const products = await call("GET", "products?limit=5&fields=product_no,product_name");
  for (const { product_name } of products) {
    const line = document.createElement("li");
    line.textContent = product_name;
    document.getElementById("products").append(line);
  }
  shown.products = products;
  try {
    await call("GET", "products?limit=0");
  } catch (refused) {
    shown.refused = refused.message;
  }
  await call("POST", "carts", {
    product_no: 7, basket_type: "A0000", duplicated_item_check: "F", prepaid_shipping_fee: "P",
  });
  await call("POST", "sessions", { member_id: member, password });
  shown.cart = await call("GET", "carts");
  const order = await call("POST", "orders", {
    payment_method: "card",
    receiver: {
      name: "Min Kim", cellphone: "010-1111-1111", zipcode: "04524",
      address1: "1 Sejong-daero", address2: "Room 3", country_code: "KR",
    },
  });
  shown.order = order;
  const paid = await call("POST", "testgateway/payments/" + order.payment_id, {});
  for (const callback of paid.callbacks) {
    // as a gateway does, whose server no page reads
    const body = JSON.stringify(callback);
    await fetch(paid.callback_url, { method: "POST", mode: "no-cors", body });
  }
  for (let at = 0; at < 50 && shown.paid != "T"; at++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    shown.paid = (await call("GET", "orders/" + order.order_id)).paid;
  }
  say("done");
} catch (problem) {
  say("failed: " + problem.message);
}
</script>"""


@contextmanager
def served(page: bytes) -> Iterator[str]:
    """Serve a page by a server of its own; yield its origin."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://localhost:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def page_of(mall: DemoServer) -> bytes:
    app, customer = mall.demo.app("full"), mall.demo.customer
    settings = {
        "base": mall.demo.base_url,
        "client": app.client_id,
        "key": app.front_api_key,
        "member": customer.member_id,
        "password": customer.password,
    }
    return PAGE.replace("SETTINGS", msgspec.json.encode(settings).decode()).encode()


def state(browser: webdriver.Chrome, origin: str) -> str:
    """Open the page, and return what it says once it has come to its end."""
    browser.get(f"{origin}/")
    read = "return document.getElementById('state').textContent"
    WebDriverWait(browser, chromium.WAIT).until(
        lambda opened: opened.execute_script(read) != "loading"
    )
    said: str = browser.execute_script(read)
    return said


def test_a_page_of_another_origin_sells(mall: DemoServer, browser: webdriver.Chrome) -> None:
    app = mall.demo.app("full").client_id
    with served(page_of(mall)) as origin:
        unknown = state(browser, origin)
        mall.openmall("app", "set", app, "--browser-origin", origin)
        allowed = state(browser, origin)
        shown = browser.execute_script("return window.shown")
        listed = browser.execute_script("return document.querySelectorAll('#products li').length")
        mall.openmall("app", "set", app, "--no-browser-origins")
        withdrawn = state(browser, origin)

    assert unknown == withdrawn == "failed: Failed to fetch"
    assert allowed == "done"
    assert (listed, len(shown["products"])) == (5, 5)
    assert shown["refused"].startswith("422 ")
    assert [each["product_no"] for each in shown["cart"]] == [7]
    assert shown["paid"] == "T"
    headers = shown["headers"]["GET products?limit=5&fields=product_no,product_name"]
    assert {"etag", "x-api-call-limit", "x-platform-api-version"} <= headers.keys()
    order = mall.call("GET", f"orders/{shown['order']['order_id']}").json()["order"]
    assert (order["paid"], order["member_id"]) == ("T", mall.demo.customer.member_id)
