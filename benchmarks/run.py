"""What ``make bench`` prints: Tatami, pure and compiled, beside its peers, all from one run.

Each part is measured in a process of its own, one after the other, all on the same core: the pure
source (``PYTHONPATH=src``), the compiled wheel of this environment, the peers. Then all of them
again, for six rounds: a figure is the best of six runs that lie well apart, so that other work on
the machine has to last long to spoil it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # it is run as a file

from benchmarks import history  # noqa: E402

BUILDS = ("pure", "compiled")
ROUNDS = 6
SECONDS = 0.4
Part: TypeAlias = dict[str, Any]
"""What a process printed: see ``ours.Figures`` and ``peers.Row``."""

NAME_WIDTH = 42
WIDTH = 12
MOST = {
    "look with news": 50,
    "look without news": 15,
    "look without ledger": 8,
    "first imagine": 1000,
    "further imagine": 60,
}
"""Microseconds that a call may take, compiled, where a copy takes half a one."""
WORST = 4000
"""Microseconds that nothing may take, ever."""
VIEWS = 40_000
"""Decisions a second with a view at each; half of it where there is most to know."""
MUCH_TO_KNOW = ("grand-master", "night, 11 seats")
PLAYOUTS = 1_600_000
PLAYED_OUT = "clans"
"""Decisions a second of playouts in the library, and of which game; half of it in the others."""
PEER = history.PEER
INSIDE, INSIDE_OURS = "OpenSpiel hearts (inside C++)", "playout, the loop in the library"
"""A peer that is not called from Python, and our row that is like it."""
CROWDED = 0.9
"""Below this share of the core, other work disturbs even what is measured in processor time."""


# -- measuring


def pin() -> int:
    """Keep this process and all it starts on one core; its number."""
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def environment(build: str) -> dict[str, str]:
    """Where the modules come from: the source for the pure build, else what is installed."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    if build == "pure":
        env["PYTHONPATH"] = str(ROOT / "src")
    return env


def start(module: str, build: str, *args: str) -> Any:
    """Run a module of this directory in a process of its own; the JSON that it prints."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *args]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(build), stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(f"benchmarks/{module}.py failed ({build})")
    return json.loads(done.stdout)


def measure(
    builds: tuple[str, ...],
    with_peers: bool,
    rounds: int,
    seconds: float,
    seed: int,
    tables: str = "",
) -> Part:
    """Measure all that was asked for, one part after the other."""
    options = ("--seconds", str(seconds), "--seed", str(seed))
    began, busy = time.perf_counter(), processor_time()
    found: Part = {"machine": machine(), "rounds": rounds, "seconds": seconds, "seed": seed}
    ours: dict[str, list[Part]] = {build: [] for build in builds}
    theirs: list[list[Part]] = []
    for _ in range(rounds):
        for build in builds:
            ours[build].append(start("ours", build, build, *options, "--tables", tables))
        if with_peers:
            theirs.append(start("theirs", "compiled", *options))
    found["ours"] = {build: best_of_ours(parts) for build, parts in ours.items()}
    found["peers"] = [best_of_a_peer(rows) for rows in zip(*theirs, strict=True)]
    found["took"] = time.perf_counter() - began
    found["share"] = (processor_time() - busy) / found["took"]
    return found


def best_of_ours(parts: list[Part]) -> Part:
    """The best of every figure of one build."""
    first = parts[0]
    best = dict(first)
    best["play"] = {
        way: max((part["play"][way] for part in parts), key=lambda rate: float(rate["decisions"]))
        for way in first["play"]
    }
    for game in ("wataah", "tack"):
        best[game] = {
            way: max((part[game][way] for part in parts), key=lambda one: float(one["decisions"]))
            for way in first[game]
        }
    best["paths"] = {
        table: best_paths([part["paths"][table] for part in parts]) for table in first["paths"]
    }
    best["microseconds"] = {
        name: min(part["microseconds"][name] for part in parts) for name in first["microseconds"]
    }
    best["scaling"] = {
        name: [min(times) for times in zip(*(part["scaling"][name] for part in parts), strict=True)]
        for name in first["scaling"]
    }
    best["slopes"] = {name: slope(best["sizes"], took) for name, took in best["scaling"].items()}
    return best


PATHS = {"rates": max, "times": min, "by_bots": min, "worst": min, "worst_by_bots": min}
"""Which run is the best of each kind of figure."""


def best_paths(parts: list[Part]) -> Part:
    """The best of every figure of one table; growth is that of the middle run."""
    first = parts[0]
    best: Part = {
        kind: {name: choose(part[kind][name] for part in parts) for name in first[kind]}
        for kind, choose in PATHS.items()
    }
    for kind in ("growth", "growth_by_bots"):
        best[kind] = {
            name: sorted(part[kind][name] for part in parts)[len(parts) // 2]
            for name in first[kind]
        }
    return best


def best_of_a_peer(rows: Sequence[Part]) -> Part:
    """The best of every figure of one peer."""
    best = dict(max(rows, key=lambda row: float(row["decisions_per_second"])))
    copies = [row["copies_per_second"] for row in rows]
    best["copies_per_second"] = None if None in copies else max(copies)
    return best


def slope(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of the line through the points, log over log, by least squares."""
    xs = [math.log(size) for size in sizes]
    ys = [math.log(one) for one in times]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - x_mean) ** 2 for x in xs)


def processor_time() -> float:
    """The processor time that all processes started here have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def machine() -> str:
    """The machine in a few words."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, one core of {os.cpu_count()}"


# -- the table


def line(name: str, *cells: str) -> str:
    """A row of the table."""
    return f"{name:{NAME_WIDTH}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)


def number(value: float | None) -> str:
    """A figure with three digits that count; a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def per_second(microseconds: float | None) -> float | None:
    """How often a second something can be done that takes so long."""
    return 1e6 / microseconds if microseconds else None


def speed_lines(found: Part) -> list[str]:
    """Ours and the peers in the same columns."""
    lines = [line("random play", "decisions/s", "games/s", "copies/s", "copy µs")]
    for build, part in found["ours"].items():
        lines += our_lines(build, part)
    for peer in found["peers"]:
        copies = peer["copies_per_second"]
        figures = [peer["decisions_per_second"], peer["games_per_second"], copies]
        lines.append(line(peer["name"], *map(number, [*figures, per_second(copies)])))
    return lines


def our_lines(build: str, part: Part) -> list[str]:
    """The ways to play ``clans``, of which the first is the one to compare; then the others."""
    copy = part["microseconds"]["copy"]
    lines: list[str] = []
    for way, rate in part["play"].items():
        cells = [rate["decisions"], rate["games"]]
        if lines:
            lines.append(line(f"  {way}", *map(number, [*cells, None, None])))
        else:
            cells += [1e6 / copy, copy]
            lines.append(line(f"Tatami clans, 4 seats, {build}", *map(number, cells)))
    for game in ("wataah", "tack"):
        for way, rate in part[game].items():
            cells = [rate["decisions"], rate["games"], None, None]
            lines.append(line(f"Tatami {game}, {way}, {build}", *map(number, cells)))
    return lines


def call_lines(found: Part) -> list[str]:
    """The single calls, in the middle of a game."""
    ours = found["ours"]
    heads = [head for build in ours for head in (f"{build} µs", "per s")]
    lines = [line("in the middle of a game of clans", *heads)]
    for name in next(iter(ours.values()))["microseconds"]:
        cells: list[str] = []
        for part in ours.values():
            took = part["microseconds"][name]
            cells += [number(took), number(per_second(took))]
        lines.append(line(name, *cells))
    return lines


def path_lines(found: Part, brief: bool = False) -> list[str]:
    """Every game by every path, over whole games; in brief the last build alone, and medians."""
    lines: list[str] = []
    for build, part in list(found["ours"].items())[-1 if brief else 0 :]:
        tables = part["paths"]
        first = next(iter(tables.values()))
        heads = [f"{path}/s" for path in first["rates"]]
        lines += [
            "",
            line(f"whole games, {build}", *[head.replace(" and ", "+") for head in heads]),
        ]
        lines += [line(name, *map(number, one["rates"].values())) for name, one in tables.items()]
        heads = ["news", "no news", "no ledger", "imagine 1st", "further", "copy", "copy+act"]
        lines += ["", line(f"median µs, {build}", *heads)]
        lines += [line(name, *map(number, one["times"].values())) for name, one in tables.items()]
        lines += ["", line(f"median µs by bots, {build}", *heads[:5])]
        lines += [line(name, *map(number, one["by_bots"].values())) for name, one in tables.items()]
        if brief:
            continue
        lines += ["", line(f"worst µs, {build}", *heads)]
        lines += [line(name, *map(number, one["worst"].values())) for name, one in tables.items()]
        lines += ["", line(f"worst µs by bots, {build}", *heads[:5])]
        lines += [
            line(name, *map(number, one["worst_by_bots"].values())) for name, one in tables.items()
        ]
        for kind, played in (("growth", ""), ("growth_by_bots", " by bots")):
            title = f"last quarter over second{played}, {build}"
            lines += ["", line(title, "news", "imagine 1st", "further")]
            lines += [line(name, *map(number, one[kind].values())) for name, one in tables.items()]
    return lines[1:]


def scaling_lines(found: Part) -> list[str]:
    """The single calls for decks of different sizes."""
    parts = found["ours"]
    sizes = next(iter(parts.values()))["sizes"]
    heads = [f"{size:,}" for size in sizes]
    lines = [line("µs with a deck of so many cards", *heads, "slope")]
    for build, part in parts.items():
        for name, times in part["scaling"].items():
            steep = f"{part['slopes'][name]:.2f}"
            lines.append(line(f"{name}, {build}", *map(number, times), steep))
    return lines


# -- the targets


class Target(NamedTuple):
    """A figure that has been promised; ``wanted`` is empty where it is only told.

    What is promised of every table alike has the table's name as well.
    """

    name: str
    value: float
    wanted: str
    reached: bool
    table: str = ""

    def mark(self) -> str:
        """Whether it is reached, in a word."""
        return ("reached" if self.reached else "MISSED") if self.wanted else ""

    def room(self) -> float:
        """How much of what may be used up is left: more than 1 where it is reached."""
        sign, most = self.wanted.split()
        return self.value / float(most) if sign == ">=" else float(most) / max(self.value, 1e-9)


def targets(found: Part) -> list[Target]:
    """The ratios that matter, of what was measured."""
    ours = found["ours"]
    peers = {peer["name"]: peer["decisions_per_second"] for peer in found["peers"]}
    made: list[Target] = []
    for build, peer, least in (
        ("pure", "RLCard gin-rummy", 10),
        ("pure", "RLCard gin-rummy (bare game)", 0),
        ("compiled", "OpenSpiel hearts", 2),
        ("compiled", "OpenSpiel hearts (uniform chance)", 0),
    ):
        if build in ours and peer in peers:
            ratio = ours[build]["play"]["act"]["decisions"] / peers[peer]
            wanted = f">= {least}" if least else ""
            made.append(Target(f"{build} / {peer}", ratio, wanted, ratio >= least))
    made += wataah_targets(ours, peers)
    if "compiled" in ours and INSIDE in peers:
        ratio = ours["compiled"]["play"][INSIDE_OURS]["decisions"] / peers[INSIDE]
        made.append(Target(f"playouts of clans / {INSIDE}", ratio, "", True))
    made += path_targets(ours, peers)
    if "compiled" in ours:
        copy = ours["compiled"]["microseconds"]["copy"]
        made.append(Target("copy µs, compiled", copy, "< 2", copy < 2))
    for build, part in ours.items():
        for name, steep in part["slopes"].items():
            made.append(Target(f"slope of {name}, {build}", steep, "<= 1.10", steep <= 1.1))
    return made


def wataah_targets(ours: Part, peers: dict[str, float]) -> list[Target]:
    """The same for ``wataah``, in its slower mode."""
    made: list[Target] = []
    for build, peer, least in (
        ("pure", "RLCard gin-rummy", 5),
        ("compiled", "OpenSpiel hearts", 1),
    ):
        if build in ours and peer in peers:
            slower = min(rate["decisions"] for rate in ours[build]["wataah"].values())
            ratio = slower / peers[peer]
            made.append(Target(f"wataah, {build} / {peer}", ratio, f">= {least}", ratio >= least))
    return made


def path_targets(ours: Part, peers: dict[str, float]) -> list[Target]:
    """What is promised of every table; times are scaled to a copy of half a microsecond."""
    if "compiled" not in ours:
        return []
    made: list[Target] = []
    scale = ours["compiled"]["microseconds"]["copy"] / 0.5
    for table, one in ours["compiled"]["paths"].items():
        promised = [*time_targets(one, scale), *rate_targets(table, one["rates"], scale)]
        if PEER in peers:
            ratio = one["rates"]["view and act"] / peers[PEER]
            promised.append(Target(f"views / {PEER}", ratio, ">= 1", ratio >= 1))
        made += [target._replace(table=table) for target in promised]
    return made


def time_targets(one: Part, scale: float) -> list[Target]:
    """What a call may take at most at a table, and over the length of a game; the same by bots."""
    made: list[Target] = []
    for times, played in (("times", ""), ("by_bots", "_by_bots")):
        by = ", by bots" if played else ""
        for call, most in MOST.items():
            took = one[times][call] / scale
            made.append(Target(f"{call} µs{by}", took, f"<= {most}", took <= most))
        slowest = max(one["worst" + played].values()) / scale
        made.append(Target(f"worst µs{by}", slowest, f"<= {WORST}", slowest <= WORST))
        for name, grown in one["growth" + played].items():
            made.append(Target(f"growth of {name}{by}", grown, "<= 1.50", grown <= 1.5))
    return made


def rate_targets(table: str, rates: Part, scale: float) -> list[Target]:
    """Decisions a second, in thousands, scaled as the times are."""
    views = VIEWS / 2 if table.startswith(MUCH_TO_KNOW) else VIEWS
    playouts = PLAYOUTS if table.startswith(PLAYED_OUT) else PLAYOUTS / 2
    made: list[Target] = []
    for path, least in (("view and act", views), ("playout", playouts)):
        rate, wanted = rates[path] * scale / 1000, least / 1000
        made.append(Target(f"{path}, k/s", rate, f">= {wanted:g}", rate >= wanted))
    return made


def target_lines(found: Part) -> list[str]:
    """The targets, each with a mark. Of what is promised of all tables the one with least room."""
    made = targets(found)
    lines = [line("targets", "measured", "target", "")]
    for target in made:
        if not target.table:
            lines.append(
                line(target.name, f"{target.value:.2f}", target.wanted, target.mark()),
            )
    by_table: dict[str, list[Target]] = {}
    for target in made:
        if target.table:
            by_table.setdefault(target.name, []).append(target)
    if by_table:
        lines += ["", line("targets at every table", "measured", "target", "", "reached at")]
    for name, ones in by_table.items():
        least = min(ones, key=Target.room)
        reached = f"{sum(one.reached for one in ones)} of {len(ones)}"
        cells = [f"{least.value:.2f}", least.wanted, least.mark(), reached]
        lines.append(line(name, *cells) + f"  least room: {least.table}")
    missed = [one for ones in by_table.values() for one in ones if not one.reached]
    if missed:
        lines += ["", line("missed", "measured", "target")]
    lines += [line(f"{one.table}: {one.name}", f"{one.value:.2f}", one.wanted) for one in missed]
    return lines


def table(found: Part, brief: bool = False) -> str:
    """All of it as text, or what a page has room for."""
    share = found["share"]
    runs = f"processor time, best slice of {found['rounds']} runs of {found['seconds']:g} s each"
    lines = [
        f"{found['machine']}; {runs}; took {found['took']:.0f} s with {share:.0%} of the core",
    ]
    if share < CROWDED:
        lines.append("Other work had the core too. Its time is not counted, but it slows ours.")
    tables = path_lines(found, brief)
    for block in (speed_lines(found), tables, call_lines(found), scaling_lines(found)):
        lines += ["", *block]
    lines += ["", *target_lines(found)]
    return "\n".join(one.rstrip() for one in lines)


def main() -> None:
    """Read the options, measure, print the table."""
    parser = argparse.ArgumentParser(description="Measure Tatami beside its peers.")
    length = f"length of a run (default {SECONDS})"
    parser.add_argument("--seconds", type=float, default=SECONDS, help=length)
    rounds = f"runs of each (default {ROUNDS})"
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=rounds)
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and play")
    parser.add_argument("--only", choices=BUILDS, help="measure one build instead of both")
    parser.add_argument("--no-peers", action="store_true", help="leave the other libraries out")
    beginning = "measure by every path only tables that begin so, such as night"
    parser.add_argument("--tables", default="", metavar="NAME", help=beginning)
    parser.add_argument("--brief", action="store_true", help="print what docs/bench.md shows")
    parser.add_argument("--history", action="store_true", help="keep the ratios of this commit")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    given = parser.parse_args()
    if given.history and (given.tables or given.only or given.no_peers):
        parser.error("only a whole run is kept in the history")
    pin()
    builds = (given.only,) if given.only else BUILDS
    with_peers = not given.no_peers
    found = measure(builds, with_peers, given.rounds, given.seconds, given.seed, given.tables)
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(table(found, given.brief))
    for fall in compare(found, here(), given.history):
        print(f"FELL {fall}")


def here() -> str:
    """The commit that is measured."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=8"]
    return subprocess.run(git, stdout=subprocess.PIPE, text=True).stdout.strip() or "unknown"


def compare(
    found: Part,
    commit: str,
    keep: bool,
    kept: Path = history.KEPT,
    picture: Path = history.PICTURE,
) -> list[str]:
    """What has fallen since the commit before; ``keep`` this one's ratios, too, and draw them."""
    before, measured = history.read(kept), history.ratios(found)
    if keep and measured:
        history.write(history.add(before, history.entry_of(commit, found)), kept, picture)
    return history.falls(before, measured, commit)


if __name__ == "__main__":
    main()
