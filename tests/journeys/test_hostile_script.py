"""A script of an app attacks from a page of the shop, in a real browser that is signed in.

The head admin and a shopper are signed in while the script runs. It tries all ways of a page to
read or change what is theirs: requests, frames, windows that it opens, and forms that it sends.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.journeys.demo_server import DemoServer
from tests.journeys.test_script_tags import AppServer

pytestmark = pytest.mark.one_store
CALLBACK = "https://app.example.com/callback"

ATTACK = """
document.addEventListener("click", async () => {
  if (window.told) return;
  const told = window.told = {}, { staff, authorize, order } = GIVEN;
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  const own = document.querySelector("[name=form_token]")?.value || "";
  const manager = { form_token: own, user_id: "byscript", name: "By Script", manager_type: "P",
    password: "by a script 1", act: "add" };

  async function read(name, address, options) {
    try {
      const answer = await fetch(address, options);
      const told_token = (await answer.text()).includes("form_token");
      told[name] = `${answer.status} ${answer.type} ${told_token}`;
    } catch (error) { told[name] = error.name; }
  }
  async function frame(name, address) {
    const box = document.createElement("iframe");
    box.src = address;
    document.body.append(box);
    await pause(1500);
    try { told[name] = (box.contentDocument?.body?.innerText || "").slice(0, 80); }
    catch (error) { told[name] = error.name; }
  }
  async function opened(name, address) {
    const page = window.open(address, name);
    await pause(2500);
    const shut = page === null ? "blocked" : page.closed ? "closed" : "";
    try { told[name] = shut || page.document.body.innerHTML.slice(0, 4000); }
    catch (error) { told[name] = error.name; }
  }
  async function form(name, address, fields) {
    const sent = document.createElement("form");
    Object.assign(sent, { method: "post", action: address, target: name });
    for (const [field, value] of Object.entries(fields)) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name: field, value });
      sent.append(input);
    }
    document.body.append(sent);
    try { sent.submit(); told[name] = "sent"; } catch (error) { told[name] = error.name; }
    await pause(1000);
  }
  const body = new URLSearchParams(manager);
  const allow = new URLSearchParams({ form_token: own, decision: "allow" });
  const cookies = { credentials: "include" }, blindly = { ...cookies, mode: "no-cors" };

  await read("read staff", `${staff}/managers`, cookies);
  await read("read staff blindly", `${staff}/managers`, blindly);
  await read("read the earlier address", "/admin/managers");
  await read("add a manager", `${staff}/managers`, { ...blindly, method: "POST", body });
  await read("add at the earlier address", "/admin/managers", { method: "POST", body });
  await read("ask for consent", authorize, cookies);
  await read("consent", "/api/v2/oauth/authorize", { method: "POST", body: allow });
  await frame("frame of staff", `${staff}/managers`);
  await frame("frame of consent", authorize);
  await opened("window of staff", `${staff}/managers`);
  await opened("window of consent", authorize);
  await form("form to staff", `${staff}/managers`, manager);
  await form("form of consent", `${staff}/authorize`, { form_token: own, decision: "allow" });

  await read("read the account", "/account");
  await read("read orders", "/orders");
  await read("read an order", order);
  await read("let an agent in", "/agents/authorize", { method: "POST", body: allow });
  await read("leave", "/account/leave", { method: "POST", body: allow });
  await frame("frame of the account", "/account");
  await opened("window of the account", "/account");
  await opened("window of an order", order);
  told.cookies = document.cookie;
  told.token = own.length > 20;
  window.finished = true;
});
"""


@pytest.fixture
def app_server(tmp_path: Path) -> Iterator[AppServer]:
    server = AppServer(tmp_path)
    yield server
    server.stop()


def _typed(browser: webdriver.Chrome, name: str, text: str) -> None:
    browser.find_element(By.NAME, name).send_keys(text)


def _attacked(browser: webdriver.Chrome, base: str) -> dict[str, Any]:
    """Open a product as the signed-in shopper, click, and return what the script has got."""
    browser.get(f"{base}/products/7")
    heading = browser.find_element(By.TAG_NAME, "h1")
    ActionChains(browser).move_to_element(heading).click().perform()
    here = browser.current_window_handle
    WebDriverWait(browser, 60).until(
        lambda opened: opened.execute_script("return window.finished === true")
    )
    told: dict[str, Any] = json.loads(browser.execute_script("return JSON.stringify(told)"))
    for handle in browser.window_handles:
        if handle != here:
            browser.switch_to.window(handle)
            browser.close()
    browser.switch_to.window(here)
    return told


def test_a_script_of_an_app_reads_and_changes_nothing_of_staff_and_shoppers(
    mall: DemoServer, browser: webdriver.Chrome, app_server: AppServer
) -> None:
    base, staff, customer = mall.demo.base_url, mall.demo.staff_url, mall.demo.customer
    options = ("--redirect-uri", CALLBACK, "--scope", "mall.read_order", "--json")
    created = json.loads(mall.openmall("app", "create", "--name", "Greedy", *options))
    asked = {
        "response_type": "code",
        "client_id": created["client_id"],
        "redirect_uri": CALLBACK,
    }
    given = {
        "staff": staff,
        "authorize": f"{base}/api/v2/oauth/authorize?{urlencode(asked)}",
        "order": "/orders/20261121-0000001",
    }
    app_server.texts["/attack.js"] = ATTACK.replace("GIVEN", json.dumps(given))
    tag = {"src": f"{app_server.origin}/attack.js", "display_location": ["all"]}
    made = mall.call("POST", "scripttags", json={"request": tag})
    assert made.status_code == 201, made.text

    browser.get(f"{staff}/managers")
    _typed(browser, "user_id", mall.demo.admin.user_id)
    _typed(browser, "password", mall.demo.admin.password + Keys.ENTER)
    browser.find_element(By.CSS_SELECTOR, "nav.side")
    browser.get(f"{base}/sign-in")
    _typed(browser, "member_id", customer.member_id)
    _typed(browser, "password", customer.password + Keys.ENTER)
    browser.find_element(By.CSS_SELECTOR, ".account-drop")
    try:
        told = _attacked(browser, base)
    finally:
        number = made.json()["scripttag"]["script_no"]
        assert mall.call("DELETE", f"scripttags/{number}").is_success
    browser.get(f"{staff}/managers")
    managers = browser.find_element(By.TAG_NAME, "main").text
    browser.get(f"{staff}/apps")
    apps = browser.find_element(By.TAG_NAME, "main").text
    browser.get(f"{base}/account")
    account = browser.find_element(By.TAG_NAME, "main").text

    assert told.pop("token"), "the script reads the token of the page it runs on"
    assert "__Host-" not in told.pop("cookies")
    refused = {"TypeError", "SecurityError", "blocked", "closed", "sent", ""}
    answered = {name: said for name, said in told.items() if said not in refused}
    assert answered == {
        "add at the earlier address": "405 basic false",
        "consent": "405 basic false",
        "read the account": "403 basic false",
        "read orders": "403 basic false",
        "read an order": "403 basic false",
        "let an agent in": "403 basic false",
        "leave": "403 basic false",
    }
    assert "byscript" not in managers
    assert "Greedy" not in apps
    assert "Demo customer" in account
    assert told["window of the account"] in ("closed", "SecurityError", "TypeError")
