"""`openmall completion`: the completion of commands and options in a shell."""

import click
from click.shell_completion import get_completion_class

PROGRAM = "openmall"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion for SHELL, which completes commands, options and their words.

    \b
    Examples:
      source <(openmall completion bash)                                       # this shell
      openmall completion bash > /etc/bash_completion.d/openmall               # every one
      openmall completion zsh > "${fpath[1]}/_openmall"
      openmall completion fish > ~/.config/fish/completions/openmall.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None, shell
    root = click.get_current_context().find_root().command
    click.echo(kind(root, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source())
