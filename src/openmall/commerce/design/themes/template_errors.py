"""The error of a template of a theme."""


class TemplateError(Exception):
    """A template cannot be read or rendered.

    `path`: the page that failed, empty for a source that is no page yet. `line`, `column`: from 1;
    0 where they are not known. The message has no data of the page.
    """

    def __init__(self, path: str, message: str, line: int = 0, column: int = 0) -> None:
        where = f"line {line}, column {column}: " if line else ""
        super().__init__(where + message)
        self.path = path
        self.message = message
        self.line = line
        self.column = column
