"""Which bindings to read a template for: every type with every reference, but not all of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from espire_dsl.wording.values import Said, SaidThing, SaidType

MOST_BINDINGS = 2_000


def bindings(samples: Mapping[str, Sequence[Said]]) -> list[dict[str, Said]]:
    """Bindings in which each type meets each value of each other variable; the rest stay at their first.

    Two variables never stand for the same thing if that can be helped. There is at least one binding, unless
    a variable has no sample at all.
    """
    if not all(samples.values()):
        return []
    found: dict[tuple[Said, ...], dict[str, Said]] = {}
    for binding in _choices(samples):
        found.setdefault(tuple(binding.values()), binding)
    every = list(found.values())
    step = -(-len(every) // MOST_BINDINGS)
    return every[::step]


def _choices(samples: Mapping[str, Sequence[Said]]) -> Iterator[dict[str, Said]]:
    types = [name for name, values in samples.items() if isinstance(values[0], SaidType)]
    said: list[dict[str, Said]] = [{name: value} for name in types for value in samples[name]]
    for fixed in said or [{}]:
        yield _filled(samples, fixed)
        for other in [name for name in samples if name not in types]:
            for value in samples[other]:
                yield _filled(samples, {**fixed, other: value})


def _filled(samples: Mapping[str, Sequence[Said]], fixed: Mapping[str, Said]) -> dict[str, Said]:
    """A whole binding around the values that are fixed."""
    taken = [value for value in fixed.values() if isinstance(value, SaidThing)]
    binding: dict[str, Said] = {}
    for name, values in samples.items():
        if name in fixed:
            binding[name] = fixed[name]
            continue
        value = next((value for value in values if value not in taken), values[0])
        binding[name] = value
        if isinstance(value, SaidThing):
            taken.append(value)
    return binding
