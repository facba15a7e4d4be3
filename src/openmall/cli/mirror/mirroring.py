"""Copies a shop, follows its changes, and compares and repairs the copy."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from openmall.cli.mirror.copy_store import CopyStore, Row
from openmall.cli.mirror.feed_client import FeedClient, FeedExpired, SnapshotPage
from openmall.commerce.changes.digests import canonical, digest

SNAPSHOT_ROWS: Final = 2_000
CHANGES: Final = 500
WAIT_SECONDS: Final = 25
RANGE_ROWS: Final = 100
RANGES: Final = 50
_COMPARISONS: Final = 3
"""Comparisons of a range before it is repaired: the shop may change between two."""

Progress = Callable[[str], None]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A range of ids in which copy and shop differ."""

    resource: str
    after: str
    upto: str | None
    repaired: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a comparison."""

    rows: int
    ranges: int
    calls: int
    differences: list[Difference]


class Mirror:
    """A copy of some resources of a shop."""

    def __init__(
        self, feed: FeedClient, copy: CopyStore, resources: Sequence[str], shop_no: int
    ) -> None:
        self._feed = feed
        self._copy = copy
        self._resources = list(resources)
        self._shop = {"shop_no": shop_no}
        self.position = 0
        self.applied = 0
        """Changes that this program applied."""

    async def bring_up(self, progress: Progress) -> None:
        """Finish the first copy, which may have begun earlier, and apply all changes since."""
        while True:
            try:
                await self._copy_all(progress)
                await self.catch_up()
            except FeedExpired:
                progress("the changes since the last run are not kept: copying again")
                await self._start_again()
            else:
                return

    async def _start_again(self) -> None:
        fresh = {name: {"after": "", "done": False} for name in self._resources}
        await self._copy.write([], {"position": None, **fresh}, cleared=self._resources)

    async def _copy_all(self, progress: Progress) -> None:
        state = await self._copy.state()
        if state.get("position") is None:
            head = (await self._feed.changes(**self._shop))["head"]
            await self._copy.write([], {"position": head})
            state = await self._copy.state()
        self.position = state["position"]
        for resource in self._resources:
            reached = state.get(resource, {"after": "", "done": False})
            if reached["done"]:
                continue
            await self._copy_resource(resource, reached["after"], progress)

    async def _copy_resource(self, resource: str, after: str, progress: Progress) -> None:
        """Store all rows above `after`. The next page is retrieved while one is written."""
        number = 0
        coming = asyncio.create_task(self._page(resource, after))
        try:
            while True:
                page = await coming
                done = page.next is None
                after = page.next or after
                if not done:
                    coming = asyncio.create_task(self._page(resource, after))
                rows: list[Row] = [(resource, *each) for each in page.rows]
                await self._copy.write(rows, {resource: {"after": after, "done": done}})
                number += len(rows)
                progress(f"{resource}: {number} rows")
                if done:
                    return
        finally:
            coming.cancel()

    async def _page(self, resource: str, after: str) -> SnapshotPage:
        return await self._feed.snapshot(
            resource=resource, after=after, limit=SNAPSHOT_ROWS, **self._shop
        )

    async def catch_up(self) -> None:
        """Apply all changes up to the head."""
        while await self.apply_next(wait=0):
            pass

    async def apply_next(self, *, wait: int) -> bool:
        """Apply a page of changes; return whether there may be further ones.

        `wait`: seconds to wait for a change. Raises FeedExpired.
        """
        page = await self._feed.changes(
            since=self.position,
            resource=",".join(self._resources),
            limit=CHANGES,
            wait=wait,
            **self._shop,
        )
        rows: list[Row] = [
            (each["resource"], each["id"], None if each["deleted"] else canonical(each["row"]))
            for each in page["entries"]
        ]
        if page["next"] != self.position:
            await self._copy.write(rows, {"position": page["next"]})
            self.position = page["next"]
            self.applied += len(rows)
        return bool(self.position < page["head"])

    async def compare(self, *, repair: bool, progress: Progress) -> Comparison:
        """Compare copy and shop by digests; retrieve the ranges that differ again.

        Raises FeedExpired.
        """
        state = await self._copy.state()
        self.position = state["position"]
        calls_before, rows, ranges = self._feed.calls, 0, 0
        differences: list[Difference] = []
        await self.catch_up()
        for resource in self._resources:
            after: str | None = ""
            while after is not None:
                page = await self._feed.digests(
                    resource=resource, after=after, rows=RANGE_ROWS, ranges=RANGES, **self._shop
                )
                for each in page["ranges"]:
                    rows, ranges = rows + each["count"], ranges + 1
                    if not await self._is_same(resource, each):
                        found = await self._settle(resource, each, repair=repair)
                        differences += found
                after = page["next"]
                progress(f"{resource}: {rows} rows compared")
        return Comparison(
            rows=rows,
            ranges=ranges,
            calls=self._feed.calls - calls_before,
            differences=differences,
        )

    async def _is_same(self, resource: str, found: dict[str, Any]) -> bool:
        own = await self._copy.rows(resource, found["after"], found["upto"])
        return bool(len(own) == found["count"] and digest(own) == found["digest"])

    async def _settle(
        self, resource: str, found: dict[str, Any], *, repair: bool
    ) -> list[Difference]:
        """Compare a range again after the newest changes; repair it where it still differs."""
        for _ in range(_COMPARISONS):
            await self.catch_up()
            page = await self._feed.digests(
                resource=resource,
                after=found["after"],
                rows=RANGE_ROWS,
                ranges=1,
                **self._shop,
            )
            [again] = page["ranges"]
            if await self._is_same(resource, again):
                return []
            found = again
        if repair:
            await self._repair(resource, found)
        return [
            Difference(resource=resource, after=found["after"], upto=found["upto"], repaired=repair)
        ]

    async def _repair(self, resource: str, found: dict[str, Any]) -> None:
        page = await self._feed.snapshot(
            resource=resource,
            after=found["after"],
            limit=RANGE_ROWS,
            **self._shop,
        )
        kept: list[Row] = [(resource, *each) for each in page.rows]
        own = {id_ for id_, _ in await self._copy.rows(resource, found["after"], page.next)}
        gone: list[Row] = [(resource, id_, None) for id_ in own - {id_ for id_, _ in page.rows}]
        await self._copy.write([*gone, *kept], {})
