/* The core of Generals in straightforward C: throws, marches, captures, strikes, interception.
   All moves are listed and one is drawn. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t seed;
static inline uint32_t below(uint32_t n) {
    seed += 0x9E3779B97F4A7C15ull;
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

static const char *PICTURE =
    "DDD....DDD"
    "DD......DD"
    "D........D"
    "...~~~~..."
    "...~##~..."
    "...~##~..."
    "...~~~~..."
    "A........A"
    "AA......AA"
    "AAA....AAA";
static const int DOWN[8] = {-1, -1, -1, 0, 0, 1, 1, 1}, RIGHT[8] = {-1, 0, 1, -1, 1, -1, 0, 1};

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000, cap = argc > 3 ? atol(argv[3]) : 2000;
    long plies = 0, wins = 0, capped = 0;
    seed = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
    clock_t start = clock();
    for (long game = 0; game < games; game++) {
        int board[100], left[2] = {12, 12}, hits = 0, side = 0;
        long ply = 0;
        for (int i = 0; i < 100; i++) board[i] = PICTURE[i] == 'A' ? 1 : PICTURE[i] == 'D' ? 2 : 0;
        for (;;) {
            int from[256], to[256], n = 0, own = side + 1, throw = 1 + below(6);
            if (++ply >= cap) { capped++; break; }
            for (int i = 0; i < 100; i++) {
                if (board[i] != own) continue;
                int row = i / 10, column = i % 10;
                for (int d = 0; d < 8; d++) {
                    int r = row + DOWN[d] * throw, c = column + RIGHT[d] * throw;
                    if (r < 0 || r > 9 || c < 0 || c > 9) continue;
                    int target = r * 10 + c, keep = PICTURE[target] == '#', open = 1;
                    if (keep ? side : board[target] == own) continue;
                    for (int s = 1; s < throw; s++) {
                        int cell = (row + DOWN[d] * s) * 10 + column + RIGHT[d] * s;
                        if (board[cell] || (!keep && PICTURE[cell] == '#')) { open = 0; break; }
                    }
                    if (open) { from[n] = i; to[n++] = target; }
                }
            }
            if (n) {
                int pick = below(n), target = to[pick];
                ply++;
                board[from[pick]] = 0;
                if (PICTURE[target] == '#') {
                    int guards[12], count = 0;
                    for (int i = 33; i < 67; i++)
                        if (PICTURE[i] == '~' && board[i] == 2) guards[count++] = i;
                    left[0]--;
                    if (count) {
                        if (count > 1) ply++;
                        board[guards[count > 1 ? below(count) : 0]] = 0;
                        left[1]--;
                    } else {
                        hits++;
                    }
                    if (hits == 3) { wins++; break; }
                    if (!left[0]) break;
                } else {
                    if (board[target]) left[!side]--;
                    board[target] = own;
                    if (!left[0]) break;
                }
                if (ply >= cap) { capped++; break; }
            }
            side = !side;
        }
        plies += ply;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%ld %ld %ld %.6f %ld\n", games, plies, wins, seconds, capped);
    return 0;
}
