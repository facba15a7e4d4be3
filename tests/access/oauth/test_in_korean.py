"""Signing in and deciding about an app, in Korean."""

import re

import pytest

from openmall.access.oauth.backoff import FREE_ATTEMPTS
from openmall.access.oauth.scope_descriptions import MARKED_TEXTS, describe
from openmall.contract.scopes import AGENT_WRITES, AREAS, EXTRA, ON_REQUEST, SENTENCES
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, authorize_path, manager
from tests.world import World


@pytest.fixture
def browser(world: World) -> Browser:
    """The browser of an owner who chose Korean."""
    manager(world)
    browser = Browser(world)
    browser.cookies["openmall-language"] = "ko"
    return browser


def test_every_permission_is_a_sentence_in_both_languages() -> None:
    assert set(MARKED_TEXTS) == {*AREAS.values(), *EXTRA.values(), ON_REQUEST[AGENT_WRITES]}
    assert {scope: describe(scope, "en") for scope in SENTENCES} == SENTENCES
    assert [scope for scope in SENTENCES if not re.search("[가-힣]", describe(scope, "ko"))] == []


def test_what_an_app_asks_for(browser: Browser) -> None:
    app = browser.world.install(["mall.read_order"], in_mall=False)

    text = browser.sign_in(authorize_path(app, scope="mall.read_order")).text

    for said in (
        "Test app 앱이", "주문, 결제, 배송, 취소·교환·반품 조회", ">허용<", ">거부<"
    ):  # fmt: skip
        assert said in text


def test_a_wrong_password_and_too_many_of_them(browser: Browser) -> None:
    wrong = browser.sign_in(SIGN_IN, "wrong")
    for _ in range(FREE_ATTEMPTS):
        held = browser.sign_in(SIGN_IN, "wrong")

    assert (wrong.status_code, held.status_code) == (400, 429)
    assert "아이디 또는 비밀번호가 올바르지 않습니다." in wrong.text
    assert re.search(r"시도 횟수가 너무 많습니다\. \d+(초|분) 후에 다시 시도해 주세요\.", held.text)
