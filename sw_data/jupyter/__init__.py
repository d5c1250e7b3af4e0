"""The notebook's magics: `%load_ext sw_data` gives `%sw` and `%%sw resolve`. Only this package knows IPython.

    %sw validate packs/
    %sw odds attack Joe "Hammer on a stick" Goblin
    %%sw resolve --actors party --seed 7
    Joe attacks Goblin with Hammer on a stick (+1 gang up): 8 3 | 2

Braces, dollars and colons are left as they are. A mistake is one line, and stops the cell.
"""

from __future__ import annotations

from typing import Any, Final

from IPython.core import completer
from IPython.core.error import UsageError
from IPython.core.magic import no_var_expand  # pyright: ignore[reportUnknownVariableType]

from sw_data.jupyter.commands import run
from sw_data.jupyter.completion import completions
from sw_data.jupyter.words import Stop

_MATCHER: Final = "sw_data.magics"


def load(shell: Any) -> None:
    """Adds `%sw` and `%%sw`, and their completion, to a running IPython.

    Args:
        shell: The shell, as IPython hands it to an extension.
    """

    @no_var_expand
    def sw(line: str, cell: str | None = None) -> Any:
        """Savage Worlds data: `%sw help` lists what it does; `%%sw resolve` plays the cell as a log."""
        try:
            return run(line, cell, shell.user_ns)
        except Stop as stop:
            raise UsageError(str(stop)) from None

    shell.register_magic_function(sw, "line_cell", "sw")
    unload_completion(shell)
    matcher = _matcher(shell)
    shell.Completer.custom_matchers.append(matcher)


def unload(shell: Any) -> None:
    """Takes them away again."""
    unload_completion(shell)
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("sw", None)


def unload_completion(shell: Any) -> None:
    """Takes the completion away."""
    kept = [
        each
        for each in shell.Completer.custom_matchers
        if getattr(each, "matcher_identifier", "") != _MATCHER
    ]
    shell.Completer.custom_matchers[:] = kept


def _matcher(shell: Any) -> Any:
    ipython: Any = completer

    def matcher(context: Any) -> dict[str, Any]:
        """The words that fit, as IPython's matchers give them."""
        found = completions(context.text_until_cursor, shell.user_ns)
        if found is None:
            return {"completions": [], "suppress": False}
        begun, words = found
        # IPython replaces its own idea of the last word, which ends at a quote or a space in quotes.
        token = str(context.token)
        shared = len(begun) - len(token) if begun.endswith(token) else 0
        made = [ipython.SimpleCompletion(word[max(shared, 0) :], type="sw") for word in words]
        return {"completions": made, "suppress": bool(made)}

    return ipython.completion_matcher(priority=200, identifier=_MATCHER, api_version=2)(matcher)
