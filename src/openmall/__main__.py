"""`python -m openmall` and the command `openmall`."""

from openmall.cli.main import openmall as main

if __name__ == "__main__":
    main(prog_name="openmall")
