"""From a resolved ruleset to a program, in ordered passes, one in each file."""
