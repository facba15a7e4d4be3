"""Client programs nobody here wrote go from consent to a changed product, over HTTPS."""

import re
import ssl
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from requests_oauthlib import OAuth2Session
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import url_contains
from selenium.webdriver.support.wait import WebDriverWait

from openmall.access.oauth.grants import GRACE_SECONDS
from tests.journeys.accessibility import page_faults
from tests.journeys.consent_browser import authorize_url, consent
from tests.journeys.demo_server import DemoServer
from tests.journeys.filled_malls import FilledMalls

SCOPES = "mall.read_product mall.write_product"


def test_authlib_goes_the_whole_way_with_pkce(mall: DemoServer) -> None:
    app = mall.demo.app("full")
    client = OAuth2Client(
        app.client_id,
        app.client_secret,
        redirect_uri=app.redirect_uri,
        scope=SCOPES,
        code_challenge_method="S256",
        verify=ssl.create_default_context(cafile=mall.demo.ca_file),
        base_url=mall.demo.local_url,
    )
    verifier = "v" * 64
    url, state = client.create_authorization_url(
        f"{mall.demo.local_url}/api/v2/oauth/authorize", code_verifier=verifier
    )

    location = consent(mall, url.removeprefix(mall.demo.local_url))
    endpoint = f"{mall.demo.local_url}/api/v2/oauth/token"
    token = client.fetch_token(
        endpoint, authorization_response=location, state=state, code_verifier=verifier
    )
    read = client.get("/api/v2/admin/products?limit=1")
    refreshed = client.refresh_token(endpoint, refresh_token=token["refresh_token"])
    changed = _rename(client, read.json()["products"][0])

    assert token["scopes"] == SCOPES.split()
    assert token["token_type"] == "Bearer"
    assert refreshed["access_token"] != token["access_token"]
    assert changed.status_code == 200


def _discovered(http: httpx.Client, api: str) -> AuthorizationServerMetadata:
    """Return the valid metadata that a refused call of an API leads to (RFC 9728, RFC 8414)."""
    challenge = http.get(f"{api}/products").headers["www-authenticate"]
    resource = http.get(re.findall(r'resource_metadata="([^"]+)"', challenge)[0]).json()
    assert resource["resource"] == api
    [issuer] = resource["authorization_servers"]
    found = http.get(get_well_known_url(issuer, external=True)).json()
    assert found["issuer"] == issuer
    metadata = AuthorizationServerMetadata(found)
    metadata.validate()
    return metadata


def test_authlib_discovers_everything_but_the_address_of_the_api(mall: DemoServer) -> None:
    app, api = mall.demo.app("full"), f"{mall.demo.local_url}/api/v2/admin"
    found = _discovered(mall.client, api)
    client = OAuth2Client(
        app.client_id,
        app.client_secret,
        redirect_uri=app.redirect_uri,
        scope=SCOPES,
        code_challenge_method=found["code_challenge_methods_supported"][0],
        token_endpoint_auth_method=found["token_endpoint_auth_methods_supported"][0],
        revocation_endpoint_auth_method=found["revocation_endpoint_auth_methods_supported"][0],
        verify=ssl.create_default_context(cafile=mall.demo.ca_file),
    )
    url, state = client.create_authorization_url(
        found["authorization_endpoint"], code_verifier="v" * 64, resource=api
    )

    location = consent(mall, url.removeprefix(mall.demo.local_url))
    answered = parse_qs(urlsplit(location).query)
    token = client.fetch_token(
        found["token_endpoint"],
        authorization_response=location,
        state=state,
        code_verifier="v" * 64,
        resource=api,
    )
    read = client.get(f"{api}/products?limit=1")
    today = {"mall_id": "demo", "start_date": "2026-11-01", "end_date": "2026-11-02"}
    elsewhere = client.get(f"{mall.demo.local_url}/visitors/view", params=today)
    refreshed = client.refresh_token(found["token_endpoint"], refresh_token=token["refresh_token"])
    revoked = client.revoke_token(found["revocation_endpoint"], refreshed["access_token"])

    assert answered["iss"] == [found["issuer"]]
    assert (read.status_code, elsewhere.status_code) == (200, 401)
    assert (revoked.status_code, client.get(f"{api}/products").status_code) == (200, 401)


def test_requests_oauthlib_discovers_everything_but_the_address_of_the_api(
    mall: DemoServer,
) -> None:
    app, api = mall.demo.app("full"), f"{mall.demo.local_url}/api/v2/admin"
    found = _discovered(mall.client, api)
    session = OAuth2Session(
        app.client_id,
        redirect_uri=app.redirect_uri,
        scope=SCOPES.split(),
        pkce=found["code_challenge_methods_supported"][0],
    )
    session.trust_env, session.verify = False, mall.demo.ca_file
    url, _ = session.authorization_url(found["authorization_endpoint"])

    location = consent(mall, url.removeprefix(mall.demo.local_url))
    session.fetch_token(
        found["token_endpoint"],
        authorization_response=location,
        auth=(app.client_id, app.client_secret),
    )

    assert session.get(f"{api}/products/1").json()["product"]["product_no"] == 1


def test_requests_oauthlib_goes_the_whole_way(mall: DemoServer) -> None:
    app = mall.demo.app("full")
    session = OAuth2Session(app.client_id, redirect_uri=app.redirect_uri, scope=SCOPES.split())
    session.trust_env, session.verify = False, mall.demo.ca_file
    base = mall.demo.local_url
    url, _ = session.authorization_url(f"{base}/api/v2/oauth/authorize")

    location = consent(mall, url.removeprefix(base))
    token = session.fetch_token(
        f"{base}/api/v2/oauth/token",
        authorization_response=location,
        client_secret=app.client_secret,
        include_client_id=True,
    )
    read = session.get(f"{base}/api/v2/admin/products/1")
    revoked = session.post(  # type: ignore[call-arg] # of OAuth2Session.request
        f"{base}/api/v2/oauth/revoke",
        data={"token": token["access_token"]},
        auth=(app.client_id, app.client_secret),
        withhold_token=True,
    )
    afterwards = session.get(f"{base}/api/v2/admin/products/1")

    assert read.json()["product"]["product_no"] == 1
    assert (revoked.status_code, revoked.content) == (200, b"{}")
    assert revoked.headers["content-type"] == "application/json; charset=utf-8"
    assert afterwards.status_code == 401
    assert "invalid_token" in afterwards.json()["error"]["message"]


@pytest.mark.one_store
def test_chromium_signs_in_and_allows(mall: DemoServer, browser: webdriver.Chrome) -> None:
    browser.get(mall.demo.base_url + authorize_url(mall, scope=SCOPES))
    browser.switch_to.active_element.send_keys(mall.demo.admin.user_id)
    browser.find_element(By.ID, "password").send_keys("wrong")
    browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    problem = browser.find_element(By.CSS_SELECTOR, "[role=alert]").text
    faults = page_faults(browser)
    browser.switch_to.active_element.send_keys(mall.demo.admin.password)
    browser.find_element(By.CSS_SELECTOR, "button.primary").click()
    browser.find_element(By.CSS_SELECTOR, "form.decision")  # the page has changed
    asked = browser.find_element(By.TAG_NAME, "main").text
    faults += page_faults(browser)
    browser.find_element(By.CSS_SELECTOR, "button[value=allow]").click()
    WebDriverWait(browser, 20).until(url_contains("code="))
    location = browser.current_url

    answered = parse_qs(urlsplit(location).query)
    assert problem == "The user ID or the password is wrong."
    assert faults == []
    assert "Demo full asks for access" in asked
    assert "See products, options, stock and prices" in asked
    assert location.startswith(mall.demo.app("full").redirect_uri)
    assert answered["state"] == ["a state"]
    assert _exchange(mall, answered["code"][0]).status_code == 200


def test_a_denied_app_is_told_so(mall: DemoServer) -> None:
    location = consent(mall, authorize_url(mall), decision="deny")

    answered = parse_qs(urlsplit(location).query)
    assert (answered["error"], answered["state"]) == (["access_denied"], ["a state"])
    assert "code" not in answered


@pytest.mark.both_stores
def test_of_64_exchanges_of_one_code_one_succeeds(mall: DemoServer) -> None:
    code = parse_qs(urlsplit(consent(mall, authorize_url(mall))).query)["code"][0]

    began = time.monotonic()
    answers = _at_once(mall, lambda client: _exchange(mall, code, client))
    spent = time.monotonic() - began

    tokens = [answer.json() for answer in answers if answer.status_code == 200]
    others = [answer.json() for answer in answers if answer.status_code != 200]
    assert len(tokens) == 1
    assert Counter(each["error"] for each in others) == {"invalid_grant": 63}
    headers = {"Authorization": f"Bearer {tokens[0]['access_token']}"}
    used = mall.client.get("/api/v2/admin/products/1", headers=headers)
    # a code that comes again later than that is a replay, which revokes the token
    assert used.status_code == 200 or spent > GRACE_SECONDS


@pytest.mark.both_stores
def test_of_64_refreshes_with_one_token_one_succeeds(mall: DemoServer) -> None:
    code = parse_qs(urlsplit(consent(mall, authorize_url(mall))).query)["code"][0]
    refresh_token = _exchange(mall, code).json()["refresh_token"]
    form = {"grant_type": "refresh_token", "refresh_token": refresh_token}

    answers = _at_once(mall, lambda client: _token(mall, form, client))

    assert Counter(answer.status_code for answer in answers) == {200: 1, 400: 63}


def test_limits_are_exact_whatever_the_number_of_workers(
    tmp_path: Path, store: str, filled: FilledMalls
) -> None:
    options = filled.copy(tmp_path / "data", store)
    running = DemoServer(tmp_path / "data", *options, "--workers", "2", OPENMALL_JOBS="elsewhere")
    try:
        # counts alone: no clock can be moved in another process, so the burst is taken at once
        with ThreadPoolExecutor(8) as threads:
            clients = [running.new_client() for _ in range(8)]
            answers = list(
                threads.map(
                    lambda at: clients[at % 8].get(
                        "/api/v2/admin/coupons/setting",
                        headers={
                            "Authorization": f"Bearer {running.demo.app('full').access_token}"
                        },
                    ),
                    range(160),
                )
            )
        spent = sum(answer.elapsed.total_seconds() for answer in answers) / 8
    finally:
        running.kill()

    admitted = sum(answer.status_code == 200 for answer in answers)
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 40 <= admitted <= 40 + 2 * (spent + 1)
    assert admitted + len(refused) == 160
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
    assert {answer.headers["X-Api-Call-Limit"] for answer in refused} == {"40/40"}


def _rename(client: OAuth2Client, product: dict[str, Any]) -> httpx.Response:
    name = {"product_name": product["product_name"] + " (renamed)"}
    answer: httpx.Response = client.put(
        f"/api/v2/admin/products/{product['product_no']}", json={"request": name}
    )
    return answer


def _exchange(mall: DemoServer, code: str, client: httpx.Client | None = None) -> httpx.Response:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": mall.demo.app("full").redirect_uri,
    }
    return _token(mall, form, client)


def _token(
    mall: DemoServer, form: dict[str, str], client: httpx.Client | None = None
) -> httpx.Response:
    app = mall.demo.app("full")
    return (client or mall.client).post(
        "/api/v2/oauth/token", data=form, auth=(app.client_id, app.client_secret)
    )


def _at_once(mall: DemoServer, call: Any) -> list[httpx.Response]:
    with ThreadPoolExecutor(16) as threads:
        clients = [mall.new_client() for _ in range(16)]
        return list(threads.map(lambda at: call(clients[at % 16]), range(64)))
