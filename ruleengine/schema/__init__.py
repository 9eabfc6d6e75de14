"""The shape of a ruleset: frozen models, one topic each.

Modules with models do without `from __future__ import annotations`: pydantic would evaluate
every annotation from its text when the module is imported, which took a third of the time that
the classes take. A model that speaks of a later one puts its name in quotes.
"""
