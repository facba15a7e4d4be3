"""Whatever button of a product's page or of the shop editor is pressed, nothing typed is lost."""

from typing import Any

import pytest

from openmall.pages.backoffice.product import product_saving
from tests.access.oauth.authorization_requests import Browser
from tests.media.images import picture
from tests.pages.backoffice.page_forms import form_of, forms, problem, said, send
from tests.pages.sampleshop.test_editor import PAGE as EDITOR
from tests.pages.sampleshop.test_editor import draft, typed

LIST = "/admin/products"
TYPED = {
    "product_name": "Linen apron, long",
    "summary_description": "Stone washed",
    "sale_price": "9000",
    "sale_from": "2026-11-20",
    "sale_to": "2026-12-20",
    "quantity-0": "7",
    "meta_alt": "An apron on a hook",
    "alt-0": "Front",
    "description": "Woven in Daegu.",
    "option-0": "Size",
    "new-0": "S, M",
}


def filled(owner: Browser) -> str:
    """Return the address of a product with a picture, in a category of two."""
    world = owner.world
    number = world.product(price=12_000)["product_no"]
    world.post("categories", category_name="Kitchen")
    form = form_of(owner.open(f"{LIST}/{number}").text, "add-picture")
    owner._sent(
        "POST",
        form.action,
        data={**form.values, "deed": "add-picture"},
        files={"added": ("a.png", picture(100, 100), "image/png")},
    )
    return f"{LIST}/{number}"


def buttons(page: str) -> list[tuple[str, str]]:
    [form] = [each for each in forms(page) if each.panels]
    return sorted(each for each in form.buttons if each[1] != "duplicate")


@pytest.mark.parametrize("way", ["urlencoded", "multipart"])
def test_every_button_of_a_product_saves_every_panel(owner: Browser, way: str) -> None:
    pressed = 0
    for at in range(20):
        address = filled(owner)
        page = owner.open(address).text
        found = buttons(page)
        if at >= len(found):
            break
        name, value = found[at]
        form = form_of(page, "details")
        sent = {**form.values, **TYPED, name: value}
        if way == "multipart":
            if at:
                break
            answer = owner._sent("POST", form.action, data=sent, files={"added": ("", b"", "")})
        else:
            answer = owner.submit(form.action, sent)
        pressed += 1
        assert answer.status_code == 303, (name, value, answer.text)
        product = owner.world.get(address.replace("/admin/", ""))["product"]
        variants = owner.world.get(f"{address.replace('/admin/', '')}/variants")["variants"]
        assert product["product_name"] == TYPED["product_name"], (name, value)
        assert product["summary_description"] == TYPED["summary_description"]
        assert product["description"] == TYPED["description"]
        assert len(variants) == 2
        shown = form_of(owner.open(address).text, "details").values
        assert shown["sale_price"] == "9000"
        assert shown.get("meta_alt", TYPED["meta_alt"]) == TYPED["meta_alt"]
    assert pressed


def test_what_is_refused_in_one_panel_loses_nothing_of_the_others(owner: Browser) -> None:
    address = filled(owner)

    page = send(owner, address, "details", **{**TYPED, "sale_price": "99000", "price": "x"})

    values = form_of(page.text, "details").values
    assert page.status_code == 422
    assert problem(page, "price") == "This is not a number."
    assert {name: values[name] for name in ("price", "sale_price", "product_name")} == {
        "price": "x",
        "sale_price": "99000",
        "product_name": TYPED["product_name"],
    }
    assert {name: values[name] for name in ("description", "new-0", "quantity-0")} == {
        name: TYPED[name] for name in ("description", "new-0", "quantity-0")
    }
    product = owner.world.get(address.replace("/admin/", ""))["product"]
    assert product["description"] != TYPED["description"], "nothing is saved before all is right"


def test_a_product_is_not_put_on_sale_without_the_stock_beside_it(owner: Browser) -> None:
    world, address = owner.world, filled(owner)
    path = address.replace("/admin/", "")
    world.put(path, display="F", selling="F")

    page = send(owner, address, "details", display="T", selling="T", quantity__0="1.5")

    product = world.get(path)["product"]
    assert page.status_code == 422
    assert problem(page, "quantity-0") or "Enter a whole number." in page.text
    assert (product["display"], product["selling"]) == ("F", "F")


def test_a_panel_that_nobody_touched_keeps_what_was_changed_meanwhile(owner: Browser) -> None:
    world, address = owner.world, filled(owner)
    form = form_of(owner.open(address).text, "details")
    path = address.replace("/admin/", "")
    world.put(path, description="Changed by an app", summary_description="By an app")

    owner.submit(form.action, {**form.values, "product_name": "Ours"})

    product = world.get(path)["product"]
    assert (product["product_name"], product["description"]) == ("Ours", "Changed by an app")
    assert product["summary_description"] == "By an app"


def test_a_page_that_nobody_touched_has_nothing_to_save(owner: Browser) -> None:
    assert said(send(owner, filled(owner), "details")) == "No changes to save."


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\nb", "a\r\nb"), ("\n\nb", "\r\nb"), ("<p>x</p>\n", "<p>x</p>\r\n"), ("", "")],
)
def test_line_breaks_that_browsers_change_are_no_change(text: str, shown: str) -> None:
    assert product_saving.fingerprint(text) == product_saving.fingerprint(shown)


def look(owner: Browser, editor: str) -> dict[str, str]:
    return typed(owner.open(editor).text)


@pytest.mark.parametrize(
    ("act", "more"),
    [
        ("publish", {}),
        ("new-page", {"title": "About", "slug": "about"}),
        ("add-text", {}),
        ("down-0", {}),
        ("save", {"title": "About", "slug": "about", "name": "Front"}),
    ],
)
def test_every_button_of_the_editor_saves_what_is_on_the_screen(
    owner: Browser, act: str, more: dict[str, str]
) -> None:
    editor = draft(owner)

    sent = {**look(owner, editor), "b0-title": "Linen week", "menu-0-label": "Sale",
            "menu-0-address": "/categories/1", "act": act, **more}  # fmt: skip
    answer = owner.submit(editor, sent)

    assert answer.status_code == 303, said(answer)
    now = look(owner, editor)
    assert "Linen week" in (now["b0-title"], now["b1-title"])
    assert now["menu-0-label"] == "Sale"
    if act == "publish":
        assert answer.headers["location"].endswith("done=publish")
    if act == "save":
        after = typed(owner.open(answer.headers["location"]).text)
        assert {name: after[name] for name in more} == more


def test_a_picture_is_added_without_losing_the_heading(owner: Browser) -> None:
    editor = draft(owner)
    sent = {**look(owner, editor), "b0-title": "Linen week", "act": "picture", "name": "Front"}

    sent.pop("picture")
    files = {"picture": ("a.png", picture(40, 20, "PNG"), "image/png")}
    answer = owner._sent("POST", editor, data=sent, files=files)

    assert answer.status_code == 303
    assert look(owner, editor)["b0-title"] == "Linen week"


def test_undo_brings_back_what_was_before_and_keeps_what_was_typed(owner: Browser) -> None:
    editor = draft(owner)
    owner.submit(editor, {**look(owner, editor), "b0-title": "First", "act": "save"})

    owner.submit(editor, {**look(owner, editor), "b0-title": "Second", "act": "undo"})
    undone = look(owner, editor)["b0-title"]
    owner.submit(editor, {**look(owner, editor), "act": "redo"})

    assert undone == "First"
    assert look(owner, editor)["b0-title"] == "Second"


@pytest.mark.parametrize(
    "wrong", [{"menu-0-label": "Sale", "menu-0-address": ""}, {"seen": "999"}, {"act": "picture"}]
)
def test_a_refused_form_of_the_editor_is_shown_as_it_was_typed(
    owner: Browser, wrong: dict[str, Any]
) -> None:
    editor = draft(owner)

    answer = owner.submit(
        editor, {**look(owner, editor), "b0-title": "Linen week", "act": "save", **wrong}
    )

    assert answer.status_code in (409, 422)
    assert typed(answer.text)["b0-title"] == "Linen week"
    assert EDITOR in str(answer.url)
