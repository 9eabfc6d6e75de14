"""The literal interpreter of a resolved ruleset: the rulebook in code."""
