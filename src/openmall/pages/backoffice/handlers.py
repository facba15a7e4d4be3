"""The pages of the back office and their handlers: the one list from page to function."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.backoffice import list_views
from openmall.pages.backoffice.accounts import account, account_pages, roles, staff, staff_provider
from openmall.pages.backoffice.approval import approval, approval_rules, approvals
from openmall.pages.backoffice.apps import app_charges, apps
from openmall.pages.backoffice.boards import boards, inquiries, posts
from openmall.pages.backoffice.categories import category_tree
from openmall.pages.backoffice.collections import collections
from openmall.pages.backoffice.customers import (
    campaigns,
    customer,
    customer_groups,
    customers,
    newsletters,
    segments,
)
from openmall.pages.backoffice.design import design, design_pages, storefront, storefront_drafts
from openmall.pages.backoffice.dispatch import pages as dispatch_pages
from openmall.pages.backoffice.displays import displays
from openmall.pages.backoffice.history import activity, history, history_write
from openmall.pages.backoffice.messages import message_templates, messages
from openmall.pages.backoffice.orders import order, orders, subscriptions
from openmall.pages.backoffice.overview import next_steps, overview
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.payments import payment_apps, payments, stripe
from openmall.pages.backoffice.product import product, products, restock, stock
from openmall.pages.backoffice.promotions import benefits, coupons, discount_codes
from openmall.pages.backoffice.reports import pages as report_pages
from openmall.pages.backoffice.reports import saved_report_pages
from openmall.pages.backoffice.search import page as search_page
from openmall.pages.backoffice.search import palette, setting_index
from openmall.pages.backoffice.settings import pages as setting_pages
from openmall.pages.backoffice.shops import carriers as carrier_pages
from openmall.pages.backoffice.shops import company, shipping_origins, shops
from openmall.pages.backoffice.supplier import orders as supplier_orders
from openmall.pages.backoffice.supplier import products as supplier_products
from openmall.pages.backoffice.transfers import transfers

Handler = Callable[[PageContext], Awaitable[Response]]

HANDLERS: Final[dict[tuple[str, bool], dict[str, Handler]]] = {
    (menu_pages.OVERVIEW.at, False): {"GET": overview.show, "POST": next_steps.change},
    (menu_pages.SEARCH.at, False): {"GET": search_page.show},
    (menu_pages.SEARCH.at, True): {"GET": palette.show},
    (menu_pages.APPS.at, False): {"GET": apps.show, "POST": apps.remove},
    (menu_pages.APPS.at, True): {"GET": app_charges.show, "POST": app_charges.change},
    (menu_pages.ACTIVITY.at, False): {"GET": activity.show},
    (menu_pages.APPROVALS.at, False): {"GET": approvals.show_list},
    (menu_pages.APPROVALS.at, True): {"GET": approval.show_one, "POST": approval.change},
    (menu_pages.APPROVAL_RULES.at, False): {
        "GET": approval_rules.show,
        "POST": approval_rules.change,
    },
    (menu_pages.HISTORY.at, False): {"GET": history.show_list},
    (menu_pages.HISTORY.at, True): {
        "GET": history_write.show_one,
        "POST": history_write.change,
    },
    (menu_pages.PRODUCTS.at, False): {"GET": products.show_list, "POST": products.switch},
    (menu_pages.PRODUCTS.at, True): {"GET": product.show_one, "POST": product.change},
    (menu_pages.CATEGORIES.at, False): {
        "GET": category_tree.show,
        "POST": category_tree.change,
    },
    (menu_pages.COLLECTIONS.at, False): {"GET": collections.show_list},
    (menu_pages.COLLECTIONS.at, True): {
        "GET": collections.show_one,
        "POST": collections.change,
    },
    (menu_pages.DISPLAYS.at, False): {"GET": displays.show_list, "POST": displays.create},
    (menu_pages.DISPLAYS.at, True): {"GET": displays.show_one, "POST": displays.change},
    (menu_pages.STOCK.at, False): {"GET": stock.show_list, "POST": stock.count},
    (menu_pages.STOCK.at, True): {"GET": stock.show_one, "POST": stock.adjust},
    (menu_pages.ORDERS.at, False): {"GET": orders.show_list, "POST": orders.advance},
    (menu_pages.ORDERS.at, True): {"GET": order.show_one, "POST": order.change},
    (menu_pages.SUBSCRIPTIONS.at, False): {
        "GET": subscriptions.show_list,
        "POST": subscriptions.change_rules,
    },
    (menu_pages.SUBSCRIPTIONS.at, True): {
        "GET": subscriptions.show_one,
        "POST": subscriptions.change,
    },
    (menu_pages.DISPATCH.at, False): {
        "GET": dispatch_pages.show_list,
        "POST": dispatch_pages.change,
    },
    (menu_pages.DISPATCH.at, True): {"GET": dispatch_pages.show_document},
    (menu_pages.SHIPPING_ORIGINS.at, False): {"GET": shipping_origins.show_list},
    (menu_pages.SHIPPING_ORIGINS.at, True): {
        "GET": shipping_origins.show_one,
        "POST": shipping_origins.change,
    },
    (menu_pages.CARRIERS.at, False): {
        "GET": carrier_pages.show_list,
        "POST": carrier_pages.change_list,
    },
    (menu_pages.CARRIERS.at, True): {"GET": carrier_pages.show_one, "POST": carrier_pages.change},
    (menu_pages.SAVED_VIEWS.at, False): {"GET": list_views.show, "POST": list_views.change},
    (menu_pages.COUPONS.at, False): {"GET": coupons.show_list},
    (menu_pages.COUPONS.at, True): {"GET": coupons.show_one, "POST": coupons.change},
    (menu_pages.DISCOUNT_CODES.at, False): {"GET": discount_codes.show_list},
    (menu_pages.DISCOUNT_CODES.at, True): {
        "GET": discount_codes.show_one,
        "POST": discount_codes.change,
    },
    (menu_pages.BENEFITS.at, False): {"GET": benefits.show_list},
    (menu_pages.BENEFITS.at, True): {"GET": benefits.show_one, "POST": benefits.change},
    (menu_pages.CUSTOMERS.at, False): {"GET": customers.show_list, "POST": customers.move},
    (menu_pages.CUSTOMERS.at, True): {"GET": customer.show_one, "POST": customer.change},
    (menu_pages.CUSTOMER_GROUPS.at, False): {"GET": customer_groups.show_list},
    (menu_pages.CUSTOMER_GROUPS.at, True): {
        "GET": customer_groups.show_one,
        "POST": customer_groups.change,
    },
    (menu_pages.SEGMENTS.at, False): {"GET": segments.show_list},
    (menu_pages.SEGMENTS.at, True): {"GET": segments.show_one, "POST": segments.change},
    (menu_pages.NEWSLETTERS.at, False): {"GET": newsletters.show_list},
    (menu_pages.NEWSLETTERS.at, True): {
        "GET": newsletters.show_one,
        "POST": newsletters.change,
    },
    (menu_pages.CAMPAIGNS.at, False): {"GET": campaigns.show_list},
    (menu_pages.CAMPAIGNS.at, True): {"GET": campaigns.show_one},
    (menu_pages.MESSAGES.at, False): {"GET": messages.show_list},
    (menu_pages.MESSAGES.at, True): {"GET": messages.show_one, "POST": messages.resend},
    (menu_pages.MESSAGE_TEMPLATES.at, False): {"GET": message_templates.show_list},
    (menu_pages.MESSAGE_TEMPLATES.at, True): {
        "GET": message_templates.show_one,
        "POST": message_templates.change,
    },
    (menu_pages.RESTOCK.at, False): {"GET": restock.show_list, "POST": restock.send},
    (menu_pages.BOARDS.at, False): {"GET": boards.show_list},
    (menu_pages.BOARDS.at, True): {"GET": posts.show, "POST": posts.change},
    (menu_pages.INQUIRIES.at, False): {"GET": inquiries.show, "POST": inquiries.change},
    (menu_pages.REPORTS.at, False): {"GET": report_pages.index},
    (menu_pages.REPORTS.at, True): {"GET": report_pages.show},
    (menu_pages.SAVED_REPORTS.at, False): {
        "GET": saved_report_pages.show,
        "POST": saved_report_pages.change,
    },
    (menu_pages.SETTINGS.at, False): {"GET": setting_index.show},
    (menu_pages.SETTINGS.at, True): {"GET": setting_pages.show, "POST": setting_pages.change},
    (menu_pages.COMPANY.at, False): {"GET": company.show, "POST": company.change},
    (menu_pages.SHOPS.at, False): {"GET": shops.show},
    (menu_pages.STOREFRONT.at, False): {
        "GET": storefront_drafts.show,
        "POST": storefront_drafts.change,
    },
    (menu_pages.STOREFRONT.at, True): {
        "GET": storefront.show_editor,
        "POST": storefront.edit,
    },
    (menu_pages.PAYMENTS.at, False): {"GET": payments.show, "POST": payments.change},
    (menu_pages.STRIPE.at, False): {"GET": stripe.show, "POST": stripe.change},
    (menu_pages.PAYMENT_APPS.at, False): {"GET": payment_apps.show, "POST": payment_apps.change},
    (menu_pages.DESIGN.at, False): {"GET": design.show, "POST": design.change},
    (menu_pages.DESIGN.at, True): {"GET": design_pages.show, "POST": design_pages.change},
    (menu_pages.TRANSFERS.at, False): {"GET": transfers.show, "POST": transfers.create},
    (menu_pages.TRANSFERS.at, True): {"GET": transfers.show_one, "POST": transfers.change},
    (menu_pages.MANAGERS.at, False): {"GET": staff.show, "POST": staff.add},
    (menu_pages.ROLES.at, False): {"GET": roles.show, "POST": roles.add},
    (menu_pages.ROLES.at, True): {"GET": roles.show_one, "POST": roles.change},
    (menu_pages.SUPPLIER_PRODUCTS.at, False): {"GET": supplier_products.show_list},
    (menu_pages.SUPPLIER_PRODUCTS.at, True): {
        "GET": supplier_products.show_one,
        "POST": supplier_products.change,
    },
    (menu_pages.SUPPLIER_ORDERS.at, False): {
        "GET": supplier_orders.show,
        "POST": supplier_orders.ship,
    },
    (menu_pages.STAFF_PROVIDER.at, False): {
        "GET": staff_provider.show,
        "POST": staff_provider.change,
    },
    (menu_pages.ACCOUNT.at, False): {"GET": account.show, "POST": account.change},
    (menu_pages.ACCOUNT.at, True): {"GET": account_pages.show, "POST": account_pages.change},
    (menu_pages.MANAGERS.at, True): {"GET": staff.show_one, "POST": staff.change},
}
"""Path of a page, and whether a path below it is meant (`/products/7`) -> method ->
handler."""
