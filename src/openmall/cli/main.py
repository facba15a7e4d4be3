"""The command line's root: every group of commands, as one list a person can read."""

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="openmall", message="%(prog)s %(version)s")
def openmall() -> None:
    """Run, fill and look after an installation of openmall.

    Settings come from environment variables named OPENMALL_<SETTING>; options win over them.
    """


COMMANDS: list[click.Command] = []

for command in COMMANDS:
    openmall.add_command(command)
