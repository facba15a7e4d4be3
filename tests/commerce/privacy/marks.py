"""Words of a member that are found again wherever they were written."""


class Marks:
    """Words that stand nowhere else; those that may stay, with the reason."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.stay: dict[str, str] = {}

    def word(self, about: str = "") -> str:
        return self._new(f"Zq{len(self.all):03d}{about}")

    def phone(self) -> str:
        return self._new(f"010-77{len(self.all):02d}-{len(self.all):04d}")

    def digits(self) -> str:
        return self._new(f"99{len(self.all):03d}55{len(self.all):03d}")

    def email(self) -> str:
        return self._new(f"zq{len(self.all):03d}@example.com")

    def kept(self, why: str) -> str:
        self.stay[self.word("kept")] = why
        return self.all[-1]

    def _new(self, mark: str) -> str:
        self.all.append(mark)
        return mark
