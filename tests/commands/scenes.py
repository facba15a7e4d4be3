"""Say what each printed command line needs to be run: one table of substitutions, one of scenes.

A line that is not named here is run in a copy of the prepared installation and must succeed.
"""

from typing import Final, NamedTuple

SUBSTITUTIONS: Final = {
    "postgresql://openmall@db/openmall": "{postgresql}",
    "postgresql://openmall@replica/openmall": "{postgresql}",
    "rediss://user:password@redis:6379/0": "{redis}",
    "/srv/openmall": "{other}",
    "/var/lib/openmall/malls.csv": "malls.csv",
    "/var/lib/openmall": "{other}",
    "/tmp/mall": "{other}",
    "/backup": "{backup}",
    "/etc/bash_completion.d/openmall": "completion.bash",
    "${fpath[1]}/_openmall": "completion.zsh",
    "openmall-20261121T200000Z.tar": "all.tar",
    "http://localhost:3000/hooks": "{receiver}",
    "https://myshop.example.com": "{server}",
    "http://127.0.0.1:4318": "{receiver}",
    "CLIENT_ID": "{client}",
    "I7jAnZADtuNHSQTx3v82zs": "{client}",
    "ACCESS_TOKEN": "{token}",
    "--port 443": "--port 0",
    "--workers 4": "--workers 2",
    "--products 10000": "--products 100",
    "--days 90": "--days 3",
    "--visits 200": "--visits 5 --days 3",
    "--since 1200": "--since 0",
    "jobs show 17": "jobs show 1",
    "jobs cancel 17": "jobs cancel 1",
    "1234": "{sequence}",
    "2026-12-24T10:00:00": "{later}",
    "--data-dir .data": "--data-dir {data}",
}
"""What is printed -> what stands for it: addresses, paths, placeholders, and how much is made
where that only takes time."""


class Scene(NamedTuple):
    """What a line or block needs beside the prepared installation, and what it does."""

    empty: bool = False
    """It is about an installation where nothing is yet."""
    store: str = ""
    """It names the store itself: the kind that the prepared installation must have for it."""
    named: str = ""
    """What there is in the store it names: `itself`, the prepared one; else nothing."""
    other: bool = False
    """The folder that it names has a copy of the installation in it; else nothing."""
    served: bool = False
    """A server serves the installation meanwhile."""
    without: tuple[str, ...] = ()
    """Files of the working folder that it makes itself."""
    given: str = ""
    """What is typed."""
    before: tuple[str, ...] = ()
    """What the reader of the page has done before."""
    fails: tuple[str, str] = ("", "")
    """A line of it that exits with 1, and what it says: nobody can answer it on this machine."""
    elsewhere: tuple[str, ...] = ()
    """Lines with these words are called in another installation, in which nothing is yet."""
    again: tuple[str, ...] = ()
    """Lines with these words are called once the mall `myshop` was removed."""
    folder: bool = False
    """The data folder is there, and empty."""
    served_for: tuple[str, ...] = ()
    """Lines with these words are called while a server serves what the lines before them made."""


PASSWORD: Final = "a long password\n" * 2
UNANSWERED: Final = "Not received"
UNREACHABLE: Final = "Connect call failed"
READY: Final = "ready https://"
WAITS: Final = "(it waits for what comes)"
SIGNALS: Final = "(signals are caught)"
NEVER_RETURN: Final = {
    r"openmall demo(?!.*--no-serve)": READY,
    r"openmall serve": READY,
    r"openmall listen": "Listening for events",
    r"openmall jobs work": SIGNALS,
    r"openmall analytics own": SIGNALS,
    r"openmall app calls .*--follow": WAITS,
    r"openmall jobs show .*--follow": WAITS,
    r"openmall logs tail": WAITS,
}
"""Command -> how one sees that it is ready; then it is ended, by a signal."""

_NEW: Final = Scene(empty=True)
_TWO: Final = Scene(store="postgresql", named="itself")
_OWNER: Final = Scene(given=PASSWORD)
_KIM: Final = Scene(
    before=("openmall developer create kim@example.com --name Kim --password-stdin < secret.txt",)
)
_OPERATOR: Final = Scene(before=("openmall operator create kim --password-stdin < secret.txt",))
_MINJUN: Final = Scene(before=("openmall customer add --mall myshop --member-id minjun",))
SCENES: Final[dict[str, Scene]] = {
    (
        "OPENMALL_TEST_MALLS=on OPENMALL_WEBHOOK_NETWORKS=127.0.0.0/8 "
        "openmall serve --data-dir /tmp/test-shop --port 8443"
    ): _NEW,
    "openmall demo": _NEW,
    "openmall demo --products 10000 --seed 7": _NEW,
    "openmall demo --port 0 --http-port 0 --data-dir /tmp/mall --no-limits": _NEW,
    'openmall mall create myshop --name "My shop"': _NEW,
    'openmall mall create myshop --name "My shop" --shop ko_KR:KRW --shop en_US:USD': _NEW,
    (
        'openmall mall create myshop --name "My shop" --shop ko_KR:KRW --shop en_US:USD:"My shop"'
    ): _NEW,
    "openmall serve --database postgresql://openmall@db/openmall --workers 4": _TWO,
    "openmall jobs work --database postgresql://openmall@db/openmall": _TWO,
    "openmall app webhooks test CLIENT_ID order_received --mall myshop": Scene(
        fails=("webhooks test", UNANSWERED)
    ),
    "openmall app webhooks resend CLIENT_ID 1234 --mall myshop": Scene(
        fails=("webhooks resend", UNANSWERED)
    ),
    'openmall developer create kim@example.com --name "Kim Haneul"': _OWNER,
    "openmall operator create kim": _OWNER,
    "openmall operator remove kim": _OPERATOR,
    "openmall trigger order_paid --mall trial": Scene(
        before=(
            "openmall trigger product_created --mall trial",
            "openmall app install CLIENT_ID --mall trial",
        )
    ),
    "openmall approval remove 1 --mall myshop": Scene(
        before=("openmall approval add --mall myshop --customers",)
    ),
    "openmall app give CLIENT_ID kim@example.com": _KIM,
    "openmall developer password kim@example.com --password-stdin < secret.txt": _KIM,
    "openmall customer block --mall myshop --member-id minjun --type L": _MINJUN,
    "openmall customer verify --mall myshop --member-id minjun": _MINJUN,
    "openmall customer block --mall myshop --member-id minjun --type none": Scene(
        before=(
            *_MINJUN.before,
            "openmall customer block --mall myshop --member-id minjun --type L",
        )
    ),
    "openmall customer export --mall myshop --member-id minjun > minjun.json": _MINJUN,
    "openmall customer erase --mall myshop --member-id minjun": _MINJUN,
    "openmall import stock stock.csv --mall myshop --dry-run": Scene(
        before=("openmall import products goods.csv --mall myshop",)
    ),
    "openmall mall account close myshop 1": Scene(
        before=(
            "openmall mall account add myshop --bank-code bank_04 --bank-name Hana"
            " --number 100-200-300 --holder Kim",
        )
    ),
    "openmall gateway contract remove gateway_a mid0001 --mall myshop": Scene(
        before=(
            "openmall gateway contract set gateway_a mid0001 --mall myshop"
            " --contract-date 2026-01-05 --bank-code 013 --bank-account-no 000"
            ' --bank-account-name "My shop" --method card:M:15',
        )
    ),
    "openmall manager create owner --mall myshop": _OWNER,
    'openmall manager create owner --mall myshop --name "Kim Haneul"': _OWNER,
    (
        "openmall listen --forward http://localhost:3000/hooks --events order_received,90025"
        " --server https://myshop.example.com --token ACCESS_TOKEN --since 1200"
    ): Scene(served=True),
    (
        "openmall mirror --follow --to postgresql://localhost/copy"
        " --server https://myshop.example.com --token TOKEN --resources products,variants"
    ): Scene(fails=("openmall mirror", UNREACHABLE)),
    (
        "openmall mirror --to sqlite:///copy.db --server https://myshop.example.com --token TOKEN"
    ): Scene(fails=("openmall mirror", UNREACHABLE)),
    (
        "openmall mirror verify --to sqlite:///copy.db --server https://myshop.example.com"
        " --token TOKEN"
    ): Scene(fails=("openmall mirror", "there is no copy yet")),
    (
        "docs/mirroring.md: openmall mirror --to sqlite:///copy.db"
        " --server https://myshop.example.com --token TOKEN"
    ): Scene(fails=("openmall mirror", UNREACHABLE)),
    "openmall db distribute --plan --database postgresql://openmall@db/openmall": _TWO,
    "openmall db check --data-dir /srv/openmall": Scene(other=True),
    "openmall db migrate --database postgresql://openmall@db/openmall": Scene(store="postgresql"),
    "openmall db move --to postgresql://openmall@db/openmall": Scene(store="sqlite"),
    ("openmall db move --data-dir /srv/openmall --to postgresql://openmall@db/openmall"): Scene(
        store="sqlite", other=True
    ),
    "openmall db move --database postgresql://openmall@db/openmall --to sqlite": _TWO,
    "openmall backup create myshop.tar --mall myshop": Scene(without=("myshop.tar",)),
    (
        "openmall backup restore /backup/openmall-20261121T200000Z.tar --data-dir /srv/openmall"
    ): _NEW,
    "openmall backup restore all.tar --data-dir /srv/openmall": _NEW,
    "openmall backup restore all.tar --database postgresql://openmall@db/openmall": _NEW,
    "openmall doctor --data-dir /var/lib/openmall --json": Scene(other=True, served=True),
    "openmall doctor": Scene(served=True),
    "openmall doctor --seconds 1": Scene(served=True),
    "openmall health": Scene(served=True),
    "openmall reload": Scene(served=True),
    "openmall currency forget USD": Scene(before=("openmall currency set USD=1400",)),
    "openmall health --live --seconds 2": Scene(served=True),
    'README.md: .venv/bin/openmall mall create myshop --name "My shop" --data-dir data': Scene(
        empty=True, given=PASSWORD
    ),
    'docs/importing.md: openmall mall create myshop --name "My shop"': _NEW,
    (
        "docs/backup.md: openmall backup create /backup --data-dir /srv/openmall && openmall backup"
        ' verify "$(ls -t /backup/*.tar | head -1)"'
    ): Scene(other=True),
    (
        "docs/backup.md: openmall backup restore copy.tar --data-dir /srv/openmall"
        "                        # everything, where there is nothing yet"
    ): _NEW,
    "docs/backup.md: openmall backup create myshop.tar --mall myshop": Scene(
        without=("myshop.tar",), again=("# under its own id", "everything.tar")
    ),
    (
        'docs/backup.md: openmall mall close myshop --notice "We are moving, and back at noon."'
        "      # 503 for all; nothing changes from now on"
    ): Scene(without=("myshop.tar",), given="myshop\n", elsewhere=("--key-file",)),
    "docs/backup.md: openmall backup create /backup          # first": Scene(
        store="sqlite", other=True
    ),
    "docs/operating.md: openmall doctor": Scene(
        empty=True, folder=True, given=PASSWORD, served_for=("health",)
    ),
    "docs/operating.md: openmall health": Scene(served=True),
    "docs/operating.md: openmall reload --data-dir .data": Scene(served=True),
    "docs/operating.md: export OPENMALL_DATABASE=postgresql://openmall@db/openmall": _TWO,
    (
        "docs/postgresql.md: OPENMALL_DATABASE_REPLICA=postgresql://openmall@replica/openmall"
        " OPENMALL_REPLICA_SECONDS=5 openmall serve"
    ): _TWO,
    (
        "docs/webhooks.md: openmall app webhooks address CLIENT_ID https://app.example.com/hooks"
    ): Scene(fails=("webhooks test", UNANSWERED)),
    (
        "docs/webhooks.md: openmall listen --forward http://localhost:3000/hooks --app CLIENT_ID"
        " --mall myshop"
    ): Scene(served=True),
    (
        "docs/apps/webhooks.md: export"
        " OPENMALL_LISTEN_SECRET=whsec_bm90IGEgc2VjcmV0OiBmb3IgdGhlIGd1aWRl"
    ): Scene(served=True),
    'docs/sandbox.md: openmall mall create trial --name "Trial" --sandbox': Scene(
        before=("openmall mall remove trial --yes",)
    ),
}
"""Line, or place and first line of a block -> its scene."""
EVERY_COMMAND: Final[dict[str, tuple[str, ...]]] = {
    "openmall mall open": (
        "openmall mall close myshop",
        "openmall mall open myshop",
    ),
    "openmall app list": ("openmall app list",),
    "openmall app show": ("openmall app show CLIENT_ID",),
    "openmall app uninstall": ("openmall app uninstall CLIENT_ID --mall myshop",),
    "openmall app webhooks key": ("openmall app webhooks key CLIENT_ID",),
    "openmall app webhooks off": (
        "openmall app webhooks off CLIENT_ID --mall myshop",
        "openmall app webhooks on CLIENT_ID --mall myshop",
    ),
    "openmall analytics own": ("openmall analytics own",),
    "openmall secrets reseal": ("openmall secrets reseal",),
    "openmall operations": ("openmall operations",),
    "openmall openapi": ("openmall openapi --api partner",),
    "openmall asyncapi": ("openmall asyncapi",),
    "openmall versions": ("openmall versions",),
    "openmall db distribute": (
        "openmall db distribute --plan --database postgresql://openmall@db/openmall",
    ),
}
"""Command that no page shows -> lines that run it."""
