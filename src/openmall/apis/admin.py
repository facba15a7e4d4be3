"""The admin API: a shop's administrator, through an app, sees and changes everything."""

from openmall.analytics.reports import daily_visits
from openmall.areas.application import webhooks_events, webhooks_logs, webhooks_setting
from openmall.areas.category import categories_decorationimages, categories_seo
from openmall.areas.category.categories import admin as categories
from openmall.areas.category.mains import admin as mains
from openmall.areas.category.page_properties import admin as page_properties
from openmall.areas.collection import brands, classifications, manufacturers, origin, trends
from openmall.areas.community import (
    boards_seo,
    commenttemplates,
    monthlyreviews,
    urgentinquiry,
    urgentinquiry_reply,
)
from openmall.areas.community.articles import admin as articles
from openmall.areas.community.boards import admin as boards
from openmall.areas.community.comments import admin as comments
from openmall.areas.customer import (
    autoupdate,
    customergroups_setting,
    customers_properties,
    paymentinformation,
    plusapp,
    social,
)
from openmall.areas.customer import memos as customer_memos
from openmall.areas.customer.customergroups import admin as customergroups
from openmall.areas.customer.customers import admin as customers
from openmall.areas.mileage.autoexpiration import admin as autoexpiration
from openmall.areas.mileage.credits import admin as credits_
from openmall.areas.mileage.points import admin as points
from openmall.areas.order import (
    applied,
    autocalculation,
    buyer,
    inflowgroups,
    labels,
    saleschannels,
)
from openmall.areas.order import memos as order_memos
from openmall.areas.order.calculation import rules as calculation
from openmall.areas.order.cashreceipts import admin as cashreceipts
from openmall.areas.order.claims import admin as claims
from openmall.areas.order.drafts import rules as draftorders
from openmall.areas.order.items import admin as order_items
from openmall.areas.order.orders import admin as orders
from openmall.areas.order.payments import admin as payments
from openmall.areas.order.receivers import admin as receivers
from openmall.areas.order.refunds import admin as refunds
from openmall.areas.order.shipments import admin as shipments
from openmall.areas.order.subscriptions import admin as subscriptions
from openmall.areas.personal.carts import admin as members_carts
from openmall.areas.personal.wishlist import admin as wishlist
from openmall.areas.privacy.customersprivacy import admin as customersprivacy
from openmall.areas.product import (
    additionalimages,
    approve,
    decorationimages,
    discountprice,
    hits,
    images,
    memos,
    seo,
    tags,
)
from openmall.areas.product.autodisplay import admin as autodisplay
from openmall.areas.product.bundles import admin as bundles
from openmall.areas.product.categories_products import admin as categories_products
from openmall.areas.product.customproperties import admin as customproperties
from openmall.areas.product.icons import admin as icons
from openmall.areas.product.mains_products import admin as mains_products
from openmall.areas.product.options import admin as options
from openmall.areas.product.products import admin as products
from openmall.areas.product.variants import admin as variants
from openmall.areas.promotion.benefits import admin as benefits
from openmall.areas.promotion.coupons import admin as coupons
from openmall.areas.promotion.issues import admin as coupon_issues
from openmall.areas.salesreport import goods as sold_goods
from openmall.areas.salesreport import money as sold_money
from openmall.areas.shipping import carriers, origins, regionalsurcharges
from openmall.areas.shipping import setting as shipping_setting
from openmall.areas.store import (
    accounts,
    activitylogs,
    automessages,
    benefits_setting,
    carts_setting,
    chatapp_profile,
    chatapp_setting,
    chatpay_setting,
    coupons_setting,
    currency,
    customers_setting,
    dashboard,
    financials,
    images_setting,
    menus,
    mobile_setting,
    orderform_setting,
    orders_setting,
    payment_setting,
    paymentmethods,
    points_setting,
    policy,
    portalpay_setting,
    privacy,
    products_display_setting,
    products_setting,
    profile,
    redirects,
    restocknotification_setting,
    seo_setting,
    shops,
    sms_setting,
    store_setting,
    users,
)
from openmall.areas.store.orders_status import admin as orders_status
from openmall.areas.store.paymentgateway import admin as paymentgateway
from openmall.areas.supply import shipping as supplier_shipping
from openmall.areas.supply import suppliers
from openmall.areas.supply import surcharges as supplier_surcharges
from openmall.areas.supply.users import admin as supplier_users
from openmall.jobs import admin as jobs
from openmall.pipeline.doors import Door
from openmall.sandbox import admin as sandbox


def door() -> Door:
    """Return the admin API (specification: "Admin path prefix", "Limits" 1)."""
    return Door(
        "admin",
        prefix="api/v2/admin",
        sites=("mall", "bare"),
        credential="bearer",
        limited_by="bucket",
        mall_from="host",
        rooms=[
            activitylogs.OPERATIONS,
            coupons_setting.OPERATIONS,
            currency.OPERATIONS,
            images_setting.OPERATIONS,
            automessages.OPERATIONS,
            chatapp_profile.OPERATIONS,
            chatapp_setting.OPERATIONS,
            chatpay_setting.OPERATIONS,
            menus.OPERATIONS,
            mobile_setting.OPERATIONS,
            portalpay_setting.OPERATIONS,
            orders_setting.OPERATIONS,
            orders_status.OPERATIONS,
            dashboard.OPERATIONS,
            paymentgateway.OPERATIONS,
            paymentmethods.OPERATIONS,
            financials.OPERATIONS,
            redirects.OPERATIONS,
            accounts.OPERATIONS,
            profile.OPERATIONS,
            shops.OPERATIONS,
            users.OPERATIONS,
            benefits_setting.OPERATIONS,
            carts_setting.OPERATIONS,
            customers_setting.OPERATIONS,
            orderform_setting.OPERATIONS,
            payment_setting.OPERATIONS,
            points_setting.OPERATIONS,
            policy.OPERATIONS,
            privacy.OPERATIONS,
            products_display_setting.OPERATIONS,
            products_setting.OPERATIONS,
            restocknotification_setting.OPERATIONS,
            seo_setting.OPERATIONS,
            sms_setting.OPERATIONS,
            store_setting.OPERATIONS,
            images.OPERATIONS,
            additionalimages.OPERATIONS,
            decorationimages.OPERATIONS,
            products.OPERATIONS,
            variants.OPERATIONS,
            options.OPERATIONS,
            categories.OPERATIONS,
            brands.OPERATIONS,
            manufacturers.OPERATIONS,
            classifications.OPERATIONS,
            trends.OPERATIONS,
            origin.OPERATIONS,
            suppliers.OPERATIONS,
            supplier_users.OPERATIONS,
            supplier_shipping.OPERATIONS,
            supplier_surcharges.OPERATIONS,
            carriers.OPERATIONS,
            origins.OPERATIONS,
            shipping_setting.OPERATIONS,
            regionalsurcharges.OPERATIONS,
            approve.OPERATIONS,
            customproperties.OPERATIONS,
            discountprice.OPERATIONS,
            hits.OPERATIONS,
            icons.OPERATIONS,
            memos.OPERATIONS,
            seo.OPERATIONS,
            tags.OPERATIONS,
            categories_decorationimages.OPERATIONS,
            categories_seo.OPERATIONS,
            categories_products.OPERATIONS,
            mains.OPERATIONS,
            mains_products.OPERATIONS,
            bundles.OPERATIONS,
            autodisplay.OPERATIONS,
            page_properties.OPERATIONS,
            customergroups.OPERATIONS,
            customergroups_setting.OPERATIONS,
            customers.OPERATIONS,
            customers_properties.OPERATIONS,
            autoupdate.OPERATIONS,
            customer_memos.OPERATIONS,
            paymentinformation.OPERATIONS,
            plusapp.OPERATIONS,
            social.OPERATIONS,
            boards.OPERATIONS,
            boards_seo.OPERATIONS,
            articles.OPERATIONS,
            comments.OPERATIONS,
            commenttemplates.OPERATIONS,
            monthlyreviews.OPERATIONS,
            urgentinquiry.OPERATIONS,
            urgentinquiry_reply.OPERATIONS,
            benefits.OPERATIONS,
            coupons.OPERATIONS,
            coupon_issues.OPERATIONS,
            points.OPERATIONS,
            autoexpiration.OPERATIONS,
            credits_.OPERATIONS,
            members_carts.OPERATIONS,
            wishlist.OPERATIONS,
            customersprivacy.OPERATIONS,
            orders.OPERATIONS,
            payments.OPERATIONS,
            shipments.OPERATIONS,
            receivers.OPERATIONS,
            buyer.OPERATIONS,
            order_items.OPERATIONS,
            order_memos.OPERATIONS,
            labels.OPERATIONS,
            applied.OPERATIONS,
            cashreceipts.OPERATIONS,
            calculation.OPERATIONS,
            saleschannels.OPERATIONS,
            inflowgroups.OPERATIONS,
            autocalculation.OPERATIONS,
            draftorders.OPERATIONS,
            subscriptions.OPERATIONS,
            claims.OPERATIONS,
            refunds.OPERATIONS,
            sold_money.OPERATIONS,
            sold_goods.OPERATIONS,
            daily_visits.OPERATIONS,
            sandbox.OPERATIONS,
            jobs.OPERATIONS,
            webhooks_setting.OPERATIONS,
            webhooks_logs.OPERATIONS,
            webhooks_events.OPERATIONS,
        ],
    )
