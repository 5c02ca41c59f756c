"""Break the code in random places, and see which breaks no test notices.

    scripts/mutate.py --count 200 --seed 1    # goes on where it was stopped
    scripts/mutate.py --again tests/engine    # the survivors, on today's tests and these

A mutant is one small change in `engine`, `games`, `tables` or `server`, drawn by the seed. One
recorded run of the tests finds out which of them reach the changed line (scripts/tracing.py); each
mutant then meets only those, the quickest first, up to the first that fails. All of it happens in
a copy of the committed tree under build/mutate, one directory a commit. What is printed at the end
are the survivors: each is either a change that makes no difference, or a hole in the suite.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType

import hypothesis  # noqa: F401  # here once, and not again for every mutant
import pytest

ROOT = Path(__file__).resolve().parent.parent
BROKEN = ("engine", "games", "tables", "server")
TESTS = (
    "tests/engine",
    "tests/games",
    "tests/golden",
    "tests/conformance",
    "tests/tables",
    "tests/stores",
    "tests/server",
)
LIGHT = 3.0
"""A test that works longer than so many seconds under the tracer is left out."""
ENOUGH = 20.0
"""So many seconds of tests, as recorded, one mutant meets at most."""

COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
COUNTED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Div: "*",
    ast.Mod: "+",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
RETURNED = {"bool": "not ({})", "int": "({}) + 1", "float": "({}) + 1", "str": "({}) + 'x'"}
"""What a function of that type returns instead; others return nothing."""


@dataclass(frozen=True)
class Mutant:
    """A change of one place: the bytes from `start` to `end` become `new`."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def id(self) -> str:
        """What it is called in the results."""
        return f"{self.path}:{self.line}:{self.start}:{self.new}"

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}: {old}  =>  {new}"


# --- where the code can be broken ---


class Places(ast.NodeVisitor):
    """Every mutant of a file, in the order of its text."""

    def __init__(self, path: str, source: bytes) -> None:
        self._path = path
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._types: list[str] = []
        self._statement: ast.stmt | None = None
        tree = ast.parse(source)
        self._reached = set(lines_of(compile(source, path, "exec")))
        self.found: list[Mutant] = []
        self.visit(tree)

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _text(self, node: ast.AST) -> str:
        return self._source[slice(*self._span(node))].decode()

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, (ast.expr, ast.stmt))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._at(node.lineno, node.col_offset),
            self._at(node.end_lineno, node.end_col_offset),
        )

    def _break(self, node: ast.expr | ast.stmt, new: str) -> None:
        assert self._statement is not None
        line = node.lineno if node.lineno in self._reached else self._statement.lineno
        start, end = self._span(node)
        self.found.append(Mutant(self._path, line, start, end, self._text(node), new))

    def _between(self, left: ast.expr, right: ast.expr, new: str) -> None:
        """Replace the operator between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        old = self._source[start:end].decode()
        if "#" in old:
            return
        opening = "(" * old.count("(")
        closing = ")" * old.count(")")
        assert self._statement is not None
        line = left.lineno if left.lineno in self._reached else self._statement.lineno
        self.found.append(
            Mutant(self._path, line, start, end, old, f"{closing} {new} {opening}"),
        )

    # --- statements ---

    def visit(self, node: ast.AST) -> None:
        """Remember which statement it is in."""
        before = self._statement
        if isinstance(node, ast.stmt):
            self._statement = node
        super().visit(node)
        self._statement = before

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """What it returns matters; its annotations do not run."""
        self._types.append(ast.unparse(node.returns) if node.returns else "")
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self._types.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """As any other."""
        self.visit_FunctionDef(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call for what it does can be left out; a docstring says nothing to the machine."""
        if not isinstance(node.value, ast.Constant):
            self._break(node, "pass")
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """To count the other way."""
        self._break(node, "pass")
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Only the value."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Holds anyway."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Not to refuse."""
        self._break(node, "pass")

    def visit_If(self, node: ast.If) -> None:
        """The other way round."""
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self._break(node.test, f"not ({self._text(node.test)})")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        """To leave the loop instead."""
        self._break(node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        """To go on instead."""
        self._break(node, "continue")

    def visit_Return(self, node: ast.Return) -> None:
        """Something else."""
        if node.value is None:
            return
        if not isinstance(node.value, ast.Constant):
            new = RETURNED.get(self._types[-1], "None")
            self._break(node.value, new.format(self._text(node.value)))
        self.visit(node.value)

    # --- expressions ---

    def visit_Compare(self, node: ast.Compare) -> None:
        """Beside the border."""
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            self._between(left, right, COMPARED[type(operator)])
            left = right
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Another sum."""
        if type(node.op) in COUNTED and not isinstance(node.left, (ast.Constant, ast.JoinedStr)):
            self._between(node.left, node.right, COUNTED[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """And for or, the first time."""
        other = "or" if isinstance(node.op, ast.And) else "and"
        self._between(node.values[0], node.values[1], other)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Without the sign or the not."""
        if isinstance(node.op, (ast.Not, ast.USub)):
            self._break(node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """The other one."""
        self._break(node.test, f"not ({self._text(node.test)})")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words."""

    def visit_Constant(self, node: ast.Constant) -> None:
        """One more, or the opposite."""
        if isinstance(node.value, bool):
            self._break(node, str(not node.value))
        elif isinstance(node.value, int):
            self._break(node, f"({node.value + 1})")


def lines_of(code: CodeType) -> Iterator[int]:
    """The lines that a tracer can see."""
    yield from (line for _, _, line in code.co_lines() if line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from lines_of(constant)


def import_lines(code: CodeType) -> set[int]:
    """The lines that run when a module is imported: its own, and those of its classes."""
    found = {line for _, _, line in code.co_lines() if line}
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and "__qualname__" in inner.co_names:
            found |= import_lines(inner)
    return found


def is_python(mutant: Mutant, source: bytes) -> bool:
    """Whether the mutant can be compiled at all."""
    try:
        compile(broken(mutant, source), mutant.path, "exec")
    except SyntaxError:
        return False
    return True


def broken(mutant: Mutant, source: bytes) -> bytes:
    """The file with the change."""
    return source[: mutant.start] + mutant.new.encode() + source[mutant.end :]


def draw(tree: Path, packages: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants, the same for the same tree and seed."""
    places: list[Mutant] = []
    for package in packages:
        for path in sorted((tree / "src" / "tatami" / package).rglob("*.py")):
            places += Places(str(path.relative_to(tree)), path.read_bytes()).found
    random.Random(seed).shuffle(places)
    possible = (one for one in places if is_python(one, (tree / one.path).read_bytes()))
    return [one for one, _ in zip(possible, range(count), strict=False)]


# --- what meets them ---


class Bench:
    """A copy of the tree at one commit, in which things are broken and mended again."""

    def __init__(self, commit: str, packages: Sequence[str], count: int, seed: int) -> None:
        home = self.home = ROOT / "build" / "mutate" / commit[:9]
        self.tree = home / "tree"
        self._name = f"{'-'.join(packages)}-{count}-{seed}"
        if not self.tree.exists():
            self._copy(commit)
        self.mutants = draw(self.tree, packages, count, seed)
        self._results = home / "results.jsonl"
        self._found = home / f"found-{self._name}"
        self._env = {
            **{k: v for k, v in os.environ.items() if not k.startswith("TRACE_")},
            "PYTHONPATH": os.pathsep.join([str(self.tree / "src"), str(home / "hook")]),
            "TATAMI_EXPECT": "pure",
        }

    def _copy(self, commit: str) -> None:
        new = self.home / "new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        with subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE) as out:
            subprocess.run(["tar", "-x", "-C", str(new)], stdin=out.stdout, check=True)
        hook = self.home / "hook"
        hook.mkdir(exist_ok=True)
        shutil.copy(ROOT / "scripts" / "tracing.py", hook)
        (hook / "sitecustomize.py").write_text(
            "import os\nif 'TRACE_TEST' in os.environ:\n"
            "    import tracing\n    tracing.begin_in_a_server()\n",
            encoding="utf-8",
        )
        new.rename(self.tree)

    # --- which tests ---

    def record(self, tests: Sequence[str]) -> None:
        """Run each test file once and note which tests reach which of the lines."""
        wanted: dict[str, list[int]] = defaultdict(list)
        for mutant in self.mutants:
            wanted[str(self.tree / mutant.path)].append(mutant.line)
            wanted[str(self.tree / mutant.path)] += self._instead(mutant)
        self._found.mkdir(parents=True, exist_ok=True)
        lines = self._found / "lines.json"
        lines.write_text(json.dumps(wanted), encoding="utf-8")
        for where in (self.tree / name for name in tests):
            for file in [where] if where.is_file() else sorted(where.rglob("test_*.py")):
                self._record(str(file.relative_to(self.tree)), lines)

    def _record(self, file: str, lines: Path) -> None:
        found = self._found / file.replace("/", ".")
        if (found / "done").exists():
            return
        shutil.rmtree(found, ignore_errors=True)
        print(f"recording {file}", flush=True)
        env = {**self._env, "TRACE_LINES": str(lines), "TRACE_FOUND": str(found)}
        env["TRACE_LIMIT"] = str(LIGHT)
        self._pytest([file, "--hypothesis-profile=mutate"], env, 3600)
        found.mkdir(parents=True, exist_ok=True)
        (found / "done").touch()

    def _instead(self, mutant: Mutant) -> list[int]:
        """For a line that runs at import, the first lines of the file's functions."""
        code = compile((self.tree / mutant.path).read_bytes(), mutant.path, "exec")
        if mutant.line not in import_lines(code):
            return []
        return sorted(set(first_lines(code)))

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Those that reach it, the quickest first, as many as are enough."""
        times = self._times()
        wanted = {mutant.line, *self._instead(mutant)}
        names = self._reaching(str(self.tree / mutant.path), wanted)
        found: list[str] = []
        total = 0.0
        for name in sorted(names & times.keys(), key=lambda one: (times[one], one)):
            total += times[name]
            if total > ENOUGH:
                break
            found.append(name)
        return found

    def _reaching(self, path: str, lines: set[int]) -> set[str]:
        names: set[str] = set()
        for file in self._found.glob("*/*.txt"):
            for row in file.read_text(encoding="utf-8").splitlines():
                test, *where = row.split("\t")
                if len(where) == 2 and where[0] == path and int(where[1]) in lines:
                    names.add(test)
        modules = {name for name in names if "::" not in name}
        return names | {test for test in self._times() if test.partition("::")[0] in modules}

    def _times(self) -> dict[str, float]:
        """What each test costs that passes unbroken."""
        rows = (file.read_text(encoding="utf-8") for file in self._found.glob("*/times.txt"))
        pairs = (line.split("\t") for text in rows for line in text.splitlines())
        return {test: float(seconds) for test, seconds in pairs}

    # --- breaking ---

    def meet(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """What happens: the test that noticed, `hangs`, `no test` or `survives`."""
        if not tests:
            return "no test"
        path = self.tree / mutant.path
        source = path.read_bytes()
        limit = 120 + 20 * sum(self._times().get(test, 60.0) for test in tests)
        args = self.home / "args.txt"
        args.write_text("\n".join(tests), encoding="utf-8")
        self._change(path, broken(mutant, source))
        try:
            return self._pytest([f"@{args}", "-x", "--hypothesis-profile=mutate"], self._env, limit)
        finally:
            self._change(path, source)

    def _change(self, path: Path, source: bytes) -> None:
        """Write a file, and forget what it was compiled to: its size and second may be the same."""
        path.write_bytes(source)
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)

    def _pytest(self, args: Sequence[str], env: dict[str, str], limit: float) -> str:
        out = self.home / "said.txt"
        code = forked(lambda: self._run_pytest(args, env, out), limit)
        if code is None:
            return "hangs"
        said = out.read_text(encoding="utf-8", errors="replace").splitlines()
        failed = [line for line in said if line.startswith(("FAILED", "ERROR"))]
        return (
            "survives" if code == 0 else failed[0][:160] if failed else f"pytest ends with {code}"
        )

    def _run_pytest(self, args: Sequence[str], env: dict[str, str], out: Path) -> int:
        """In a process of its own, which has pytest already and nothing of ours."""
        os.chdir(self.tree)
        os.environ.clear()
        os.environ.update(env)
        sys.path[:0] = env["PYTHONPATH"].split(os.pathsep)
        with out.open("wb") as said:
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
        options = ["-q", "--tb=no", "-p", "tracing", "-p", "no:cacheprovider"]
        options += ["-W", "ignore:Module already imported"]  # Hypothesis, which is the point
        return pytest.main([*options, *args])

    # --- results ---

    def results(self) -> dict[str, str]:
        """What is known of each mutant."""
        if not self._results.exists():
            return {}
        rows = map(json.loads, self._results.read_text(encoding="utf-8").splitlines())
        return {row["id"]: row["result"] for row in rows}

    def keep(self, mutant: Mutant, result: str, seconds: float) -> None:
        """Write down what became of one."""
        row = {"id": mutant.id, "result": result, "seconds": round(seconds), **asdict(mutant)}
        with self._results.open("a", encoding="utf-8") as out:
            print(json.dumps(row), file=out)


def forked(work: Callable[[], int], limit: float) -> int | None:
    """Do something in a process of its own. None where it took too long and was ended."""
    pid = os.fork()
    if pid == 0:
        code = 99
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            code = work()
        except Exception:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    watched = os.pidfd_open(pid)
    try:
        ended, _, _ = select.select([watched], [], [], limit)
    except BaseException:
        end(pid)
        raise
    finally:
        os.close(watched)
    if not ended:
        end(pid)
        return None
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def end(pid: int) -> None:
    """End a child of ours and its group."""
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def first_lines(code: CodeType) -> Iterator[int]:
    """A line of each function in a file that is reached whenever the function is."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            lines = sorted({line for _, _, line in inner.co_lines() if line})
            if inner.co_name.isidentifier() and "__qualname__" not in inner.co_names:
                yield lines[1] if len(lines) > 1 else lines[0]
            yield from first_lines(inner)


def run(bench: Bench, until: float) -> None:
    """Break one after the other, those that nothing is known of yet."""
    known = bench.results()
    for number, mutant in enumerate(bench.mutants, 1):
        if mutant.id in known:
            continue
        if time.monotonic() > until:
            print("the time is up; run it again to go on")
            return
        began = time.monotonic()
        result = bench.meet(mutant, bench.tests_of(mutant))
        bench.keep(mutant, result, time.monotonic() - began)
        print(f"{number:4} {mutant}\n       {result}", flush=True)


def again(bench: Bench, tests: Sequence[str]) -> None:
    """The survivors once more, with the tests of the working tree, and with these as well."""
    shutil.copytree(ROOT / "tests", bench.tree / "tests", dirs_exist_ok=True)
    known = bench.results()
    for mutant in bench.mutants:
        if known.get(mutant.id) in ("survives", "no test"):
            result = bench.meet(mutant, [*tests, *bench.tests_of(mutant)])
            bench.keep(mutant, result, 0)
            print(f"{mutant}\n       {result}", flush=True)


def report(bench: Bench) -> None:
    """Print what no test noticed."""
    known = bench.results()
    met = [mutant for mutant in bench.mutants if mutant.id in known]
    survived = [one for one in met if known[one.id] in ("survives", "no test")]
    print(f"\n{len(met)} of {len(bench.mutants)} mutants met the tests, {len(survived)} survived")
    for mutant in survived:
        print(f"  {mutant}{'   (no test)' if known[mutant.id] == 'no test' else ''}")


def on_term(number: int, frame: FrameType | None) -> None:
    """Asked to end: leave as after Ctrl-C, with everything stopped and mended."""
    raise KeyboardInterrupt


def main(argv: Sequence[str]) -> int:
    """Draw, record, break, report."""
    signal.signal(signal.SIGTERM, on_term)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commit", default="HEAD", help="what is broken")
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--packages", nargs="+", default=list(BROKEN))
    parser.add_argument("--tests", nargs="+", default=list(TESTS), help="which to record")
    parser.add_argument("--again", nargs="*", help="the survivors, on these tests as well")
    args = parser.parse_args(argv)
    commit = subprocess.check_output(["git", "rev-parse", args.commit], cwd=ROOT, text=True)
    until = time.monotonic() + 60 * args.minutes
    bench = Bench(commit.strip(), args.packages, args.count, args.seed)
    if args.again is not None:
        again(bench, args.again)
    else:
        bench.record(args.tests)
        run(bench, until)
    report(bench)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("stopped; run it again to go on")
        sys.exit(130)
