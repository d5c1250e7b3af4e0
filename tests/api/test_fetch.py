from __future__ import annotations

import gzip
import io
import json
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.convert import convert
from sw_data.api.fetch import Fetched, FetchLimits, cache_folder, fetch, is_url
from sw_data.api.inspect import inspect
from sw_data.api.load import load
from sw_data.api.mend import mend
from sw_data.api.migrate import migrate
from sw_data.api.validate import validate
from sw_data.errors import DocumentError, ImpossibleError, LimitError

AXE = {"_id": "axe0000000000001", "name": "Axe", "type": "weapon", "system": {"damage": "@str+d6"}}
QUICK = FetchLimits(timeout=0.5, total=5, retries=2, pause=0)

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def owner(self) -> Server:
        assert isinstance(self.server, Server)
        return self.server

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.owner.asked.append(path)
        answer = self.owner.answers.get(path, self.owner.answers.get("*"))
        if answer is None:
            self.whole(b"gone", 404)
        else:
            answer(self)
        self.close_connection = True

    def whole(self, body: bytes, status: int = 200, /, **headers: str) -> None:
        headers.setdefault("Content_Length", str(len(body)))
        self.begin(status, **headers)
        self.wfile.write(body)

    def begin(self, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        return


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.ended = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that has had enough is nothing to report."""

    def serve(self, path: str, body: bytes, **headers: str) -> str:
        self.answers[path] = lambda handler: handler.whole(body, 200, **headers)
        return f"{self.url}{path}"

    def answer(self, path: str, answer: Answer) -> str:
        self.answers[path] = answer
        return f"{self.url}{path}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    for name in (
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("SW_DATA_CACHE", str(tmp_path / "cache"))
    running = Server()
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield running
    running.ended.set()
    running.shutdown()
    running.server_close()
    thread.join()


@cache
def archive() -> bytes:
    manifest = {
        "id": "axes",
        "title": "Axes",
        "version": "1.2.0",
        "packs": [{"name": "axes", "path": "packs/axes.db"}],
    }
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("module.json", json.dumps(manifest))
        file.writestr("packs/axes.db", json.dumps(AXE) + "\n")
    return held.getvalue()


@pytest.fixture
def module(server: Server) -> str:
    """The URL of a module's manifest."""
    link = server.serve("/axes.zip", archive())
    manifest = {
        "id": "axes", "title": "Axes", "version": "1.2.0", "download": link,
        "packs": [{"name": "axes", "path": "packs/axes.db", "type": "Item"}],
    }  # fmt: skip
    return server.serve("/module.json", json.dumps(manifest).encode())


def quick(url: str, **options: Any) -> Fetched:
    return fetch(url, limits=options.pop("limits", QUICK), wait=lambda _: None, **options)


def refusal(url: str, **options: Any) -> str:
    with pytest.raises(DocumentError) as caught:
        quick(url, **options)
    return str(caught.value)


# --- what comes ----------------------------------------------------------------------


def test_a_manifest_leads_to_its_zip(module: str, server: Server) -> None:
    found = quick(module)
    assert found.kind == "package"
    assert (found.name, found.version, found.packs) == ("Axes", "1.2.0", ("axes",))
    assert found.path.read_bytes() == archive()
    assert server.asked == ["/module.json", "/axes.zip"]


def test_a_zip_by_its_own_url_is_a_package(module: str) -> None:
    assert quick(module.replace("module.json", "axes.zip")).kind == "package"


def test_a_sheet_is_told_by_its_content_and_not_by_the_type_that_the_server_names(
    server: Server,
) -> None:
    url = server.serve("/download", json.dumps(AXE).encode(), Content_Type="text/html")
    found = quick(url)
    assert (found.kind, found.size) == ("file", len(json.dumps(AXE)))


def test_a_web_page_is_refused_though_it_is_called_json(server: Server) -> None:
    url = server.serve(
        "/blob/module.json", b"\n<!DOCTYPE html><html></html>", Content_Type="application/json"
    )
    assert "web page" in refusal(url)
    assert "raw file" in refusal(url)


def test_a_manifest_without_a_download_is_refused(server: Server) -> None:
    manifest = {"id": "axes", "title": "Axes", "version": "1", "esmodules": "axes.js"}
    assert "`download`" in refusal(server.serve("/module.json", json.dumps(manifest).encode()))


def test_a_download_that_is_no_zip_is_refused(server: Server, module: str) -> None:
    server.serve("/axes.zip", b'{"name": "no zip"}')
    assert "is no zip" in refusal(module)


@pytest.mark.parametrize(
    "link", ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:alert(1)", "data:,x"]
)
def test_a_download_of_another_scheme_is_not_followed(link: str, server: Server) -> None:
    manifest = {"id": "axes", "title": "Axes", "version": "1", "download": link}
    message = refusal(server.serve("/module.json", json.dumps(manifest).encode()))
    assert "only http and https" in message or "no address" in message


def test_a_download_may_be_named_relative_to_the_manifest(server: Server) -> None:
    server.serve("/here/axes.zip", archive())
    manifest = {"id": "axes", "title": "Axes", "version": "1", "download": "axes.zip"}
    assert quick(server.serve("/here/module.json", json.dumps(manifest).encode())).kind == "package"


# --- servers that do harm, or fail ----------------------------------------------------


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://example.com/x", "gopher://x/", "http://", "http://:80/"]
)
def test_only_http_and_https_are_asked(url: str) -> None:
    assert is_url(url)
    message = refusal(url)
    assert "only http and https" in message or "no address" in message


def test_a_redirect_is_followed(server: Server) -> None:
    server.serve("/new", json.dumps(AXE).encode())
    url = server.answer("/old", lambda handler: handler.whole(b"", 302, Location="/new"))
    assert quick(url).kind == "file"


@pytest.mark.parametrize(
    "there", ["file:///etc/passwd", "FILE:///etc/passwd", "ftp://127.0.0.1/", "gopher:x"]
)
def test_a_redirect_to_another_scheme_is_not_followed(there: str, server: Server) -> None:
    url = server.answer("/old", lambda handler: handler.whole(b"", 302, Location=there))
    assert "only http and https" in refusal(url)
    assert server.asked == ["/old"]


def test_a_ring_of_redirects_ends(server: Server) -> None:
    url = server.answer("/a", lambda handler: handler.whole(b"", 301, Location="/b"))
    server.answer("/b", lambda handler: handler.whole(b"", 301, Location="/a"))
    assert "more than 5 times" in refusal(url)
    assert len(server.asked) == 6


def test_what_is_not_there_is_asked_for_once(server: Server) -> None:
    assert "404" in refusal(f"{server.url}/nothing")
    assert server.asked == ["/nothing"]


def test_a_server_that_fails_once_is_asked_again(server: Server) -> None:
    def answer(handler: Handler) -> None:
        first = len(server.asked) == 1
        handler.whole(b"" if first else json.dumps(AXE).encode(), 500 if first else 200)

    assert quick(server.answer("/axe.json", answer)).kind == "file"
    assert len(server.asked) == 2


def test_each_pause_is_twice_the_one_before_unless_the_server_asks_for_more(server: Server) -> None:
    pauses: list[float] = []
    headers = {"Retry_After": "7"}

    def answer(handler: Handler) -> None:
        handler.whole(b"", 503, **(headers if len(server.asked) == 3 else {}))

    url = server.answer("/busy", answer)
    with pytest.raises(DocumentError, match=r"503 .*, 4 times"):
        fetch(url, limits=FetchLimits(timeout=1, retries=3, pause=0.5), wait=pauses.append)
    assert pauses == [0.5, 1.0, 7.0]


def test_a_server_that_refuses_the_connection_is_said_so() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    assert "refused the connection" in refusal(f"http://127.0.0.1:{port}/")


def test_a_silent_server_is_given_up(server: Server) -> None:
    def quiet(_: Handler) -> None:
        server.ended.wait(20)

    url = server.answer("/silent", quiet)
    began = time.monotonic()
    message = refusal(url, limits=FetchLimits(timeout=0.2, retries=1, pause=0))
    assert "silent" in message
    assert time.monotonic() - began < 10


def test_a_server_that_sends_drop_by_drop_meets_the_time_for_the_whole_file(server: Server) -> None:
    def answer(handler: Handler) -> None:
        handler.begin(Content_Length="1000000")
        while not server.ended.wait(0.05):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    url = server.answer("/slow", answer)
    began = time.monotonic()
    with pytest.raises(LimitError, match=r"longer than 0\.5 seconds"):
        fetch(url, limits=FetchLimits(timeout=5, total=0.5))
    assert time.monotonic() - began < 5


def test_a_file_that_breaks_off_is_asked_for_again_and_never_kept(
    server: Server, tmp_path: Path
) -> None:
    def answer(handler: Handler) -> None:
        handler.begin(Content_Length="1000")
        handler.wfile.write(b"{}")

    assert "3 times" in refusal(server.answer("/short.json", answer))
    assert len(server.asked) == 3
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_chunks_that_break_off_are_not_taken_for_a_whole_file(server: Server) -> None:
    def answer(handler: Handler) -> None:
        handler.begin(Transfer_Encoding="chunked")
        handler.wfile.write(b"2\r\n{}\r\n5\r\nab")

    assert "broke off" in refusal(server.answer("/chunks.json", answer))


def test_whole_chunks_are_a_whole_file(server: Server) -> None:
    body = json.dumps(AXE).encode()

    def answer(handler: Handler) -> None:
        handler.begin(Transfer_Encoding="chunked")
        for byte in body:
            handler.wfile.write(b"1\r\n" + bytes([byte]) + b"\r\n")
        handler.wfile.write(b"0\r\n\r\n")

    assert quick(server.answer("/chunks.json", answer)).path.read_bytes() == body


def test_a_file_that_says_it_is_too_large_is_not_begun(server: Server) -> None:
    url = server.answer("/large", lambda handler: handler.begin(Content_Length=str(10**12)))
    assert "1000000000000 bytes" in refusal(url)


def test_a_file_without_end_ends_at_the_limit(server: Server, tmp_path: Path) -> None:
    def answer(handler: Handler) -> None:
        handler.begin()
        while not server.ended.is_set():
            handler.wfile.write(b"x" * 65536)

    url = server.answer("/endless", answer)
    with pytest.raises(LimitError, match="more than 1000000 bytes"):
        quick(url, limits=FetchLimits(size=1_000_000, timeout=5))
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_a_packed_answer_is_unpacked(server: Server) -> None:
    body = json.dumps(AXE).encode()
    url = server.serve("/axe.json", gzip.compress(body), Content_Encoding="gzip")
    assert quick(url).path.read_bytes() == body


def test_a_packed_answer_that_swells_is_stopped(server: Server) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    url = server.serve("/bomb", bomb, Content_Encoding="gzip")
    with pytest.raises(LimitError, match="unpacks to more than 200 times"):
        quick(url)
    with pytest.raises(LimitError, match="unpacks to more than 500000 bytes"):
        quick(url, limits=FetchLimits(size=500_000))


def test_a_packed_answer_that_breaks_off_is_no_file(server: Server) -> None:
    cut = gzip.compress(json.dumps(AXE).encode())[:-9]
    assert "broke off" in refusal(server.serve("/axe.json", cut, Content_Encoding="gzip"))


@pytest.mark.parametrize(
    ("packing", "said"), [("gzip", "and is not"), ("br", "'br'"), ("compress", "'compress'")]
)
def test_an_answer_packed_otherwise_than_it_says_is_refused(
    packing: str, said: str, server: Server
) -> None:
    assert said in refusal(server.serve("/axe.json", b"{}", Content_Encoding=packing))


def test_a_server_that_speaks_no_http_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def speak() -> None:
            for _ in range(3):
                client, _ = listening.accept()
                with client:
                    client.recv(4096)
                    client.sendall(b"SSH-2.0-nothing\r\n")

        thread = threading.Thread(target=speak)
        thread.start()
        assert "cannot be fetched" in refusal(f"http://127.0.0.1:{port}/")
        thread.join()


def test_a_password_in_a_url_is_not_shown(server: Server) -> None:
    url = server.url.replace("http://", "http://joe:secret@") + "/nothing"
    assert "secret" not in refusal(url)


# --- the cache ------------------------------------------------------------------------


def test_what_did_not_change_comes_from_the_cache(server: Server) -> None:
    body = json.dumps(AXE).encode()

    def answer(handler: Handler) -> None:
        if handler.headers.get("If-None-Match") == '"one"':
            handler.begin(304, ETag='"one"')
        else:
            handler.whole(body, ETag='"one"')

    url = server.answer("/axe.json", answer)
    assert quick(url).fresh
    again = quick(url)
    assert not again.fresh
    assert again.path.read_bytes() == body
    assert quick(url, refresh=True).fresh
    assert len(server.asked) == 3


def test_a_file_in_the_cache_that_was_damaged_comes_anew(server: Server) -> None:
    def answer(handler: Handler) -> None:
        assert handler.headers.get("If-None-Match") is None
        handler.whole(b'{"name": "Axe"}', ETag='"one"')

    url = server.answer("/axe.json", answer)
    quick(url).path.write_bytes(b'{"name": "Ax!"}')
    assert quick(url).path.read_bytes() == b'{"name": "Axe"}'


def test_offline_takes_what_is_there_and_asks_nobody(module: str, server: Server) -> None:
    assert "not in the cache" in refusal(module, offline=True)
    quick(module)
    server.asked.clear()
    assert quick(module, offline=True).packs == ("axes",)
    assert server.asked == []


def test_a_name_that_leads_out_of_the_cache_does_not(server: Server, tmp_path: Path) -> None:
    server.serve("*", b"{}")
    for path in ("/..%2f..%2fevil.json", "/%2e%2e/evil.json", "/x/..%5cevil.json", "/.json"):
        found = quick(server.url + path)
        assert found.path.resolve().parent.parent == (tmp_path / "cache").resolve()


def test_the_cache_is_where_the_user_keeps_caches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SW_DATA_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("SW_DATA_CACHE")
    variable = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    monkeypatch.setenv(variable, str(tmp_path / "caches"))
    assert cache_folder() == tmp_path / "caches" / "sw-data"
    monkeypatch.setenv(variable, "relative")
    assert cache_folder().is_absolute()


# --- a URL in the place of a path ------------------------------------------------------


def test_every_reader_takes_a_url(module: str) -> None:
    assert load(module).weapons["Axe"].name == "Axe"
    (inspected,) = inspect(module)
    assert (inspected.path, inspected.container, inspected.documents) == (module, "zip", 1)
    assert convert(module, "sw-data").value["kind"] == "weapon"


def test_findings_name_the_url_and_the_line(server: Server) -> None:
    url = server.serve(
        "/axe.json", json.dumps({**AXE, "system": {"damage": "2d"}}, indent=1).encode()
    )
    (finding,) = [each for each in validate(url) if each.code == "SW201"]
    assert finding.file == url
    assert finding.line == 6
    assert '"damage": "2d"' in validate(url).to_text()


def test_a_url_that_cannot_be_had_is_a_finding_of_a_validation_and_an_error_elsewhere(
    server: Server,
) -> None:
    url = f"{server.url}/nothing.json"
    assert [each.code for each in validate(url)] == ["SW012"]
    with pytest.raises(DocumentError, match="404"):
        load(url)


def test_nothing_is_written_to_a_url(module: str, tmp_path: Path) -> None:
    with pytest.raises(ImpossibleError, match="cannot be mended"):
        mend(module)
    with pytest.raises(ImpossibleError, match="cannot be written in its place"):
        migrate(module, "6.0", in_place=True)
    migrate(module, "6.0", out=tmp_path / "new.zip")
    assert load(tmp_path / "new.zip").entries[0].value["system"]["swid"] == "axe"


def test_a_path_is_no_url() -> None:
    for path in (
        "axe.json",
        "/tmp/axe.json",
        "C:\\axes\\axe.json",
        "C:/axe.json",
        "-",
        "a:b",
        "http:/x",
    ):
        assert not is_url(path)


def test_requests_is_imported_only_to_fetch() -> None:
    program = (
        "import sys, sw_data; sw_data.load; import sw_data.api.fetch; "
        "sys.exit('requests' in sys.modules or 'urllib3' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
