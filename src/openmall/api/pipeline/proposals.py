"""Writes that wait for a person's approval: they are rehearsed, and answered 202 with their plan.

Why one waits: its token may only propose it, it asked for that (`Prefer: handling=propose`), or a
rule of the merchant concerns it. Other writes are executed. Decision 64.
"""

import copy
from functools import partial

from openmall.api.pipeline import approval_rules, operation_execution, rehearsal
from openmall.api.pipeline.earlier_price_store import earlier_prices
from openmall.api.pipeline.idempotency import store
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.rehearsal import Execute, Rehearsals, Waiting
from openmall.api.pipeline.request_context import IdempotentRequest, RequestContext
from openmall.api.pipeline.rule_verification import PassedRules, RuleConcerns, until_verified
from openmall.contract.approval import ApprovalRule
from openmall.contract.call import Services
from openmall.contract.operation import Operation


class _Expired(Exception):
    """Rolls back the claim of an idempotency key whose stored response has expired."""


class Proposals:
    """Executes writes, or lets them wait for approval."""

    def __init__(self, rehearsals: Rehearsals, services: Services) -> None:
        self._rehearsals = rehearsals
        self._services = services

    async def execute(
        self, context: RequestContext, operation: Operation, execute: Execute
    ) -> HandlerResult:
        """Execute a write, rehearse it, or store what it would do and respond 202."""
        if context.rehearses:
            return await self._rehearsals.rehearse(context, execute)
        rules: list[ApprovalRule] = []
        if not context.proposes:
            if context.api.name != rehearsal.API:
                return await execute(self._services)
            rules = approval_rules.concerning(
                context.mall.approval_rules,
                context.api.name,
                context.caller,
                operation,
                context.objects,
            )
            if not rules:
                return await execute(self._services)
        key = context.idempotent_request
        stored = await self._stored(context, operation, key)
        if stored is not None:
            return stored
        return await until_verified(
            partial(self._wait_or_execute, context, operation, execute, rules, key)
        )

    async def _wait_or_execute(
        self,
        context: RequestContext,
        operation: Operation,
        execute: Execute,
        rules: list[ApprovalRule],
        key: IdempotentRequest | None,
    ) -> HandlerResult:
        """Rehearse a write; let it wait where it has to, else execute it.

        Raises RuleConcerns, with the context as before, where a rule concerns it only then.
        """
        # a rehearsal changes the objects to the newest version, and reports what it ignores
        objects, ignored, headers = (
            copy.deepcopy(context.objects), [*context.ignored], [*context.headers]
        )  # fmt: skip
        preference = context.preference
        context.rehearses, context.idempotent_request, context.preference = True, None, None
        rehearsed = await self._rehearsals.run(context, execute)
        context.rehearses = False
        waiting = Waiting(context.proposes)
        if not context.proposes:
            clock = context.mall.clock(self._services.clock)
            async with self._services.database.reading(context.mall.mall_id) as db:
                earlier = await earlier_prices(db, clock, rules, rehearsed.rows)
            rule = approval_rules.matching(
                rules,
                operation,
                objects=len(objects),
                changes=len(rehearsed.changes),
                rows=rehearsed.rows,
                earlier=earlier,
            )
            if rule is None:
                context.objects, context.ignored, context.headers = (
                    copy.deepcopy(objects), [*ignored], [*headers]
                )  # fmt: skip
                context.idempotent_request, context.preference = key, preference
                passed = PassedRules(rules, operation, len(objects), len(rehearsed.changes), clock)
                database = passed.verifying(self._services.database)
                try:
                    return await execute(self._services._replace(database=database))
                except RuleConcerns:
                    context.objects, context.ignored, context.headers = objects, ignored, headers
                    raise
            waiting = Waiting("rule", rule.rule_no)
        return await self._rehearsals.wait(context, rehearsed, waiting, key)

    async def _stored(
        self, context: RequestContext, operation: Operation, key: IdempotentRequest | None
    ) -> HandlerResult | None:
        """Return the stored response of the same call, if there is one."""
        if key is None:
            return None
        mall_id, database = context.mall.mall_id, self._services.database
        async with database.reading(mall_id) as db:
            if await store.find(db, key.key) is None:
                return None
        state = context.call(operation, self._services)
        try:
            async with database.writing(mall_id) as state.db:
                stored = await operation_execution.find_stored(state, key)
                if stored is None:
                    raise _Expired
                return stored
        except _Expired:
            return None
