"""Which page is at which address below ``/learn``."""

from __future__ import annotations

from sniffi.web.learning import exercising, rules, sheets
from sniffi.web.visit import Handler

PAGES: tuple[tuple[str, Handler], ...] = (
    ("/learn", rules.home),
    ("/learn/rules/{page:str}", rules.rule_page),
    ("/learn/glossary", rules.glossary),
    ("/learn/elsewhere", rules.elsewhere),
    ("/learn/print/rules", sheets.rules),
    ("/learn/print/scores", sheets.scores),
    ("/learn/exercises/{kind:str}", exercising.begin),
    ("/learn/exercises/{kind:str}/{seed:str}", exercising.exercise),
    ("/learn/daily", exercising.today),
    ("/learn/daily/{day:str}", exercising.daily),
)
"""All are asked for with GET: nothing here changes anything."""
