"""Why a move is refused, and under which readings it would be legal."""
