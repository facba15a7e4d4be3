"""Classifications: how a merchant files products for the mall's own use; read only to apps.

The operator creates them: `openmall mall classification add`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.collection.tables import CLASSIFICATION, DEFAULTS
from openmall.contract.call import Call
from openmall.contract.params import Flag, Limit100, Offset8000, ShopParams
from openmall.contract.resource import Resource
from openmall.translations.catalogues import Message


class Classification(Struct, frozen=True, kw_only=True):
    """A classification in one language."""

    shop_no: int
    classification_code: str
    classification_name: str
    classification_description: str = ""
    use_classification: Flag = "T"
    created_date: datetime
    product_count: int = 0


class ClassificationFilters(ShopParams, frozen=True, kw_only=True):
    classification_code: list[str] | UnsetType = UNSET
    classification_name: list[str] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""
    use_classification: Flag | UnsetType = UNSET


class ClassificationQuery(ClassificationFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class ClassificationDraft(Struct, frozen=True, kw_only=True):
    """The fields of a new classification."""

    classification_name: Annotated[str, Meta(min_length=1, max_length=200)]
    classification_description: Annotated[str, Meta(max_length=300)] = ""


CLASSIFICATIONS: Final = CodedRows(
    CLASSIFICATION,
    Classification,
    default=DEFAULTS["classification_code"],
    default_name=Message("Default classification"),
)


async def list_classifications(call: Call, query: ClassificationQuery) -> Sequence[Classification]:
    """Retrieve a list of custom categories."""
    return await CLASSIFICATIONS.page(call, query, offset=query.offset, limit=query.limit)


async def count_classifications(call: Call, filters: ClassificationFilters) -> int:
    """Retrieve a count of custom categories."""
    return await CLASSIFICATIONS.count(call, filters)


_CLASSIFICATIONS: Final = Resource(Classification, area="collection", key="classifications")

OPERATIONS = [
    _CLASSIFICATIONS.listing("classifications", list_classifications, takes=ClassificationQuery),
    _CLASSIFICATIONS.count(
        "classifications/count", count_classifications, takes=ClassificationFilters
    ),
]
