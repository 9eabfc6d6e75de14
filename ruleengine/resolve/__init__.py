"""Files, variants and flags to one ruleset in which nothing is left to choose or look up.

The tree half: `overlay.read_tree` merges a file over what it extends, `flags.read_flags` and
`flags.choose_flags` settle the flags, `select.select` leaves only what the flags choose.
"""
