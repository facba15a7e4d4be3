"""What lines of the activity log say was done, in words."""

import re
from typing import Final

from openmall.contract.journal import record
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history import write_names
from openmall.pages.backoffice.history.search import Line
from openmall.pages.backoffice.page_context import PageContext

BROWSER: Final = {
    "account link": marked("Account of another service linked"),
    "account unlink": marked("Account of another service unlinked"),
    "app action": marked("Button of an app pressed"),
    "app change": marked("Permissions of an app changed"),
    "app charge cancel": marked("Payment to an app cancelled"),
    "app charge end": marked("Payment to an app ended"),
    "app charge pay": marked("Payment to an app made"),
    "app charge refund": marked("Payment to an app refunded"),
    "app install": marked("App added"),
    "app remove": marked("App removed"),
    "approval rule add": marked("Approval rule added"),
    "approval rule remove": marked("Approval rule removed"),
    "closing change": marked("Opening of the shop changed"),
    "company change": marked("Company data changed"),
    "design change": marked("Theme changed"),
    "design copy": marked("Theme added"),
    "design publish": marked("Theme published"),
    "design remove": marked("Theme removed"),
    "manager add": marked("Staff account added"),
    "manager change": marked("Staff account changed"),
    "manager invite": marked("Staff member invited"),
    "manager password": marked("Password changed"),
    "manager remove": marked("Staff account removed"),
    "message resend": marked("Message sent again"),
    "message template change": marked("Message text changed"),
    "message template reset": marked("Message text reset"),
    "payment app": marked("Payments by an app changed"),
    "payments change": marked("Payments changed"),
    "report mail change": marked("Mail with a report changed"),
    "report remove": marked("Saved report removed"),
    "report save": marked("Report saved"),
    "restock notices": marked("Restock notices sent"),
    "role add": marked("Role added"),
    "role change": marked("Role changed"),
    "role remove": marked("Role removed"),
    "session end": marked("Signed out elsewhere"),
    "sign-in": marked("Signed in"),
    "sign-in provider change": marked("Sign-in of staff changed"),
    "sign-out": marked("Signed out"),
    "stripe change": marked("Card payments changed"),
    "two-step change": marked("Two-step sign-in changed"),
}
"""Action of a manager in the browser -> what was done."""
UNATTENDED: Final = {
    "Create a brand": marked("Brand created"),
    "Create a classification": marked("Classification created"),
    "Create a manufacturer": marked("Manufacturer created"),
    "Create a supplier": marked("Supplier created"),
    "Create a trend": marked("Trend created"),
    "Import categories": marked("Categories imported"),
    "Import products": marked("Products imported"),
    "coupon issue": marked("Coupons issued by schedule"),
    "customer rest": marked("Customers became dormant"),
    "group move": marked("Customers moved to other groups"),
    "points expire": marked("Points expired"),
}
"""Action that no person makes on a page -> what was done."""
_PLANNED: Final = re.compile(r"plan \d+ \(")
"""Beginning of a line about a write that was not made, but became a proposal."""
_OF_PLANS: Final = ("plans/", "approvals/")
_NOTICES: Final = "webhooks"
_OTHERWISE: Final = marked("Change of the operator")


def of_line(
    context: PageContext, line: Line, undone: Line | None, *, again: bool = False, one: bool
) -> str:
    """Return what a line says was done: `Product changed`.

    `undone`: the line of the change that it undid, or with `again` made again, where it is known.
    `one`: it is about one object.
    """
    if line.type == record.BROWSER:
        return context.translate(BROWSER.get(line.action, _OTHERWISE))
    if line.action in UNATTENDED:
        return context.translate(UNATTENDED[line.action])
    method = line.action.partition(" ")[0]
    if method == _NOTICES:
        return context.translate(marked("Notices to an app failed"))
    if method not in write_names.METHODS:
        return context.translate(_OTHERWISE)
    if is_proposed(line):
        what = write_names.propose(context, line.action, one=one)
        return context.translate(marked("Proposed: %(what)s")) % {"what": what}
    if undone is not None:
        what = write_names.describe(context, undone.action, "", one=one)
        return write_names.undone(context, what, again=again)
    return write_names.describe(context, line.action, "", one=one)


def is_proposed(line: Line) -> bool:
    """Return whether what a line is about was proposed, and not done."""
    path = line.action.partition(" ")[2]
    return bool(_PLANNED.match(line.content)) and not path.startswith(_OF_PLANS)
