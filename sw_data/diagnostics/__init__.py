"""Findings about data, and the register of their codes. Knows no file, no game and no rule."""

from sw_data.diagnostics import (
    characters,
    chases,
    collections,
    conversion,
    documents,
    files,
    logbook,
    logs,
    register,
    shape,
    vehicles,
    weapons,
    writing,
)
from sw_data.diagnostics.model import Diagnostic, DocumentRef, Edit, Fix, Severity

__all__ = ["Diagnostic", "DocumentRef", "Edit", "Fix", "Severity"]

register.register(files.CODES)
register.register(collections.CODES)
register.register(shape.CODES)
register.register(weapons.CODES)
register.register(documents.CODES)
register.register(logs.CODES)
register.register(writing.CODES)
register.register(conversion.CODES)
register.register(characters.CODES)
register.register(vehicles.CODES)
register.register(chases.CODES)
register.register(logbook.CODES)
