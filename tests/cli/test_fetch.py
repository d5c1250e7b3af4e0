from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
AXE = {
    "_id": "axe0000000000001",
    "name": "Axe",
    "type": "weapon",
    "data": {"damage": "2d6", "equipped": True},
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        return


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The URL of a folder with one weapon in it."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "axe.json").write_text(json.dumps(AXE, indent=2), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def run(sw_data_command: Command, tmp_path: Path) -> Command:
    surroundings = {
        "SW_DATA_CACHE": str(tmp_path / "cache"),
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    return lambda *arguments: sw_data_command(*arguments, env=surroundings)


def test_the_path_is_printed_and_nothing_else(served: str, run: Command) -> None:
    ran = run("fetch", f"{served}/axe.json")
    assert ran.returncode == 0
    assert Path(ran.stdout.strip()).read_text(encoding="utf-8") == json.dumps(AXE, indent=2)
    assert "axe.json" in ran.stderr


def test_json_is_one_document(served: str, run: Command, tmp_path: Path) -> None:
    ran = run("fetch", f"{served}/axe.json", "--format", "json", "--cache", str(tmp_path / "own"))
    found = json.loads(ran.stdout)
    assert found["kind"] == "file"
    assert Path(found["path"]).is_relative_to(tmp_path / "own")
    again = json.loads(
        run(
            "fetch", f"{served}/axe.json", "--format", "json", "--cache", str(tmp_path / "own")
        ).stdout
    )
    assert (found["fresh"], again["fresh"]) == (True, False)


def test_what_cannot_be_had_is_one_line_and_exit_status_2(served: str, run: Command) -> None:
    for url in (f"{served}/nothing", "file:///etc/passwd", f"{served}/", "nonsense"):
        ran = run("fetch", url, "--timeout", "5")
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith("sw-data: error: ")
        assert ran.stderr.count("\n") == 1


def test_a_limit_can_be_set(served: str, run: Command, tmp_path: Path) -> None:
    (tmp_path / "served" / "large.json").write_bytes(b"[" + b" " * 2**20 + b"]")
    ran = run("fetch", f"{served}/large.json", "--max-size", "1")
    assert ran.returncode == 2
    assert "at most 1048576" in ran.stderr


def test_commands_take_a_url_in_the_place_of_a_path(served: str, run: Command) -> None:
    url = f"{served}/axe.json"
    assert url in run("inspect", url).stdout
    assert run("validate", url).returncode == 0
    assert json.loads(run("convert", url, "--to", "sw-data").stdout)["name"] == "Axe"
    migrated = json.loads(run("convert", url, "--target", "6.0").stdout)
    assert migrated["system"]["equipStatus"] == 4


def test_a_url_is_not_mended(served: str, run: Command) -> None:
    ran = run("validate", f"{served}/axe.json", "--fix")
    assert ran.returncode == 2
    assert "fetch it first" in ran.stderr
