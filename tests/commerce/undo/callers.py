"""Apps and people who write, rehearse, propose, decide, apply and undo in a shop at once."""

import asyncio
import itertools
from random import Random
from typing import Any, Final, Protocol

import msgspec

from tests.commerce.undo.checked_shop import BYSTANDER, DECIDERS, PRODUCTS, CheckedShop
from tests.commerce.undo.known_calls import (
    LOST,
    Answer,
    Attempt,
    Decided,
    Decisions,
    Known,
    Place,
    Proposed,
    SentObject,
)
from tests.world import Installed

REHEARSE: Final = {"Prefer": "handling=rehearse"}
PROPOSE: Final = {"Prefer": "handling=propose"}
_RECENT: Final = 8
"""Plans that somebody chooses from."""
_FORGED: Final = "x" * 43
_DONE: Final = 200
_MOVED: Final = 409
_REFUSED: Final = (403, 404, 409, 422, LOST)


class Transport(Protocol):
    """How calls reach the shop."""

    async def send(
        self,
        app: Installed,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        random: Random | None = None,
    ) -> Answer:
        """Call the admin API; `random`: when the connection may break, None: it does not."""
        ...

    async def decide(
        self, person: str, plan_no: int, decision: dict[str, Any], random: Random | None = None
    ) -> Answer:
        """Approve or reject a plan as a person; 200: it was done."""
        ...

    async def comment(
        self, person: str, plan_no: int, content: str, random: Random | None = None
    ) -> Answer:
        """Comment on a plan as a person; 200: it was done."""
        ...


class Callers:
    """Concurrent callers of one shop."""

    def __init__(
        self, shop: CheckedShop, transport: Transport, known: Known, count: int, *, steps: int
    ) -> None:
        """`steps`: of each caller."""
        self._shop, self._transport, self._known = shop, transport, known
        self._count, self._steps = count, steps
        self._values = itertools.count(1)
        full = shop.world.full
        self._apps = [full, full, *shop.free, shop.proposer, shop.ruled, shop.priced]

    async def run(self, random: Random) -> None:
        """Let the callers call."""
        seeds = [random.randrange(1, 2**31) for _ in range(self._count)]
        await asyncio.gather(*(self._caller(Random(seed)) for seed in seeds))

    async def _caller(self, random: Random) -> None:
        steps = {
            self._write: 5, self._rehearse: 3, self._apply: 3, self._undo: 4, self._decide: 6,
            self._comment: 1, self._combine: 2, self._withdraw: 1, self._expire: 1, self._forge: 1,
        }  # fmt: skip
        for _ in range(self._steps):
            [step] = random.choices([*steps], [*steps.values()])
            await step(random)

    async def complete(self) -> None:
        """Complete approvals that were not carried out, as their people would."""
        for stored in (await self._shop.stored_plans()).values():
            plan = next((each for each in self._known.plans if each.number == stored.plan_no), None)
            if stored.state == "approved" and plan is not None:
                approved = msgspec.json.decode(stored.approved)
                await self._send_decision(plan, stored.decided_by, approved, "", None)

    async def _write(self, random: Random) -> None:
        method, path, body, sent = self._change(random)
        app = random.choice(self._apps)
        proposes = app in self._shop.free and random.random() < 0.15
        answer = await self._transport.send(
            app, method, path, body, headers=PROPOSE if proposes else None, random=random
        )
        await self._hear_write(app, answer, sent, must_wait=proposes or self._must_wait(app))

    def _must_wait(self, app: Installed) -> bool:
        return app in (self._shop.proposer, self._shop.ruled)

    async def _hear_write(
        self, app: Installed, answer: Answer, sent: list[SentObject], *, must_wait: bool
    ) -> None:
        mark = sent[0].mark
        if answer.status == 202:
            if not must_wait and app is not self._shop.priced:
                self._known.wrong.append(f"{mark} of a free app waits: {answer.content}")
            await self._add_plan(app, answer.content["plan"]["plan_no"], "", sent)
        elif answer.status < 300 and must_wait:
            self._known.wrong.append(f"{mark} was not to be done: {answer.status}")
        elif mark:
            # what waits without its caller having heard of it is never decided on
            self._known.heard[mark] = 409 if must_wait else answer.status

    async def _rehearse(self, random: Random) -> None:
        if random.random() < 0.2 and self._known.attempts:
            await self._undo(random, rehearsed=True)
            return
        method, path, body, sent = self._change(random)
        answer = await self._rehearse_call(random, method, path, body, sent)
        if answer.status >= 300:
            self._known.heard[sent[0].mark] = answer.status if answer.status != LOST else 409

    async def _rehearse_call(
        self, random: Random, method: str, path: str, body: Any, sent: list[SentObject]
    ) -> Answer:
        app = random.choice(self._apps)
        answer = await self._transport.send(
            app, method, path, body, headers=REHEARSE, random=random
        )
        if answer.status < 300:
            if (answer.token == "") != (app is self._shop.proposer):
                self._known.wrong.append(f"{path} was rehearsed with the token {answer.token!r}")
            number = int(answer.link.partition(">")[0].rpartition("/")[2])
            await self._add_plan(app, number, answer.token, sent)
        return answer

    async def _add_plan(
        self, app: Installed, number: int, token: str, sent: list[SentObject]
    ) -> None:
        """Remember a plan with what it says that rows are, unless they are new."""
        answer = await self._transport.send(app, "GET", f"plans/{number}/changes?limit=100")
        before = {}
        for each in (answer.content or {}).get("changes", []):
            kind, named = each["resource"], each["object"]
            if each["before"] is not None and kind in ("products", "variants"):
                place = ("product", f"1,{named}") if kind == "products" else ("variant", named)
                before[place] = {name: str(value) for name, value in each["before"].items()}
        self._known.plans.append(Proposed(number, token, app, sent, before))

    def _any_plan(self, random: Random, *, waiting: float = 0.0) -> Proposed | None:
        """Return one of the last plans; `waiting`: how likely one without a token."""
        plans = self._known.plans
        if random.random() < waiting:
            plans = [each for each in plans if not each.token] or plans
        return random.choice(plans[-_RECENT:]) if plans else None

    async def _apply(self, random: Random) -> None:
        plan = self._any_plan(random)
        if plan is None:
            return
        was_expired = plan.number in self._known.expired
        self._known.busy[plan.number] += 1
        answer = await self._apply_as(plan.app, plan, plan.token or _FORGED, random)
        self._known.busy[plan.number] -= 1
        if answer.status == 201:
            self._known.applied[plan.number] += 1
            if was_expired or not plan.token:
                self._known.wrong.append(f"plan {plan.number} was applied, expired: {was_expired}")
        fresh = answer.more_info.get("plan") if answer.status == _MOVED else None
        if fresh:
            # of the same call, so that its value is written by each of both at most once
            await self._add_plan(plan.app, fresh["plan_no"], fresh["token"], plan.objects)

    async def _apply_as(
        self, app: Installed, plan: Proposed, token: str, random: Random | None
    ) -> Answer:
        body = {"request": {"token": token}}
        return await self._transport.send(
            app, "POST", f"plans/{plan.number}/apply", body, random=random
        )

    async def _forge(self, random: Random) -> None:
        """Try to carry out a plan without the right to; nobody may succeed."""
        plan = self._any_plan(random)
        if plan is None:
            return
        other = next(each for each in self._shop.free if each is not plan.app)
        match random.randrange(4):
            case 0:
                token = random.choice(self._known.plans).token or _FORGED
                if token == plan.token:
                    return
                answer = await self._apply_as(plan.app, plan, token, random)
            case 1:
                answer = await self._apply_as(other, plan, plan.token or _FORGED, random)
            case 2:
                # the operations of the back office are at no address
                path, body = f"approvals/{plan.number}/decision", {"decision": "approve"}
                answer = await self._transport.send(
                    plan.app, "POST", path, {"request": body}, random=random
                )
            case _:
                decision = {"decision": random.choice(("approve", "reject")), "comment": "Mine"}
                answer = await self._transport.decide(BYSTANDER, plan.number, decision, random)
        if answer.status not in _REFUSED:
            self._known.wrong.append(f"plan {plan.number} by a forgery: {answer}")

    async def _decide(self, random: Random) -> None:
        plan = self._any_plan(random, waiting=0.8)
        if plan is None:
            return
        people = random.sample(DECIDERS, 2) if random.random() < 0.3 else [random.choice(DECIDERS)]
        decisions = []
        for person in people:
            everything = list(range(1, len(plan.objects) + 1))
            objects = [] if random.random() < 0.25 else everything
            if objects and len(everything) > 1 and random.random() < 0.5:
                objects = sorted(random.sample(everything, random.randint(1, len(everything))))
            says = not objects or random.random() < 0.3
            comment = f"comment {next(self._values)}" if says else ""
            seeded = Random(random.randrange(1, 2**31))
            decisions.append(self._send_decision(plan, person, objects, comment, seeded))
        await asyncio.gather(*decisions)

    async def _send_decision(
        self, plan: Proposed, person: str, objects: list[int], comment: str, random: Random | None
    ) -> None:
        """Decide on a plan; `objects`: what is approved, empty: it is rejected."""
        decision: dict[str, Any] = {"decision": "approve" if objects else "reject"}
        if objects and len(objects) < len(plan.objects):
            decision["objects"] = objects
        if comment:
            decision["comment"] = comment
        was_expired = plan.number in self._known.expired
        self._known.busy[plan.number] += 1
        answer = await self._transport.decide(person, plan.number, decision, random)
        self._known.busy[plan.number] -= 1
        made = Decided(person, bool(objects), objects, answer.status, comment)
        self._known.decisions.setdefault(plan.number, []).append(made)
        if answer.status == _DONE and was_expired:
            self._known.wrong.append(f"{person} decided on plan {plan.number}, which had expired")
        fresh = answer.more_info.get("plan") if answer.status == _MOVED else None
        if fresh:
            sent = [plan.objects[number - 1] for number in objects]
            await self._add_plan(plan.app, fresh["plan_no"], "", sent)

    async def _comment(self, random: Random) -> None:
        plan = self._any_plan(random)
        if plan is None:
            return

        async def comment(person: str, seed: int) -> None:
            text = f"comment {next(self._values)}"
            answer = await self._transport.comment(person, plan.number, text, Random(seed))
            self._known.comments.setdefault(plan.number, {})[text] = answer.status

        await asyncio.gather(*(comment(person, random.randrange(1, 2**31)) for person in DECIDERS))

    async def _combine(self, random: Random) -> None:
        found = [
            each
            for each in self._known.plans[-2 * _RECENT :]
            if all(sent.mark for sent in each.objects)
        ]
        if not found:
            return
        first = random.choice(found)
        alike = [
            each
            for each in found
            if each.app is first.app and (each.token == "") == (first.token == "")
        ]
        plans = random.sample(alike, min(len(alike), random.randint(2, 3)))
        body = {"request": {"plan_nos": [each.number for each in plans]}}
        self._known.combines = True
        answer = await self._transport.send(first.app, "POST", "plans/combine", body, random=random)
        if answer.status == 201:
            made = answer.content["plan"]
            sent = [
                SentObject(
                    each.objects[0].mark,
                    frozenset(place for one in each.objects for place in one.places),
                )
                for each in plans
            ]
            await self._add_plan(first.app, made["plan_no"], made["token"] or "", sent)

    async def _withdraw(self, random: Random) -> None:
        plan = self._any_plan(random)
        if plan is None:
            return
        path = f"plans/{plan.number}"
        answer = await self._transport.send(plan.app, "DELETE", path, random=random)
        if answer.status in (_DONE, LOST) and self._known.withdrawn.get(plan.number) != _DONE:
            self._known.withdrawn[plan.number] = answer.status

    async def _expire(self, random: Random) -> None:
        """Let a plan expire, and perhaps be removed."""
        plan = self._any_plan(random)
        if plan is None or random.random() < 0.5:
            return
        self._known.aged.add(plan.number)
        if await self._shop.age(plan.number) and not self._known.busy[plan.number]:
            self._known.expired.add(plan.number)
        if random.random() < 0.3:
            await self._shop.sweep()

    async def _undo(self, random: Random, *, rehearsed: bool = False) -> None:
        full = self._shop.world.full
        listed = await self._transport.send(full, "GET", "writes?limit=8")
        writes = [
            each
            for each in (listed.content or {}).get("writes", [])
            if each["state"] != "refused" and each["write_no"] > self._shop.prepared
        ]
        if not writes:
            return
        write_no = random.choice(writes)["write_no"]
        found = await self._transport.send(full, "GET", f"writes/{write_no}")
        if found.status != _DONE:
            return
        changes = found.content["write"]["changes"]
        decisions: Decisions = {
            (each["resource"], each["object"]): "keep" for each in changes if random.random() < 0.15
        }
        for _ in range(3):
            places = await self._try_undo(random, write_no, decisions, rehearsed=rehearsed)
            if not places:
                return
            decisions = decisions | {each: random.choice(("keep", "revert")) for each in places}

    async def _try_undo(
        self, random: Random, write_no: int, decisions: Decisions, *, rehearsed: bool
    ) -> list[Place]:
        """Undo a write; return the rows that are yet to be decided on."""
        listed = [
            {"resource": resource, "object": named, "decision": each}
            for (resource, named), each in decisions.items()
        ]
        body = {"request": {"decisions": listed}}
        path = f"writes/{write_no}/undo"
        attempts = self._known.attempts.setdefault(write_no, [])
        attempts.append(Attempt(decisions))
        sent = [SentObject("")]
        if rehearsed:
            answer = await self._rehearse_call(random, "POST", path, body, sent)
        else:
            app = random.choice(self._apps)
            answer = await self._transport.send(app, "POST", path, body, random=random)
            if answer.status < 300:
                must_wait = app is self._shop.ruled
                await self._hear_write(app, answer, sent, must_wait=must_wait)
        conflicts = answer.more_info.get("conflicts", [])
        if answer.status == _MOVED and conflicts and self._count == 1:
            attempts.append(Attempt(decisions, await self._shop.last_line()))
        return [(each["resource"], each["object"]) for each in conflicts]

    def _change(self, random: Random) -> tuple[str, str, dict[str, Any], list[SentObject]]:
        """Return method, path and body of a write, and its objects."""
        at = next(self._values)
        price = f"{20_000 + at}.00"
        products = random.sample(self._shop.products, random.randint(2, PRODUCTS))
        first = frozenset({("product", f"1,{products[0]}")})
        match random.randrange(5):
            case 0:
                body = {"request": {"price": price}}
                return "PUT", f"products/{products[0]}", body, [SentObject(price, first)]
            case 1:
                name = f"model {at}"
                body = {"request": {"model_name": name}}
                return "PUT", f"products/{products[0]}", body, [SentObject(name, first)]
            case 2:
                rows = [{"product_no": each, "price": price} for each in products]
                sent = [
                    SentObject(price, frozenset({("product", f"1,{each}")})) for each in products
                ]
                return "PUT", "prices", {"requests": rows}, sent
            case 3:
                memo = f"memo {at}"
                path = f"products/{products[0]}/memos"
                body = {"request": {"author_id": "owner", "memo": memo}}
                return "POST", path, body, [SentObject(memo)]
        quantity = 1_000 + at
        codes = [self._shop.codes[self._shop.products.index(each)] for each in products]
        return (
            "PUT",
            "inventories",
            {"requests": [{"variant_code": each, "quantity": quantity} for each in codes]},
            [SentObject(str(quantity), frozenset({("variant", each)})) for each in codes],
        )
