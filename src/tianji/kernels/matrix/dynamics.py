"""Learning in two-player matrix games: many iterations a call, nothing allocated inside the loop.

Shapes throughout: `At` is the row player's payoff matrix transposed, `[n, m]`; `B` the column player's,
`[m, n]`. Rows are added up with weights, so that actions that are not played cost nothing. State that is
carried from call to call is updated in place.
"""

from numba import njit


@njit(cache=True)
def mix_rows(matrix, weights, index, out):
    """out = Σ_i weights[i] · matrix[i] over the positive weights, four rows at a time.

    matrix: `[r, c]`. weights: `[r]`. index: `[r]` scratch. out: `[c]`, overwritten.
    Four rows a sweep read and write `out` a quarter as often, and need no reassociation to vectorise.
    """
    count = 0
    for i in range(weights.size):
        if weights[i] > 0.0:
            index[count] = i
            count += 1
    for j in range(out.size):
        out[j] = 0.0
    k = 0
    while k + 3 < count:
        a, b, c, d = index[k], index[k + 1], index[k + 2], index[k + 3]
        wa, wb, wc, wd = weights[a], weights[b], weights[c], weights[d]
        ra, rb, rc, rd = matrix[a], matrix[b], matrix[c], matrix[d]
        for j in range(out.size):
            out[j] += (wa * ra[j] + wb * rb[j]) + (wc * rc[j] + wd * rd[j])
        k += 4
    while k < count:
        a = index[k]
        wa, ra = weights[a], matrix[a]
        for j in range(out.size):
            out[j] += wa * ra[j]
        k += 1


@njit(cache=True)
def match_regrets(regret, strategy):
    """strategy ∝ positive regret; uniform when there is none. Both `[m]`; strategy overwritten."""
    total = 0.0
    for a in range(regret.size):
        total += max(regret[a], 0.0)
    for a in range(regret.size):
        strategy[a] = max(regret[a], 0.0) / total if total > 0.0 else 1.0 / regret.size


@njit(cache=True)
def add_regrets(gains, strategy, regret, clip_gain, clip_sum):
    """regret += gain − value, the gain or the sum clipped at zero. All `[m]`; regret updated in place."""
    value = 0.0
    for a in range(gains.size):
        value += strategy[a] * gains[a]
    for a in range(gains.size):
        gain = gains[a] - value
        if clip_gain:
            gain = max(gain, 0.0)
        regret[a] += gain
        if clip_sum:
            regret[a] = max(regret[a], 0.0)


@njit(cache=True, nogil=True)
def regret_matching(At, B, x, y, rx, ry, sx, sy, u, v, ix, iy, start, iterations, clip_gain, clip_sum, power):
    """Regret matching for both players at once, from iteration `start` + 1.

    x, rx, sx, u: `[m]` and y, ry, sy, v: `[n]`: current strategy, cumulative regret, weighted strategy sum,
    scratch for payoffs. ix: `[m]`, iy: `[n]` index scratch. Iteration t adds t**power times the strategy to
    the sum. On return x and y are the strategies of the last iteration and the regrets include it.
    """
    for t in range(start + 1, start + iterations + 1):
        match_regrets(rx, x)
        match_regrets(ry, y)
        mix_rows(At, y, iy, u)
        mix_rows(B, x, ix, v)
        weight = float(t) ** power
        for a in range(x.size):
            sx[a] += weight * x[a]
        for a in range(y.size):
            sy[a] += weight * y[a]
        add_regrets(u, x, rx, clip_gain, clip_sum)
        add_regrets(v, y, ry, clip_gain, clip_sum)


@njit(cache=True, nogil=True)
def fictitious_play(At, B, sx, sy, u, v, iterations):
    """Each player answers the other's empirical mixture with its first best response.

    sx: `[m]`, sy: `[n]`: counts of play, updated. u: `[m]`, v: `[n]`: payoffs summed over the opponent's past
    play, updated. Robinson (1951). A sweep costs m + n: only the row just played is added.
    """
    for _ in range(iterations):
        i = u.argmax()
        j = v.argmax()
        sx[i] += 1.0
        sy[j] += 1.0
        for a in range(u.size):
            u[a] += At[j, a]
        for b in range(v.size):
            v[b] += B[i, b]
