"""A ruleset as plain tables of numbers: what the compiler makes and the kernel runs."""
