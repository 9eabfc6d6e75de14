"""Flags: what may be chosen, what goes together, and the tree that a choice leaves."""
