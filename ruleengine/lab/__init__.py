"""Many games at once, and what they tell of the rules: measured, compared, drawn."""
