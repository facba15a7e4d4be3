"""Counters shared by all processes of one machine, exact and without a separate server."""

import mmap
import os
from collections.abc import Callable, Sequence
from fcntl import LOCK_EX, LOCK_UN, lockf
from pathlib import Path
from typing import Concatenate, Final
from zlib import crc32

from openmall.access.limits.counters_file import (
    CACHE_EPOCH_AT,
    HEADER_SIZE,
    KEYS,
    ONE_THREAD,
    SET_SIZE,
    SET_SLOTS,
    STATE,
    WRITES_AT,
    file_size,
    open_file,
)
from openmall.access.limits.fingerprint import DEFAULT_SLOTS, Fingerprint
from openmall.contract.counter_state import EMPTY, State
from openmall.contract.counters import P, R

_WORD_BYTES = 8
_SET_WORDS = SET_SIZE // _WORD_BYTES
_STATE_WORDS = STATE.size // _WORD_BYTES
_WRITES: Final = WRITES_AT // _WORD_BYTES
_MALL_WRITES: Final = HEADER_SIZE // _WORD_BYTES - _WRITES - 1
"""Counts that malls share: a mall that shares one is found changed too often, never too rarely."""


class SharedCounters:
    """`Counters` in a memory-mapped file, one slot a key, in sets of sixteen.

    A key belongs to one set. A new key takes the slot of that set which expires first: a free or
    expired one, if there is any. When all sixteen are live, the one nearest to idle is evicted:
    its client starts from zero, and may exceed its limit slightly. Only a flood of clients causes
    that, and it evicts idle clients first.

    A killed process blocks nobody; one that is stopped (SIGSTOP) during an update blocks its set
    until it continues. A process must open the file only once: when it closes any descriptor of it,
    the kernel drops all its locks. Raises what `counters_file.open_file` raises.
    """

    def __init__(self, path: Path, *, slots: int = DEFAULT_SLOTS) -> None:
        self._file, self.slots, salt = open_file(path, slots=slots)
        self._sets = self.slots // SET_SLOTS
        self._fingerprint = Fingerprint(salt)
        self._map = mmap.mmap(self._file, file_size(self.slots))
        self._words = memoryview(self._map).cast("Q")
        self._numbers = memoryview(self._map).cast("d")

    def update(
        self,
        key: str,
        change: Callable[Concatenate[State, P], tuple[State, R]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.update`. Raises OSError when the kernel refuses a lock."""
        name = self._fingerprint(key)
        start = HEADER_SIZE + name % self._sets * SET_SIZE
        first = start // _WORD_BYTES
        with ONE_THREAD:
            try:
                lockf(self._file, LOCK_EX, 1, start)
                keys = self._words[first : first + SET_SLOTS].tolist()
                if name in keys:
                    slot = keys.index(name)
                    place = start + KEYS.size + slot * STATE.size
                    state, result = change(STATE.unpack_from(self._map, place), *args, **kwargs)
                    STATE.pack_into(self._map, place, *state)
                else:
                    state, result = change(EMPTY, *args, **kwargs)
                    slot = self._nearest_to_idle(first)
                    # A process that dies between these lines leaves a free slot, not a wrong owner.
                    self._words[first + slot] = 0
                    STATE.pack_into(self._map, start + KEYS.size + slot * STATE.size, *state)
                    self._words[first + slot] = name
            finally:
                # Inside the try above even an interrupt just after locking unlocks.
                lockf(self._file, LOCK_UN, 1, start)
        return result

    def read(self, key: str) -> State:
        """See `Counters.read`. Takes no lock, as calls without need of one are many."""
        name = self._fingerprint(key)
        start = HEADER_SIZE + name % self._sets * SET_SIZE
        keys = KEYS.unpack_from(self._map, start)
        if name not in keys:
            return EMPTY
        place = start + KEYS.size + keys.index(name) * STATE.size
        state: State = STATE.unpack_from(self._map, place)
        return state

    async def decide(
        self,
        key: str,
        change: Callable[Concatenate[State, float, P], tuple[State, R]],
        now: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """See `Counters.decide`: there is only this machine."""
        return self.update(key, change, now, *args, **kwargs)

    def in_use(self, now: float) -> int:
        """See `Counters.in_use`. Takes no lock, so concurrent calls may be missing."""
        return sum(
            idle_at > now
            for first in range(HEADER_SIZE // _WORD_BYTES, len(self._words), _SET_WORDS)
            for idle_at in self._idle_at(first)
        )

    def cache_epoch(self) -> int:
        """See `Counters.cache_epoch`. One aligned read, without a lock or a system call."""
        return self._words[CACHE_EPOCH_AT // _WORD_BYTES]

    def advance_cache_epoch(self) -> int:
        """See `Counters.advance_cache_epoch`. Raises OSError when the kernel refuses the lock."""
        return self._increment(CACHE_EPOCH_AT // _WORD_BYTES)

    def record_write(self, mall_id: str) -> None:
        """See `Counters.record_write`. Raises OSError when the kernel refuses the lock."""
        self._increment(_word_of(mall_id))

    def writes(self, mall_id: str) -> int:
        """See `Counters.writes`. Two aligned reads, without a lock or a system call."""
        return self._words[_WRITES] + self._words[_word_of(mall_id)]

    def _increment(self, word: int) -> int:
        at = word * _WORD_BYTES
        with ONE_THREAD:
            try:
                lockf(self._file, LOCK_EX, _WORD_BYTES, at)
                incremented = self._words[word] + 1
                self._words[word] = incremented
            finally:
                lockf(self._file, LOCK_UN, _WORD_BYTES, at)
        return incremented

    async def invalidate_caches(self) -> None:
        """See `Counters.invalidate_caches`: there is only this machine."""
        self.advance_cache_epoch()

    def close(self) -> None:
        """See `Counters.close`. The file and its states remain."""
        with ONE_THREAD:
            self._words.release()
            self._numbers.release()
            self._map.close()
            os.close(self._file)

    def _idle_at(self, first: int) -> Sequence[float]:
        states = first + SET_SLOTS
        return self._numbers[states : first + _SET_WORDS : _STATE_WORDS].tolist()

    def _nearest_to_idle(self, first: int) -> int:
        # A free slot, idle since 1970, comes out first as well.
        idle_at = self._idle_at(first)
        return idle_at.index(min(idle_at))


def _word_of(mall_id: str) -> int:
    return _WRITES + 1 + crc32(mall_id.encode()) % _MALL_WRITES if mall_id else _WRITES
