"""All settings that managers can change in the back office."""

from typing import Final

from openmall.api import office_pages
from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.notification import automails
from openmall.commerce.personal.social.rules import RETURN_PATH
from openmall.http.web.languages import marked
from openmall.pages.backoffice.settings.resource import Resource

SELLING: Final = marked("Orders and payment")
DELIVERING: Final = marked("Shipping")
CUSTOMERS: Final = marked("Customers and rewards")
SHOWING: Final = marked("Pages of the shop")
NOTICES: Final = marked("Terms and privacy")
SERVICES: Final = marked("Messages and services")

_ABROAD: Final = ("shipping_type", ("C", "B"))
_SUPPLIERS: Final = ("supplier_shipping_fee", ("T",))
_SURCHARGES: Final = ("use_regional_surcharge", ("T",))
_SHIPPING_NEEDS: Final = {
    "shipping_etc": ("shipping_method", ("shipping_06",)),
    "shipping_fee": ("shipping_fee_type", ("R", "M")),
    "free_shipping_price": ("shipping_fee_type", ("M",)),
    "shipping_fee_by_quantity": ("shipping_fee_type", ("N",)),
    "shipping_rates": ("shipping_fee_type", ("D", "W", "C")),
    "shipping_fee_criteria": ("shipping_fee_type", ("M", "D")),
    "oversea_shipping_country": _ABROAD,
    "oversea_shipping_country_list": ("oversea_shipping_country", ("T",)),
    "country_shipping_fee": _ABROAD,
    "country_shipping_fee_list": ("country_shipping_fee", ("T",)),
    "international_shipping_insurance": _ABROAD,
    "hs_code": _ABROAD,
    "country_hs_code": _ABROAD,
    "oversea_additional_fee": _ABROAD,
    "oversea_additional_fee_list": ("oversea_additional_fee", ("T",)),
    "individual_fee_calculation_type": ("individual_shipping_fee", ("T",)),
    "supplier_selection": _SUPPLIERS,
    "applicable_suppliers": ("supplier_selection", ("P",)),
    "supplier_shipping_calculation": _SUPPLIERS,
    "supplier_regional_surcharge": _SUPPLIERS,
}
"""Fields of the shipping settings that only some choices need."""
_SURCHARGE_NEEDS: Final = {
    "region_setting_type": _SURCHARGES,
    "jeju_surcharge_amount": ("region_setting_type", ("A",)),
    "remote_area_surcharge_amount": ("region_setting_type", ("A",)),
    "regional_surcharge_list": ("region_setting_type", ("N", "Z")),
}


RESOURCES: Final = {
    each.slug: each
    for each in (
        Resource(
            slug="orders",
            path="orders/setting",
            group=SELLING,
            title=marked("Orders and claims"),
            about=marked("Requests after ordering, and automatic steps"),
        ),
        Resource(
            slug="order-form",
            path="orderform/setting",
            group=SELLING,
            title=marked("Order form"),
            about=marked("Who can order, and the fields of the order form"),
        ),
        Resource(
            slug="order-statuses",
            path="orders/status",
            group=SELLING,
            title=marked("Order status names"),
            about=marked("Names of order statuses shown to customers"),
            key_field="status_name_id",
            label_field="basic_name",
        ),
        Resource(
            slug="subscription-charges",
            path="subscription/charges/setting",
            group=SELLING,
            title=marked("Charges of subscriptions"),
            about=marked("When a failed charge is tried again, and what follows"),
        ),
        Resource(
            slug="carts",
            path="carts/setting",
            group=SELLING,
            title=marked("Carts"),
            about=marked("How long carts are kept, and what they show"),
        ),
        Resource(
            slug="payment",
            path="payment/setting",
            group=SELLING,
            title=marked("Payment"),
            about=marked("Escrow, and what payment gateways are told"),
        ),
        Resource(
            slug="currency",
            path="currency",
            read_by=office_pages.NAME,
            group=SELLING,
            title=marked("Currency"),
            about=marked("Exchange rate of the shop's currency"),
        ),
        Resource(
            slug="shipping",
            path="shipping",
            group=DELIVERING,
            title=marked("Shipping"),
            about=marked("Delivery methods, areas and fees"),
            # the default carrier is chosen on the page of carriers
            without=("shipping_company_type",),
            needs=_SHIPPING_NEEDS,
        ),
        Resource(
            slug="regional-surcharges",
            path="regionalsurcharges",
            group=DELIVERING,
            title=marked("Regional surcharges"),
            about=marked("Regions with surcharges, and their amounts"),
            needs=_SURCHARGE_NEEDS,
        ),
        Resource(
            slug="customers",
            path="customers/setting",
            group=CUSTOMERS,
            title=marked("Sign-up"),
            about=marked("Who can sign up, and how"),
        ),
        Resource(
            slug="points",
            path="points/setting",
            group=CUSTOMERS,
            title=marked("Points"),
            about=marked("Name of points, when and for what they are given"),
        ),
        Resource(
            slug="coupons",
            path="coupons/setting",
            group=CUSTOMERS,
            title=marked("Coupons"),
            about=marked("Accepted coupons, limits, and when they are restored"),
        ),
        Resource(
            slug="gifts",
            path="benefits/setting",
            group=CUSTOMERS,
            title=marked("Gifts"),
            about=marked("Orders with gifts, and when gifts are chosen"),
        ),
        Resource(
            slug="store",
            path="store/setting",
            group=SHOWING,
            title=marked("Name format"),
            about=marked("Enter names in one field or two"),
        ),
        Resource(
            slug="prices-in-lists",
            path="categories/properties/setting",
            group=SHOWING,
            title=marked("Prices in product lists"),
            about=marked("Which prices lists of products show, and how they look"),
        ),
        Resource(
            slug="prices-on-start-page",
            path="mains/properties/setting",
            group=SHOWING,
            title=marked("Prices on the start page"),
            about=marked("Which prices the start page shows, and how they look"),
        ),
        Resource(
            slug="prices-on-product-pages",
            path="products/properties/setting",
            group=SHOWING,
            title=marked("Prices on product pages"),
            about=marked("Which prices product pages show, and how they look"),
        ),
        Resource(
            slug="product-order",
            path="products/display/setting",
            group=SHOWING,
            title=marked("Order of products"),
            about=marked("Default sorting of products"),
        ),
        Resource(
            slug="images",
            path="images/setting",
            group=SHOWING,
            title=marked("Sizes of pictures"),
            about=marked("Sizes of product pictures"),
        ),
        Resource(
            slug="restock",
            path="restocknotification/setting",
            group=SHOWING,
            title=marked("Back in stock"),
            about=marked("Who can request restock notices, and for which products"),
        ),
        Resource(
            slug="mobile",
            path="mobile/setting",
            group=SHOWING,
            title=marked("Mobile pages"),
            about=marked("Separate pages for phones"),
        ),
        Resource(
            slug="seo",
            path="seo/setting",
            group=SHOWING,
            title=marked("Search engines and sharing"),
            about=marked("Page information for search engines and sharing apps"),
            without=(
                "header_tag",
                "footer_tag",
                "mobile_header_tag",
                "mobile_footer_tag",
                "use_missing_page_redirect",
                "missing_page_redirect_url",
                "mobile_use_missing_page_redirect",
                "mobile_missing_page_redirect_url",
                "display_group",
            ),
            note=marked(
                "Tags of your own in the head and at the foot of pages, and redirects of missing "
                "pages, are not carried by the pages of this shop. To verify the shop for a search "
                "engine, enter its tag above. Scripts come from installed apps alone."
            ),
        ),
        Resource(
            slug="boards",
            path="boards/setting",
            group=SHOWING,
            title=marked("Boards"),
            about=marked("Author of replies, passwords of guests, and protection from machines"),
        ),
        Resource(
            slug="information",
            path="information",
            group=NOTICES,
            title=marked("Guides and texts of product pages"),
            about=marked("What customers read about membership, payment, shipping and returns"),
            key_field="type",
            row_labels={
                "MEMBERSHIP": marked("Guide to membership"),
                "PAYMENT": marked("Guide to payment"),
                "SHIPPING": marked("Guide to shipping"),
                "EXCHANGE": marked("Guide to exchanges and returns"),
                "PAYMENT_INFORMATION": marked("Payment, on product pages"),
                "SHIPPING_INFORMATION": marked("Shipping, on product pages"),
                "EXCHANGE_INFORMATION": marked("Exchanges and returns, on product pages"),
                "SERVICE_INFORMATION": marked("Questions, on product pages"),
            },
            without=("save_type",),
            unset_flag="T",
        ),
        Resource(
            slug="policy",
            path="policy",
            group=NOTICES,
            title=marked("Terms and policies"),
            about=marked("Terms of use, privacy policy and withdrawal"),
        ),
        Resource(
            slug="privacy-join",
            path="privacy/join",
            group=NOTICES,
            title=marked("Privacy notices at sign-up"),
            about=marked("Agreements when signing up"),
            key_field="no",
            label_field="name",
        ),
        Resource(
            slug="privacy-orders",
            path="privacy/orders",
            group=NOTICES,
            title=marked("Privacy notices when ordering"),
            about=marked("Agreements when ordering"),
            key_field="no",
            label_field="name",
        ),
        Resource(
            slug="privacy-boards",
            path="privacy/boards",
            group=NOTICES,
            title=marked("Privacy notices on boards"),
            about=marked("Agreements when posting on boards"),
            key_field="no",
            label_field="name",
        ),
        Resource(
            slug="text-messages",
            path="sms/setting",
            group=SERVICES,
            title=marked("Text messages"),
            about=marked("Text messages and their sender"),
        ),
        Resource(
            slug="automatic-messages",
            path="automessages/setting",
            group=SERVICES,
            title=marked("Automatic messages"),
            about=marked("How automatic messages are sent"),
        ),
        Resource(
            slug="automatic-mails",
            path="automails",
            group=SERVICES,
            title=marked("Automatic mails"),
            about=marked("Who gets a mail on which occasion"),
            key_field="type",
            row_labels={code: CATALOGUE.occasions[code].name for code in automails.types()},
        ),
        Resource(
            slug="os-account",
            path="socials/osaccount",
            group=SERVICES,
            title=marked("Sign-in with Apple"),
            about=marked("Keys of the service, and whether customers can sign in by it"),
            returns_to=RETURN_PATH,
        ),
        Resource(
            slug="portal-sign-in",
            path="socials/portallogin",
            group=SERVICES,
            title=marked("Sign-in with Naver"),
            about=marked("Keys of the service, and whether customers can sign in by it"),
            returns_to=RETURN_PATH,
        ),
        Resource(
            slug="chat-app-sign-in",
            path="socials/chatappsync",
            group=SERVICES,
            title=marked("Sign-in with Kakao"),
            about=marked("Keys of the service, and whether customers can sign in by it"),
            returns_to=RETURN_PATH,
        ),
        Resource(
            slug="openid-sign-in",
            path="socials/openid",
            group=SERVICES,
            title=marked("Sign-in with Google, LINE and others"),
            about=marked("Keys of the services, and whether customers can sign in by them"),
            returns_to=RETURN_PATH,
        ),
        Resource(
            slug="chat-messages",
            path="chatappalimtalk/setting",
            group=SERVICES,
            title=marked("Chat app messages"),
            about=marked("Send notices by the chat app"),
        ),
        Resource(
            slug="chat-pay",
            path="chatpay/setting",
            group=SERVICES,
            title=marked("Chat app payments"),
            about=marked("Paying with the chat app's wallet, and how its buttons look"),
        ),
        Resource(
            slug="portal-pay",
            path="portalpay/setting",
            group=SERVICES,
            title=marked("Portal payment"),
            about=marked("The key of the portal's payment centre"),
        ),
    )
}
"""Last part of a page's address -> its settings."""
