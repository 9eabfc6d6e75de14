"""Games on the compiled tier: one, many side by side, and whole ones at once."""
