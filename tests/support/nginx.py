"""nginx before several nodes, with the configuration that we give to hosts."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.ports import HOST, hold, port_of
from tests.support.postgres import PATIENCE

PATIENTLY = "120s"
"""For nodes that always answer, on a busy machine too late for what we give to hosts."""
DEPLOYED = Path(__file__).resolve().parent.parent.parent / "deploy" / "nginx.conf"
ASKING = """        auth_request /_route;
        auth_request_set $node $upstream_http_x_node;
"""
LIMITS = {
    **{f"rate={rate};": "rate=9999r/s;" for rate in ("50r/s", "2r/m", "30r/m")},
    **{f"burst={burst} ": "burst=9999 " for burst in (400, 119, 19)},
    "lines 240": "lines 9999",
}
"""Everybody here has one address."""
MAIN = """
daemon off; worker_processes 1; pid {place}/nginx.pid; error_log {place}/nginx.err;
worker_rlimit_nofile 30000;
events {{ worker_connections 12000; }}
http {{
    access_log off;
    client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi; uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
    include {place}/tatami.conf;
}}
"""


@contextmanager
def nginx(
    place: Path, ports: Sequence[int], wrong: int = 0, pretended: str = "", waits: str = ""
) -> Iterator[str]:
    """Start it before the nodes on these ports; where it listens.

    ``wrong``: it takes everybody to this one, whoever has their table. ``pretended``: a header
    that says which address somebody has; then all limits hold. ``waits``: so long for any node,
    before another one is asked.
    """
    with hold() as held:
        yield from _serving(place, port_of(held), ports, wrong, pretended, waits)


def _serving(
    place: Path, port: int, ports: Sequence[int], wrong: int, pretended: str, waits: str
) -> Iterator[str]:
    place.mkdir()
    text = configured(port, ports, limits=bool(pretended))
    if pretended:
        real = f"set_real_ip_from {HOST}; real_ip_header {pretended};"
        text = text.replace("server_name tatami.example;", f"server_name tatami.example; {real}")
        assert real in text
    if waits:
        text = re.sub(r"proxy_(connect|read)_timeout \w+;", rf"proxy_\1_timeout {waits};", text)
    assert ASKING in text
    if wrong:
        text = text.replace(ASKING, f"        set $node {HOST}:{wrong};\n")
    (place / "tatami.conf").write_text(text, encoding="utf-8")
    (place / "nginx.conf").write_text(MAIN.format(place=place), encoding="utf-8")
    command = ["nginx", "-c", str(place / "nginx.conf"), "-e", str(place / "nginx.err")]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None, (place / "nginx.err").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield f"http://{HOST}:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def configured(port: int, nodes: Sequence[int], limits: bool = False) -> str:
    """deploy/nginx.conf with our addresses, without a certificate; ``limits``: with its limits."""
    text = DEPLOYED.read_text(encoding="utf-8")
    servers = "".join(f"    server {HOST}:{one} max_fails=1 fail_timeout=1s;\n" for one in nodes)
    text = re.sub(r"(    server 10\.0\.0\.1\d:8000 .*\n)+", servers, text)
    text = re.sub(r"    ssl_certificate.*\n", "", text)
    for theirs, ours in LIMITS.items():
        assert theirs in text or limits
        text = text if limits else text.replace(theirs, ours)
    return text.replace("listen 443 ssl", f"listen {HOST}:{port}")


def _listens(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), 1).close()
    except OSError:
        return False
    return True
