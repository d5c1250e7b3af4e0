"""What every test may ask for: where the fixtures lie, and the installed command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# A slow machine is no failure of a law, so neither a deadline nor "too slow" may decide.
_PATIENT = [HealthCheck.too_slow]
settings.register_profile("dev", deadline=None, suppress_health_check=_PATIENT)
settings.register_profile(
    "ci",
    deadline=None,
    suppress_health_check=_PATIENT,
    derandomize=True,
    database=None,
    print_blob=True,
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def fixtures(root: Path) -> Path:
    """The folder `fixtures/`."""
    return root / "fixtures"


@pytest.fixture(scope="session")
def shared(root: Path) -> Path:
    """A folder of real files that are not ours to publish; without it the test is skipped."""
    named = os.environ.get("SW_DATA_SHARED")
    folder = Path(named) if named else root.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"no folder {folder}: real files are not part of the repository")
    return folder


@pytest.fixture(scope="session")
def sw_data_command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the installed `sw-data`: `run(*arguments, stdin=…, cwd=…, env=…, timeout=…)`."""
    folder = Path(sys.executable).parent
    script = next(
        (path for path in (folder / "sw-data", folder / "sw-data.exe") if path.exists()), None
    )
    if script is None:
        pytest.fail(f"sw-data is not installed beside {sys.executable}; make test installs it")
    command = str(script)

    def run(
        *arguments: str | os.PathLike[str],
        stdin: str | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 120,
    ) -> subprocess.CompletedProcess[str]:
        surroundings = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "100", **(env or {})}
        # stdin is always given: a command that waits for a terminal would never end.
        return subprocess.run(
            [command, *(os.fspath(argument) for argument in arguments)],
            input=stdin or "",
            capture_output=True,
            encoding="utf-8",
            cwd=cwd,
            env=surroundings,
            timeout=timeout,
            check=False,
        )

    return run
