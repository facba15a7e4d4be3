"""The admin API: apps read and change a shop on behalf of its administrator."""

from openmall.access.sandbox import admin as sandbox_admin
from openmall.analytics.reports import daily_visits
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.commerce.application import (
    apps,
    browser_origins,
    databridge_logs,
    recipes,
    webhooks_events,
    webhooks_logs,
    webhooks_setting,
    webhooks_subscription,
)
from openmall.commerce.application.appstore import admin as appstore_admin
from openmall.commerce.application.scripttags import admin as script_tag_admin
from openmall.commerce.category import categories_decorationimages, categories_seo
from openmall.commerce.category.category_service import admin as category_admin
from openmall.commerce.category.mains import admin as main_admin
from openmall.commerce.category.page_property_service import admin as page_property_admin
from openmall.commerce.changes import admin as change_admin
from openmall.commerce.collection import brands, classifications, manufacturers, origin, trends
from openmall.commerce.community import (
    boards_seo,
    commenttemplates,
    monthlyreviews,
    urgentinquiry,
    urgentinquiry_reply,
)
from openmall.commerce.community.article_service import admin as article_admin
from openmall.commerce.community.boards import admin as board_admin
from openmall.commerce.community.comments import admin as comment_admin
from openmall.commerce.customer import (
    autoupdate,
    customergroups_setting,
    paymentinformation,
    plusapp,
    social,
)
from openmall.commerce.customer import memos as customer_memos
from openmall.commerce.customer.customers import admin as customer_admin
from openmall.commerce.customer.customers import properties as customers_properties
from openmall.commerce.customer.group_service import admin as customergroup_admin
from openmall.commerce.design.icons import admin as design_icon_admin
from openmall.commerce.design.themes import admin as theme_admin
from openmall.commerce.mileage.autoexpiration import admin as autoexpiration_admin
from openmall.commerce.mileage.credits import admin as credit_admin
from openmall.commerce.mileage.points import admin as point_admin
from openmall.commerce.notification import automails, sandbox_mailbox, sms_sending
from openmall.commerce.notification.password_links import admin as password_link_admin
from openmall.commerce.notification.push import admin as push_admin
from openmall.commerce.notification.recipientgroups import admin as recipientgroup_admin
from openmall.commerce.notification.sms import balance, receivers, senders
from openmall.commerce.order import (
    applied_discounts,
    autocalculation,
    buyer,
    labels,
    order_service,
    saleschannels,
    state_changes,
)
from openmall.commerce.order import memos as order_memos
from openmall.commerce.order.billing import (
    control,
    paymentmethods,
    paymentproviders,
    paymentservices,
)
from openmall.commerce.order.billing.cashreceipts import admin as cashreceipt_admin
from openmall.commerce.order.billing.payments import admin as payment_admin
from openmall.commerce.order.billing.refunds import admin as refund_admin
from openmall.commerce.order.billing.unpaidorders import rules as unpaidorder_rules
from openmall.commerce.order.claims import admin as claim_admin
from openmall.commerce.order.fulfilment.shipments import admin as shipment_admin
from openmall.commerce.order.items import admin as item_admin
from openmall.commerce.order.migrated_orders import rules as migrated_order_rules
from openmall.commerce.order.placement.calculation import rules as calculation_rules
from openmall.commerce.order.placement.checkout import completions, orderform_properties
from openmall.commerce.order.placement.drafts import rules as draft_rules
from openmall.commerce.order.placement.subscription_rules import admin as subscription_rule_admin
from openmall.commerce.order.placement.subscriptions import admin as subscription_admin
from openmall.commerce.order.placement.subscriptions import charges_setting
from openmall.commerce.order.receivers import admin as receiver_admin
from openmall.commerce.order.reporting import inflowgroups, order_dashboard
from openmall.commerce.order.reservations import rules as reservation_rules
from openmall.commerce.overview import dashboard
from openmall.commerce.personal.carts import admin as cart_admin
from openmall.commerce.personal.wishlist import admin as wishlist_admin
from openmall.commerce.privacy.customersprivacy import admin as customersprivacy_admin
from openmall.commerce.product import (
    additionalimages,
    approve,
    decorationimages,
    discountprice,
    hits,
    images,
    memos,
    prices,
    seo,
    tags,
)
from openmall.commerce.product.autodisplay import admin as autodisplay_admin
from openmall.commerce.product.bundle_service import admin as bundle_admin
from openmall.commerce.product.categories_products import admin as categories_product_admin
from openmall.commerce.product.customproperties import admin as customproperty_admin
from openmall.commerce.product.icons import admin as icon_admin
from openmall.commerce.product.mains_products import admin as mains_product_admin
from openmall.commerce.product.options import admin as option_admin
from openmall.commerce.product.product_service import admin as product_admin
from openmall.commerce.product.stock import inventories
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.promotion import common_events
from openmall.commerce.promotion.benefits import admin as benefit_admin
from openmall.commerce.promotion.coupons import admin as coupon_admin
from openmall.commerce.promotion.coupons import coupons_setting_admin
from openmall.commerce.promotion.customerevents import admin as customer_event_admin
from openmall.commerce.promotion.discount_codes import admin as discount_code_admin
from openmall.commerce.promotion.issuancecustomers import admin as eligible_admin
from openmall.commerce.promotion.issues import admin as issue_admin
from openmall.commerce.promotion.serialcoupons import admin as serial_admin
from openmall.commerce.salesreport import financials, sales_amounts, sold_units
from openmall.commerce.shipping import additionalfees, carriers, origins, regionalsurcharges
from openmall.commerce.shipping import setting as shipping_setting
from openmall.commerce.store import (
    accounts,
    activitylogs,
    automessages,
    benefits_setting,
    boards_setting,
    carts_setting,
    chatapp_profile,
    chatapp_setting,
    chatpay_setting,
    currency,
    customers_setting,
    dropshipping,
    images_setting,
    information,
    menus,
    mobile_setting,
    orderform_setting,
    orders_setting,
    payment_setting,
    points_setting,
    policy,
    portalpay_setting,
    portalshopping,
    privacy,
    products_display_setting,
    products_setting,
    profile,
    properties_setting,
    redirects,
    restocknotification_setting,
    seo_setting,
    service_managers,
    shops,
    sms_setting,
    socials,
    store_setting,
    users,
)
from openmall.commerce.store.orders_status import admin as orders_status_admin
from openmall.commerce.store.paymentgateway import admin as paymentgateway_admin
from openmall.commerce.store.paymentgateway.endpoints import admin as gateway_endpoint_admin
from openmall.commerce.supply import supplier_shipping, suppliers, surcharges
from openmall.commerce.supply.user_service import admin as supplier_user_admin
from openmall.commerce.translation import categories as category_translations
from openmall.commerce.translation import products as product_translations
from openmall.commerce.translation import store as store_translations
from openmall.commerce.translation import themes as theme_translations
from openmall.commerce.undo import admin as undo_admin
from openmall.events.file_transfers import admin as transfer_admin
from openmall.events.jobs import admin as job_admin
from openmall.events.plans import admin as plan_admin


def api() -> ApiDefinition:
    """Return the admin API (specification: "Admin path prefix", "Limits" 1)."""
    return ApiDefinition(
        "admin",
        prefix="api/v2/admin",
        sites=("mall", "bare"),
        credential="bearer",
        limited_by="bucket",
        mall_from="host",
        operation_lists=[
            activitylogs.OPERATIONS,
            coupons_setting_admin.OPERATIONS,
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
            orders_status_admin.OPERATIONS,
            dashboard.OPERATIONS,
            paymentgateway_admin.OPERATIONS,
            gateway_endpoint_admin.OPERATIONS,
            paymentmethods.OPERATIONS,
            paymentproviders.OPERATIONS,
            paymentservices.OPERATIONS,
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
            boards_setting.OPERATIONS,
            properties_setting.OPERATIONS,
            information.OPERATIONS,
            service_managers.OPERATIONS,
            socials.OPERATIONS,
            portalshopping.OPERATIONS,
            dropshipping.OPERATIONS,
            images.OPERATIONS,
            additionalimages.OPERATIONS,
            decorationimages.OPERATIONS,
            product_admin.OPERATIONS,
            variant_admin.OPERATIONS,
            inventories.OPERATIONS,
            prices.OPERATIONS,
            option_admin.OPERATIONS,
            category_admin.OPERATIONS,
            brands.OPERATIONS,
            manufacturers.OPERATIONS,
            classifications.OPERATIONS,
            trends.OPERATIONS,
            origin.OPERATIONS,
            suppliers.OPERATIONS,
            supplier_user_admin.OPERATIONS,
            supplier_shipping.OPERATIONS,
            surcharges.OPERATIONS,
            carriers.OPERATIONS,
            origins.OPERATIONS,
            shipping_setting.OPERATIONS,
            additionalfees.OPERATIONS,
            regionalsurcharges.OPERATIONS,
            approve.OPERATIONS,
            customproperty_admin.OPERATIONS,
            discountprice.OPERATIONS,
            hits.OPERATIONS,
            icon_admin.OPERATIONS,
            memos.OPERATIONS,
            seo.OPERATIONS,
            tags.OPERATIONS,
            categories_decorationimages.OPERATIONS,
            categories_seo.OPERATIONS,
            categories_product_admin.OPERATIONS,
            main_admin.OPERATIONS,
            mains_product_admin.OPERATIONS,
            bundle_admin.OPERATIONS,
            autodisplay_admin.OPERATIONS,
            page_property_admin.OPERATIONS,
            customergroup_admin.OPERATIONS,
            customergroups_setting.OPERATIONS,
            customer_admin.OPERATIONS,
            customers_properties.OPERATIONS,
            autoupdate.OPERATIONS,
            customer_memos.OPERATIONS,
            paymentinformation.OPERATIONS,
            plusapp.OPERATIONS,
            social.OPERATIONS,
            board_admin.OPERATIONS,
            boards_seo.OPERATIONS,
            article_admin.OPERATIONS,
            comment_admin.OPERATIONS,
            commenttemplates.OPERATIONS,
            monthlyreviews.OPERATIONS,
            urgentinquiry.OPERATIONS,
            urgentinquiry_reply.OPERATIONS,
            benefit_admin.OPERATIONS,
            coupon_admin.OPERATIONS,
            issue_admin.OPERATIONS,
            eligible_admin.OPERATIONS,
            customer_event_admin.OPERATIONS,
            discount_code_admin.OPERATIONS,
            serial_admin.OPERATIONS,
            common_events.OPERATIONS,
            point_admin.OPERATIONS,
            autoexpiration_admin.OPERATIONS,
            credit_admin.OPERATIONS,
            cart_admin.OPERATIONS,
            wishlist_admin.OPERATIONS,
            customersprivacy_admin.OPERATIONS,
            order_service.OPERATIONS,
            state_changes.OPERATIONS,
            order_dashboard.OPERATIONS,
            unpaidorder_rules.OPERATIONS,
            reservation_rules.OPERATIONS,
            migrated_order_rules.OPERATIONS,
            payment_admin.OPERATIONS,
            orderform_properties.OPERATIONS,
            completions.OPERATIONS,
            control.OPERATIONS,
            shipment_admin.OPERATIONS,
            receiver_admin.OPERATIONS,
            buyer.OPERATIONS,
            item_admin.OPERATIONS,
            order_memos.OPERATIONS,
            labels.OPERATIONS,
            applied_discounts.OPERATIONS,
            cashreceipt_admin.OPERATIONS,
            calculation_rules.OPERATIONS,
            saleschannels.OPERATIONS,
            inflowgroups.OPERATIONS,
            autocalculation.OPERATIONS,
            draft_rules.OPERATIONS,
            subscription_rule_admin.OPERATIONS,
            subscription_admin.OPERATIONS,
            charges_setting.OPERATIONS,
            claim_admin.OPERATIONS,
            refund_admin.OPERATIONS,
            automails.OPERATIONS,
            sandbox_mailbox.OPERATIONS,
            password_link_admin.OPERATIONS,
            recipientgroup_admin.OPERATIONS,
            sms_sending.OPERATIONS,
            balance.OPERATIONS,
            receivers.OPERATIONS,
            senders.OPERATIONS,
            push_admin.OPERATIONS,
            sales_amounts.OPERATIONS,
            sold_units.OPERATIONS,
            daily_visits.OPERATIONS,
            theme_admin.OPERATIONS,
            design_icon_admin.OPERATIONS,
            category_translations.OPERATIONS,
            product_translations.OPERATIONS,
            store_translations.OPERATIONS,
            theme_translations.OPERATIONS,
            sandbox_admin.OPERATIONS,
            job_admin.OPERATIONS,
            plan_admin.OPERATIONS,
            undo_admin.OPERATIONS,
            change_admin.OPERATIONS,
            transfer_admin.OPERATIONS,
            apps.OPERATIONS,
            browser_origins.OPERATIONS,
            databridge_logs.OPERATIONS,
            appstore_admin.OPERATIONS,
            recipes.OPERATIONS,
            script_tag_admin.OPERATIONS,
            webhooks_setting.OPERATIONS,
            webhooks_subscription.OPERATIONS,
            webhooks_logs.OPERATIONS,
            webhooks_events.OPERATIONS,
        ],
    )
