"""The texts of a product in several languages, side by side on its page."""

from typing import Any

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.backoffice.page_forms import deeds, form_of, problem, said, send

OPTIONS: list[dict[str, Any]] = [{"name": "색상", "value": ["모래", "밤"]}]


def made(owner: Browser) -> int:
    product = owner.world.product(
        product_name="앞치마", options=OPTIONS, has_option="T", option_type="T"
    )
    number: int = product["product_no"]
    return number


def other(owner: Browser, number: int) -> tuple[int, str]:
    """Return the shop of another language, and its code."""
    query = {"product_no": number}
    [found] = owner.world.get("translations/products", **query)["products"]
    [texts] = found["translations"]
    return 2, texts["language_code"]


def test_texts_are_translated_beside_their_own(owner: Browser) -> None:
    number = made(owner)
    shop_no, code = other(owner, number)
    path = f"/admin/products/{number}"
    names = {
        "product_name": "Apron",
        "summary_description": "Linen",
        "product_tag": "linen, kitchen",
        "seo.meta_title": "An apron",
        "option-0": "Colour",
        "value-0-0": "Sand",
        "value-0-1": "Night",
    }

    page = send(owner, path, "languages", **{f"t-{code}-{name}": t for name, t in names.items()})

    assert said(page) == "The translations were saved."
    product = owner.world.get(f"products/{number}", shop_no=shop_no)["product"]
    assert (product["product_name"], product["summary_description"]) == ("Apron", "Linen")
    assert product["product_tag"] == ["linen", "kitchen"]
    seo = owner.world.get(f"products/{number}/seo", shop_no=shop_no)["seo"]
    assert seo["meta_title"] == "An apron"
    variants = owner.world.get(f"products/{number}/variants", shop_no=shop_no)["variants"]
    assert [each["options"][0] for each in variants] == [
        {"name": "Colour", "value": "Sand"},
        {"name": "Colour", "value": "Night"},
    ]
    own = owner.world.get(f"products/{number}")["product"]
    assert own["product_name"] == "앞치마"
    form = form_of(owner.open(path).text, "languages").values
    assert {name: form[f"t-{code}-{name}"] for name in names} == names
    assert said(send(owner, path, "languages")) == "No changes to save."


def test_only_what_was_changed_is_written(owner: Browser) -> None:
    number = made(owner)
    shop_no, code = other(owner, number)
    form = form_of(owner.open(f"/admin/products/{number}").text, "languages")
    owner.world.put(f"products/{number}", shop_no, summary_description="Written meanwhile")

    owner.submit(form.action, {**form.values, f"t-{code}-product_name": "Apron"})

    product = owner.world.get(f"products/{number}", shop_no=shop_no)["product"]
    assert product["product_name"] == "Apron"
    assert product["summary_description"] == "Written meanwhile"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("product_name", "", "This field is required."),
        ("summary_description", "x" * 256, "Enter at most 255 characters."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    owner: Browser, name: str, text: str, message: str
) -> None:
    number = made(owner)
    _, code = other(owner, number)

    page = send(owner, f"/admin/products/{number}", "languages", **{f"t-{code}-{name}": text})

    assert page.status_code == 422
    assert problem(page, f"t-{code}-{name}") == message


def test_the_page_of_another_shop_shows_the_first_one_beside_it(owner: Browser) -> None:
    number = made(owner)

    page = owner.open(f"/admin/products/{number}?shop_no=2").text

    assert "languages" in deeds(page)
    form = form_of(page, "languages").values
    assert "앞치마" in form.values()


def test_a_name_with_marks_is_shown_as_it_is(owner: Browser) -> None:
    number = owner.world.product(product_name="Teapot <b>big</b>")["product_no"]

    page = owner.open(f"/admin/products/{number}").text

    assert '<div class="own-text">Teapot &lt;b&gt;big&lt;/b&gt;</div>' in page


def test_a_translation_goes_to_no_other_value_than_the_one_that_was_shown(owner: Browser) -> None:
    number = made(owner)
    _, code = other(owner, number)
    address = f"/admin/products/{number}"
    stale = form_of(owner.open(address).text, "save")
    send(owner, address, "options", **{"remove-value": "0-0"})

    refused = owner.submit(stale.action, {**stale.values, f"t-{code}-value-0-0": "Sand"})

    assert refused.status_code == 412
    now = form_of(owner.open(address).text, "save").values
    assert now["value-0-0"] == "밤"
    assert now[f"t-{code}-value-0-0"] != "Sand"


def test_a_translation_typed_beside_a_removed_value_stays_at_its_own(owner: Browser) -> None:
    number = made(owner)
    _, code = other(owner, number)
    address = f"/admin/products/{number}"

    page = send(owner, address, "save", **{f"t-{code}-value-0-1": "Night", "remove-value": "0-0"})

    values = form_of(page.text, "save").values
    assert (values["value-0-0"], values[f"t-{code}-value-0-0"]) == ("밤", "Night")
