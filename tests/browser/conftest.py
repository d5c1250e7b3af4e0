"""JupyterLab on the loopback and a Chromium to look at it with; without either these tests are skipped."""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NEEDED = ("jupyterlab", "playwright", "PIL", "anywidget")
PATIENCE = 60
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-proxy-server", "--disable-dev-shm-usage",
    "--disable-extensions", "--hide-scrollbars", "--force-color-profile=srgb",
)  # fmt: skip
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


@pytest.fixture(scope="session")
def chromium() -> str:
    """The Chromium to look with."""
    missing = [each for each in NEEDED if importlib.util.find_spec(each) is None]
    if missing:
        pytest.skip(f"without a browser: {', '.join(missing)} not installed; make browser")
    wanted = os.environ.get("SW_DATA_CHROMIUM")
    names = [wanted] if wanted else ["chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"without a browser: none of {', '.join(names)} is installed")
    return found


@pytest.fixture(scope="session")
def pictures(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: docs/images/ if they are to be renewed, else a folder that is thrown away."""
    if os.environ.get("SW_DATA_SCREENSHOTS") == "1":
        return root / "docs" / "images"
    return tmp_path_factory.mktemp("screenshots")


class Lab:
    """A JupyterLab that runs, and the folder that it shows."""

    def __init__(self, url: str, token: str, folder: Path) -> None:
        self.url = url
        self.token = token
        self.folder = folder

    def write(self, name: str, cells: list[str]) -> str:
        """A notebook of these cells; what to open."""
        book: dict[str, Any] = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {
                "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
            },
            "cells": [
                {
                    "cell_type": "code", "id": f"cell{number}", "source": source, "metadata": {},
                    "outputs": [], "execution_count": None,
                }
                for number, source in enumerate(cells)
            ],
        }  # fmt: skip
        (self.folder / name).write_text(json.dumps(book), encoding="utf-8")
        return f"{self.url}/lab/tree/{name}?reset&token={self.token}"


def _alive(url: str) -> bool:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _settings(folder: Path) -> None:
    """No news, no questions, no popups from JupyterLab itself."""
    for name, values in {
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "docmanager-extension/plugin": {"autosave": False},
        "notebook-extension/tracker": {"autoStartDefaultKernel": True, "windowingMode": "none"},
    }.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values), encoding="utf-8")


@pytest.fixture(scope="module")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab on the loopback; it knows nothing of the user's settings, and looks for no news."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "books"
    folder.mkdir()
    _settings(home / "settings")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    token = secrets.token_hex(16)
    arguments = [
        "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}", "--expose-app-in-browser",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.news_url=",
        "--LabApp.extension_manager=readonly",
    ]  # fmt: skip
    own = {
        "HOME": home, "JUPYTER_CONFIG_DIR": home / "config", "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime", "IPYTHONDIR": home / "ipython",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings", "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
    }  # fmt: skip
    log = home / "lab.log"
    with log.open("wb") as said:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            env={**os.environ, **{name: str(value) for name, value in own.items()}},
        )
        try:
            url = f"http://127.0.0.1:{port}"
            end = time.monotonic() + PATIENCE
            while not _alive(f"{url}/api?token={token}"):
                if server.poll() is not None or time.monotonic() > end:
                    pytest.fail(f"JupyterLab did not start:\n{log.read_text('utf-8')[-3000:]}")
                time.sleep(0.2)
            yield Lab(url, token, folder)
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait(20)


class Look:
    """A page in the browser, and what went wrong on it.

    Attributes:
        page: The page, of playwright.
        troubles: Errors of the page and of its console.
        strangers: Addresses outside the loopback that it asked for.
        dialogs: Dialogs that opened.
    """

    def __init__(self, page: Any, lab: Lab) -> None:
        self.page = page
        self.lab = lab
        self.troubles: list[str] = []
        self.strangers: list[str] = []
        self.dialogs: list[str] = []
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("dialog", self._dialog)
        page.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.troubles.append(f"{message.text} ({message.location.get('url', '')})")

    def _error(self, error: Any) -> None:
        self.troubles.append(str(error))

    def _dialog(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _request(self, request: Any) -> None:
        if not request.url.startswith(
            (self.lab.url, "data:", "blob:", self.lab.url.replace("http", "ws"))
        ):
            self.strangers.append(request.url)

    def run(self, name: str, cells: list[str]) -> None:
        """Opens a notebook of these cells and runs all of them."""
        self.page.goto(self.lab.write(name, cells))
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        # Before that JupyterLab would ask which kernel is wanted.
        self.page.wait_for_function(
            "() => jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )
        self.page.evaluate("() => { void jupyterapp.commands.execute('notebook:run-all-cells'); }")
        last = self.page.locator(".jp-Notebook .jp-CodeCell").nth(len(cells) - 1)
        last.locator(".jp-InputPrompt", has_text="[" + str(len(cells)) + "]").wait_for()

    def theme(self, name: str) -> None:
        """Turns JupyterLab light or dark, as its menu does."""
        self.page.evaluate(
            "name => jupyterapp.commands.execute('apputils:change-theme', {theme: name})",
            THEMES[name],
        )
        light = "true" if name == "light" else "false"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")
        self.page.wait_for_timeout(300)

    def output(self, number: int) -> Any:
        """What a cell shows, brought into view."""
        cell = self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)
        cell.scroll_into_view_if_needed()
        shown = cell.locator(".jp-OutputArea-output").last
        shown.wait_for()
        shown.scroll_into_view_if_needed()
        return shown


@pytest.fixture(scope="module")
def look(chromium: str, lab: Lab) -> Iterator[Look]:
    """A page in a Chromium of its own."""
    playwright: Any = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, headless=True, args=list(FLAGS))
        context = browser.new_context(
            viewport={"width": 1280, "height": 1120}, device_scale_factor=2, reduced_motion="reduce"
        )
        try:
            yield Look(context.new_page(), lab)
        finally:
            context.close()
            browser.close()
