// What every generated kernel of a street shares (kernels/gpu/source.py writes the rest, a function a shape of betting);
// block.h comes before it.
#define KERNEL(name, limit) KERNEL_OF(name, Args, limit)
#ifdef __CUDACC__
#define NOW(name) __ldg(&A.now->name)
#else
#define NOW(name) (A.now->name)
#endif

// What a row keeps: numbers, or whole numbers of 16 bits in a unit of the row's own (kernels/poker/sums.py).
#if PACKED
typedef short held;
#define OWNED (WARP * ROW) /* a row's largest number is of all its workers */
#define FINE 65534.0       /* parts of a unit that a residue tells apart */
#else
typedef real held;
#define OWNED FIRST
#endif

// One street's board: hands, first row of storage and first place in the hand tables of both players, the board before.
struct Board { int hands[2], base[2], table[2], above, edges[2], edge_count[2], copies; };

// A row of the schedule, with the averages' discount, whatever stands for it in `weight`: in the machine's memory, so that a recorded iteration runs with any.
struct Now { real positive, negative, floor, weight, share, ahead, instant, discount; };

struct Args {
    const Board *boards;
    const u32 *opponent;   // [2][T] places in two card lists; edge and parent
    const u32 *own;        // [5][T] edges; lists of both cards, below and up to; cards and same hand; its place
    const u16 *edges;      // position of each edge
    const u8 *counts;      // [B][2][CARDS] hands with a card, of each player
    const int *lines;      // [units][LINE] roots, first rows of the infosets (opponent's, own), leaves
    const real *amounts;   // [units][AMOUNTS]
    const real *reach;     // [roots][boards before][width before] the opponent's at the roots
    real *leaves;          // [leaves][boards][width] forward: out; backward: values in
    real *out;             // [roots][boards][width]
    held *regret, *average, *residue;
    real *prediction;
    const u8 *locks;
    float *scales;         // [2][all rows] what a unit of a row of regrets and of averages is worth, where those are packed
    i64 own_words, opponent_words, unit_rows;
    const Now *now;        // the iteration's row of the schedule
    int num_boards, num_above, width, width_above, units, rows[2], player;
    real chance;
    // Where hands of a bucket share a strategy: [rows][num_cells] the opponent's and the player's own; [boards][width]
    // buckets. Then averages and regrets are [rows][boards][width], and only written: reaches, and values of actions.
    const real *opponent_cells, *own_cells;
    const u32 *buckets;
    int num_cells;
};

// Rows of an infoset on their way to the cache: a lane in eight asks for a line of 128 bytes.
template <int N> DEVICE void ask_for(const held *row) {
#ifdef __CUDACC__
    if ((threadIdx.x * sizeof(held) * HPT) % 128 == 0)
        UNROLL for (int a = 0; a < N; a++) asm volatile("prefetch.global.L2 [%0];" ::"l"(row + a * ROW));
#endif
}
// A worker's hands in the rows of an infoset. `load` is for rows that this kernel does not write, `fetch` for the others.
#if PACKED
struct Rows { held *p; float *unit; };
DEVICE Rows rows(held *p, float *unit, i64 row) { return Rows{p + row * ROW, unit + row}; }
DEVICE F fetch(const Rows &from, int a) {
    F r;
    const real unit = from.unit[a];
#ifdef __CUDACC__
    const short4 t = *(const short4 *)(from.p + a * ROW);
    r.v[0] = t.x * unit; r.v[1] = t.y * unit; r.v[2] = t.z * unit; r.v[3] = t.w * unit;
#else
    FJ r.v[j] = from.p[a * ROW + j] * unit;
#endif
    return r;
}
DEVICE F load(const Rows &from, int a) {
#ifdef __CUDACC__
    F r;
    const real unit = __ldg(from.unit + a);
    const short4 t = __ldg((const short4 *)(from.p + a * ROW));
    r.v[0] = t.x * unit; r.v[1] = t.y * unit; r.v[2] = t.z * unit; r.v[3] = t.w * unit;
    return r;
#else
    return fetch(from, a);
#endif
}
// The largest of a row's numbers, none of them negative; all its workers must ask.
DEVICE real largest(real x) {
#ifdef __CUDACC__
#if __CUDA_ARCH__ >= 800
    if (sizeof(real) == 4) return (real)__uint_as_float(__reduce_max_sync(0xFFFFFFFFu, __float_as_uint((float)x)));
#endif
    UNROLL for (int step = 16; step > 0; step /= 2) {
        const real other = __shfl_xor_sync(0xFFFFFFFFu, x, step);
        x = other > x ? other : x;
    }
#endif
    return x;
}
DEVICE void put_short(held *p, const F &x) {  // rounded
#ifdef __CUDACC__
    *(short4 *)p = make_short4((short)rint(x.v[0]), (short)rint(x.v[1]), (short)rint(x.v[2]), (short)rint(x.v[3]));
#else
    FJ p[j] = (short)rint(x.v[j]);
#endif
}
// Numbers rounded to multiples of the largest one's size / 32767; all workers of the row take part.
DEVICE void store(const Rows &to, int a, const F &x, bool is_on = true) {
    real top = 0;
    FJ { const real size = x.v[j] > 0 ? x.v[j] : -x.v[j]; top = size > top ? size : top; }
    top = largest(top);
    const real unit = top > 0 ? (real)32767 / top : (real)0;
    F whole;
    FJ whole.v[j] = x.v[j] * unit;
    if (is_leader()) to.unit[a] = (float)(top > 0 ? top / (real)32767 : (real)1);
    if (is_on) put_short(to.p + a * ROW, whole);
}
#else
typedef real *Rows;
DEVICE Rows rows(real *p, float *, i64 row) { return p + row * ROW; }
DEVICE F load(const real *from, int a) { return load(from + a * ROW); }
DEVICE F fetch(const real *from, int a) { return fetch(from + a * ROW); }
DEVICE void store(real *to, int a, const F &x) { store(to + a * ROW, x); }
#endif

// S <- S + weight * x; packed and in long runs S <- weight * S + x, in these with what rounding leaves over.
DEVICE void add_average(const Rows &to, held *residue, int a, const F &x, real weight, bool is_on) {
#if PACKED && RESIDUE
    held *const left = residue + a * ROW;
    double sum[HPT], top = 0;
    const double old = to.unit[a];
    FJ {
        sum[j] = is_on ? (to.p[a * ROW + j] + left[j] / FINE) * old * (double)weight + (double)x.v[j] : 0;
        top = sum[j] > top ? sum[j] : top;
    }
    const float unit = (float)((double)largest((real)top) / 32767);
    if (is_leader()) to.unit[a] = unit > 0 ? unit : 1;
    F near, rest;
    FJ {
        const double share = unit > 0 ? sum[j] / unit : 0, whole = rint(share) < 32767 ? rint(share) : 32767;
        const double part = (share - whole) * FINE;
        near.v[j] = (real)whole;
        rest.v[j] = (real)(part < 32767 ? part : 32767);
    }
    if (!is_on) return;
    put_short(to.p + a * ROW, near);
    put_short(left, rest);
#elif PACKED
    F s = fetch(to, a);
    FJ s.v[j] = is_on ? s.v[j] * weight + x.v[j] : (real)0;
    store(to, a, s, is_on);
#elif RESIDUE
    if (!is_on) return;
    F s = fetch(to, a), left = fetch(residue, a);
    FJ {
        const double sum = ((double)s.v[j] + (double)left.v[j]) * (double)weight + (double)x.v[j];
        s.v[j] = (real)sum;
        const double rest = sum - (double)s.v[j];
        left.v[j] = rest > 1e-30 || rest < -1e-30 ? (real)rest : (real)0;
    }
    store(residue, a, left);
    store(to, a, s);
#else
    if (!is_on) return;
    real *const p = to + a * ROW;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (sizeof(real) == 4) {  // never loaded
        asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(p), "f"((float)(x.v[0] * weight)),
            "f"((float)(x.v[1] * weight)), "f"((float)(x.v[2] * weight)), "f"((float)(x.v[3] * weight)));
        return;
    }
#endif
    F s = fetch(p);
    FJ s.v[j] += x.v[j] * weight;
    store(p, s);
#endif
}

// A card's list: numbers become their running sum, less half of the whole; one more place than hands.
DEVICE void run_list(real *list, int count) {
    real sum = 0;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        real t[8];
        UNROLL for (int q = 0; q < 8; q++) t[q] = list[i + q];
        UNROLL for (int q = 0; q < 8; q++) sum += t[q];
    }
    for (; i < count; i++) sum += list[i];
    real at = -sum / 2;
    for (i = 0; i + 8 <= count; i += 8) {
        real t[8];
        UNROLL for (int q = 0; q < 8; q++) t[q] = list[i + q];
        UNROLL for (int q = 0; q < 8; q++) { list[i + q] = at; at += t[q]; }
    }
    for (; i < count; i++) { const real x = list[i]; list[i] = at; at += x; }
    list[count] = at;
}

DEVICE real decay(real x, real positive, real negative) {
    const real below = x * negative;
    return x > 0 ? x * positive : (below < (real)-1e-30 ? below : (real)0);
}

// Values of the leaves: for every hand of a board the sum over the boards below it, in a fixed order.
struct Sum { const real *from; real *to; const u16 *places; const int *spans, *children, *list; int num_boards, width, num_below, width_below; };

// Regret matching: numbers become x * [y]+ / sum, even where the sum is 0.
template <int N> DEVICE void split(F (&y)[N], const F &x) {
    FJ {
        real whole = 0;
        UNROLL for (int a = 0; a < N; a++) { y[a].v[j] = y[a].v[j] > 0 ? y[a].v[j] : (real)0; whole += y[a].v[j]; }
        const real share = whole > 0 ? x.v[j] / whole : (real)0, even = whole > 0 ? (real)0 : x.v[j] * (real)(1.0 / N);
        UNROLL for (int a = 0; a < N; a++) y[a].v[j] = y[a].v[j] * share + even;
    }
}
// Rows of an infoset, with the prediction where there is one.
template <int N> DEVICE void weigh(F (&y)[N], const Rows &from, const real *prediction, const Args &A) {
    UNROLL for (int a = 0; a < N; a++) y[a] = load(from, a);
#if PREDICTIVE
    UNROLL for (int a = 0; a < N; a++) {
        const F guess = load(prediction + a * ROW);
        FJ y[a].v[j] = NOW(ahead) * y[a].v[j] + NOW(share) * guess.v[j];
    }
#endif
}
template <int N> DEVICE void take(F (&y)[N], const Rows &from, const real *, const Args &) {
    UNROLL for (int a = 0; a < N; a++) y[a] = load(from, a);
}
// sum of sigma * u, sigma by regret matching on w.
template <int N> DEVICE F mean(const F (&w)[N], const F (&u)[N]) {
    F found;
    FJ {
        real whole = 0, sum = 0, plain = 0;
        UNROLL for (int a = 0; a < N; a++) {
            const real x = w[a].v[j] > 0 ? w[a].v[j] : (real)0;
            whole += x; sum += x * u[a].v[j]; plain += u[a].v[j];
        }
        found.v[j] = whole > 0 ? sum * ((real)1 / whole) : plain * (real)(1.0 / N);
    }
    return found;
}
// The mean of u by [d R + instant (u - mean)]+, half a step ahead of the strategy; the mean itself where that is 0.
template <int N> DEVICE F hand_up(const u8 *locks, const F (&r)[N], const F (&u)[N], const F &mean, const Args &A) {
    F found;
    FJ {
        real whole = 0, sum = 0;
        UNROLL for (int a = 0; a < N; a++) {
            const real x = decay(r[a].v[j], NOW(positive), NOW(negative)) + NOW(instant) * (u[a].v[j] - mean.v[j]);
            const real weight = x > 0 ? x : (real)0;
            whole += weight;
            sum += weight * u[a].v[j];
        }
#if LOCKED
        if (locks[(N - 1) * ROW + j]) whole = 0;
#endif
        found.v[j] = NOW(instant) > 0 && whole > 0 ? sum / whole : mean.v[j];
    }
    return found;
}
// R <- max(d R + u - mean, floor) of the first `count` of a worker's hands; what goes up is returned.
template <int N> DEVICE F learn(const Rows &to, real *prediction, const u8 *locks, F (&r)[N], const F (&u)[N], int count, const Args &A) {
#if PREDICTIVE
    F w[N];
    UNROLL for (int a = 0; a < N; a++) {
        const F guess = fetch(prediction + a * ROW);
        FJ w[a].v[j] = NOW(ahead) * r[a].v[j] + NOW(share) * guess.v[j];
    }
    const F found = mean<N>(w, u);
#else
    const F found = mean<N>(r, u);
#endif
    const F handed = hand_up<N>(locks, r, u, found, A);
    UNROLL for (int a = 0; a < N; a++) {
        F gain;
        FJ {
            gain.v[j] = u[a].v[j] - found.v[j];
            const real x = decay(r[a].v[j], NOW(positive), NOW(negative)) + gain.v[j];
            real next = x > NOW(floor) ? x : NOW(floor);
#if LOCKED
            if (locks[a * ROW + j]) { next = r[a].v[j]; gain.v[j] = 0; }
#endif
            r[a].v[j] = j < count ? next : (real)0;
            gain.v[j] = j < count ? gain.v[j] : (real)0;
        }
        store(to, a, r[a]);
#if PREDICTIVE
        store(prediction + a * ROW, gain);
#endif
    }
    return handed;
}
// Strategies of buckets: x shared out to the actions, and the mean of their values.
DEVICE real cell(const real *cells, int a, u32 bucket, const Args &A) {
#ifdef __CUDACC__
    return __ldg(cells + (i64)a * A.num_cells + bucket);
#else
    return cells[(i64)a * A.num_cells + bucket];
#endif
}
template <int N> DEVICE void share(F (&y)[N], const F &x, const real *cells, const W &bucket, const Args &A) {
    UNROLL for (int a = 0; a < N; a++) FJ y[a].v[j] = x.v[j] * cell(cells, a, bucket.v[j], A);
}
template <int N> DEVICE F shared_mean(const F (&u)[N], const real *cells, const W &bucket, const Args &A) {
    F found = zeros();
    UNROLL for (int a = 0; a < N; a++) FJ found.v[j] += cell(cells, a, bucket.v[j], A) * u[a].v[j];
    return found;
}
// The best action's value; the mean under w where the strategy is locked.
template <int N> DEVICE F respond(const u8 *locks, const F (&w)[N], const F (&u)[N]) {
    F found;
    FJ {
        found.v[j] = u[0].v[j];
        UNROLL for (int a = 1; a < N; a++) found.v[j] = u[a].v[j] > found.v[j] ? u[a].v[j] : found.v[j];
    }
#if LOCKED
    const F bound = mean<N>(w, u);
    FJ if (locks[j]) found.v[j] = bound.v[j];
#endif
    return found;
}

#ifdef STRIDE
// How much of the opponent's range each hand beats, less how much beats it, with no card shared.
DEVICE F beats(const real *c, const real *e, const W &edges, const W &first, const W &second) {
    F r;
    FJ r.v[j] = e[edges.v[j] & 0xFFFF] + e[edges.v[j] >> 16] - c[first.v[j] & 0xFFFF] - c[first.v[j] >> 16]
              - c[second.v[j] & 0xFFFF] - c[second.v[j] >> 16];
    return r;
}
// How much of the range each hand can meet: all, less those with one of its cards, and the same hand again.
DEVICE F meets(const real *c, const real *e, const W &cards, const W &place) {
    F r;
    FJ {
        const u32 a = cards.v[j] & 0xFF, b = cards.v[j] >> 8 & 0xFF, at = place.v[j];
        r.v[j] = 2 * (c[a * STRIDE] + c[b * STRIDE] - e[0]) + (at != NONE ? c[at + 1] - c[at] : (real)0);
    }
    return r;
}
// The same of a column that is others' sum or difference: d holds what card lists begin with, x the reach.
DEVICE F meets_sum(const real *d, const real *x, const W &cards) {
    F r;
    FJ {
        const u32 a = cards.v[j] & 0xFF, b = cards.v[j] >> 8 & 0xFF, at = cards.v[j] >> 16;
        r.v[j] = 2 * (d[a] + d[b] - d[CARDS]) + (at != NONE ? x[at] : (real)0);
    }
    return r;
}
DEVICE void put(real *c, const W &places, const F &x, real *e, real *totals, const W &edges, int warp, int count) {
    FJ if (j < count) { c[places.v[j] & 0xFFFF] = x.v[j]; c[places.v[j] >> 16] = x.v[j]; }
    F sums;
    const real whole = before(x, sums);
    FJ if (j < count && (edges.v[j] & 0xFFFF) != NONE) e[edges.v[j] & 0xFFFF] = sums.v[j];
    if (is_leader()) totals[warp] = whole;
}
// Column k's lists and edges are at column + k * COLUMN: CARDS lists, EDGES edges, the warps' totals.
DEVICE void settle_edge(real *column, int e, int position, int hands) {
    const real *totals = column + CARDS * STRIDE + EDGES;
    real whole = 0, part = 0;
    for (int w = 0; w * ROW < hands; w++) { whole += totals[w]; if (w < position / ROW) part += totals[w]; }
    real *at = column + CARDS * STRIDE + e;
    *at = position == hands ? whole / 2 : *at + part - whole / 2;
}
#endif

#ifdef SUMS
// Parts of such sums added up; where hands are alike by suit, each becomes the mean of its class.
struct Fold { const real *from; real *to; const int *order, *first, *list; int parts, num_boards, width, classes; };

KERNEL_OF(fold_parts, Fold, (352)) {
    SHARED
    const i64 at = ((i64)A.list[BLOCK_INDEX / A.num_boards] * A.num_boards + BLOCK_INDEX % A.num_boards) * A.width;
    PHASE
    if (FIRST < A.width) {
        F sum = zeros();
        for (int p = 0; p < A.parts; p++) add_to(sum, load(A.from + at * A.parts + (i64)p * A.width + FIRST), 1);
        store(A.to + at + FIRST, sum);
        if (A.classes) store(shared + FIRST, sum);
    }
    END
    PHASE
    EACH(c, A.classes) {
        real sum = 0;
        for (int i = A.first[c]; i < A.first[c + 1]; i++) sum += shared[A.order[i]];
        for (int i = A.first[c]; i < A.first[c + 1]; i++) A.to[at + A.order[i]] = sum / (A.first[c + 1] - A.first[c]);
    }
    END
}

KERNEL_OF(sum_boards, Sum, (352)) {
    const int leaf = A.list[BLOCK_INDEX / A.num_boards], b = BLOCK_INDEX % A.num_boards;
    const real *const from = A.from + (i64)leaf * A.num_below * A.width_below;
    PHASE
    if (FIRST < A.width) {
        F sum = zeros();
        const int end = A.spans[b + 1];
        UNROLL_SOME for (int e = A.spans[b]; e < end; e++) {
            const real *const row = from + (i64)A.children[e] * A.width_below;
            const U places = halves(A.places + (i64)e * A.width + FIRST);
            FJ { const u16 at = places.v[j]; if (at != NONE) sum.v[j] += row[at]; }
        }
        store(A.to + ((i64)leaf * A.num_boards + b) * A.width + FIRST, sum);
    }
    END
}
#endif
