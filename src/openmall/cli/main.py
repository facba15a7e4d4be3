"""The root of the command line, with the list of all commands."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from openmall import __version__
from openmall.cli import refused

COMMANDS: Final = {
    "demo": ("openmall.cli.demo.command:demo", "Make a filled mall and serve it."),
    "world": (
        "openmall.cli.operating.world:world",
        "Make a mall with a past, and what reports must say.",
    ),
    "serve": ("openmall.cli.operating.serve:serve", "Serve the malls of an installation."),
    "completion": (
        "openmall.cli.completion:completion",
        "Complete commands and options in a shell.",
    ),
    "reload": (
        "openmall.cli.operating.reload:reload_",
        "Replace the workers of a server that runs.",
    ),
    "jobs": ("openmall.cli.operating.jobs:jobs", "Do what is due by itself."),
    "mall": ("openmall.cli.malls.mall:mall", "Open malls and look at them."),
    "app": ("openmall.cli.apps.app:app", "Register apps and put them into malls."),
    "approval": (
        "openmall.cli.apps.approval:approval",
        "Let people approve writes of apps and staff.",
    ),
    "logs": ("openmall.cli.apps.logs:logs", "Follow what apps call."),
    "developer": (
        "openmall.cli.apps.developer:developer",
        "Let people into the developer console.",
    ),
    "operator": (
        "openmall.cli.operating.operator:operator",
        "Let people into the operator console.",
    ),
    "token": ("openmall.cli.apps.token:token", "Issue and revoke access tokens."),
    "mirror": ("openmall.cli.mirror.command:mirror", "Keep a copy of a shop in another database."),
    "trigger": (
        "openmall.cli.apps.trigger:trigger",
        "Let something happen in a sandbox.",
    ),
    "listen": ("openmall.cli.apps.listen:listen", "Bring events to a program on this machine."),
    "shopper": ("openmall.cli.malls.shopper:shopper", "Give sessions to shoppers."),
    "manager": (
        "openmall.cli.malls.manager:manager",
        "Let people sign in to a mall's back office.",
    ),
    "customer": ("openmall.cli.malls.customer:customer", "Let people join a mall as customers."),
    "currency": ("openmall.cli.malls.currency:currency", "Keep the exchange rates."),
    "gateway": (
        "openmall.cli.malls.gateway:gateway",
        "Keep a mall's contracts with payment gateways.",
    ),
    "partner": ("openmall.cli.partner.command:partner", "Let shops join the partner programme."),
    "import": ("openmall.cli.imports.import_products:import_", "Fill a mall from files."),
    "export": ("openmall.cli.imports.export_products:export", "Take a mall's goods out again."),
    "messages": (
        "openmall.cli.apps.messages:messages",
        "Look at the messages a shop sends itself.",
    ),
    "files": ("openmall.cli.operating.files:files", "Look after the pictures of malls."),
    "autodisplay": (
        "openmall.cli.malls.autodisplay:autodisplay",
        "Renew what displays show by themselves.",
    ),
    "points": ("openmall.cli.malls.points:points", "Let points expire that are old enough."),
    "orders": ("openmall.cli.malls.orders:orders", "Move on the orders whose time has come."),
    "verify": (
        "openmall.cli.operating.verify:verify",
        "Check what a mall keeps against its own records.",
    ),
    "figures": (
        "openmall.cli.malls.figures:figures",
        "Look after the figures that reports are made of.",
    ),
    "analytics": ("openmall.cli.malls.analytics:analytics", "Look after what visitors did."),
    "reindex": ("openmall.cli.operating.reindex:reindex", "Make anew what searches look into."),
    "secrets": (
        "openmall.cli.operating.secrets:secrets",
        "Replace the keys that secrets are sealed with.",
    ),
    "db": ("openmall.cli.operating.db:db", "Look after the store."),
    "backup": (
        "openmall.cli.operating.backup:backup",
        "Copy everything or one mall, and read it back.",
    ),
    "settings": (
        "openmall.cli.operating.settings_command:settings_",
        "Show every setting and what it is.",
    ),
    "doctor": (
        "openmall.cli.operating.doctor:doctor",
        "Look for what is wrong with an installation.",
    ),
    "health": (
        "openmall.cli.operating.health:health",
        "Ask a server on this machine whether it is well.",
    ),
    "operations": ("openmall.cli.registry:operations", "List every operation of the four APIs."),
    "openapi": ("openmall.cli.registry:openapi_command", "Print an API as OpenAPI 3.1."),
    "asyncapi": ("openmall.cli.registry:asyncapi_command", "Print the events as AsyncAPI 3."),
    "versions": ("openmall.cli.registry:versions", "Print what changed in each version."),
}
"""Name -> where the command is, and what it does. It is imported when it is called: every worker
process starts by importing this file."""


class Root(click.Group):
    """The commands, and their errors: one line on standard error, and never a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])

    def main(  # type: ignore[override] # always as a program: it exits
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **extra: Any,
    ) -> Any:
        """Run the command line; exit status 0: done, 1: failed, 2: wrong usage."""
        if not extra.pop("standalone_mode", True):
            return super().main(args, prog_name, standalone_mode=False, **extra)
        try:
            status = super().main(args, prog_name, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            print(error.format_message(), file=sys.stderr)
            sys.exit(2)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "openmall"
            _fail(f"{error.format_message()} ({path} --help)", 2, refused.heading(error))
        except click.ClickException as error:
            _fail(error.format_message(), error.exit_code, refused.heading(error))
        except (click.Abort, KeyboardInterrupt):
            _fail("stopped", 130)
        except BrokenPipeError:
            # the reader of our output has closed it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except Exception as error:
            if os.environ.get("OPENMALL_TRACEBACK"):
                raise
            from openmall.database.session import DatabaseAway

            if isinstance(error, DatabaseAway):
                _fail(f"cannot use the store: {error}", 1)
            summary = f"{type(error).__name__}: {error}"
            _fail(f"{summary} (OPENMALL_TRACEBACK=1 shows where)", 1)
        sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str, status: int, heading: str = "error") -> NoReturn:
    print(f"{heading}: {' '.join(message.split())}", file=sys.stderr, flush=True)
    sys.exit(status)


@click.group(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def openmall() -> None:
    """Run, fill and maintain an installation of openmall.

    \b
    Examples:
      openmall demo
      openmall mall create myshop --name "My shop"
      openmall app create --name "My app" --all-scopes
      openmall serve

    Settings come from environment variables named OPENMALL_<SETTING>, such as
    OPENMALL_DATA_DIR; options win over them. A command exits with 0 when it is done, 1 when it
    failed and 2 when it was called wrongly.
    """
