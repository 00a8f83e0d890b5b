// A best answer on the river, hand by hand, many boards at once (kernels/poker/response/hardening.py has the formulas, and
// the twin); boards.h comes before.
//
// `draw_rivers`: which rivers are walked on which boards, and both ranges there. `answer_up`: decisions of who answers,
// from the last ones on: what is best for every hand, and what it is worth. `choose_down`: the same decisions from the
// first ones on, for who learns: the reach after what was chosen, and what hands that end so are worth to him.
typedef unsigned long long u64;
struct Draw {
    const int *roots;    // [rivers][6] its first decision; by pass the vector of reach before, and there; its number
    const double *pots;  // [rivers] what the chance of coming there is multiplied by
    real *vectors[2];    // by pass
    int *alive[2];
    i64 *walks;          // [rivers] how often each was walked
    const real *weights; // [boards]
    const int *live;
    u64 seed;
    int most, batch, hands, count, group;
};
#define ROOT 6
#define GOLD 0x9E3779B97F4A7C15ull

DEVICE u64 mixed(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
struct B { u8 v[HPT]; };
DEVICE B picks(const u8 *p) {
    B r;
#ifdef __CUDACC__
    const uchar4 t = *(const uchar4 *)p; r.v[0] = t.x; r.v[1] = t.y; r.v[2] = t.z; r.v[3] = t.w;
#else
    FJ r.v[j] = p[j];
#endif
    return r;
}
DEVICE void store(u8 *p, const B &r) {
#ifdef __CUDACC__
    *(uchar4 *)p = make_uchar4(r.v[0], r.v[1], r.v[2], r.v[3]);
#else
    FJ p[j] = r.v[j];
#endif
}
DEVICE u8 *picks_of(const Boards &A, const int *node, int b) { return A.best + ((i64)node[NODE - 1] * A.most + b) * WIDTH; }

// A river is walked with the chance of coming there times its pot, and counts for as much more.
KERNEL_OF(draw_rivers, Draw, LIMIT) {
    SHARED
    const int b = BLOCK_INDEX % A.batch, begun = BLOCK_INDEX / A.batch * A.group;
    if (b >= A.live[0]) return;
    const u64 drawn = mixed(~A.seed ^ mixed((u64)A.weights[b] - 1));
    STATE(2)
    for (int n = begun; n < begun + A.group && n < A.count; n++) {
        const int *const root = A.roots + (i64)n * ROOT;
        int *const first = A.alive[0] + (i64)root[2] * A.most + b, *const second = A.alive[1] + (i64)root[4] * A.most + b;
        if (!A.alive[0][(i64)root[1] * A.most + b] || !A.alive[1][(i64)root[3] * A.most + b]) {
            PHASE if (WORKER == 0) *first = *second = 0; }
            continue;
        }
        PHASE
        UNROLL for (int p = 0; p < 2; p++) {
            F sums, x = stream(A.vectors[p] + ((i64)root[1 + 2 * p] * A.most + b) * WIDTH + FIRST);
            FJ x.v[j] = FIRST + j < A.hands ? x.v[j] : (real)0;
            const real whole = before(x, sums);
            if (is_leader()) shared[p * WIDTH / ROW + WARP] = whole;
            KEPT(p) = x;
        }
        END
        PHASE
        double mass[2] = {0, 0};
        for (int p = 0; p < 2; p++) for (int w = 0; w < WIDTH / ROW; w++) mass[p] += shared[p * WIDTH / ROW + w];
        const double met = mass[0] / A.hands * (mass[1] / A.hands) * A.pots[n], chance = met < 1 ? met : 1;
        const bool is_walked = (double)(mixed(drawn + (u64)root[0] * GOLD) >> 11) * (1.0 / 9007199254740992.0) < chance;
        if (is_walked) UNROLL for (int p = 0; p < 2; p++) {
            F x = zeros();
            add_to(x, KEPT(p), (real)(1 / chance));
            store(A.vectors[p] + ((i64)root[2 + 2 * p] * A.most + b) * WIDTH + FIRST, x);
        }
        if (WORKER == 0) {
            *first = *second = is_walked;
            if (is_walked) count_visits(A.walks + root[5], 1);
        }
        END
    }
    DONE
}

#define OPEN_ANSWER \
    const int b = BLOCK_INDEX % A.batch, begun = BLOCK_INDEX / A.batch * A.group; \
    if (b >= A.live[0]) return; \
    const int H = A.hands; \
    const u32 *const words = A.words + (i64)b * 3 * WIDTH;

KERNEL_OF(answer_up, Boards, LIMIT) {
    SHARED
    OPEN_ANSWER
    for (int n = begun; n < begun + A.group && n < A.count; n++) {
        const int *const node = A.nodes + (i64)(A.first + n) * NODE;
        if (!A.alive[(i64)node[1] * A.most + b]) continue;
        if (node[0] >= ENDS) {
            PHASE put_column(shared, words, masked(stream(vector_of(A, node[1], b) + FIRST), FIRST, H), WARP, FIRST, H); END
            PHASE run_lists(shared, WORKER, WORKERS); END
        }
        PHASE
        F top = worth(A, shared, words, node, 0, b, FIRST, H);
        B best;
        FJ best.v[j] = 0;
        for (int a = 1; a < node[0] % ENDS; a++) {
            const F x = worth(A, shared, words, node, a, b, FIRST, H);
            FJ if (x.v[j] > top.v[j]) { top.v[j] = x.v[j]; best.v[j] = (u8)a; }
        }
        store(vector_of(A, node[2], b) + FIRST, top);
        store(picks_of(A, node, b) + FIRST, best);
        if (WORKER == 0) count_visits(A.visits + BLOCK_INDEX % COUNTERS, H);
        END
    }
}

KERNEL_OF(choose_down, Boards, LIMIT) {
    SHARED
    OPEN_ANSWER
    int *const flags = (int *)(shared + MIX_AT);
    STATE(2)
    for (int n = begun; n < begun + A.group && n < A.count; n++) {
        const int *const node = A.nodes + (i64)(A.first + n) * NODE;
        const int size = node[0] % ENDS;
        if (!A.alive[(i64)node[1] * A.most + b]) {  // nor is anything below
            PHASE EACH(a, size) if (node[4 + a] >= 0) A.alive[(i64)node[4 + a] * A.most + b] = 0; }
            continue;
        }
        PHASE
        EACH(a, 8) flags[a] = 0;
        KEPT(0) = zeros();
        KEPT(1) = masked(stream(vector_of(A, node[1], b) + FIRST), FIRST, H);
        END
        PHASE
        const B best = picks(picks_of(A, node, b) + FIRST);
        FJ if (KEPT(1).v[j] > 0) flags[best.v[j]] = 1;
        END
        for (int a = 0; a < size; a++) {
            const int to = node[4 + a];
            PHASE
            const B best = picks(picks_of(A, node, b) + FIRST);
            F x = zeros();
            FJ if (best.v[j] == a) x.v[j] = KEPT(1).v[j];
            if (to >= 0) {
                if (flags[a]) store(vector_of(A, to, b) + FIRST, x);
                if (WORKER == 0) A.alive[(i64)to * A.most + b] = flags[a];
            } else if (flags[a]) put_column(shared, words, x, WARP, FIRST, H);
            END
            if (to >= 0 || !flags[a]) continue;
            PHASE run_lists(shared, WORKER, WORKERS); END
            PHASE
            const B best = picks(picks_of(A, node, b) + FIRST);
            F x = zeros();
            FJ if (best.v[j] == a) x.v[j] = KEPT(1).v[j];
            add_to(KEPT(0), ends(shared, words, x, to, (real)node[12 + a], FIRST, H), 1);
            END
        }
        PHASE if (node[2] >= 0) store(vector_of(A, node[2], b) + FIRST, KEPT(0)); END
    }
    DONE
}
