"""The error of a declaration that contradicts itself or another one."""


class DeclarationError(Exception):
    """A declaration is inconsistent: the program must not start."""
