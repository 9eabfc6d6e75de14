"""From the sentences of a rulebook to rules and cases, and back."""
