"""Make a copy of the source ready to be compiled: what rules say stays, how it is called changes.

    python scripts/native.py COPY

Rules are written for readers. mypyc takes them at their word, and some words cost more than they
mean, so the build compiles a copy in which

- a step is a plain function beside the object that stands for it: a decorated function can only be
  called through Python's calling convention, and its name is looked up in a dictionary each time.
  Each gets a ``Runner`` that calls the function natively, and the names of its arguments, which
  a compiled function with defaults does not tell;
- ``w.tell`` is passed over where nobody hears it, before its arguments are put together (unless
  one of them is a call, which might do something);
- what reads a ``Sight``, a World or a View, is there for each of the two: lists of the one are
  tuples of the other, and what may be either goes the slow way;
- ``zip`` leaves out its check for equal lengths, which keeps mypyc from making a loop of it; where
  the source is interpreted, in all its tests too, it is checked;
- what there is for each of a sort is a list, as it is when it runs, and no ``By``, which tells the
  checker of which sort: mypyc knows quick ways for lists;
- short-lived objects that never point back at themselves are left out of garbage collection.

No line moves, so that a traceback names the line of the source; what is added stands on blank lines
or at the end of a file.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from pathlib import Path

STEP = "BOOK.step"
RULE = "_as_rule"
TELL = "w.tell"
HEARD = "if w.is_heard(): "
STRICT = ", strict=True)"
SIGHT = "s: Sight"
OF_WORLD = "_of_world"
UNCYCLED = {"engine/asking.py": ("Ask", "Terms"), "engine/slate.py": ("Seen",)}
"""Classes of which very many objects are made; none holds anything that holds it."""
HEADER = """
from typing import cast as _cast
from tatami.engine.asking import Ask as _Ask
from tatami.engine.step import Runner as _Runner
from tatami.engine.world import Got as _Got, World as _World
"""


FAMILIES = ("engine/shelf.py", "engine/book.py")
"""Where ``By`` is declared and returned."""
DECLARED = re.compile(
    r"^if TYPE_CHECKING:\n\n    class By.*?^else:\n    By = list\n", re.MULTILINE | re.DOTALL
)
USED = re.compile(r"\bBy\[\w+, (\w+)\]")


def prepare(package: Path) -> int:
    """Rewrite the copy of the package; how many steps have been made native."""
    switch(package / "engine" / "native.py")
    for name in FAMILIES:
        path = package / name
        path.write_text(with_lists(path.read_text(encoding="utf-8")), encoding="utf-8")
    for name, classes in UNCYCLED.items():
        path = package / name
        path.write_text(uncycled(path.read_text(encoding="utf-8"), classes), encoding="utf-8")
    made = 0
    for path in sorted((package / "games").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        ready, steps = with_native_steps(for_each_sight(telling_if_heard(text)))
        path.write_text(ready.replace(STRICT, ")"), encoding="utf-8")
        made += steps
    return made


def with_lists(text: str) -> str:
    """What there is for each of a sort as the list that it is; the checker has seen the sorts."""
    ready = DECLARED.sub(lambda found: "\n" * found[0].count("\n"), text)
    return USED.sub(r"list[\1]", ready.replace("import By, ", "import "))


def switch(path: Path) -> None:
    """Tell the copy that it is the compiled one."""
    text = path.read_text(encoding="utf-8")
    path.write_text(put(text, "COMPILED: Final = False", "COMPILED: Final = True"), "utf-8")


def put(text: str, old: str, new: str) -> str:
    """Replace what stands there exactly once."""
    if text.count(old) != 1:
        raise SystemExit(f"scripts/native.py looks for {old!r} once and finds it differently")
    return text.replace(old, new)


def uncycled(text: str, classes: tuple[str, ...]) -> str:
    """Mark classes as never part of a cycle. Nothing is imported where it runs: mypyc reads it."""
    for name in classes:
        mark = f"\n@mypyc_attr(acyclic=True, free_list_len=1)\nclass {name}:"
        text = put(text, f"\n\nclass {name}:", mark)
    return put(
        text,
        "if TYPE_CHECKING:\n",
        "if TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr;",
    )


# -- what is told


def telling_if_heard(text: str) -> str:
    """The text of a module in which nothing is told to nobody."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and is_plain_tell(node.value):
            line, at = lines[node.lineno - 1], node.col_offset
            if not line[:at].strip():
                lines[node.lineno - 1] = line[:at] + HEARD + line[at:]
    return "\n".join(lines)


def is_plain_tell(node: ast.expr) -> bool:
    """Whether something is told of things that are there, not of what a call returns."""
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) == TELL
        and not any(isinstance(part, ast.Call) for arg in node.args for part in ast.walk(arg))
    )


# -- what reads a world or a view


def for_each_sight(text: str) -> str:
    """The text of a module in which what reads a sight hands worlds on to a twin for worlds."""
    lines = text.split("\n")
    twins: list[str] = []
    for node in ast.parse(text).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in inside:
            if isinstance(one, ast.FunctionDef) and reads_sight(one):
                owner = node.name if isinstance(node, ast.ClassDef) else ""
                twins += twin(lines, one, owner)
                hand_on(lines, one, owner)
    if not twins:
        return text
    return "\n".join([*lines, "from tatami.engine.world import World as _World", *twins, ""])


def reads_sight(node: ast.FunctionDef) -> bool:
    """Whether a function or method reads a sight; where its docstring is it can hand it on."""
    return (
        any(f"{arg.arg}: {ast.unparse(arg.annotation or arg)}" == SIGHT for arg in node.args.args)
        and not node.decorator_list
        and not (node.args.kwonlyargs or node.args.defaults or node.args.vararg)
        and ast.get_docstring(node) is not None
        and len(node.body) > 1
    )


def twin(lines: list[str], node: ast.FunctionDef, owner: str) -> list[str]:
    """The same function for a world; for a method too it is a function."""
    text = textwrap.dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    text = text.replace(f"def {node.name}(", f"def {owner}{node.name}{OF_WORLD}(", 1)
    if owner:
        text = text.replace("(self", f"(self: {owner}", 1)
    return text.replace(SIGHT, "s: _World", 1).split("\n")


def hand_on(lines: list[str], node: ast.FunctionDef, owner: str) -> None:
    """Where the docstring stood, give a world to the twin."""
    said = node.body[0]
    assert said.end_lineno is not None
    for at in range(said.lineno, said.end_lineno):
        lines[at] = ""
    given = ", ".join([arg.arg for arg in node.args.args])
    call = f"{owner}{node.name}{OF_WORLD}({given})"
    done = f"{call}; return" if ast.unparse(node.returns or node) == "None" else f"return {call}"
    lines[said.lineno - 1] = " " * said.col_offset + f"if isinstance(s, _World): {done}"


# -- steps


def with_native_steps(text: str) -> tuple[str, int]:
    """The text of a module with its steps as plain functions; how many there are."""
    lines = text.split("\n")
    added: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and is_step(node):
            rewrite(lines, node)
            added += runner(node)
    if not added:
        return text, 0
    return "\n".join(lines) + HEADER + "\n".join(added) + "\n", text.count(f"@{STEP}\n")


def is_step(node: ast.FunctionDef) -> bool:
    """Whether a function is a step, decorated last of all as such."""
    return bool(node.decorator_list) and ast.unparse(node.decorator_list[-1]) == STEP


def rewrite(lines: list[str], node: ast.FunctionDef) -> None:
    """Turn a decorated function into a plain one, and make the step on the blank line after it."""
    names = tuple([param.arg for param in node.args.args[1:]])
    made = f'{STEP}({node.name}{RULE}, "{node.name}", {names!r})'
    for decorator in reversed(node.decorator_list):
        lines[decorator.lineno - 1] = ""
        if ast.unparse(decorator) != STEP:
            made = f"{ast.unparse(decorator)}({made})"
    at = node.lineno - 1
    lines[at] = lines[at].replace(f"def {node.name}(", f"def {node.name}{RULE}(", 1)
    assert node.end_lineno is not None
    assert not lines[node.end_lineno], f"no blank line after {node.name}"
    lines[node.end_lineno] = f"from typing import Final; {node.name}: Final = {made}"


def runner(node: ast.FunctionDef) -> list[str]:
    """The class that calls a step's function, and its place in the step."""
    asked = len(node.args.defaults)
    params = node.args.args[1:]
    args = [
        f"_cast({ast.unparse(param.annotation)!r}, args[{at}])"
        for at, param in enumerate(params[: len(params) - asked])
        if param.annotation
    ]
    answers = [
        f"_cast({ast.unparse(param.annotation)!r}, got[{2 * at + 1}])"
        for at, param in enumerate(params[len(params) - asked :])
        if param.annotation
    ]
    name = f"_Runner_{node.name}"
    returns = "return None" if ast.unparse(node.returns or node) == "None" else ""
    body = [calling(node.name, args, answers, given) for given in range(asked, -1, -1)]
    if returns:
        body = [f"        {node.name}{RULE}({', '.join(['w', *args])})", f"        {returns}"]
    return [
        f"class {name}(_Runner):",
        "    def run(self, w: _World, args: tuple[int, ...], got: _Got) -> _Ask | None:",
        *body,
        f"{node.name}.runner = {name}({node.name}{RULE})",
    ]


def calling(name: str, args: list[str], answers: list[str], given: int) -> str:
    """The call for so many answers."""
    call = f"{name}{RULE}({', '.join(['w', *args, *answers[:given]])})"
    condition = f"if len(got) == {2 * given}: " if given else ""
    return f"        {condition}return {call}"


if __name__ == "__main__":
    print(prepare(Path(sys.argv[1])))
