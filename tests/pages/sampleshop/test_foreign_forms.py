"""A form of the shop that a page of another site sends is refused, though its token is right."""

from openmall.pages.sampleshop import routes
from tests.hostile.test_foreign_forms import FOREIGN, SAID, refused
from tests.page_content import form_token
from tests.pages.sampleshop.shop_browser import Guest

_PATTERNS = {
    r"([1-9][0-9]{0,17})": "1",
    r"([0-9a-f]{32})": "0" * 32,
    r"([0-9]{8}-[0-9]{7,12})": "20260101-0000001",
    r"([a-z]{1,20})": "google",
}


def _plain(pattern: str) -> str:
    for each, value in _PATTERNS.items():
        pattern = pattern.replace(each, value)
    return pattern


def test_every_form_of_another_site_is_refused(guest: Guest) -> None:
    token = {"form_token": form_token(guest.see("/sign-in"))}
    paths = [
        _plain(page.pattern.pattern)
        for page in routes.PAGES
        if page.submit is not None and not page.signed
    ]
    assert len(paths) > 20

    refused(guest, paths, token, guest.world.base_url)


def test_a_member_s_form_with_the_right_token(guest: Guest) -> None:
    guest.join("hana")
    token = {"form_token": form_token(guest.see("/account"))}
    for origin in FOREIGN:
        answer = guest.submit("/sign-out", token, Origin=origin)
        assert (answer.status_code, SAID in answer.text) == (403, True)

    own = guest.submit("/sign-out", token, Origin=guest.world.base_url)

    assert own.status_code == 303


def test_forms_of_signed_links_need_no_page_of_ours() -> None:
    signed = {page.pattern.pattern for page in routes.PAGES if page.signed}

    assert signed == {"/sign-in/return", "/unsubscribe", "/restock", "/newsletter/confirm"}
