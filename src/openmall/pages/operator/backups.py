"""Backups: those that were made and verified, and new ones, which the job worker makes."""

import asyncio
from pathlib import Path
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.database import backup_log
from openmall.database.backup_log import BackupEntry
from openmall.events.operator_tasks import store as task_store
from openmall.events.operator_tasks.store import Kind
from openmall.events.operator_tasks.worker import backup_folder
from openmall.http.addressing import MALL_ID
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import time, unknown_value_error
from openmall.pages.operator import menu, tasks
from openmall.pages.operator.page_context import PageContext

MAX_LENGTH: Final = 50
_MESSAGES: Final = {
    "backup": marked("The backup was begun. Reload this page to see how it went."),
    "verify": marked("The verification was begun. Reload this page to see how it went."),
    "begun": marked("This is under way already."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/backups`."""
    return await _page(context, mall_id=context.query.text("mall_id")[:MAX_LENGTH])


_DEEDS: Final = Deeds("backup", "verify")


async def change(context: PageContext) -> Response:
    """Handle `POST /operator/backups`.

    `act`: `backup` (of `mall_id`, or of everything) or `verify` (the `file` of a backup that was
    made into the folder of the console).
    """
    form = await context.form(deeds=_DEEDS)
    act = form.deed
    if act == "backup":
        mall_id = form.text("mall_id").strip()
        if mall_id and (
            not MALL_ID.fullmatch(mall_id) or await context.services.directory.mall(mall_id) is None
        ):
            problem = context.translate(marked("There is no mall with this ID."))
            return await _page(context, {"mall_id": problem}, mall_id, 422)
        return await _begin(context, "backup", mall_id)
    name = form.text("file")
    entries = await asyncio.to_thread(_files_here, context)
    if name not in entries:
        raise unknown_value_error()
    return await _begin(context, "verify", name)


async def _begin(context: PageContext, kind: Kind, subject: str) -> Response:
    async with (
        context.audited(kind, subject or "all malls"),
        context.database.writing("") as db,
    ):
        added = await task_store.add(
            db, context.clock, context.operator.operator_id, kind=kind, subject=subject
        )
    return redirect(f"{menu.BACKUPS}?done={kind if added else 'begun'}")


async def _page(
    context: PageContext,
    problems: dict[str, str] | None = None,
    mall_id: str = "",
    status: int = 200,
) -> Response:
    data_dir = context.services.configuration.data_dir
    entries = await asyncio.to_thread(backup_log.read, data_dir)
    here = await asyncio.to_thread(_files_here, context)
    return context.show(
        "backups.html",
        status=status,
        entries=[
            (each, time(each.at), time(each.taken_at), _name(each) if _name(each) in here else "")
            for each in entries
        ],
        created=next((time(each.at) for each in entries if each.action == "created"), None),
        verified=next(
            (time(each.at) for each in entries if each.action == "verified" and each.sound), None
        ),
        folder=str(backup_folder(context.services.configuration)),
        tasks=await tasks.listed(context, ("backup", "verify")),
        problems=problems or {},
        mall_id=mall_id,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


def _name(entry: BackupEntry) -> str:
    return Path(entry.file).name


def _files_here(context: PageContext) -> set[str]:
    """Return the names of backups that were made into the console's folder and are still there."""
    configuration = context.services.configuration
    folder = backup_folder(configuration).absolute()
    files = [Path(each.file) for each in backup_log.read(configuration.data_dir)]
    return {file.name for file in files if file.parent == folder and file.is_file()}
