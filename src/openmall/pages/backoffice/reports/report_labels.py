"""Labels of reports, their columns and values."""

from typing import Final

from openmall.analytics.reports.refusals import (
    REPORT_END_BEFORE_START,
    REPORT_TOO_SLOW,
    REPORTS_UNAVAILABLE,
    TOO_MANY_REPORT_DAYS,
)
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.page_context import PageContext

GROUPS: Final = {
    "visitors": marked("Visitors and pages"),
    "paths": marked("Traffic sources"),
    "products": marked("Products"),
    "sales": marked("Sales"),
}
"""Groups of reports, in display order."""

GROUP_OF: Final = {
    "adeffect": "paths",
    "visitpaths": "paths",
    "carts": "products",
    "products": "products",
    "members": "sales",
    "sales": "sales",
    "pages": "visitors",
    "visitors": "visitors",
}
"""First part of an analytics report's path -> its group."""

TITLES: Final = {
    "adeffect-addetails": (
        marked("Ads and their effect"),
        marked("Visits from ads and their keywords, and their sales"),
    ),
    "carts-action": (
        marked("Views and carts"),
        marked("How often products were viewed and added to carts"),
    ),
    "members-sales": (
        marked("Members and guests"),
        marked("Purchases of members and of guests"),
    ),
    "pages-view": (marked("Pages viewed"), marked("How often each page of the shop was viewed")),
    "products-categorydetails": (
        marked("Sales by category"),
        marked("Product sales by category, and how often products were added to carts"),
    ),
    "products-sales": (marked("Best sellers"), marked("Sales of each product")),
    "products-view": (
        marked("Most viewed products"),
        marked("How often the page of each product was viewed"),
    ),
    "sales-orderdetails": (
        marked("Orders and their ads"),
        marked("Paid orders, with the ad whose visit they were placed in"),
    ),
    "sales-paymethods": (marked("Payment methods"), marked("How orders were paid")),
    "sales-pervisitors": (
        marked("Sales per visitor"),
        marked("Sales per visit and per buyer"),
    ),
    "sales-times": (
        marked("Sales by hour of the day"),
        marked("In which hours of the day orders were paid"),
    ),
    "visitors-dailyactive": (
        marked("Daily active users"),
        marked("Active browsers by day"),
    ),
    "visitors-pageview": (
        marked("Page views"),
        marked("Page views by day or by hour"),
    ),
    "visitors-unique": (
        marked("Unique visitors"),
        marked("How many different addresses visited the shop on each day"),
    ),
    "visitors-view": (
        marked("Visits"),
        marked("Visits by day or by hour, and how many were returning"),
    ),
    "visitpaths-adkeywordsales": (
        marked("Sales by ad and keyword"),
        marked("Sales from visits by ad and keyword"),
    ),
    "visitpaths-ads": (marked("Visits by ad"), marked("How many visits each ad led to")),
    "visitpaths-adsales": (
        marked("Sales by ad"),
        marked("Sales from visits by ad"),
    ),
    "visitpaths-domains": (
        marked("Visits by site"),
        marked("How many visits came from each other site"),
    ),
    "visitpaths-domainsales": (
        marked("Sales by site"),
        marked("Sales from visits by referring site"),
    ),
    "visitpaths-keyworddetails": (
        marked("Searches and their effect"),
        marked("Visits from searches, and their sales"),
    ),
    "visitpaths-keywords": (
        marked("Visits by search"),
        marked("How many visits each search led to"),
    ),
    "visitpaths-keywordsales": (
        marked("Sales by search"),
        marked("Sales from visits by search term"),
    ),
    "visitpaths-urls": (
        marked("Visits by referring page"),
        marked("How many visits came from each page of other sites"),
    ),
    "daily-sales": (
        marked("Daily sales"),
        marked("Payments and refunds by day"),
    ),
    "monthly-sales": (
        marked("Monthly sales"),
        marked("Payments and refunds by month"),
    ),
    "hourly-sales": (
        marked("Hourly sales"),
        marked("Payments by hour, with discounts, points and refunds"),
    ),
    "product-sales": (
        marked("Units sold by the hour"),
        marked("How many units of each variant were sold, cancelled and returned in each hour"),
    ),
}
"""Report -> title and description."""

COLUMNS: Final = {
    "ad": marked("Ad"),
    "keyword": marked("Keyword"),
    "engine": marked("Search engine"),
    "domain": marked("Site"),
    "url": marked("Page"),
    "medium": marked("Medium"),
    "campaign": marked("Campaign"),
    "content": marked("Ad content"),
    "payment_method": marked("Payment method"),
    "order_id": marked("Order"),
    "order_date": marked("Ordered on"),
    "date": marked("Day"),
    "month": marked("Month"),
    "hour": marked("Hour"),
    "collection_date": marked("Day"),
    "collection_hour": marked("Hour"),
    "product_no": marked("Product no."),
    "product_name": marked("Product"),
    "product_code": marked("Product code"),
    "variants_code": marked("Variant"),
    "category_no": marked("Category no."),
    "category_name": marked("Category"),
    "count": marked("Views"),
    "visit_count": marked("Visits"),
    "visit_rate": marked("Share of visits"),
    "first_visit_count": marked("First visits"),
    "re_visit_count": marked("Returning visits"),
    "unique_visit_count": marked("Unique visitors"),
    "user_count": marked("Active users"),
    "page_view": marked("Page views"),
    "add_cart_count": marked("Added to cart"),
    "add_cart_rate": marked("Carts per view"),
    "purchase_count": marked("Purchases"),
    "purchase_rate": marked("Conversion"),
    "buyers_count": marked("Buyers"),
    "order_count": marked("Orders"),
    "order_product_count": marked("Units sold"),
    "order_amount": marked("Sales"),
    "order_amount_per_visitor": marked("Sales per visit"),
    "order_amount_per_buyer": marked("Sales per buyer"),
    "member_order_count": marked("Orders of members"),
    "member_order_amount": marked("Sales to members"),
    "nonmember_order_count": marked("Orders of guests"),
    "nonmember_order_amount": marked("Sales to guests"),
    "sales_count_per_category": marked("Orders"),
    "sales_item_per_category": marked("Units sold"),
    "sales_price_per_category": marked("Sales"),
    "carts_count_per_category": marked("Added to cart"),
    "sales_count": marked("Paid orders"),
    "payment_amount": marked("Paid"),
    "refund_amount": marked("Refunded"),
    "item_count": marked("Items"),
    "order_price_amount": marked("Price of goods"),
    "shipping_fee": marked("Shipping fees"),
    "order_sale_price": marked("Discounts"),
    "coupon_discount_price": marked("Coupons and codes"),
    "actual_order_amount": marked("Paid"),
    "sales": marked("Net sales"),
    "used_points": marked("Points used"),
    "used_credits": marked("Credits used"),
    "refund_points": marked("Points returned"),
    "refund_credits": marked("Credits returned"),
    "product_price": marked("Unit price"),
    "settle_count": marked("Units paid"),
    "refund_count": marked("Units refunded"),
    "sale_count": marked("Units sold"),
    "exchange_product_count": marked("Units exchanged"),
    "cancel_product_count": marked("Units cancelled"),
    "return_product_count": marked("Units returned"),
    "total_sale_count": marked("Units paid and exchanged"),
    "total_cancel_count": marked("Units that came back"),
}
"""Column -> label."""

_NO_AD: Final = {"no channel": marked("No ad")}
_NO_SITE: Final = {"no referring domain": marked("Entered manually or by an app")}

VALUES: Final = {
    "ad": _NO_AD,
    "domain": _NO_SITE,
    "url": _NO_SITE,
    "payment_method": {
        "card": marked("Card"),
        "tcash": marked("Bank transfer"),
        "cash": marked("Bank deposit"),
        "icash": marked("Virtual account"),
        "cell": marked("Mobile phone"),
        "prepaid": marked("Prepaid balance"),
        "deferpay": marked("Pay later"),
        "easypay": marked("Simple payment"),
        "point": marked("Points"),
        "credit": marked("Credits"),
        "cvs": marked("Convenience store"),
        "cod": marked("Cash on delivery"),
        "etc": marked("Other ways"),
    },
}
"""Column -> value -> label."""
_WORDINGS: Final[Wordings] = {
    REPORT_END_BEFORE_START: marked("The end date is before the start date."),
    TOO_MANY_REPORT_DAYS: marked("Choose up to {most} days."),
    REPORTS_UNAVAILABLE: marked("Reports are temporarily unavailable. Please try again."),
    REPORT_TOO_SLOW: marked("The report took too long."),
}


def error_message(context: PageContext, error: ApiError) -> str:
    """Return the translated error message of a report."""
    return form_errors.error_message(context, error, own=_WORDINGS)
