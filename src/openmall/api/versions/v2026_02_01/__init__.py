"""The release of 2026-02-01: it only adds operations."""

from typing import Final

from openmall.api.versions.change import Change
from openmall.api.versions.v2026_02_01 import operations

CHANGES: Final[tuple[Change, ...]] = (
    operations.AddControlOfApps(),
    operations.AddSettingsOfCustomersAndPayment(),
    operations.AddCustomProperties(),
    operations.AddReservations(),
    operations.DeletePaymentInformation(),
    operations.AddSeoOfBoards(),
    operations.AddCouponKinds(),
    operations.AddRegionalSurcharges(),
    operations.AddWebhookLogs(),
)
