"""Further words for pages and settings that their own names and labels do not have.

Each language has its own words: translators write those that people of the language look for,
apart by commas, not translations of the English ones.
"""

from typing import Final

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.web.languages import marked

OF_PAGES: Final = {
    menu_pages.OVERVIEW: marked("Home, dashboard, start, figures, tasks"),
    menu_pages.APPROVALS: marked("Approve, reject, pending changes, requests"),
    menu_pages.PRODUCTS: marked("Goods, items, catalogue, price, tax rate"),
    menu_pages.ORDERS: marked("Sales, purchases, payments, refunds, returns, cancellations"),
    menu_pages.CUSTOMERS: marked("Members, buyers, people, accounts, points"),
    menu_pages.BOARDS: marked("Notices, posts, articles, FAQ, community"),
    menu_pages.CATEGORIES: marked("Navigation, menu of the shop, departments"),
    menu_pages.COLLECTIONS: marked("Manufacturers, vendors, trends, collections"),
    menu_pages.DISPLAYS: marked("Featured products, recommended, best sellers, home page"),
    menu_pages.STOCK: marked("Inventory, quantity, sold out, warehouse"),
    menu_pages.DISPATCH: marked("Fulfilment, packing slips, labels, tracking numbers, parcels"),
    menu_pages.SHIPPING_ORIGINS: marked("Warehouse, sender address, place of dispatch"),
    menu_pages.INQUIRIES: marked("Questions, support, answers, ratings, stars"),
    menu_pages.SUBSCRIPTIONS: marked("Recurring orders, repeat delivery"),
    menu_pages.CUSTOMER_GROUPS: marked("Tiers, levels, grades, VIP"),
    menu_pages.SEGMENTS: marked("Audiences, target groups, filters of customers"),
    menu_pages.NEWSLETTERS: marked("Mailing, email marketing, advertising"),
    menu_pages.COUPONS: marked("Vouchers, promotions, discounts"),
    menu_pages.DISCOUNT_CODES: marked("Promo codes, promotion codes, vouchers"),
    menu_pages.BENEFITS: marked("Promotions, sale prices, markdown, gifts, free gift"),
    menu_pages.MESSAGES: marked("Emails, text messages, SMS, mail log, delivery failures"),
    menu_pages.MESSAGE_TEMPLATES: marked("Email texts, templates, notifications, order mail"),
    menu_pages.RESTOCK: marked("Back in stock, waiting list, notify me"),
    menu_pages.CAMPAIGNS: marked("Advertising, marketing, text messages, SMS"),
    menu_pages.REPORTS: marked("Analytics, statistics, sales, visitors, traffic"),
    menu_pages.SAVED_REPORTS: marked("Weekly report, scheduled report, email report"),
    menu_pages.STOREFRONT: marked("Home page, banners, sections, theme, footer, header, menu"),
    menu_pages.SETTINGS: marked("Options, preferences, configuration"),
    menu_pages.COMPANY: marked("Business address, registration number, holidays, close the shop"),
    menu_pages.SHOPS: marked("Languages, currencies, abroad, multi-shop, domain"),
    menu_pages.PAYMENTS: marked("Bank transfer, bank account, payment methods, test payments"),
    menu_pages.PAYMENT_APPS: marked("Payment gateway, PG, payment provider"),
    menu_pages.STRIPE: marked("Credit cards, Apple Pay, Google Pay, API keys"),
    menu_pages.CARRIERS: marked(
        "Courier, delivery company, parcel service, tracking, shipping fees"
    ),
    menu_pages.DESIGN: marked("Theme, HTML, templates, style, logo, colours"),
    menu_pages.MANAGERS: marked("Staff, users, employees, team, invite"),
    menu_pages.ROLES: marked("Permissions, rights, access, staff"),
    menu_pages.STAFF_PROVIDER: marked("Single sign-on, SSO, OpenID Connect, two-step sign-in"),
    menu_pages.APPS: marked("Extensions, plugins, integrations, add-ons"),
    menu_pages.APPROVAL_RULES: marked("Approval rules, four eyes, limits of changes"),
    menu_pages.TRANSFERS: marked("CSV, Excel, spreadsheet, upload, download, migrate, Shopify"),
    menu_pages.ACTIVITY: marked("Audit log, who did what, history"),
    menu_pages.HISTORY: marked("Undo, revert, take back, restore, versions"),
    menu_pages.SAVED_VIEWS: marked("Filters, lists, bookmarks"),
    menu_pages.ACCOUNT: marked("Password, profile, two-step sign-in, passkeys, sign out, language"),
}
"""Page -> its words."""
OF_SETTINGS: Final = {
    "shipping": marked("Delivery, free shipping threshold, postage, freight, carrier"),
    "regional-surcharges": marked("Islands, remote areas, Jeju, delivery surcharge"),
    "prices-on-product-pages": marked("Tax display, VAT, price labels"),
    "seo": marked("Google, sitemap, robots.txt, redirect, 301, meta description, favicon"),
    "customers": marked("Registration, membership, join, guest"),
    "points": marked("Loyalty, rewards, mileage"),
    "orders": marked("Cancellation, returns, claims, automatic confirmation"),
    "order-form": marked("Checkout, guest checkout, fields"),
    "policy": marked("Legal, privacy policy, terms of service, refund policy"),
    "images": marked("Picture size, photos, thumbnails, resolution"),
    "currency": marked("Exchange rate, money, foreign currency"),
    "payment": marked("Escrow, payment gateway, refunds"),
    "text-messages": marked("SMS, phone, sender number"),
    "automatic-mails": marked("Email notifications, order confirmation"),
    "customer-fields": marked("Registration form, profile fields, required fields"),
}
"""Last part of the address of settings -> their words."""
