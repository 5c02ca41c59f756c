"""Serves a cluster of two nodes to Ray's clients, plays a series on it by the command, from another
process and by ``ray://``, and kills one of the nodes in the middle."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster as Nodes
from ray.util.client.server.server import init_and_serve, shutdown_with_server

from tests.support.ports import hold, port_of

BEGUN = b"#"
"""In the progress bar: a part has come back."""
NEVER = b"\0"
"""What a terminal is not sent: it is read to its end."""


def until(screen: int, sign: bytes) -> bool:
    """Read a terminal until it shows a sign; whether it did before its end."""
    text = b""
    while sign not in text:
        try:
            came = os.read(screen, 4096)
        except OSError:  # how the end of a terminal is told
            return False
        text += came
    return True


def main() -> None:
    """What the command printed, and whether a node was killed while it ran."""
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    second, held = nodes.add_node(num_cpus=1), hold()
    port = port_of(held)
    server, _ = init_and_serve("127.0.0.1", port, nodes.address, log_to_driver=False)
    screen, theirs = pty.openpty()
    command = [sys.executable, "-m", "tatami", "simulate", *sys.argv[1:]]
    given = [*command, "--on", f"ray://127.0.0.1:{port}"]
    with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=theirs, text=True) as playing:
        os.close(theirs)
        begun = until(screen, BEGUN)
        playing.send_signal(signal.SIGSTOP)  # so that it cannot end before the node does
        nodes.remove_node(second, allow_graceful=False)
        killed = begun and playing.poll() is None
        playing.send_signal(signal.SIGCONT)
        until(screen, NEVER)
        printed, _ = playing.communicate()
    os.close(screen)
    shutdown_with_server(server.grpc_server)
    nodes.shutdown()
    held.close()
    print(json.dumps({"killed": killed, "code": playing.returncode, "printed": printed}))


if __name__ == "__main__":
    main()
