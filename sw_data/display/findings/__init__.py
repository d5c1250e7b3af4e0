"""Reports of findings: pure functions from findings to text. Knows no file and no terminal."""

from sw_data.display.findings.common import Checked, Sources
from sw_data.display.findings.junit import report_junit
from sw_data.display.findings.machine import report_github, report_json, report_value
from sw_data.display.findings.page import report_html
from sw_data.display.findings.sarif import report_sarif
from sw_data.display.findings.text import report_text

__all__ = [
    "Checked",
    "Sources",
    "report_github",
    "report_html",
    "report_json",
    "report_junit",
    "report_sarif",
    "report_text",
    "report_value",
]
