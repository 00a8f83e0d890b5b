// With what weight the opponent's hands enter a gate: kernels/poker/gates.py has the formulas, and their twins. One block.
enum { UNSAFE, RESOLVE, MAXMARGIN, DISTRIBUTIONAL, COMBINED };
#define ADDED 0.2  // combined: mass added by those who would enter, and spread evenly, as shares of the range
#define EVEN 0.1

struct Gate {
    const real *values;      // [hands] the opponent's at the root, in the board's order
    real *start;             // [hands] his reach there in the resolver's pass, in his range's order, written
    const int *places;       // from the one order to the other
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
    double *const state = A.state, *const other = A.state + A.hands;
    const double t = A.numbers[0] + 1, before = A.numbers[0] > 0 ? (double)NOW(discount) : 0;
    PHASE EACH(j, A.hands) A.value[A.places[j]] = (double)A.values[j]; END
    if (A.kind == UNSAFE) {
        PHASE EACH(j, A.hands) A.entry[j] = A.theirs[j]; END
    } else if (A.kind == MAXMARGIN) {
        PHASE
        double total = 0, live = 0, mass = 0;
        EACH(j, A.hands) if (A.w[j] > 0) { total += positive(state[j]); live += 1; mass += A.w[j]; }
        part[WORKER] = total; part[WORKERS + WORKER] = live; part[2 * WORKERS + WORKER] = mass;
        END
        PHASE
        const double total = whole(part, WORKERS), live = whole(part + WORKERS, WORKERS);
        double mean = 0;
        EACH(j, A.hands) {
            const double margin = A.w[j] > 0 ? A.value[j] / A.w[j] - A.alt[j] : 0;
            mean += (total > 0 ? positive(state[j]) / total : 1 / (live > 1 ? live : 1)) * margin;
            A.entry[j] = margin;
        }
        part[3 * WORKERS + WORKER] = mean;
        END
        PHASE
        const double mean = whole(part + 3 * WORKERS, WORKERS);
        double total = 0;
        EACH(j, A.hands) if (A.w[j] > 0) {
            state[j] = settle(state[j], A.entry[j] - mean, A);
            total += positive(state[j]);
        }
        part[4 * WORKERS + WORKER] = total;
        END
        PHASE
        const double total = whole(part + 4 * WORKERS, WORKERS), live = whole(part + WORKERS, WORKERS);
        const double mass = whole(part + 2 * WORKERS, WORKERS), unit = 1 / (mass > 1e-300 ? mass : 1e-300);
        EACH(j, A.hands) {
            double x = 0;
            if (A.w[j] > 0) {
                x = (total > 0 ? positive(state[j]) / total : 1 / (live > 1 ? live : 1)) / A.w[j];
                if (A.tremble > 0) x = (1 - A.tremble) * x + A.tremble * unit;
            }
            A.entry[j] = x;
        }
        END
    } else if (A.kind == DISTRIBUTIONAL) {
        PHASE
        EACH(j, A.hands) {
            double found = 0;
            if (A.w[j] > 0) {
                const double v = A.value[j] / A.w[j], step = v - state[j];
                state[j] += step / t;
                other[j] += step * (v - state[j]);
                const double variance = other[j] / t > 1e-12 ? other[j] / t : 1e-12;
                const double slope = sqrt(t * 0.693147180559945309) / (3 * sqrt(variance)), s = A.spread[j];
                const double x = slope * (state[j] - A.alt[j]) / sqrt(1 + 3.14159265358979324 * slope * slope * s * s / 8);
                found = x > -50 ? 1 / (1 + exp(-x)) : 0;
            }
            A.entry[j] = found;
        }
        END
    } else {
        PHASE
        double mass = 0, added = 0, live = 0;
        EACH(j, A.hands) {
            double p = 0;
            if (A.w[j] > 0) {
                double total = positive(state[j]) + positive(other[j]);
                p = total > 0 ? positive(state[j]) / total : 0.5;
                const double gone = A.alt[j] * A.w[j], mean = p * A.value[j] + (1 - p) * gone;
                state[j] = settle(state[j], A.value[j] - mean, A);
                other[j] = settle(other[j], gone - mean, A);
                total = positive(state[j]) + positive(other[j]);
                p = total > 0 ? positive(state[j]) / total : 0.5;
                mass += A.theirs[j]; added += (1 - A.theirs[j]) * p; live += 1;
                if (A.tremble > 0 && A.kind == RESOLVE) p = (1 - A.tremble) * p + A.tremble;
            }
            A.entry[j] = p;
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
                const double x = A.theirs[j] + (1 - A.theirs[j]) * A.entry[j] * share + even;
                A.entry[j] = A.w[j] > 0 ? (x < 1 ? x : 1) : 0;
            }
            END
        }
    }
    PHASE
    EACH(j, A.hands) {
        A.sums[j] = before * A.sums[j] + A.entry[j];
        A.start[j] = (real)A.entry[j];
    }
    if (WORKER == 0) { A.numbers[1] = before * A.numbers[1] + 1; A.numbers[0] = t; }
    END
}
