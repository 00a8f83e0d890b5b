// External sampling on buckets, many deals at once (kernels/poker/external.py has the formulas, and the twin).
//
// `draw_deals`: both hands, the board, their buckets, who wins; a thread a deal. `walk_deals`: one player's walks; a
// thread takes a deal, walks it to its end, and takes the next. Regrets stay as they are meanwhile: what is learned goes
// to `delta`, which `add_deals` adds to them. `fade_rows`: discounts. All sums are of whole numbers, which come to the
// same in any order: every run gives the same bits.
//
// A row is padded to 2, 4 or 8 numbers. Two neighbours are added to at once, as the two halves of one number of 64 bits:
// sums of averages are never negative and stay apart; of `delta`, the lower one lends to the upper where it is negative.
typedef unsigned long long u64;
struct Deal {
    u16 bucket[8];  // by 2 * street + player
    u64 state;      // of its random numbers
    int sign, wide; // 1, 0 or -1 as hand 0 wins; whether nothing is pruned
};
struct Deals {
    const int *nodes;   // [decisions][4] packed, as NODE_… says; its first link; a quarter of where its rows begin; 0
    const int *child;   // links, as FlatTree.child
    const u8 *deck;
    const u16 *classes, *flop, *turn, *river;  // [boards][1326] buckets
    const u64 *keys_flop, *keys_turn, *keys_river;
    const int *places_flop, *places_turn, *places_river;
    const short *maps;  // [24][1326]
    const u8 *renamings, *listed;
    const int *rows;
    const u64 *word;
    const u16 *displacement, *value, *flush;
    Deal *deals;
    int *regret;
    u64 *delta, *average;  // [entries / 2]
    const int *chunks;     // [..][3] a quarter of where some rows begin, how many, their numbers
    int *queue;            // [2] deals that threads have taken, by player
    i64 *visits;           // [COUNTERS] infosets visited; behind them regrets that stood at the ceiling
    i64 entries, first;    // first: the batch's first deal
    u64 seed;
    double explore, keep;
    int batch, player, prune, floor;
    int decks, boards, shown, streets, mask_flop, mask_turn, mask_river;
};
#define NODE_SLOT(x) ((x) & 7)          // 2 * street + player
#define NODE_SIZE(x) ((x) >> 4 & 15)    // actions
#define NODE_WIDE(x) ((x) >> 8 & 15)    // numbers of a row
#define NODE_INNER(x) ((x) >> 12 & 255) // a bit for each action that leads on

#ifdef __CUDACC__
#define EACH_OF(i, n) for (i64 i = (i64)BLOCK_INDEX * SPAN + threadIdx.x; i < (n) && i < ((i64)BLOCK_INDEX + 1) * SPAN; i += blockDim.x)
#else
#define EACH_OF(i, n) for (i64 i = (i64)BLOCK_INDEX * SPAN; i < (n) && i < ((i64)BLOCK_INDEX + 1) * SPAN; i++)
#endif
#define GOLD 0x9E3779B97F4A7C15ull
#define ASIDE ((int)(-CEILING - 1))  // below every regret

DEVICE u64 mixed(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
DEVICE double unit(u64 z) { return (double)(z >> 11) * (1.0 / 9007199254740992.0); }
DEVICE void add_to(u64 *at, u64 x) {
    if (!x) return;
#ifdef __CUDACC__
    atomicAdd((unsigned long long *)at, (unsigned long long)x);
#else
    *at += x;
#endif
}
DEVICE int take(int *queue) {
#ifdef __CUDACC__
    return atomicAdd(queue, 1);
#else
    return (*queue)++;
#endif
}
DEVICE u64 both(int low, int high) { return (u64)((i64)low + ((i64)high << 32)); }

// Deals: kernels/poker/deals.py, line for line.
DEVICE void find_buckets(const u64 *keys, const int *places, int mask, const u16 *table, const Deals &A, u64 ranks, int one, int two, u16 *out) {
    int a = (int)(ranks & 0x1FFF) << 2 | 3, b = (int)(ranks >> 16 & 0x1FFF) << 2 | 2;
    int c = (int)(ranks >> 32 & 0x1FFF) << 2 | 1, d = (int)(ranks >> 48 & 0x1FFF) << 2, t;
#define ORDER(x, y) if (x < y) { t = x; x = y; y = t; }
    ORDER(a, b) ORDER(c, d) ORDER(a, c) ORDER(b, d) ORDER(b, c)
    const u64 key = (u64)(a >> 2) << 39 | (u64)(b >> 2) << 26 | (u64)(c >> 2) << 13 | (u64)(d >> 2);
    const int renaming = A.renamings[255 - ((a & 3) | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6)];
    int at = (int)(mixed(key) & (u64)mask);
    while (keys[places[at]] != key) at = (at + 1) & mask;
    const i64 row = (i64)places[at] * HANDS;
    out[0] = table[row + A.maps[renaming * HANDS + one]];
    out[1] = table[row + A.maps[renaming * HANDS + two]];
}
DEVICE int hand_of(int a, int b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }
DEVICE int rank_of(const Deals &A, u64 board, const int *cards, int player) {
    const int one = cards[2 * player], two = cards[2 * player + 1];
    const u64 total = board + A.word[one] + A.word[two];
    if (total & FLUSH_BITS) {
        int suit = 0;
        while (!(total >> (35 + 4 * suit) & 1)) suit++;
        int mask = ((one & 3) == suit ? 1 << (one >> 2) : 0) | ((two & 3) == suit ? 1 << (two >> 2) : 0);
        for (int k = 4; k < 4 + A.shown; k++) if ((cards[k] & 3) == suit) mask |= 1 << (cards[k] >> 2);
        return A.flush[mask];
    }
    const u32 spread = (u32)total * SPREAD;
    return A.value[(spread & 0xFFFF) ^ A.displacement[spread >> BUCKET_SHIFT]];
}
DEVICE void draw_deal(const Deals &A, i64 number, Deal &out) {
    int cards[9], at = 0;
    u64 state = mixed(A.seed ^ mixed((u64)number)), used = 0;
    if (A.boards) {
        at = (int)((mixed(state += GOLD) >> 32) * (u64)A.boards >> 32);
        for (int k = 0; k < A.shown; k++) { cards[4 + k] = A.listed[5 * at + k]; used |= 1ull << cards[4 + k]; }
    }
    for (int k = A.boards ? A.shown : 0, i = 0; k < 4 + A.shown; k++, i++) {
        int card;
        do card = A.deck[(mixed(state += GOLD) >> 32) * (u64)A.decks >> 32]; while (used >> card & 1);
        used |= 1ull << card;
        cards[i] = card;
    }
    const int one = hand_of(cards[0], cards[1]), two = hand_of(cards[2], cards[3]);
    for (int k = 2; k < 8; k++) out.bucket[k] = 0;
    out.bucket[0] = A.classes[one], out.bucket[1] = A.classes[two];
    if (A.boards) {
        const u16 *const tables[3] = {A.flop, A.turn, A.river};
        for (int s = 0; s < 3; s++) {
            const i64 row = (i64)A.rows[3 * at + s] * HANDS;
            out.bucket[2 * s + 2] = tables[s][row + one], out.bucket[2 * s + 3] = tables[s][row + two];
        }
    } else if (A.streets > 1) {
        u64 ranks = 0;
        for (int k = 4; k < 7; k++) ranks |= 1ull << (16 * (cards[k] & 3) + (cards[k] >> 2));
        find_buckets(A.keys_flop, A.places_flop, A.mask_flop, A.flop, A, ranks, one, two, out.bucket + 2);
        if (A.streets > 2) {
            ranks |= 1ull << (16 * (cards[7] & 3) + (cards[7] >> 2));
            find_buckets(A.keys_turn, A.places_turn, A.mask_turn, A.turn, A, ranks, one, two, out.bucket + 4);
        }
        if (A.streets > 3) {
            ranks |= 1ull << (16 * (cards[8] & 3) + (cards[8] >> 2));
            find_buckets(A.keys_river, A.places_river, A.mask_river, A.river, A, ranks, one, two, out.bucket + 6);
        }
    }
    u64 board = RANK_START;
    for (int k = 4; k < 4 + A.shown; k++) board += A.word[cards[k]];
    const int mine = rank_of(A, board, cards, 0), theirs = rank_of(A, board, cards, 1);
    out.sign = mine < theirs ? 1 : mine == theirs ? 0 : -1;
    out.wide = unit(mixed(state += GOLD)) < A.explore;
    out.state = state;
}

KERNEL_OF(draw_deals, Deals, (256)) {
    EACH_OF(i, A.batch) draw_deal(A, A.first + i, A.deals[i]);
    if (BLOCK_INDEX == 0) {
#ifdef __CUDACC__
        if (threadIdx.x) return;
#endif
        A.queue[0] = A.queue[1] = 0;
    }
}

// A decision's regrets.
struct Row { int x[ACTIONS]; };
DEVICE Row regrets_of(const int *at, int wide) {
    Row r;
#ifdef __CUDACC__
    if (wide == 2) {
        const int2 t = __ldg((const int2 *)at);
        r.x[0] = t.x; r.x[1] = t.y;
        UNROLL for (int a = 2; a < ACTIONS; a++) r.x[a] = 0;
        return r;
    }
    const int4 t = __ldg((const int4 *)at);
    int4 u = make_int4(0, 0, 0, 0);
    if (ACTIONS > 4 && wide == 8) u = __ldg((const int4 *)at + 1);
    const int y[8] = {t.x, t.y, t.z, t.w, u.x, u.y, u.z, u.w};
    UNROLL for (int a = 0; a < ACTIONS; a++) r.x[a] = y[a];
#else
    for (int a = 0; a < ACTIONS; a++) r.x[a] = a < wide ? at[a] : 0;
#endif
    return r;
}
DEVICE real worth_of(int end, int player, real sign) {  // of a link that ends the hand
    const real chips = (real)(~end >> 2);
    const int who = ~end & 3;
    return who == 2 ? sign * chips : who == player ? -chips : chips;
}

KERNEL_OF(walk_deals, Deals, LIMIT) {
    int node_of[DEEP], row_of[DEEP], left_of[DEEP];  // row: half of where it begins; left: actions to try, and pruned << 8
    real sigma[DEEP * ACTIONS], worth[DEEP * ACTIONS];
    Deal *deal = 0;
    u64 state = 0, bucket[2] = {0, 0};
    i64 visits = 0;
    int depth = 0, link = 0, least = 0, player = A.player;
    real sign = 0, result = 0;
    bool is_up = false;
    for (;;) {
        if (!deal) {
            const int d = take(A.queue + player);
            if (d >= A.batch) break;
            deal = A.deals + d;
            UNROLL for (int k = 0; k < 2; k++)
                bucket[k] = (u64)deal->bucket[4 * k] | (u64)deal->bucket[4 * k + 1] << 16 | (u64)deal->bucket[4 * k + 2] << 32 | (u64)deal->bucket[4 * k + 3] << 48;
            state = deal->state;
            sign = (real)(player ? -deal->sign : deal->sign);
            least = deal->wide ? ASIDE : A.prune;
            depth = link = 0;
            is_up = false;
        }
        bool is_done = false;  // whether all actions of the decision on top are tried
        if (!is_up) {
            const int *const node = A.nodes + 4 * (i64)link;
#ifdef __CUDACC__
            const int4 told = __ldg((const int4 *)node);
            const int packed = told.x, first = told.y, start = told.z;
#else
            const int packed = node[0], first = node[1], start = node[2];
#endif
            const int slot = NODE_SLOT(packed), size = NODE_SIZE(packed), wide = NODE_WIDE(packed);
            const int held = (int)((slot < 4 ? bucket[0] : bucket[1]) >> 16 * (slot & 3) & 0xFFFF);
            const i64 row = 4 * (i64)start + (i64)held * wide;
            const Row now = regrets_of(A.regret + row, wide);
            visits++;
            real total = 0;
            UNROLL for (int a = 0; a < ACTIONS; a++) if (a < size && now.x[a] > 0) total += (real)now.x[a];
            if ((slot & 1) != player) {
                const real scale = total > 0 ? (real)SHARE / total : (real)SHARE / size;
                real drawn = (real)(unit(mixed(state += GOLD)) * SHARE);
                int chosen = size - 1, share[ACTIONS + 1];
                UNROLL for (int a = 0; a < ACTIONS; a++) {
                    const real x = a >= size ? 0 : total > 0 ? (now.x[a] > 0 ? scale * (real)now.x[a] : (real)0) : scale;
                    if (a < size && drawn >= 0) {
                        drawn -= x;
                        if (drawn < 0) chosen = a;
                    }
                    share[a] = (int)(x + (real)0.5);
                }
                share[ACTIONS] = 0;
                UNROLL for (int a = 0; a < ACTIONS; a += 2) if (a < size) add_to(A.average + (row + a) / 2, both(share[a], share[a + 1]));
                link = A.child[first + chosen];
                if (link < 0) { result = worth_of(link, player, sign); is_up = true; }
            } else {
                const int base = depth * ACTIONS, inner = NODE_INNER(packed);
                const real scale = total > 0 ? (real)1 / total : (real)0;
                int skip = 0, best = ASIDE;
                UNROLL for (int a = 0; a < ACTIONS; a++) if (a < size) {
                    best = now.x[a] > best ? now.x[a] : best;
                    if ((inner >> a & 1) && now.x[a] < least && slot < 6) skip |= 1 << a;
                }
                const bool is_shared = skip && (best < least || !(total > 0));  // evenly among those that are left
                int left = 0;
                UNROLL for (int a = 0; a < ACTIONS; a++) if (a < size) {
                    if (best < least && now.x[a] == best) skip &= ~(1 << a);
                    left += !(skip >> a & 1);
                }
                UNROLL for (int a = 0; a < ACTIONS; a++) if (a < size) {
                    const real usual = total > 0 ? (now.x[a] > 0 ? scale * (real)now.x[a] : (real)0) : (real)1 / size;
                    sigma[base + a] = !is_shared ? usual : skip >> a & 1 ? (real)0 : (real)1 / left;
                    if (!(inner >> a & 1)) worth[base + a] = worth_of(A.child[first + a], player, sign);
                }
                node_of[depth] = link;
                row_of[depth] = (int)(row / 2);
                left_of[depth] = (inner & ~skip) | skip << 8;
                depth++;
                is_done = true;
            }
        } else if (depth > 0) {  // up
            const int d = depth - 1, left = left_of[d] & 255;
            int a = 0;
            while (!(left >> a & 1)) a++;
            worth[d * ACTIONS + a] = result;
            left_of[d] &= ~(1 << a);
            is_done = true;
        }
        if (is_done) {
            const int d = depth - 1, left = left_of[d] & 255, skip = left_of[d] >> 8, base = d * ACTIONS;
            const int *const node = A.nodes + 4 * (i64)node_of[d];
            if (left) {  // down the next one that leads on
                int a = 0;
                while (!(left >> a & 1)) a++;
                link = A.child[node[1] + a];
                is_up = false;
            } else {
                const int size = NODE_SIZE(node[0]);
                result = 0;
                for (int a = 0; a < size; a++) if (!(skip >> a & 1)) result += sigma[base + a] * worth[base + a];
                u64 *const to = A.delta + row_of[d];
                for (int a = 0; a < size; a += 2) {
                    int gain[2] = {0, 0};
                    for (int k = 0; k < 2; k++) if (a + k < size && !(skip >> (a + k) & 1)) {
                        real x = worth[base + a + k] - result;
                        if (x > -SMALL && x < SMALL) x = (real)floor(x + (real)unit(mixed(state += GOLD)));
                        else x = (real)floor(x + (real)0.5);
                        gain[k] = (int)x;
                    }
                    add_to(to + a / 2, both(gain[0], gain[1]));
                }
                depth = d;
                is_up = true;
            }
        }
        if (is_up && depth == 0) {
            deal->state = state;
            deal = 0;
        }
    }
#ifdef __CUDACC__
    atomicAdd((unsigned long long *)A.visits + ((blockIdx.x * blockDim.x + threadIdx.x) % COUNTERS), (unsigned long long)visits);
#else
    A.visits[0] += visits;
#endif
}

DEVICE int settled(int regret, i64 gain, const Deals &A) {
    i64 r = (i64)regret + gain;
    r = r < A.floor ? A.floor : r;
    if (r > CEILING) {
        r = CEILING;
        add_to((u64 *)A.visits + COUNTERS, 1);
    }
    return (int)r;
}
KERNEL_OF(add_deals, Deals, (256)) {
    EACH_OF(i, A.entries / 2) {
        const u64 gained = A.delta[i];
        if (!gained) continue;
        const int low = (int)(u32)gained, high = (int)(((i64)gained - low) >> 32);
        A.delta[i] = 0;
        A.regret[2 * i] = settled(A.regret[2 * i], low, A);
        A.regret[2 * i + 1] = settled(A.regret[2 * i + 1], high, A);
    }
}

// All numbers <- keep * numbers, towards 0; before that a row's averages are halved where one has come to FULL.
KERNEL_OF(fade_rows, Deals, (256)) {
    const int *const chunk = A.chunks + 3 * (i64)BLOCK_INDEX;
    const int rows = chunk[1], wide = chunk[2];
#ifdef __CUDACC__
    for (int r = threadIdx.x; r < rows; r += blockDim.x) {
#else
    for (int r = 0; r < rows; r++) {
#endif
        const i64 at = 4 * (i64)chunk[0] + (i64)r * wide;
        u32 *const sums = (u32 *)A.average + at;
        bool is_full = false;
        for (int a = 0; a < wide; a++) is_full |= sums[a] >= FULL;
        for (int a = 0; a < wide; a++) {
            const u32 x = is_full ? sums[a] >> 1 : sums[a];
            sums[a] = (u32)((double)x * A.keep);
            A.regret[at + a] = (int)((double)A.regret[at + a] * A.keep);
        }
    }
}
