"""Where rulesets are found, and how a file and all it extends become one tree."""
