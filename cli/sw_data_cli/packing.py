"""What `sw-data pack` and `sw-data unpack` say when they are done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sw_data_cli import output

if TYPE_CHECKING:
    from sw_data.document.store.sources import Report


def reported(report: Report, out: str, form: str) -> int:
    """Says what was written; the exit status is 1 if something could not be read."""
    if form == "json":
        output.write_json(
            {
                "output": out,
                "documents": report.documents,
                "records": report.records,
                "made_ids": report.made_ids,
                "diagnostics": [
                    each.model_dump(mode="json", exclude_none=True) for each in report.findings
                ],
            }
        )
    else:
        made = f", {report.made_ids} new ids" if report.made_ids else ""
        documents = f"{report.documents} document{'' if report.documents == 1 else 's'}"
        output.show(f"{out}: {documents}{made}")
    return 1 if any(each.severity == "error" for each in report.findings) else 0
