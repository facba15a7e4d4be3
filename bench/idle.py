"""`python -m bench.idle`: what others notice of ten thousand connections that are kept and idle.

The clients are on this machine. Each connection has shaken hands, and asks something now and then,
as a client with a pool does; the server would else hang up on it. The others are a process of
their own.
"""

import argparse
import asyncio
import json
import resource
import ssl
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench import servers
from bench.servers import Server

PORT: Final = 9581
AT_ONCE: Final = 50
"""Connections that are opened at the same time."""
PAUSE: Final = 15.0
"""Seconds between two questions on one of them: half of what the server waits for."""
READS: Final = 2_000
ASKED: Final = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def main() -> None:
    """Parse the command line, open connections, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.idle", description=__doc__)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--read", type=Path, help="be one of the others, trusting this file")
    given = parser.parse_args()
    if given.read:
        print(json.dumps(asyncio.run(_reads(ssl.create_default_context(cafile=given.read)))))
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard < given.connections + 512:
        sys.exit(f"this process may open {hard} files only: ulimit -n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        with servers.mall(data_dir, PORT) as server:
            authority = data_dir / "tls" / "ca.pem"
            print(json.dumps(asyncio.run(_measured(server, authority, given.connections))))


async def _measured(server: Server, authority: Path, number: int) -> dict[str, float]:
    trusting = ssl.create_default_context(cafile=authority)
    told: dict[str, float] = {"connections": number, **await _others(authority, "alone")}
    told["memory alone MB"] = server.memory()
    busy, began = server.busy(), time.monotonic()
    opening, opened = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(0)
    idle = [asyncio.create_task(_keep(trusting, opening, opened)) for _ in range(number)]
    for _ in idle:
        await opened.acquire()
    told["seconds to open"] = time.monotonic() - began
    told["of them the server's"] = server.busy() - busy
    await asyncio.sleep(PAUSE)
    told |= await _others(authority, "beside")
    told["memory beside MB"] = server.memory()
    told["hung up on"] = sum(each.done() for each in idle)
    for each in idle:
        each.cancel()
    await asyncio.gather(*idle, return_exceptions=True)
    told |= await _others(authority, "afterwards")
    return {name: round(value, 2) for name, value in told.items()}


async def _opened(trusting: ssl.SSLContext) -> Connection:
    return await asyncio.open_connection(
        "127.0.0.1", PORT, ssl=trusting, server_hostname="127.0.0.1", ssl_handshake_timeout=60
    )


async def _keep(
    trusting: ssl.SSLContext, opening: asyncio.Semaphore, opened: asyncio.Semaphore
) -> None:
    try:
        async with opening:
            connection = await _opened(trusting)
            await _ask(connection)
    finally:
        opened.release()
    try:
        while True:
            await asyncio.sleep(PAUSE)
            await _ask(connection)
    finally:
        connection[1].transport.abort()


async def _ask(connection: Connection) -> None:
    reader, writer = connection
    writer.write(ASKED)
    head = await reader.readuntil(b"\r\n\r\n")
    [length] = [
        int(line.partition(b":")[2])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    ]
    await reader.readexactly(length)


async def _others(authority: Path, when: str) -> dict[str, float]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.idle", "--read", str(authority), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    return {f"{name} {when}": value for name, value in json.loads(said).items()}


async def _reads(trusting: ssl.SSLContext) -> dict[str, float]:
    """Return how long questions take on one more connection, in milliseconds."""
    connection = await _opened(trusting)
    took = []
    for _ in range(READS):
        began = time.perf_counter()
        await _ask(connection)
        took.append(1_000 * (time.perf_counter() - began))
    connection[1].transport.abort()
    took.sort()
    return {"p50 ms": took[READS // 2], "p99 ms": took[READS * 99 // 100]}


if __name__ == "__main__":
    main()
