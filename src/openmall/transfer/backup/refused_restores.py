"""A restore that is refused leaves nothing in its data folder."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def leaving_nothing(folder: Path) -> Iterator[None]:
    """Remove what a refused restore has put into a data folder, and the folder if it made it."""
    was_there = folder.exists()
    before = {each.name for each in folder.iterdir()} if was_there else set()
    files = folder / "files"
    had_files = files.is_dir() and any(files.iterdir())
    try:
        yield
    except BaseException:
        for each in folder.iterdir() if folder.is_dir() else ():
            if each.name not in before and each.is_dir():
                shutil.rmtree(each, ignore_errors=True)
        if files.is_dir() and not had_files:
            for each in files.iterdir():
                shutil.rmtree(each, ignore_errors=True)
        if not was_there:
            with suppress(OSError):
                folder.rmdir()
        raise
