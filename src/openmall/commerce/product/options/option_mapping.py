"""The mapping of old options and values to new ones, so that variants keep their data."""

from collections.abc import Sequence

import msgspec

from openmall.commerce.product.options.refusals import (
    OPTIONS_ALIKE_IN_LANGUAGE,
    ORIGINAL_OPTION_NAMED_TWICE,
    UNKNOWN_ORIGINAL_OPTIONS,
)
from openmall.commerce.product.options.takes import OldOption
from openmall.commerce.product.variant_service import combinations
from openmall.commerce.product.variant_service.combinations import Choice
from openmall.commerce.product.variants.store import OptionNames, Values
from openmall.contract.errors import Invalid


class OptionMapping:
    """Options before and after an update: for each new option and value, its old index."""

    def __init__(
        self,
        before: list[OptionNames],
        after: list[OptionNames],
        renamed: Sequence[OldOption] = (),
    ) -> None:
        """Match the options in `renamed` by position, all others by name.

        Raises Invalid (422) when `renamed` names an unknown option.
        """
        self.before, self.after = before, after
        self.options = _sources(
            [each.name for each in before],
            [each.name for each in after],
            [each.option_name for each in renamed],
        )
        self.values: list[list[int | None]] = []
        for at, (new, source) in enumerate(zip(after, self.options, strict=True)):
            old = before[source].values if source is not None else []
            renamed_values = (
                renamed[at].option_value if at < len(renamed) and source is not None else []
            )
            self.values.append(
                _sources(old, new.values, [each.option_text for each in renamed_values])
            )
        self.one_to_one = {*range(len(before))} == {*self.options} and len(before) == len(after)

    def existing(self, rows: list[Values]) -> tuple[dict[Choice, Values], dict[Choice, Values]]:
        """Return the variants that stay, by their new choice of values, and data of new ones.

        Where options are added, to a product without any too, each variant stays as the one with
        the first value of what is new: its stock, code and amounts are not lost. Where options are
        removed, see `combinations.reduced`.
        """
        found = []
        for row in rows:
            was: list[int] = msgspec.json.decode(row["choice"])
            try:
                now = [
                    0 if source is None else values.index(was[source])
                    for source, values in zip(self.options, self.values, strict=True)
                ]
            except ValueError:
                continue  # one of its values is gone
            choice = (each.values[at] for each, at in zip(self.after, now, strict=True))
            found.append((tuple(choice), row))
        return combinations.reduced(found)

    def known(self) -> list[list[str]] | None:
        """Return the values that existed before, by their new names."""
        if not self.one_to_one:
            return None
        return [
            [value for value, source in zip(new.values, sources, strict=True) if source is not None]
            for new, sources in zip(self.after, self.values, strict=True)
        ]

    def translated(self, names: list[OptionNames]) -> list[OptionNames]:
        """Return the options of another language: its translations stay, new values are copied.

        Raises Invalid (422) when two would be called the same there.
        """
        found = []
        for new, source, sources in zip(self.after, self.options, self.values, strict=True):
            if source is None:
                found.append(new)
                continue
            words = names[source].values
            values = [
                value if at is None else words[at]
                for value, at in zip(new.values, sources, strict=True)
            ]
            found.append(OptionNames(names[source].name, values))
        for called in ([each.name for each in found], *(each.values for each in found)):
            if len(set(called)) != len(called):
                raise Invalid(OPTIONS_ALIKE_IN_LANGUAGE, parameter="options")
        return found


def _sources(before: list[str], after: list[str], renamed: list[str]) -> list[int | None]:
    if len(renamed) > len(after) or not set(renamed) <= set(before):
        raise Invalid(UNKNOWN_ORIGINAL_OPTIONS, parameter="original_options")
    if len(set(renamed)) != len(renamed):
        raise Invalid(ORIGINAL_OPTION_NAMED_TWICE, parameter="original_options")
    taken = {before.index(each) for each in renamed}
    # texts that were stored with blanks around them are those that are sent without
    places = {each.strip(): at for at, each in reversed([*enumerate(before)])}
    places |= {each: at for at, each in reversed([*enumerate(before)])}
    found: list[int | None] = []
    for at, word in enumerate(after):
        place = before.index(renamed[at]) if at < len(renamed) else places.get(word)
        found.append(None if at >= len(renamed) and place in taken else place)
    return found
