"""Receives the objects of a call: one of a GET, from its query; those of a write, from its body."""

from openmall.api.pipeline import job_deferral, parsing, response_shaping
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.request_context import RequestContext
from openmall.configuration import Configuration
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
    if not operation.has_body:
        context.objects = [parsing.from_query(operation, context.path, context.query)]
        context.selection = context.objects[0]
        context.idempotent_request = idempotency_rules.read_key(context, {}, seal)
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
    context.idempotent_request = idempotency_rules.read_key(context, envelope, seal)
    limit = operation.objects if context.preference is None else job_deferral.MAX_OBJECTS
    context.objects = [
        {**each, **context.path}
        for each in body.objects(operation, envelope, context.query, most=limit)
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
