"""The load program: wrk, with a small script for each kind of call."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace

from bench.seeding import Access
from bench.servers import LOAD_CORE, Server

BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}
_REPORT = """
threads = {}
setup = function(thread) table.insert(threads, thread) end
done = function(summary, latency, requests)
  local bad = summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do bad = bad + (thread:get("refused") or 0) end
  io.write(string.format('RESULT {"rate": %f, "p50": %f, "p99": %f, "errors": %d, "calls": %d}\\n',
    summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, bad, summary.requests))
end
"""


@dataclass(frozen=True)
class Result:
    """Calls a second, milliseconds, and how many calls did not succeed."""

    rate: float
    p50: float
    p99: float
    errors: int
    calls: int
    busy: float = 0.0
    """Seconds of a core that the server used meanwhile."""


def watched(server: Server, work: Callable[[], Result]) -> Result:
    """Return what `work` measures, and how busy it kept the server."""
    before = server.busy()
    found = work()
    return replace(found, busy=server.busy() - before)


def run(
    url: str, script: str, *, seconds: int, connections: int = 32, cores: str = LOAD_CORE
) -> Result:
    """Send the calls `script` (Lua) makes to `url` for `seconds`, over kept connections.

    What a script counts as `refused` is an error although its status is not.
    """
    wrk = shutil.which("wrk")
    if wrk is None:
        raise SystemExit("the load program is missing: apt-get install wrk")
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script + _REPORT)
        file.flush()
        done = subprocess.run(
            ["taskset", "-c", cores, wrk, "-t1", f"-c{connections}", f"-d{seconds}s",
             "--timeout", "10s", "-s", file.name, url],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    found = re.search(r"RESULT (\{.*\})", done.stdout)
    if found is None:
        raise RuntimeError(done.stdout + done.stderr)
    return Result(**json.loads(found[1]))


def shop(url: str, key: str, *, products: list[int], sessions: list[str], seconds: int) -> Result:
    """Let shoppers order at the storefront of `url`; rate: orders, times: of their own call."""
    return program(
        "bench.shopping", url, key, "--products", *map(str, products), "--sessions", *sessions,
        "--seconds", str(seconds),
    )  # fmt: skip


def mixed(
    url: str,
    access: Access,
    products: list[int],
    sessions: list[str],
    refresh_tokens: list[str],
    *,
    seconds: int,
) -> Result:
    """Let apps, visitors and shoppers call `url` in a shop's proportions; times: of their deeds."""
    return program(
        "bench.mixed", url, "--token", access.token, "--key", access.key,
        "--secret", access.secret, "--products", *map(str, products), "--sessions", *sessions,
        "--refresh-tokens", *refresh_tokens, "--seconds", str(seconds),
    )  # fmt: skip


def program(name: str, *words: str) -> Result:
    """Return what one of our own load programs, on the load's core, measured."""
    done = subprocess.run(
        ["taskset", "-c", LOAD_CORE, sys.executable, "-m", name, *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{name} failed: {done.stdout}{done.stderr}")
    return Result(**json.loads(done.stdout))


def headers(**values: str) -> str:
    """Return the Lua lines that set request headers; `_` stands for `-`."""
    return "\n".join(
        f"wrk.headers[{json.dumps(name.replace('_', '-'))}] = {json.dumps(value)}"
        for name, value in values.items()
    )


def reads(paths: str, **values: str) -> str:
    """Return a script of GETs; `paths` is a Lua expression of the random number `n`."""
    return f"""
{headers(**values)}
request = function()
  local n = math.random(1, 2147483647)
  return wrk.format("GET", {paths})
end
"""


def updates(path: str, **values: str) -> str:
    """Return a script of PUTs that change a price; `path` as in `reads`."""
    return f"""
{headers(content_type="application/json", **values)}
-- far from where an earlier run stopped: a price that a product has already would be refused
local price = os.time() * 7919 % 9000000
request = function()
  local n = math.random(1, 2147483647)
  price = price + 1
  local body = '{{"shop_no":1,"request":{{"price":"' .. price .. '.00"}}}}'
  return wrk.format("PUT", {path}, nil, body)
end
"""


def refreshes(refresh_tokens: list[str], **values: str) -> str:
    """Return a script of token refreshes, each with the refresh token of an earlier answer."""
    tokens = ", ".join(json.dumps(token) for token in refresh_tokens)
    return f"""
{headers(content_type="application/x-www-form-urlencoded", **values)}
local tokens = {{ {tokens} }}
request = function()
  local token = table.remove(tokens, 1)
  return wrk.format("POST", "/api/v2/oauth/token", nil,
    "grant_type=refresh_token&refresh_token=" .. token)
end
response = function(status, headers, body)
  local token = string.match(body, '"refresh_token":"([^"]+)"')
  if token then table.insert(tokens, token) end
end
"""


def batches() -> str:
    """Return a script that tells what browsers do: a product's page, reached by a search."""
    return f"""
{headers(content_type="text/plain;charset=UTF-8", user_agent=BROWSER)}
local run = os.time()
local sent = 0
request = function()
  local n = math.random(1, 2147483647)
  sent = sent + 1
  local body = string.format('{{"batch_id":"bench-%d-%d-%d","shop_no":1,"browser":"visitor-%d",'
    .. '"events":[{{"kind":"product","ago":900,"product_no":%d,"words":"",'
    .. '"url":"https://shop.example.com/goods/%d?utm_source=letter&utm_medium=mail",'
    .. '"referrer":"https://www.google.com/search?q=%d"}}]}}',
    run, sent, n, n % 100000, n % 1000 + 1, n % 1000 + 1, n % 5000)
  return wrk.format("POST", "/collect", nil, body)
end
"""
