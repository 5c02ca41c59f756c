"""Breaking code on purpose: where it can be broken, and which tests reach a place."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from scripts import mutate, tracing

SOURCE = '''"""What it is."""
from typing import Final

MOST: Final = 4


def fits(number: int, there: list[int]) -> bool:
    """Whether one more fits."""
    if number < 0 or number in there:
        raise ValueError(number)
    for one in there:
        if one == number + 1:
            continue
        there.append(one)
    return len(there) < MOST and not (number == 7)
'''


def places() -> list[mutate.Mutant]:
    return mutate.Places("fits.py", SOURCE.encode()).found


def changes() -> set[tuple[str, str]]:
    return {(one.old.strip(), one.new.strip()) for one in places()}


def test_every_kind_of_place_is_broken() -> None:
    found = changes()
    assert {("<", "<="), ("in", "not in"), ("or", "and"), ("and", "or"), ("+", "-")} <= found
    assert {("4", "(5)"), ("there.append(one)", "pass"), ("continue", "break")} <= found
    assert ("raise ValueError(number)", "pass") in found
    assert ("one == number + 1", "not (one == number + 1)") in found
    whole = "len(there) < MOST and not (number == 7)"
    assert (whole, f"not ({whole})") in found


def test_every_mutant_is_another_program_that_can_be_compiled() -> None:
    trees = {ast.dump(ast.parse(SOURCE))}
    for mutant in places():
        assert mutate.is_python(mutant, SOURCE.encode()), mutant
        tree = ast.dump(ast.parse(mutate.broken(mutant, SOURCE.encode())))
        assert tree not in trees, mutant
        trees.add(tree)


def test_words_and_types_are_left_alone() -> None:
    assert not any("What it is" in old or "Final" in old for old, _ in changes())


def test_the_same_seed_draws_the_same_mutants() -> None:
    one, same, other = (mutate.draw(mutate.ROOT, ["bots"], 20, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert len(one) == 20


def test_lines_that_run_at_import_are_told_from_the_others() -> None:
    found = mutate.import_lines(compile(SOURCE, "fits.py", "exec"))
    assert 4 in found
    assert 9 not in found


def reached(tmp_path: Path, number: int) -> set[int]:
    """The lines that a tracer sees when a number is tried."""
    path = str(tmp_path / "fits.py")
    space: dict[str, object] = {}
    exec(compile(SOURCE, path, "exec"), space)
    tracer = tracing.Tracer({path: [10, 13, 14, 15]}, tmp_path / str(number))
    tracer.begin("a test")
    before = sys.gettrace()
    sys.settrace(tracer.call)
    try:
        assert callable(space["fits"])
        space["fits"](number, [3])
    except ValueError:
        assert number == 3
    finally:
        sys.settrace(before)
    [file] = (tmp_path / str(number)).iterdir()
    rows = file.read_text(encoding="utf-8").splitlines()
    assert all(row.startswith(f"a test\t{path}\t") for row in rows)
    return {int(row.split("\t")[2]) for row in rows}


def test_a_test_is_known_to_reach_the_lines_that_it_runs(tmp_path: Path) -> None:
    assert reached(tmp_path, 3) == {10}
    assert reached(tmp_path, 2) == {13, 15}
