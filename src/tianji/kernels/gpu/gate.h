// With what weight the opponent's hands enter gates: kernels/poker/gates.py has the formulas, and their twins. A block is
// one gate, with the arrays of its hands behind those of the gates before it.
enum { UNSAFE, RESOLVE, MAXMARGIN, DISTRIBUTIONAL, COMBINED };
#define ADDED 0.2  // combined: mass added by those who would enter, and spread evenly, as shares of the range
#define EVEN 0.1

struct Gate {
    const real *values;      // [hands] the opponent's at the root, in the board's order
    real *start;             // [hands] his reach there in the resolver's pass, in his range's order, written
    const int *places;       // from the one order to the other; none: they are the same
    const double *w, *alt, *spread, *theirs;
    double *value, *state, *entry, *sums;  // [hands], [2][hands], [hands], [hands]
    double *numbers;         // iterations, and the weight of their sums
    const Now *now;
    double tremble;
    int hands, kind;
};

DEVICE double settle(double old, double gain, const Gate &A) {
    const double x = old * (old > 0 ? (double)NOW(positive) : (double)NOW(negative)) + gain, floor = (double)NOW(floor);
    return x > floor ? x : floor;
}
DEVICE double positive(double x) { return x > 0 ? x : 0; }
DEVICE double whole(const double *part, int workers) {
    double sum = 0;
    for (int i = 0; i < workers; i++) sum += part[i];
    return sum;
}

KERNEL_OF(enter_gate, Gate, (256)) {
    SHARED
    double *const part = (double *)shared;
    const i64 at = (i64)BLOCK_INDEX * A.hands;
    double *const state = A.state + 2 * at, *const other = state + A.hands, *const numbers = A.numbers + 2 * BLOCK_INDEX;
    double *const value = A.value + at, *const entry = A.entry + at, *const sums = A.sums + at;
    const double *const w = A.w + at, *const alt = A.alt + at, *const theirs = A.theirs + at, *const spread = A.spread + at;
    const real *const values = A.values + at;
    real *const start = A.start + at;
    const double t = numbers[0] + 1, before = numbers[0] > 0 ? (double)NOW(discount) : 0;
    PHASE EACH(j, A.hands) value[A.places ? A.places[j] : j] = (double)values[j]; END
    if (A.kind == UNSAFE) {
        PHASE EACH(j, A.hands) entry[j] = theirs[j]; END
    } else if (A.kind == MAXMARGIN) {
        PHASE
        double total = 0, live = 0, mass = 0;
        EACH(j, A.hands) if (w[j] > 0) { total += positive(state[j]); live += 1; mass += w[j]; }
        part[WORKER] = total; part[WORKERS + WORKER] = live; part[2 * WORKERS + WORKER] = mass;
        END
        PHASE
        const double total = whole(part, WORKERS), live = whole(part + WORKERS, WORKERS);
        double mean = 0;
        EACH(j, A.hands) {
            const double margin = w[j] > 0 ? value[j] / w[j] - alt[j] : 0;
            mean += (total > 0 ? positive(state[j]) / total : 1 / (live > 1 ? live : 1)) * margin;
            entry[j] = margin;
        }
        part[3 * WORKERS + WORKER] = mean;
        END
        PHASE
        const double mean = whole(part + 3 * WORKERS, WORKERS);
        double total = 0;
        EACH(j, A.hands) if (w[j] > 0) {
            state[j] = settle(state[j], entry[j] - mean, A);
            total += positive(state[j]);
        }
        part[4 * WORKERS + WORKER] = total;
        END
        PHASE
        const double total = whole(part + 4 * WORKERS, WORKERS), live = whole(part + WORKERS, WORKERS);
        const double mass = whole(part + 2 * WORKERS, WORKERS), unit = 1 / (mass > 1e-300 ? mass : 1e-300);
        EACH(j, A.hands) {
            double x = 0;
            if (w[j] > 0) {
                x = (total > 0 ? positive(state[j]) / total : 1 / (live > 1 ? live : 1)) / w[j];
                if (A.tremble > 0) x = (1 - A.tremble) * x + A.tremble * unit;
            }
            entry[j] = x;
        }
        END
    } else if (A.kind == DISTRIBUTIONAL) {
        PHASE
        EACH(j, A.hands) {
            double found = 0;
            if (w[j] > 0) {
                const double v = value[j] / w[j], step = v - state[j];
                state[j] += step / t;
                other[j] += step * (v - state[j]);
                const double variance = other[j] / t > 1e-12 ? other[j] / t : 1e-12;
                const double slope = sqrt(t * 0.693147180559945309) / (3 * sqrt(variance)), s = spread[j];
                const double x = slope * (state[j] - alt[j]) / sqrt(1 + 3.14159265358979324 * slope * slope * s * s / 8);
                found = x > -50 ? 1 / (1 + exp(-x)) : 0;
            }
            entry[j] = found;
        }
        END
    } else {
        PHASE
        double mass = 0, added = 0, live = 0;
        EACH(j, A.hands) {
            double p = 0;
            if (w[j] > 0) {
                double total = positive(state[j]) + positive(other[j]);
                p = total > 0 ? positive(state[j]) / total : 0.5;
                const double gone = alt[j] * w[j], mean = p * value[j] + (1 - p) * gone;
                state[j] = settle(state[j], value[j] - mean, A);
                other[j] = settle(other[j], gone - mean, A);
                total = positive(state[j]) + positive(other[j]);
                p = total > 0 ? positive(state[j]) / total : 0.5;
                mass += theirs[j]; added += (1 - theirs[j]) * p; live += 1;
                if (A.tremble > 0 && A.kind == RESOLVE) p = (1 - A.tremble) * p + A.tremble;
            }
            entry[j] = p;
        }
        part[WORKER] = mass; part[WORKERS + WORKER] = added; part[2 * WORKERS + WORKER] = live;
        END
        if (A.kind == COMBINED) {
            PHASE
            const double mass = whole(part, WORKERS), added = whole(part + WORKERS, WORKERS);
            const double live = whole(part + 2 * WORKERS, WORKERS), even = EVEN * mass / (live > 1 ? live : 1);
            double share = added > 0 ? ADDED * mass / added : 0;
            share = share < 1 ? share : 1;
            EACH(j, A.hands) {
                const double x = theirs[j] + (1 - theirs[j]) * entry[j] * share + even;
                entry[j] = w[j] > 0 ? (x < 1 ? x : 1) : 0;
            }
            END
        }
    }
    PHASE
    EACH(j, A.hands) {
        sums[j] = before * sums[j] + entry[j];
        start[j] = (real)entry[j];
    }
    if (WORKER == 0) { numbers[1] = before * numbers[1] + 1; numbers[0] = t; }
    END
}
