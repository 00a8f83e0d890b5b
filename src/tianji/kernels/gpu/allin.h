// Lines that are all-in before the last street: their showdowns on all last cards at once, by one matrix a board.
#define LEAVES 8  // lines that a block works on
#define THEIRS 64 // of the opponent's hands a warp at a time
#define MINE 3    // rows of the player's hands
#define SPLIT 4   // warps that share the opponent's hands of one row

// pairs[b][g][h]: boards below b on which hand h beats the opponent's g, less those on which it loses; pairs that share
// a card do not count. Entries are the cards that may come, with each hand's place on the board below or NONE. Cards
// that are alike by suit share a board, which the opponent reaches as by the first of them.
struct Pairs {
    const Board *boards, *below;
    const u32 *own;  // hand tables of the street below
    const u16 *edges, *places, *their_places;
    const int *spans, *children, *firsts;
    signed char *to;
    i64 words;
    int width, tiles, player;
};

KERNEL_OF(pair_hands, Pairs, (256)) {
    const int b = BLOCK_INDEX / A.tiles, first = BLOCK_INDEX % A.tiles * LEAVES, P = A.player, O = 1 - P;
    const u32 *const cards = A.own + 3 * A.words;
    PHASE
    EACH(h, A.width) {
        int sum[LEAVES];
        UNROLL for (int k = 0; k < LEAVES; k++) sum[k] = 0;
        for (int e = A.spans[b]; e < A.spans[b + 1]; e++) {
            const int at = A.places[(i64)e * A.width + h];
            if (at == NONE) continue;
            const Board &R = A.below[A.children[e]];
            const u32 word = A.own[R.table[P] + at], mine = cards[R.table[P] + at];
            const int lo = A.edges[R.edges[P] + (word & 0xFFFF)], hi = A.edges[R.edges[P] + (word >> 16)];
            const u32 a = mine & 0xFF, c = mine >> 8 & 0xFF;
            UNROLL for (int k = 0; k < LEAVES; k++) {
                const int there = A.their_places[(i64)A.firsts[e] * A.width + first + k];
                if (there == NONE) continue;
                const u32 theirs = cards[R.table[O] + there], x = theirs & 0xFF, y = theirs >> 8 & 0xFF;
                if (x != a && x != c && y != a && y != c) sum[k] += ((there < lo) - (there >= hi)) * R.copies;
            }
        }
        for (int k = 0; k < LEAVES; k++) A.to[((i64)b * A.width + first + k) * A.width + h] = (signed char)sum[k];
    }
    END
}

// value(h) = amount * sum over g of pairs[g][h] * reach(g), for LEAVES lines of a board and MINE rows of hands.
struct AllIn {
    const Board *boards;
    const signed char *pairs;
    const real *reach;   // [leaves][boards][width]
    real *value;         // likewise
    const int *list;     // leaves that are all-in
    const real *amounts; // of each of them
    int leaves, num_boards, width, tiles, parts, player;
};

DEVICE F signs(const signed char *p) {
    F r;
#ifdef __CUDACC__
    const char4 t = __ldg((const char4 *)p);
    r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w;
#else
    FJ r.v[j] = p[j];
#endif
    return r;
}

KERNEL_OF(all_in, AllIn, (MINE * SPLIT * 32)) {
    SHARED
    const int part = BLOCK_INDEX % A.parts, tile = BLOCK_INDEX / A.parts % A.tiles, b = BLOCK_INDEX / A.parts / A.tiles;
    const int Ho = A.boards[b].hands[1 - A.player];
    STATE(LEAVES)
    PHASE UNROLL for (int k = 0; k < LEAVES; k++) KEPT(k) = zeros(); END
    for (int g = 0; g < Ho; g += SPLIT * THEIRS) {
        PHASE
        EACH(i, SPLIT * THEIRS * LEAVES) {
            const int k = i / (SPLIT * THEIRS), at = g + i % (SPLIT * THEIRS), leaf = tile * LEAVES + k;
            shared[i % (SPLIT * THEIRS) * LEAVES + k] = leaf < A.leaves && at < Ho
                ? A.reach[((i64)A.list[leaf] * A.num_boards + b) * A.width + at] : (real)0;
        }
        END
        PHASE
        const int split = WARP / MINE, mine = (part * MINE) * ROW + FIRST - split * MINE * ROW, from = g + split * THEIRS;
        if (mine < A.width && from < Ho) {
            const signed char *const row = A.pairs + ((i64)b * A.width + from) * A.width + mine;
            const real *const reach = shared + split * THEIRS * LEAVES;
            UNROLL_SOME for (int i = 0; i < THEIRS; i++) {
                const F sign = signs(row + (i64)i * A.width);
                UNROLL for (int k = 0; k < LEAVES; k++) {
                    const real x = reach[i * LEAVES + k];
                    FJ KEPT(k).v[j] += x * sign.v[j];
                }
            }
        }
        END
    }
    PHASE
    UNROLL for (int k = 0; k < LEAVES; k++)
        if (WARP >= MINE) store(shared + k * MINE * (SPLIT - 1) * ROW + FIRST - MINE * ROW, KEPT(k));
    END
    PHASE
    if (WARP < MINE && part * MINE * ROW + FIRST < A.width) {
        UNROLL for (int k = 0; k < LEAVES; k++) {
            const int leaf = tile * LEAVES + k;
            if (leaf < A.leaves) {
                F found = KEPT(k);
                for (int w = 0; w < SPLIT - 1; w++)
                    add_to(found, fetch(shared + (k * (SPLIT - 1) + w) * MINE * ROW + FIRST), 1);
                FJ found.v[j] *= A.amounts[leaf];
                store(A.value + ((i64)A.list[leaf] * A.num_boards + b) * A.width + part * MINE * ROW + FIRST, found);
            }
        }
    }
    END
    DONE
}
