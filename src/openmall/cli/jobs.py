"""What is due by itself: done by a process of its own."""

from typing import Any

import click

from openmall.cli import settings


@click.group()
def jobs() -> None:
    """Do what is due by itself.

    \b
    Examples:
      openmall jobs work --database postgresql://openmall@db/openmall
    """


@jobs.command("work")
@click.option("--with-parent", type=int, metavar="PID", help="Leave when this parent is gone.")
@settings.options(*settings.MEANING)
def work(with_parent: int | None, **given: Any) -> None:
    """Do what is due by itself until SIGTERM: deliver webhooks, move orders on, and the like.

    `openmall serve` begins this by itself, unless its setting `jobs` says otherwise. Any number of
    machines may do it at once: they share the work.
    """
    from openmall import working
    from openmall.cli import installation

    configuration = settings.configured(**given)
    if with_parent is None:
        # who began this has looked already
        installation.prepare(configuration)
    working.work(configuration, parent=with_parent)
