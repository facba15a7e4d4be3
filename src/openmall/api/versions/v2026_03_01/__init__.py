"""The release of 2026-03-01: its dated changes, a file for what lies together."""

from typing import Final

from openmall.api.versions.change import Change
from openmall.api.versions.v2026_03_01 import catalogue, orders, people, store, supply

CHANGES: Final[tuple[Change, ...]] = (
    catalogue.AddSaleDetailsToProducts(),
    catalogue.RaiseNumberOfTags(),
    catalogue.RaiseNumberOfTagsAtOnce(),
    catalogue.RefuseTaxRateZero(),
    store.OpenOrderSettings(),
    store.SetOrderSettings(),
    store.AddReviewStatusToPaymentGateways(),
    catalogue.PriceAndOrderVariants(),
    catalogue.PriceAndOrderVariantsOfProducts(),
    people.FilterArticlesByNumber(),
    supply.OpenShippingTerms(),
    supply.SetHsCodesOfShop(),
    supply.AddPermissionsToSupplierUsers(),
    supply.PageSupplierUsers(),
    people.SayHowCouponsAreIssued(),
    people.AddKindsOfBenefits(),
    people.TellOfExpirationAMonthBefore(),
    people.SearchCustomersByMore(),
    people.ChangeGenderOfCustomers(),
    orders.AcceptCancellations(),
    orders.ChangeCancellations(),
    orders.GoOnWithCancellation(),
    orders.PickUpWithoutZipcode(),
    orders.FilterByRefundStatus(),
    orders.NamePayment(),
    orders.AcceptShortages(),
    orders.SendItemsInSeveralParcels(),
    orders.LimitSubscriptions(),
    orders.LimitSubscriptionsByRules(),
    orders.NumberItemsOfSubscriptions(),
    orders.NameItemsOfSubscriptionsByNumber(),
    store.GivePointsForConsent(),
    store.DescribeSharedPages(),
    store.TellHowCustomersJoin(),
)
