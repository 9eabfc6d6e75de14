/* Breakthrough 8x8 in straightforward C: a mailbox board, all moves listed, one drawn. */
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

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000, plies = 0, wins = 0;
    seed = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
    clock_t start = clock();
    for (long game = 0; game < games; game++) {
        int board[64], left[2] = {16, 16}, side = 0;
        for (int i = 0; i < 64; i++) board[i] = i < 16 ? 2 : i >= 48 ? 1 : 0;
        for (;;) {
            int from[64], to[64], n = 0;
            int own = side + 1, step = side ? 8 : -8;
            for (int i = 0; i < 64; i++) {
                if (board[i] != own) continue;
                int ahead = i + step, column = i & 7;
                if (ahead < 0 || ahead > 63) continue;
                if (!board[ahead]) { from[n] = i; to[n++] = ahead; }
                if (column > 0 && board[ahead - 1] != own) { from[n] = i; to[n++] = ahead - 1; }
                if (column < 7 && board[ahead + 1] != own) { from[n] = i; to[n++] = ahead + 1; }
            }
            if (!n) { wins += side; break; }
            int pick = below(n), target = to[pick];
            if (board[target]) left[!side]--;
            board[from[pick]] = 0;
            board[target] = own;
            plies++;
            if (target < 8 || target >= 56 || !left[!side]) { wins += !side; break; }
            side = !side;
        }
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%ld %ld %ld %.6f\n", games, plies, wins, seconds);
    return 0;
}
