"""Every product has a picture that stands on its own."""

import hashlib
from xml.etree import ElementTree

import msgspec
import pytest

from openmall.demo.catalogue import DemoProduct, Text, catalogue
from openmall.demo.drawing import svg
from openmall.demo.shapes import SHAPES
from openmall.demo.shapes.brush import dark, light, mixed

SVG = "{http://www.w3.org/2000/svg}"
MUG = catalogue().products[0]


@pytest.mark.parametrize("product", catalogue().products, ids=lambda product: product.code)
def test_a_picture_is_well_formed_and_titled(product: DemoProduct) -> None:
    root = ElementTree.fromstring(svg(product, 320))

    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert (root.get("width"), root.get("height")) == ("320", "320")
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == product.name.ko
    assert root.get("aria-labelledby") == title.get("id")


@pytest.mark.parametrize("product", catalogue().products, ids=lambda product: product.code)
def test_a_picture_asks_for_nothing_outside_itself(product: DemoProduct) -> None:
    drawn = svg(product, 320)
    for word in ("href", "<script", "<style", "<image", "url(", "--", "None"):
        assert word not in drawn


def test_the_title_follows_the_language() -> None:
    assert '<title id="picture-TW-MUG-SNOW">First Snow Mug</title>' in svg(MUG, 80, language="en")


def test_a_name_with_markup_stays_text() -> None:
    sly = msgspec.structs.replace(MUG, name=Text(ko='<b>&"', en="x"))

    title = ElementTree.fromstring(svg(sly, 80)).find(f"{SVG}title")

    assert title is not None
    assert title.text == '<b>&"'


@pytest.mark.parametrize("width", [0, -4])
def test_a_picture_without_width_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match=f"at least 1 pixel wide and high, not {width}"):
        svg(MUG, width)


def test_no_two_shapes_look_alike() -> None:
    drawn = set()
    for shape in SHAPES:
        drawing = msgspec.structs.replace(MUG.drawing, shape=shape)
        drawn.add(svg(msgspec.structs.replace(MUG, drawing=drawing), 80))
    assert len(drawn) == len(SHAPES) == 44


def test_two_colours_are_enough() -> None:
    drawing = msgspec.structs.replace(MUG.drawing, colours=MUG.drawing.colours[:2])
    ElementTree.fromstring(svg(msgspec.structs.replace(MUG, drawing=drawing), 80))


def test_pictures_are_the_same_everywhere() -> None:
    drawn = "".join(svg(product, 320) for product in catalogue().products)
    digest = hashlib.sha256(drawn.encode()).hexdigest()
    assert digest == "839d603cbe2a06089d116e0aaea54e1cc21b86dbf13a18338ad1e295aaf4baa0"


def test_colours_mix_in_whole_numbers() -> None:
    assert mixed("#000000", "#ffffff", 50) == "#7f7f7f"
    assert mixed("#d9775b", "#123456", 0) == "#d9775b"
    assert light("#d9775b", 100) == "#ffffff"
    assert dark("#ffffff", 100) == "#2b2a33"
