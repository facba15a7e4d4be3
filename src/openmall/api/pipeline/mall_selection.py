"""Selects the mall of a call: from the host, from the query, or the default mall."""

from typing import Final

from openmall.access.oauth.directory import Directory
from openmall.api.pipeline import refusals
from openmall.api.pipeline.request_context import RequestContext
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_SUCH
from openmall.http.addressing import MALL_ID

_NO_MALL: Final = Mall("", "", "", {})


async def select_mall(
    context: RequestContext, configuration: Configuration, directory: Directory
) -> Mall:
    """Return the mall of a call, which may be closed.

    Raises NotFound (404) for an unknown mall, and Invalid (422) for a query without one.
    """
    if context.api.mall_from == "nowhere":
        return _NO_MALL
    mall_id = context.address.mall_id
    if context.api.mall_from == "query":
        mall_id = dict(context.query).get("mall_id", "")
        if not mall_id:
            if context.operation is None:
                raise NotFound(refusals.NO_SUCH_OPERATION)
            raise Invalid(MISSING, parameter="mall_id")
        if not MALL_ID.fullmatch(mall_id):
            raise NotFound(NO_SUCH, resource=Phrase("shop"))
    elif not mall_id:
        mall_id = configuration.default_mall or await directory.first_mall() or ""
    mall = await directory.mall(mall_id)
    if mall is None:
        raise NotFound(NO_SUCH, resource=Phrase("shop"))
    return mall
