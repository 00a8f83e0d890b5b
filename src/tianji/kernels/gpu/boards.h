// Public chance sampling on buckets, many boards at once (kernels/poker/public_chance.py has the formulas, and the twin).
//
// A block takes some decisions, one after the other, on one board; block.h comes before. `play_down`: the opponent's
// decisions of one level, from the blinds on: his reach after every action, his averages, and what his actions that end
// the hand are worth to the player. `learn_up`: the player's decisions, from the last ones on: their values, from those
// of the decisions below and from the ends, and what he learns. Strategies stay as they are during a pass: what is
// learned goes to `delta`, which `add_delta` adds to the regrets.
//
// Hands are in order of strength, the same on all streets. A *piece* is at most eight hands of one bucket: its worker
// finds the strategy of the bucket once, and adds to the table once.
struct Boards {
    const u32 *words;    // [boards][3][WIDTH] a hand's places: in the list of either card (slot, place, where its equals
                         // begin and end), 6 bits each; where its equals begin and end among all, 11 bits each
    const u16 *order;    // [boards][streets][WIDTH] hands bucket by bucket
    const u32 *pieces;   // [boards][streets][WIDTH] where it begins there, 11 bits; hands - 1, 3 bits; its bucket
    const int *counts;   // [boards][8] pieces by street, buckets met by street
    const real *weights; // [boards]
    const int *live;     // how many boards there are this time
    real *vectors;       // [vectors][boards][WIDTH]
    int *alive;          // [vectors of reach][boards] whether there is any
    real *regret, *delta, *average;
    const int *nodes;    // [decisions][NODE]
    const int *sources;  // [..][2] a vector of values, and the vector of reach without which it was not written
    i64 *visits;         // [COUNTERS] infosets visited
    i64 entries;
    int most, batch, hands;  // boards that there is room for, that there may be this time
    int street, first, count, group, actions;  // this level's decisions, how many a block takes, and their most actions
    real least;          // of a probability on the way down
    u8 *best;            // rivers.h has the rest
};
// A decision: actions (+ ENDS where one of the player's ends the hand), its vector of reach, its vector of values or -1,
// a quarter of where its rows begin; by action what follows and a number: a vector (down), where its sources begin and
// how many there are (up), or how the hand ends, and the chips that the player wins then; where its best actions stand.
#define NODE 21
#define ENDS 16
#define COUNTERS 1024
enum { SHOWN = -1, FOLDED = -2, LEFT_OUT = -3 };

// In shared memory: the lists of cards, all hands' running sums, the warps' sums, a number a hand and action, a reach.
#define LISTS (CARDS * STRIDE + 7 & ~3)
#define SUMS (WIDTH + 8)
#define WARPS_AT (LISTS + SUMS)
#define MIX_AT (WARPS_AT + 32)

DEVICE real *vector_of(const Boards &A, int vector, int b) { return A.vectors + ((i64)vector * A.most + b) * WIDTH; }
DEVICE F stream(const real *p) {  // read once
    F r;
#ifdef __CUDACC__
    if (sizeof(real) == 4) { const float4 t = __ldcg((const float4 *)p); r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w; return r; }
#endif
    FJ r.v[j] = p[j];
    return r;
}

// Regret matching on a row of N numbers of which `size` count.
template <int N> DEVICE void match(const real *row, int size, real (&p)[N]) {
#ifdef __CUDACC__
    if (sizeof(real) == 4) {
        if (N == 2) { const float2 t = __ldg((const float2 *)row); p[0] = t.x; p[1] = t.y; }
        else UNROLL for (int a = 0; a < N; a += 4) {
            const float4 t = __ldg((const float4 *)(row + a)); p[a] = t.x; p[a + 1] = t.y; p[a + 2] = t.z; p[a + 3] = t.w;
        }
    } else
#endif
    UNROLL for (int a = 0; a < N; a++) p[a] = row[a];
    real total = 0;
    UNROLL for (int a = 0; a < N; a++) { p[a] = a < size && p[a] > 0 ? p[a] : (real)0; total += p[a]; }
    const real scale = total > 0 ? (real)1 / total : (real)0, even = (real)1 / size;
    UNROLL for (int a = 0; a < N; a++) p[a] = total > 0 ? p[a] * scale : (a < size ? even : (real)0);
}
template <int N> DEVICE void add_row(real *to, const real (&x)[N]) {
    bool is_any = false;
    UNROLL for (int a = 0; a < N; a++) is_any |= x[a] != 0;
    if (!is_any) return;
#ifdef __CUDACC__
#if __CUDA_ARCH__ >= 900
    if (sizeof(real) == 4) {
        if (N == 2) asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(to), "f"((float)x[0]), "f"((float)x[1]) : "memory");
        else UNROLL for (int a = 0; a < N; a += 4)
            asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to + a), "f"((float)x[a]),
                "f"((float)x[a + 1]), "f"((float)x[a + 2]), "f"((float)x[a + 3]) : "memory");
        return;
    }
#endif
    UNROLL for (int a = 0; a < N; a++) atomicAdd(to + a, x[a]);
#else
    for (int a = 0; a < N; a++) to[a] += x[a];
#endif
}
DEVICE void count_visits(i64 *visits, int met) {
#ifdef __CUDACC__
    atomicAdd((unsigned long long *)visits, (unsigned long long)met);
#else
    *visits += met;
#endif
}

// A column: a reach put where sums over its hands are taken.
DEVICE void put_column(real *room, const u32 *words, const F &x, int warp, int first, int hands) {
    const W one = ::words(words + first), two = ::words(words + WIDTH + first);
    FJ if (first + j < hands) {
        room[(one.v[j] & 63) * STRIDE + (one.v[j] >> 6 & 63)] = x.v[j];
        room[(two.v[j] & 63) * STRIDE + (two.v[j] >> 6 & 63)] = x.v[j];
    }
    F sums;
    const real whole = before(x, sums);
    FJ room[LISTS + first + j] = sums.v[j];
    if (is_leader()) room[WARPS_AT + warp] = whole;
}
// A card's list becomes its running sums, and one more: the whole.
DEVICE void run_lists(real *room, int worker, int workers) {
#ifdef __CUDACC__
    const int lane = worker & 31, at = 2 * lane;
    for (int c = worker >> 5; c < CARDS; c += workers >> 5) {
        real *const list = room + c * STRIDE;
        const real one = at < STRIDE - 1 ? list[at] : (real)0, two = at + 1 < STRIDE - 1 ? list[at + 1] : (real)0;
        real scan = one + two;
        UNROLL for (int step = 1; step < 32; step *= 2) {
            const real other = __shfl_up_sync(0xFFFFFFFFu, scan, step);
            if (lane >= step) scan += other;
        }
        const real ahead = scan - (one + two);
        if (at < STRIDE) list[at] = ahead;
        if (at + 1 < STRIDE) list[at + 1] = ahead + one;
    }
#else
    for (int c = worker; c < CARDS; c += workers) {
        real sum = 0;
        for (int i = 0; i < STRIDE; i++) { const real x = i < STRIDE - 1 ? room[c * STRIDE + i] : (real)0; room[c * STRIDE + i] = sum; sum += x; }
    }
#endif
    if (worker == workers - 1) {  // the warps' sums, and the whole
        real sum = 0;
        for (int w = 0; w <= WIDTH / ROW; w++) {
            const real x = w < WIDTH / ROW ? room[WARPS_AT + w] : (real)0;
            room[WARPS_AT + 16 + w] = sum;
            sum += x;
        }
        room[LISTS + WIDTH] = 0;
    }
}
DEVICE real up_to(const real *room, u32 e) { return room[LISTS + e] + room[WARPS_AT + 16 + e / ROW]; }
// How much of the reach each hand beats, less how much beats it; or how much it meets; no card shared.
DEVICE F ends(const real *room, const u32 *words, const F &x, int kind, real chips, int first, int hands) {
    const W one = ::words(words + first), two = ::words(words + WIDTH + first);
    const real whole = room[WARPS_AT + 16 + WIDTH / ROW];
    F r;
    if (kind == SHOWN) {
        const W all = ::words(words + 2 * WIDTH + first);
        FJ {
            const real *const a = room + (one.v[j] & 63) * STRIDE, *const b = room + (two.v[j] & 63) * STRIDE;
            const real weaker = up_to(room, all.v[j] & 2047) - a[one.v[j] >> 12 & 63] - b[two.v[j] >> 12 & 63];
            const real upper = up_to(room, all.v[j] >> 11 & 2047) - a[one.v[j] >> 18 & 63] - b[two.v[j] >> 18 & 63];
            r.v[j] = first + j < hands ? chips * (weaker - (whole - a[STRIDE - 1] - b[STRIDE - 1] - upper)) : (real)0;
        }
    } else {
        FJ {
            const real a = room[(one.v[j] & 63) * STRIDE + STRIDE - 1], b = room[(two.v[j] & 63) * STRIDE + STRIDE - 1];
            r.v[j] = first + j < hands ? chips * (whole - a - b + x.v[j]) : (real)0;
        }
    }
    return r;
}
DEVICE F masked(F x, int first, int hands) {
    FJ x.v[j] = first + j < hands ? x.v[j] : (real)0;
    return x;
}

// One piece of a decision of the opponent's: his reach after every action, and his average.
template <int N> DEVICE void share_out(const Boards &A, real *room, const u16 *order, int *flags, i64 begin, int size, u32 piece, real weight) {
    const i64 at = begin + (i64)(piece >> 14) * N;
    real p[N], sum = 0;
    match<N>(A.regret + at, size, p);
    real *const mix = room + MIX_AT, *const reach = mix + A.actions * WIDTH;
    const u16 *const hand = order + (piece & 2047);
    for (int i = 0; i <= (int)(piece >> 11 & 7); i++) {
        const int h = hand[i];
        const real x = reach[h];
        sum += x;
        UNROLL for (int a = 0; a < N; a++) if (a < size) mix[a * WIDTH + h] = x * (p[a] > A.least ? p[a] : A.least);
    }
    if (!(sum > 0)) return;
    real share[N];
    UNROLL for (int a = 0; a < N; a++) {
        share[a] = weight * sum * p[a];
        if (a < size && (p[a] > 0 || A.least > 0)) flags[a] = 1;
    }
    if (A.average) add_row<N>(A.average + at, share);
}
// One piece of a decision of the player's: its hands' values, and what is learned of its bucket.
template <int N> DEVICE void learn(const Boards &A, real *room, const u16 *order, i64 begin, int size, u32 piece, real weight) {
    const i64 at = begin + (i64)(piece >> 14) * N;
    real p[N], sum[N], whole = 0;
    match<N>(A.regret + at, size, p);
    UNROLL for (int a = 0; a < N; a++) sum[a] = 0;
    real *const mix = room + MIX_AT;
    const u16 *const hand = order + (piece & 2047);
    for (int i = 0; i <= (int)(piece >> 11 & 7); i++) {
        const int h = hand[i];
        real mean = 0;
        UNROLL for (int a = 0; a < N; a++) if (a < size) {
            const real x = mix[a * WIDTH + h];
            sum[a] += x;
            mean += p[a] * x;
        }
        mix[h] = mean;
    }
    UNROLL for (int a = 0; a < N; a++) whole += p[a] * sum[a];
    UNROLL for (int a = 0; a < N; a++) sum[a] = a < size ? weight * (sum[a] - whole) : (real)0;
    add_row<N>(A.delta + at, sum);
}

// What an action of the player's is worth to some hands; where one ends the hand, the reach has been put into columns.
DEVICE F worth(const Boards &A, const real *room, const u32 *words, const int *node, int a, int b, int first, int hands) {
    const int kind = node[4 + a], number = node[12 + a];
    F x = zeros();
    if (kind < 0) {
        if (kind == FOLDED) x = stream(vector_of(A, node[1], b) + first);
        return ends(room, words, x, kind, (real)number, first, hands);
    }
    for (int s = kind; s < kind + number; s++) {
        const int from = A.sources[2 * s], gate = A.sources[2 * s + 1];
        if (A.alive[(i64)gate * A.most + b]) add_to(x, stream(vector_of(A, from, b) + first), 1);
    }
    return x;
}

// What a block begins with: its board, and the hands bucket by bucket in shared memory.
#define OPEN \
    const int b = BLOCK_INDEX % A.batch, begun = BLOCK_INDEX / A.batch * A.group; \
    if (b >= A.live[0]) return; \
    const int H = A.hands; \
    const u32 *const words = A.words + (i64)b * 3 * WIDTH, *const pieces = A.pieces + ((i64)b * STREETS + A.street) * WIDTH; \
    const int parts = A.counts[b * 8 + A.street], met = A.counts[b * 8 + 4 + A.street]; \
    const real weight = A.weights[b]; \
    real *const mix = shared + MIX_AT, *const reach = mix + A.actions * WIDTH; \
    int *const flags = (int *)(reach + WIDTH); \
    u16 *const order = (u16 *)(flags + 8); \
    PHASE \
    const u16 *const from = A.order + ((i64)b * STREETS + A.street) * WIDTH; \
    EACH(i, H) order[i] = from[i]; \
    END

KERNEL_OF(play_down, Boards, LIMIT) {
    SHARED
    OPEN
    STATE(1)
    for (int n = begun; n < begun + A.group && n < A.count; n++) {
        const int *const node = A.nodes + (i64)(A.first + n) * NODE;
        const int size = node[0] % ENDS;
        if (!A.alive[(i64)node[1] * A.most + b]) {  // nor is anything below
            PHASE EACH(a, size) if (node[4 + a] >= 0) A.alive[(i64)node[4 + a] * A.most + b] = 0; }
            continue;
        }
        PHASE
        store(reach + FIRST, stream(vector_of(A, node[1], b) + FIRST));
        EACH(a, 8) flags[a] = 0;
        KEPT(0) = zeros();
        if (WORKER == 0) count_visits(A.visits + BLOCK_INDEX % COUNTERS, met);
        END
        PHASE
        const i64 begin = (i64)node[3] * 4;
        EACH(k, parts) {
            if (size <= 2) share_out<2>(A, shared, order, flags, begin, size, pieces[k], weight);
            else if (size <= 4) share_out<4>(A, shared, order, flags, begin, size, pieces[k], weight);
            else share_out<8>(A, shared, order, flags, begin, size, pieces[k], weight);
        }
        END
        for (int a = 0; a < size; a++) {
            const int to = node[4 + a];
            if (to >= 0) {
                PHASE
                if (flags[a]) store(vector_of(A, to, b) + FIRST, fetch(mix + a * WIDTH + FIRST));
                if (WORKER == 0) A.alive[(i64)to * A.most + b] = flags[a];
                }
            } else if (flags[a] && to != LEFT_OUT) {
                PHASE put_column(shared, words, masked(fetch(mix + a * WIDTH + FIRST), FIRST, H), WARP, FIRST, H); END
                PHASE run_lists(shared, WORKER, WORKERS); END
                PHASE add_to(KEPT(0), ends(shared, words, fetch(mix + a * WIDTH + FIRST), to, (real)node[12 + a], FIRST, H), 1); END
            }
        }
        PHASE if (node[2] >= 0) store(vector_of(A, node[2], b) + FIRST, KEPT(0)); END
    }
    DONE
}

KERNEL_OF(learn_up, Boards, LIMIT) {
    SHARED
    OPEN
    for (int n = begun; n < begun + A.group && n < A.count; n++) {
        const int *const node = A.nodes + (i64)(A.first + n) * NODE;
        const int size = node[0] % ENDS;
        if (!A.alive[(i64)node[1] * A.most + b]) continue;
        if (node[0] >= ENDS) {
            PHASE put_column(shared, words, masked(stream(vector_of(A, node[1], b) + FIRST), FIRST, H), WARP, FIRST, H); END
            PHASE run_lists(shared, WORKER, WORKERS); END
        }
        PHASE
        if (WORKER == 0) count_visits(A.visits + BLOCK_INDEX % COUNTERS, met);
        for (int a = 0; a < size; a++) store(mix + a * WIDTH + FIRST, worth(A, shared, words, node, a, b, FIRST, H));
        END
        PHASE
        const i64 begin = (i64)node[3] * 4;
        EACH(k, parts) {
            if (size <= 2) learn<2>(A, shared, order, begin, size, pieces[k], weight);
            else if (size <= 4) learn<4>(A, shared, order, begin, size, pieces[k], weight);
            else learn<8>(A, shared, order, begin, size, pieces[k], weight);
        }
        END
        PHASE store(vector_of(A, node[2], b) + FIRST, fetch(mix + FIRST)); END
    }
}

// R <- R + delta, delta <- 0.
#define SPAN 8192
KERNEL_OF(add_delta, Boards, LIMIT) {
    const i64 first = (i64)BLOCK_INDEX * SPAN;
    PHASE
    UNROLL_SOME EACH(i, SPAN) if (first + i < A.entries) {
        const real x = A.delta[first + i];
        if (x != 0) { A.regret[first + i] += x; A.delta[first + i] = 0; }
    }
    END
}
