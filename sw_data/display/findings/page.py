"""Findings as one HTML page, for people who would rather look: counts, worst documents, each finding with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from sw_data.diagnostics import Diagnostic, Severity
from sw_data.diagnostics.register import REGISTER
from sw_data.display.findings.common import (
    RANK,
    Checked,
    Sources,
    counted,
    excerpt,
    many,
    mendable,
    ordered,
    plain,
    summary,
)
from sw_data.display.findings.text import place

WORST: Final = 10
"""How many of the worst documents are listed."""

_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1c1e21;--dim:#5a6068;--paper:#fff;--box:#f4f5f7;--line:#d9dce1;
--error:#b3261e;--warning:#8a5a00;--info:#0b5cad;--fix:#1b6e3c}
@media(prefers-color-scheme:dark){:root{--ink:#e6e7e9;--dim:#a2a8b0;--paper:#16181b;--box:#212429;--line:#3a3f47;
--error:#ff8a80;--warning:#f2c063;--info:#82b6ff;--fix:#7fd6a0}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:62rem;
padding:1rem 1.25rem 4rem}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.15rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
.counts{display:flex;gap:.75rem;flex-wrap:wrap;padding:0;list-style:none}
.counts li{background:var(--box);border:1px solid var(--line);border-radius:.5rem;padding:.4rem .9rem;min-width:5rem}
.counts b{display:block;font-size:1.5rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
article{border:1px solid var(--line);border-left-width:.3rem;border-radius:.4rem;padding:.5rem .9rem;margin:.6rem 0}
article.error{border-left-color:var(--error)}article.warning{border-left-color:var(--warning)}
article.info{border-left-color:var(--info)}
p{margin:.25rem 0;overflow-wrap:anywhere}.dim{color:var(--dim);font-size:.875rem}.fix{color:var(--fix)}
.error b.code{color:var(--error)}.warning b.code{color:var(--warning)}.info b.code{color:var(--info)}
pre{background:var(--box);padding:.4rem .6rem;overflow-x:auto;margin:.4rem 0;border-radius:.3rem;font-size:.875rem}
mark{background:none;color:inherit;text-decoration:underline wavy;text-underline-offset:.2em;font-weight:700}
.error mark{text-decoration-color:var(--error)}.warning mark{text-decoration-color:var(--warning)}
.info mark{text-decoration-color:var(--info)}
"""


def report_html(
    diagnostics: Iterable[Diagnostic],
    sources: Sources | None = None,
    *,
    checked: Checked | None = None,
    title: str = "Validation",
) -> str:
    """Findings as one HTML page without scripts and without anything from elsewhere, in light and dark.

    All text of the data is escaped.
    """
    findings = ordered(diagnostics)
    looked = checked or Checked()
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(summary(findings, looked))}</p>",
        _counts(findings),
        _worst(findings),
        _codes(findings),
        *_by_file(findings, sources),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in body if part)
        + "\n</body>\n</html>\n"
    )


def _counts(findings: Sequence[Diagnostic]) -> str:
    counts = counted(findings)
    safe, unsafe = mendable(findings)
    boxes = [(counts[severity], _plural(severity, counts[severity])) for severity in Severity]
    boxes += [(safe, "safe fixes"), (unsafe, "other fixes")]
    items = "".join(f"<li><b>{number}</b>{word}</li>" for number, word in boxes)
    return f'<ul class="counts">{items}</ul>'


def _plural(severity: Severity, number: int) -> str:
    return many(number, str(severity), "info" if severity is Severity.INFO else None).split(" ", 1)[
        1
    ]


def _worst(findings: Sequence[Diagnostic]) -> str:
    """The documents with the worst findings: errors first, then how many."""
    by_document: dict[tuple[str, str, str], Counter[Severity]] = {}
    for each in findings:
        if each.document is not None:
            name = each.document.name or each.document.id or "unnamed"
            key = (each.file or "-", each.document.kind, name)
            by_document.setdefault(key, Counter())[each.severity] += 1
    worst = sorted(
        by_document.items(),
        key=lambda pair: [-pair[1][severity] for severity in Severity],
    )[:WORST]
    if len(worst) < 2:
        return ""
    rows = "".join(
        f"<tr><td>{escape(plain(name))}</td><td>{escape(kind)}</td><td>{escape(plain(file))}</td>"
        + "".join(f'<td class="n">{counts[severity] or ""}</td>' for severity in Severity)
        + "</tr>"
        for (file, kind, name), counts in worst
    )
    heads = "".join(f'<th class="n">{severity}</th>' for severity in Severity)
    return (
        "<h2>Worst documents</h2>\n<table><thead><tr><th>document</th><th>kind</th><th>file</th>"
        f"{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _codes(findings: Sequence[Diagnostic]) -> str:
    """What is found most."""
    counts = Counter((each.code, each.severity) for each in findings)
    if not counts:
        return ""
    most = sorted(counts.items(), key=lambda pair: (RANK[pair[0][1]], -pair[1], pair[0][0]))
    rows = "".join(
        f'<tr><td>{code}</td><td>{severity}</td><td>{escape(_title(code))}</td><td class="n">{number}</td></tr>'
        for (code, severity), number in most
    )
    return (
        "<h2>What was found</h2>\n<table><thead><tr><th>code</th><th>severity</th><th>what</th>"
        f'<th class="n">findings</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _title(code: str) -> str:
    entry = REGISTER.get(code)
    return entry.title if entry is not None else ""


def _by_file(findings: Sequence[Diagnostic], sources: Sources | None) -> Iterable[str]:
    last: str | None = None
    for each in findings:
        if each.file != last or last is None:
            last = each.file or ""
            yield f"<h2>{escape(plain(last or '-'))}</h2>"
        yield _article(each, sources)


def _article(finding: Diagnostic, sources: Sources | None) -> str:
    parts = [
        f'<p><b class="code" title="{escape(_title(finding.code))}">{finding.severity} {finding.code}</b> '
        f"{escape(plain(finding.message))}</p>"
    ]
    where = [place(finding)]
    if finding.document is not None and finding.document.name:
        where.append(f"{finding.document.kind} {finding.document.name}")
    where += [part for part in (finding.pointer, finding.rule) if part]
    parts.append(f'<p class="dim">{escape(plain(" · ".join(part for part in where if part)))}</p>')
    shown = excerpt(finding, sources)
    if shown is not None:
        parts.append(
            f"<pre>{escape(shown.before)}<mark>{escape(shown.marked)}</mark>{escape(shown.after)}</pre>"
        )
    if finding.fix is not None:
        how = "safe" if finding.fix.safe else "changes what the data may mean"
        parts.append(f'<p class="fix">Fix: {escape(plain(finding.fix.title))} ({how})</p>')
    return f'<article class="{finding.severity}">' + "".join(parts) + "</article>"
