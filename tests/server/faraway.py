"""Players of a real server who are really far away: what their strikes are credited with.

`python -m tests.server.faraway DATA` runs in a network of its own, where packets of two players
take 60 milliseconds each way, and prints what they were credited with. It ends with 3, and the
reason, where this machine allows no such network.
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path

from tatami.tables.race import MOST_CREDIT
from tests.server.people import NAMES, run
from tests.server.racers import Ponging, Racer, credited, next_deal
from tests.support.serving import Server
from tests.support.tunnel import HERE, Mirror, NoNetwork, enter, far

NEAR, FAR = 2, 3
WAY = 0.06
LONG = {"choose": "90", "between": "12", "codes": "off"}
REFUSED = 3


class FarServer(Server):
    """A server in that network."""

    host = HERE


async def play(port: int) -> dict[str, tuple[float, str]]:
    """They strike, each in a race of their own."""
    people = [Racer(f"http://{HERE}:{port}", name) for name in NAMES[:4]]
    people[2].connection = functools.partial(Ponging, hold=2 * MOST_CREDIT)
    for at, one in enumerate(people):
        one.base = one.way = f"http://{far(FAR if at in (1, 2) else NEAR)}:{port}"
    host = people[0]
    host.open("tack", seats=4, options=LONG)
    for at, one in enumerate(people):
        await one.come(host.table)
        if at:
            assert (await one.ask("sit", seat=at, name=one.name))["ok"]
    assert (await host.ask("do", what="start"))["ok"]
    for one in people:
        await one.wait(lambda one=one: one.view is not None)  # type: ignore[misc]  # bound now
    found: dict[str, tuple[float, str]] = {}
    for seat, who in enumerate(("near", "far", "far and holding")):
        called = people[seat].stamp()
        found[who] = await credited(people, seat)
        await next_deal(people, called)
    return found


def main(data: Path) -> int:
    """Enter the network, start the server there, play."""
    try:
        enter()
        with Mirror({NEAR: 0.0, FAR: WAY}), FarServer(data, pace=0, thinkers=1) as server:
            print(json.dumps(run(play(server.port))))
    except NoNetwork as error:
        print(error, file=sys.stderr)
        return REFUSED
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
