"""The picture of a product, drawn from its colours and its shape."""

from html import escape

from openmall.demo.catalogue import DemoProduct, Language
from openmall.demo.shapes import SHAPES
from openmall.demo.shapes.brush import Palette, circle, light, rect


def svg(
    product: DemoProduct, width: int, height: int | None = None, *, language: Language = "ko"
) -> str:
    """An SVG picture of so many pixels, square without a `height`, titled with the product's name.

    Raises ValueError for a width or height below one pixel.
    """
    height = width if height is None else height
    if width < 1 or height < 1:
        raise ValueError(f"a picture is at least 1 pixel wide and high, not {width} x {height}")
    drawing = product.drawing
    palette = Palette(
        main=drawing.colours[0],
        second=drawing.colours[1],
        third=drawing.colours[-1],
        paper=drawing.background,
    )
    # The code is in the id because several pictures may stand in one page.
    title = f"picture-{product.code}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="{width}"'
        f' height="{height}" role="img" aria-labelledby="{title}" lang="{language}">'
        f'<title id="{title}">{escape(product.name.spoken(language))}</title>'
        f"{rect(0, 0, 400, 400, palette.paper)}"
        f"{circle(200, 196, 158, light(palette.paper, 55))}"
        f"{SHAPES[drawing.shape](palette)}</svg>"
    )
