"""Whoever dies in the middle of an upload leaves no half of a picture, and nothing for ever."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from openmall.media.store import Folder, name_of
from tests.journeys.demo_server import ENVIRONMENT
from tests.media.images import base64_of, picture
from tests.world import World

CONTENT = picture(60, 60)
DIES = """
import os, signal, sys
from pathlib import Path
from openmall.media.store import Folder

def die(*_): os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[3] == "half":
    Path.write_bytes = lambda path, content: (open(path, "wb", 0).write(content[:100]), die())
else:
    Path.replace = die
Folder(Path(sys.argv[1])).write("full", sys.argv[2], sys.stdin.buffer.read())
"""


def dies(folder: Path, name: str, when: str) -> None:
    """Let a process be killed while it writes a picture."""
    done = subprocess.run(
        [sys.executable, "-c", DIES, str(folder), name, when], input=CONTENT, env=ENVIRONMENT
    )
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("when", ["half", "before it has its name"])
def test_no_half_of_a_picture_is_shown_and_none_stays_for_ever(tmp_path: Path, when: str) -> None:
    name = name_of(CONTENT, "jpg")
    dies(tmp_path, name, when)
    folder = Folder(tmp_path)

    # the picture is not there, and what was left is no picture
    [left] = (tmp_path / ".unfinished").iterdir()
    assert (folder.read("full", name), list(folder.every("full"))) == (None, [])
    # whoever sends it again is not in its way
    folder.write("full", name, CONTENT)
    assert folder.read("full", name) == CONTENT
    assert left.exists(), "somebody may be writing it"

    # an hour later a process that writes a picture finds and removes it
    an_hour_ago = time.time() - 3_601
    os.utime(left, (an_hour_ago, an_hour_ago))
    Folder(tmp_path).write("full", "other.jpg", CONTENT)
    assert list((tmp_path / ".unfinished").iterdir()) == []
    assert folder.read("full", name) == CONTENT


def test_a_picture_whose_row_was_never_kept_harms_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = world.product()["product_no"]
    path = f"products/{number}/images"
    sent = {"request": {"detail_image": base64_of(CONTENT), "image_upload_type": "A"}}
    files = Folder(world.stage.app.configuration.data_dir / "files")

    # the pictures are written, and then the process dies: the row is as it was
    with monkeypatch.context() as broken:
        broken.setattr("openmall.api.pipeline.operation_execution.record.write_call", _dies)
        assert world.call("POST", path, json=sent).status_code == 500
    made = {each.path for each in files.every(world.mall_id)}
    before = world.get(f"products/{number}")["product"]["detail_image"]
    answer = world.call("POST", path, json=sent)

    assert (made != set(), before) == (True, "")
    assert answer.status_code == 201
    # the same call finds its own files, and names none that is not there
    assert {each.path for each in files.every(world.mall_id)} == made
    shown = world.get(f"products/{number}")["product"]
    for kind in ("detail_image", "list_image", "tiny_image", "small_image"):
        seen = world.request("GET", shown[kind].removeprefix(world.base_url))
        assert (seen.status_code, seen.headers["content-type"]) == (200, "image/jpeg")


async def _dies(*_: object) -> None:
    raise RuntimeError("the process is killed here")
