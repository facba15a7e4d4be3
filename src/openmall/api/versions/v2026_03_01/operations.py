"""The operations that the release adds: in earlier versions their URLs are unknown.

They are those that the specification has in a later version only, which a test compares.
"""

from typing import ClassVar

from openmall.api.versions.change import NewOperations


class AddSettingsOfShop(NewOperations):
    """New settings of the shop: its data, currency, policies, phones and sign-in services.

    So are the texts that shoppers consent to.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin PUT currency",
            "admin GET information",
            "admin PUT information",
            "admin PUT mobile/setting",
            "admin GET policy",
            "admin PUT policy",
            "admin GET privacy/boards",
            "admin PUT privacy/boards",
            "admin GET privacy/join",
            "admin PUT privacy/join",
            "admin GET privacy/orders",
            "admin PUT privacy/orders",
            "admin GET social",
            "admin GET socials/portalshopping",
            "admin GET store/dropshipping",
            "admin PUT store/dropshipping",
            "admin GET store/setting",
            "admin PUT store/setting",
        }
    )


class AddSettingsOfSelling(NewOperations):
    """New settings of carts, benefits, boards, customers and messages about stock."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET benefits/setting",
            "admin PUT benefits/setting",
            "admin GET boards/setting",
            "admin PUT boards/setting",
            "admin GET carts/setting",
            "admin PUT carts/setting",
            "admin PUT customers/setting",
            "admin GET restocknotification/setting",
            "admin PUT restocknotification/setting",
        }
    )


class AddSettingsOfPayment(NewOperations):
    """Payment services and instalments without interest can be read."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET payment/freeinstallments",
            "admin GET paymentservices",
        }
    )


class AddFieldsOfProductPages(NewOperations):
    """The fields of product pages and product lists, and their order, are settings."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET categories/properties",
            "admin POST categories/properties",
            "admin PUT categories/properties",
            "admin GET categories/properties/setting",
            "admin PUT categories/properties/setting",
            "admin GET mains/properties",
            "admin POST mains/properties",
            "admin PUT mains/properties",
            "admin GET mains/properties/setting",
            "admin PUT mains/properties/setting",
            "admin GET products/display/setting",
            "admin PUT products/display/setting",
            "admin GET products/properties",
            "admin POST products/properties",
            "admin PUT products/properties",
            "admin GET products/properties/setting",
            "admin PUT products/properties/setting",
        }
    )


class AddOrderForms(NewOperations):
    """The order form has settings, and properties that the shop adds."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET orderform/properties",
            "admin POST orderform/properties",
            "admin DELETE orderform/properties/{orderform_property_id}",
            "admin PUT orderform/properties/{orderform_property_id}",
            "admin GET orderform/setting",
            "admin PUT orderform/setting",
        }
    )


class AddOrderMigrations(NewOperations):
    """Orders of another shop system can be brought in."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET orders/migrations",
            "admin POST orders/migrations",
            "admin PUT orders/migrations",
            "admin DELETE orders/migrations/{order_id}",
        }
    )


class AddViewsOfOrders(NewOperations):
    """New views of orders: changes, history of an item, dashboard and unpaid ones.

    An order can be completed.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET orders/changes",
            "admin GET orders/dashboard",
            "admin POST orders/{order_id}/completions",
            "admin GET orders/{order_id}/items/{order_item_code}/history",
            "admin GET unpaidorders",
        }
    )


class AddCustomerForms(NewOperations):
    """Customer groups can be created, and the form changed by which customers join."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin POST customergroups",
            "admin GET customers/properties",
            "admin PUT customers/properties",
        }
    )


class AddBoardSettings(NewOperations):
    """One board can be read and changed.

    Templates of comments can be kept.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET boards/{board_no}",
            "admin PUT boards/{board_no}",
            "admin GET commenttemplates",
            "admin POST commenttemplates",
            "admin DELETE commenttemplates/{comment_no}",
            "admin GET commenttemplates/{comment_no}",
            "admin PUT commenttemplates/{comment_no}",
        }
    )


class AddPagesOfThemes(NewOperations):
    """Pages of a theme can be written and deleted, and icons changed."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin PUT icons",
            "admin DELETE themes/{skin_no}/pages",
            "admin PUT themes/{skin_no}/pages",
        }
    )


class AddMainDisplays(NewOperations):
    """Displays of the start page can be created, changed and deleted."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin POST mains",
            "admin DELETE mains/{display_group}",
            "admin PUT mains/{display_group}",
        }
    )


class AddCampaigns(NewOperations):
    """Events of the shop, and events for customers, can be read and written."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET commonevents",
            "admin POST commonevents",
            "admin DELETE commonevents/{event_no}",
            "admin PUT commonevents/{event_no}",
            "admin GET customerevents",
            "admin POST customerevents",
            "admin PUT customerevents",
        }
    )


class ListCustomersOfCoupons(NewOperations):
    """The customers can be read who were issued a coupon."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET coupons/{coupon_no}/issuancecustomers",
        }
    )


class AddRegionalSurcharges(NewOperations):
    """Shipping fees of the shop's regions can be changed, and those of suppliers be read."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin PUT regionalsurcharges",
            "admin GET shipping/additionalfees",
            "admin GET shipping/suppliers/{supplier_id}/additionalfees",
        }
    )


class AddMailSettings(NewOperations):
    """Automatic mails can be read and changed, and receivers of text messages be read."""

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset(
        {
            "admin GET automails",
            "admin PUT automails",
            "admin GET sms/receivers",
        }
    )
