"""Receives the objects of a call: one of a GET, from its query; those of a write, from its body."""

from openmall.api.pipeline import job_deferral, parsing, rehearsal, response_shaping
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.request_context import IdempotentRequest, RequestContext
from openmall.configuration import Configuration
from openmall.contract.json_values import Json
from openmall.contract.operation import Operation
from openmall.database.seal import Seal
from openmall.http import body


async def receive(
    context: RequestContext, operation: Operation, configuration: Configuration, seal: Seal
) -> None:
    """Read the body within its bounds, and set the call's objects, selection and preference.

    Raises ApiError: 400, 408, 413, 422.
    """
    context.preference = job_deferral.read_preference(context, operation)
    handling = rehearsal.preferred_handling(context, operation)
    context.rehearses = handling == "rehearse"
    if handling == "propose" and not context.proposes:
        context.proposes = "request"
    most = operation.objects if context.preference is None else job_deferral.MAX_OBJECTS
    if context.rehearses or context.proposes:
        # of as many objects as a job has, but answered at once
        context.preference = None
    if not operation.has_body:
        context.objects = [parsing.from_query(operation, context.path, context.query)]
        context.selection = context.objects[0]
        context.idempotent_request = _idempotent_request(context, {}, seal)
        if not operation.writes and idempotency_rules.HEADER in context.request.headers:
            context.ignored = [idempotency_rules.NAME]
        return
    received = await body.read(
        context.request,
        limit=min(configuration.body_limit, context.api.body_limit),
        seconds=configuration.body_seconds,
    )
    envelope = body.decode(received)
    context.body = received
    context.idempotent_request = _idempotent_request(context, envelope, seal)
    context.objects = [
        {**each, **context.path}
        for each in body.objects(operation, envelope, context.query, most=most)
    ]
    context.selection = {
        **dict(context.query),
        **response_shaping.selection_beside_request(envelope),
    }
    # beside the body of a write, the query may choose the shop, repeat the path, select fields
    allowed_names = {"fields", "embed", *context.path}
    if operation.chooses_shop:
        allowed_names.add("shop_no")
    context.ignored = [name for name, _ in context.query if name not in allowed_names]


def _idempotent_request(
    context: RequestContext, envelope: dict[str, Json], seal: Seal
) -> IdempotentRequest | None:
    """Return the call's idempotency key; a rehearsal has none, for it is not done."""
    key = idempotency_rules.read_key(context, envelope, seal)
    return None if context.rehearses else key
