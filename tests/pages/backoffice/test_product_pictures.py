"""Pictures of a product in the back office: added, put in order, removed, described."""

from typing import Any

import httpx

from tests.access.oauth.authorization_requests import Browser
from tests.media.images import picture, read
from tests.pages.backoffice.page_forms import form_of, problem, said, send, send_only

LIST = "/admin/products"


def upload(owner: Browser, address: str, deed: str, field: str, content: bytes) -> httpx.Response:
    """Send a file by the form that does a deed, and return the answer."""
    form = form_of(owner.open(address).text, deed)
    sent = {name: value for name, value in form.values.items() if name != field} | {"deed": deed}
    files = {field: ("a.png", content, "image/png")}
    return owner._sent("POST", form.action, data=sent, files=files)


def widths(owner: Browser, number: int) -> list[int]:
    """Return how wide the pictures of a product are that buyers see, the main one first."""
    product = owner.world.get(f"products/{number}")["product"]
    addresses = [product["detail_image"], *(each["big"] for each in product["additional_image"])]
    return [
        read(owner.open("/files/" + each.partition("/files/")[2]).content).width
        for each in addresses
        if each
    ]


def texts(owner: Browser, address: str) -> list[str]:
    """Return the alternative texts of the pictures on a product's page, in order."""
    values = form_of(owner.open(address).text, "pictures").values
    return [value for name, value in values.items() if name.startswith("alt-")]


def with_pictures(owner: Browser, *sizes: int) -> tuple[int, str]:
    number: int = owner.world.product()["product_no"]
    address = f"{LIST}/{number}"
    for size in sizes:
        answer = upload(owner, address, "add-picture", "added", picture(size, size, "PNG"))
        assert answer.status_code == 303, answer.text
    return number, address


class TestPictures:
    def test_the_first_is_the_main_picture_and_others_follow(self, owner: Browser) -> None:
        number, _ = with_pictures(owner, 100, 110, 120)

        assert widths(owner, number) == [100, 110, 120]

    def test_they_are_moved_by_buttons(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110, 120)

        page = send(owner, address, "pictures", move="later-1")
        later = widths(owner, number)
        send(owner, address, "pictures", move="earlier-1")
        earlier = widths(owner, number)

        assert said(page) == "The pictures were saved."
        assert later == [100, 120, 110]
        assert earlier == [120, 100, 110]

    def test_they_are_put_in_any_order(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110, 120)

        send(owner, address, "pictures", order="2,0,1")

        assert widths(owner, number) == [120, 100, 110]

    def test_removing_the_main_picture_makes_the_next_one_the_main_picture(
        self, owner: Browser
    ) -> None:
        number, address = with_pictures(owner, 100, 110)

        send(owner, address, "pictures", move="remove-0")
        first = widths(owner, number)
        send(owner, address, "pictures", move="remove-0")

        assert first == [110]
        assert widths(owner, number) == []

    def test_pictures_that_changed_meanwhile_stay(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110)

        page = send(owner, address, "pictures", picture__1="https://example.com/a.png", order="1,0")

        assert page.status_code == 422
        assert "Another manager changed the pictures. Nothing was changed." in page.text
        assert widths(owner, number) == [100, 110]

    def test_an_order_that_is_none_changes_nothing(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110)

        pages = [
            send(owner, address, "pictures", order=each) for each in ("0,0", "5,1", "x", "1", "²,0")
        ]

        assert {said(page) for page in pages} == {"No changes to save."}
        assert widths(owner, number) == [100, 110]

    def test_the_alternative_text(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100)

        page = send(owner, address, "pictures", meta_alt="An apron on a hook")

        seo: dict[str, Any] = owner.world.get(f"products/{number}/seo")["seo"]
        assert said(page) == "The pictures were saved."
        assert seo["meta_alt"] == "An apron on a hook"
        assert widths(owner, number) == [100]

    def test_each_picture_has_a_text_that_follows_it(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110, 120)

        page = send(owner, address, "pictures", alt__0="Front", alt__1="Back", alt__2="Pocket")
        send(owner, address, "pictures", move="main-2")
        moved = texts(owner, address)
        send(owner, address, "pictures", move="remove-1")
        removed = texts(owner, address)
        again = send(owner, address, "pictures")

        assert said(page) == "The pictures were saved."
        assert moved == ["Pocket", "Front", "Back"]
        assert widths(owner, number) == [120, 110]
        assert removed == ["Pocket", "Back"]
        assert said(again) == "No changes to save."

    def test_a_text_that_is_too_long_moves_no_picture(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110)

        page = send(owner, address, "pictures", alt__1="x" * 251, move="main-1")

        assert page.status_code == 422
        assert problem(page, "alt-1") == "Enter at most 250 characters."
        assert widths(owner, number) == [100, 110]

    def test_a_copy_has_the_texts(self, owner: Browser) -> None:
        _, address = with_pictures(owner, 100, 110)
        send(owner, address, "pictures", alt__0="Front", alt__1="Back")

        copied = send_only(owner, address, "duplicate")

        assert texts(owner, copied.headers["location"].partition("?")[0]) == ["Front", "Back"]

    def test_what_is_no_picture_is_said_at_its_field(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100)

        refused = upload(owner, address, "add-picture", "added", b"no picture")
        empty = upload(owner, address, "add-picture", "added", b"")

        assert (refused.status_code, empty.status_code) == (422, 422)
        assert problem(refused, "added").startswith("Choose a picture")
        assert problem(empty, "added") == "This field is required."
        assert widths(owner, number) == [100]

    def test_several_are_added_at_once_with_what_was_typed(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100)
        form = form_of(owner.open(address).text, "save")
        sent = {**form.values, "product_name": "Linen apron, long"}
        sent.pop("added")
        files = [("added", (f"{size}.png", picture(size, size, "PNG"))) for size in (110, 120, 130)]

        answer = owner._sent("POST", form.action, data=sent, files=files)
        product = owner.world.get(f"products/{number}")["product"]

        assert answer.headers["location"] == f"{address}?done=saved"
        assert widths(owner, number) == [100, 110, 120, 130]
        assert product["product_name"] == "Linen apron, long"

    def test_ticked_ones_are_removed_when_the_form_is_saved(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110, 120)
        send(owner, address, "pictures", alt__1="Back", alt__2="Pocket")

        page = send(owner, address, "save", drop__0="T", order="0,2,1")

        assert said(page) == "The pictures were saved."
        assert widths(owner, number) == [120, 110]
        assert texts(owner, address) == ["Pocket", "Back"]

    def test_a_refused_form_keeps_the_order_and_what_is_to_be_removed(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100, 110, 120)

        page = send(owner, address, "save", drop__1="T", order="2,0,1", price="x")

        values = form_of(page.text, "save").values
        assert page.status_code == 422
        assert (values["order"], values["drop-1"]) == ("2,0,1", "T")
        assert widths(owner, number) == [100, 110, 120]

    def test_a_picture_from_another_site_is_refused(self, owner: Browser) -> None:
        number, address = with_pictures(owner, 100)
        files = {"added": ("a.png", picture(90, 90, "PNG"), "image/png")}
        sent = {"deed": "add-picture", "form_token": "x"}

        foreign = owner._sent("POST", address, data=sent, files=files)

        assert foreign.status_code == 403
        assert widths(owner, number) == [100]

    def test_one_too_many(self, owner: Browser) -> None:
        number, address = with_pictures(owner, *range(100, 121))

        refused = upload(owner, address, "add-picture", "added", picture(90, 90, "PNG"))

        assert refused.status_code == 422
        assert problem(refused, "added") == "A product has a main picture and at most 20 others."
        assert len(widths(owner, number)) == 21


def test_a_file_that_is_too_large_is_said_to_be(owner: Browser) -> None:
    _, address = with_pictures(owner)

    added = upload(owner, address, "add-picture", "added", bytes(6 * 1024 * 1024))
    whole = upload(owner, address, "add-picture", "added", bytes(33 * 1024 * 1024))

    assert problem(added, "added") == "The file is larger than 5 MB."
    assert whole.status_code == 413
    assert "The file is too large." in whole.text
