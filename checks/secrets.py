"""Says whether a secret stands in a file of the project: `python -m checks.secrets`.

`detect-secrets` reads every file that git knows, but for locks and pictures. What it finds and is
none stands in `known.toml` with its reason, by the hash of the text: another beside it is found.
"""

import multiprocessing
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence

from detect_secrets.core.secrets_collection import SecretsCollection
from detect_secrets.settings import transient_settings

from checks import known
from checks.known import EVERYWHERE, ROOT, FalseAlarm

KINDS = (
    "AWSKeyDetector", "AzureStorageKeyDetector", "Base64HighEntropyString", "BasicAuthDetector",
    "DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector",
    "HexHighEntropyString", "JwtTokenDetector", "NpmDetector", "OpenAIDetector",
    "PrivateKeyDetector", "PypiTokenDetector", "SendGridDetector", "SlackDetector",
    "SquareOAuthDetector", "StripeDetector", "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
"""All that the tool knows of keys; its search for words like `password` finds the tests' own."""
_LEFT_OUT = re.compile(
    r"\.(?:lock|png|jpg|gif|webp|ico|mo|gz|zip|woff2)$|\.min\.js$"
    # printed by `make generated ONLY=samples`, of a mall that is gone when they are
    r"|^src/openmall/pages/reference/samples/"
    # says of what each package is made
    r"|(?:^|/)package-lock\.json$|^clients/digests\.json$"
    # malls that older programs made for one test, with their keys
    r"|^tests/database/stores/[a-z]+/about\.json$"
    # holds hashes of what is let pass
    r"|^checks/known\.toml$"
)
_ENTROPY = {"Base64HighEntropyString": 4.5, "HexHighEntropyString": 3.0}
_PARTS = 16


def scan(files: Iterable[str]) -> set[tuple[str, str, str]]:
    """Return what looks like a secret: file, kind, hash."""
    plugins = [
        {"name": kind, **({"limit": _ENTROPY[kind]} if kind in _ENTROPY else {})} for kind in KINDS
    ]
    found = SecretsCollection(root=str(ROOT))
    with transient_settings({"plugins_used": plugins, "filters_used": _FILTERS}):
        for file in files:
            found.scan_file(file)
    return {(file, each.type, each.secret_hash) for file, each in found}


_FILTERS = [
    {"path": f"detect_secrets.filters.heuristic.{name}"}
    for name in (
        "is_sequential_string", "is_potential_uuid", "is_templated_secret", "is_indirect_reference",
    )
]  # fmt: skip


def judge(found: set[tuple[str, str, str]], allowed: Sequence[FalseAlarm]) -> list[str]:
    """Return what has to be done, a line each."""
    anywhere = {(each.type, each.hash) for each in allowed if each.file == EVERYWHERE}
    passed = {(each.file, each.type, each.hash) for each in allowed if each.file != EVERYWHERE}
    found = {each for each in found if each[1:] not in anywhere}
    lines = [f"{file}: {kind}, hash {hash_}" for file, kind, hash_ in sorted(found - passed)]
    gone = [f"{file}: {kind} is no more: take it out of known.toml"
            for file, kind, _ in sorted(passed - found)]  # fmt: skip
    return lines + gone


def files() -> list[str]:
    """Return the files that are read."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = listed.stdout.splitlines()
    return [each for each in found if not _LEFT_OUT.search(each) and (ROOT / each).is_file()]


def main() -> int:
    """Print what was found; 1: something has to be done."""
    listed = files()
    parts = [listed[at::_PARTS] for at in range(_PARTS)]
    with multiprocessing.Pool() as pool:
        found = set[tuple[str, str, str]]().union(*pool.imap_unordered(scan, parts))
    lines = judge(found, known.texts())
    print("\n".join(lines or [f"{len(listed)} files, no secret."]), file=sys.stderr)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
