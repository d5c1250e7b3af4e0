"""What is in a file or a folder: containers, formats, generations, kinds, and how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sw_data.api.arguments import checked
from sw_data.api.load import LOG_FORMAT, Source, is_log, named, opened, read_entry
from sw_data.diagnostics import Diagnostic
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.jsonvalue import as_array, as_object


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is in one file or folder.

    Attributes:
        path: The file or folder as it was named.
        container: What kind of container it is: `json`, `array`, `json-lines`, `nedb`, `leveldb`, `package`, `zip` ….
        documents: How many documents it holds.
        formats: How many of each format; `unknown` for those that no format knows.
        generations: How many of each generation of its format, where a format has several.
        kinds: How many of each kind: `character`, `weapon`, `edge` ….
        actions: How many actions, if it is an action log.
        findings: How many findings of each severity.
        diagnostics: The findings of severity error.
    """

    path: str
    container: str
    documents: int
    formats: dict[str, int]
    generations: dict[str, int]
    kinds: dict[str, int]
    actions: int | None
    findings: dict[str, int]
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        """What is in it, in a few lines."""
        many = "" if self.documents == 1 else "s"
        lines = [f"{self.path}: {self.container}, {self.documents} document{many}"]
        counts = (
            ("formats", self.formats),
            ("generations", self.generations),
            ("kinds", self.kinds),
            ("findings", {name: number for name, number in self.findings.items() if number}),
        )
        for name, found in counts:
            if found:
                each = ", ".join(f"{number} {kind}" for kind, number in found.items())
                lines.append(f"  {name}: {each}")
        if self.actions is not None:
            lines.append(f"  actions: {self.actions}")
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def to_json(self) -> dict[str, Any]:
        """As `sw-data inspect --format json` prints it."""
        out: dict[str, Any] = {
            "path": self.path,
            "container": self.container,
            "documents": self.documents,
            "formats": self.formats,
            "generations": self.generations,
            "kinds": self.kinds,
            "findings": self.findings,
        }
        if self.actions is not None:
            out["actions"] = self.actions
        return out


@checked()
def inspect(
    source: Source | Iterable[Source], *, limits: StoreLimits = STORE_LIMITS
) -> tuple[Inspection, ...]:
    """Says what is in files and folders: formats, generations, kinds, and how many of each.

    Nothing is kept, so a large pack costs no memory.

    Raises:
        DocumentError: A file or folder that is not there.
    """
    return tuple(_inspected(path, limits) for path in named(source))


def _inspected(path: str, limits: StoreLimits) -> Inspection:
    formats: Counter[str] = Counter()
    generations: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    severities: Counter[str] = Counter()
    errors: list[Diagnostic] = []
    documents = 0
    actions: int | None = None
    store = opened(path, limits)
    for each in store.entries():
        if actions is not None and store.form == "json-lines":
            actions += 1
            continue
        documents += 1
        value = as_object(each.value)
        if value is not None and is_log(value):
            formats["sw-data"] += 1
            kinds["log"] += 1
            actions = (actions or 0) + len(as_array(value.get("actions")) or [])
            continue
        entry = read_entry(each.document, each.pointer, origin=each.origin, store=store)
        formats[entry.format.name if entry.format else "unknown"] += 1
        kinds[entry.reading.kind or "unknown"] += 1
        if entry.reading.generation is not None:
            generations[entry.reading.generation] += 1
        severities.update(finding.severity.value for finding in entry.diagnostics)
        errors += [finding for finding in entry.diagnostics if finding.severity == "error"]
    severities.update(finding.severity.value for finding in store.findings)
    errors += [finding for finding in store.findings if finding.severity == "error"]
    return Inspection(
        path,
        LOG_FORMAT if actions is not None and documents == 1 else store.form,
        documents,
        dict(formats.most_common()),
        dict(sorted(generations.items())),
        dict(kinds.most_common()),
        actions,
        {name: severities[name] for name in ("error", "warning", "info")},
        tuple(errors[:100]),
    )
