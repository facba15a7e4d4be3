"""The programs of the guides in `docs/apps`: the blocks of a page in one language, as one program.

A block is run as it is printed, in a folder where `.data` is the folder of a demo mall. `ts check`
marks a block that needs a person or a second program: it is type-checked and not run.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parents[2] / "docs" / "apps"
PAGES: Final = (
    "quickstart",
    "authentication",
    "limits",
    "paging",
    "errors",
    "webhooks",
    "mirroring",
    "upgrading",
)
"""The pages whose programs are run."""
_FENCED: Final = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Programs(NamedTuple):
    """The programs of a page."""

    python: str
    typescript: str
    """What is run."""
    typescript_checked: str
    """What is type-checked: with the blocks that are not run."""


def programs(page: str) -> Programs:
    """Return the programs of a page of `FOLDER`, named without `.md`."""
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    blocks = [(info.split(), block) for info, block in _FENCED.findall(text)]
    typescript = [(info, block) for info, block in blocks if info[:1] == ["ts"]]
    return Programs(
        "\n\n".join(block for info, block in blocks if info == ["python"]),
        "\n".join(block for info, block in typescript if "check" not in info),
        "\n".join(block for _, block in typescript),
    )
