"""Both tiers held against each other: on shipped rules, and on rules drawn at random."""
