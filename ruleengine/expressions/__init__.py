"""The small typed language of conditions and numbers that stands inside a ruleset's text values.

Flow: `parser.parse` (text to tree) then `check.check` (tree and scope to a resolved tree).
Nothing here evaluates: whoever asks the question binds the resolved tree to a position.
"""
