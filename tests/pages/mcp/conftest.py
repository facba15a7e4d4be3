"""An installation with the sample shop, where shoppers sign in and consent."""

from tests.pages.sampleshop.conftest import guest, stage

__all__ = ["guest", "stage"]
