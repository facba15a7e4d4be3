"""Writes rows of a file of categories: each names the way from the top, `Kitchen > Tea`."""

from typing import Any, Final

import msgspec

from openmall.commerce.category.categories.bulk import Remembered, ensure, folded
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.refusal import RefusedValue
from openmall.transfer.imports.grouping import paths_of
from openmall.transfer.imports.refusals import CATEGORY_WITHOUT_NAME

_CATEGORY: Final = "category"


class CategoryRows:
    """Creates the categories that a file names; those that are there stay as they are."""

    kind = "categories"
    fields = frozenset({_CATEGORY})

    def __init__(self) -> None:
        self._remembered = Remembered()

    def code_of(self, values: dict[str, Any]) -> str:
        """Return the path as it is written."""
        value = values.get(_CATEGORY, "")
        return value.strip() if isinstance(value, str) else msgspec.json.encode(value).decode()

    async def write(self, call: Call, values: dict[str, Any]) -> str:
        """Create the categories of a row; return new or unchanged. Raises Invalid."""
        try:
            paths = [folded(path) for path in paths_of(values.get(_CATEGORY, ""))]
        except RefusedValue as error:
            raise Invalid(error.reason, parameter=_CATEGORY) from None
        if not paths:
            raise Invalid(CATEGORY_WITHOUT_NAME, parameter=_CATEGORY)
        remembered = self._remembered
        await ensure(call.db, call.mall, call.clock, paths, logged=False, remembered=remembered)
        return "new" if remembered.added else "unchanged"
