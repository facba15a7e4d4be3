"""How a display fills itself: the form of its rule, and the order of a category."""

from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.category.autodisplay.shape import Rule
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.product.autodisplay import rules
from openmall.contract.errors import NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.displays.display_contents import Display
from openmall.pages.backoffice.page_context import PageContext

SORTS: Final = (
    ("RD", marked("Newest first")),
    ("RA", marked("Oldest first")),
    ("UD", marked("Last changed first")),
    ("AOD", marked("Most orders in the period")),
    ("AVD", marked("Most views in the period")),
    ("ACD", marked("Most often put into carts in the period")),
    ("ARD", marked("Most reviews in the period")),
    ("SD", marked("Most units sold")),
    ("CD", marked("Most views")),
    ("LD", marked("Most likes")),
    ("PA", marked("Lowest price")),
    ("PD", marked("Highest price")),
    ("NA", marked("Name")),
)
PERIODS: Final = (
    (1, marked("1 day")),
    (3, marked("3 days")),
    (7, marked("7 days")),
    (30, marked("30 days")),
)
CATEGORY_SORTS: Final = (
    ("A-D", marked("Last added first")),
    ("A-A", marked("First added first")),
    ("R-D", marked("Newest first")),
    ("U-D", marked("Last changed first")),
    ("N-A", marked("Name")),
    ("P-A", marked("Lowest price")),
    ("P-D", marked("Highest price")),
    ("S-D", marked("Most units sold")),
    ("C-D", marked("Most views")),
    ("L-D", marked("Most likes")),
)
"""Key and direction of a category's order."""


async def find(context: PageContext, display: Display) -> Rule | None:
    """Return the rule that fills a display; None without one."""
    found = (await context.call(rules.listing, shop_parameters(context))).content
    for each in found:
        of_home = each.use_main == "T"
        place = (each.display_group, None if of_home else each.category_no)
        if place == (display.group, display.category_no):
            return each
    return None


async def save(context: PageContext, display: Display, form: Fields) -> None:
    """Create the rule of a display, or change it; both fill the display at once."""
    tags = [tag for each in form.text("hash_tags").split(",") if (tag := each.strip())]
    parameters: dict[str, Encodable] = {
        "display_count": form.text("display_count").strip(),
        "display_sort": form.text("display_sort"),
        "period": form.text("period"),
        "use_hashtag": "T" if tags else "F",
        "timetable": [each.strip() for each in form.text("timetable").split(",") if each.strip()],
        "except_categories": form.texts("except_categories"),
        **({"hash_tags": tags} if tags else {}),
        **shop_parameters(context),
    }
    rule = await find(context, display)
    if rule is not None:
        await context.call(rules.change, {**parameters, "display_no": rule.display_no})
        return
    place = {
        "use_main": "T" if display.category_no is None else "F",
        # the home page has no category; the operation asks for the number of one
        "category_no": display.category_no or 1,
        "display_group": display.group,
        "use_reservation": "F",
    }
    await context.call(rules.create, {**parameters, **place})


async def delete(context: PageContext, display: Display) -> None:
    """Delete the rule of a display; what it shows stays. Raises NotFound (404)."""
    rule = await find(context, display)
    if rule is None:
        raise NotFound(NO_SUCH, resource=Phrase("rule"))
    await context.call(rules.delete, {**shop_parameters(context), "display_no": rule.display_no})


async def save_group(context: PageContext, display: Display, form: Fields) -> None:
    """Save the name of a group of the home page, or the order of a category."""
    if display.category_no is None:
        parameters = {
            "group_name": form.text("group_name").strip(),
            "soldout_sort_type": form.text("sold_out_last") or "N",
        }
    else:
        key, _, direction = form.text("category_sort").partition("-")
        parameters = {
            "product_display_scope": "A",
            "product_display_type": "A",
            "product_display_key": key,
            "product_display_sort": direction,
            "soldout_product_display": form.text("sold_out_last") or "N",
        }
    sent = {**parameters, **shop_parameters(context)}
    if display.category_no is None:
        await context.call(main_rules.change, {**sent, "display_group": display.group})
    else:
        await context.call(category_rules.change, {**sent, "category_no": display.category_no})
