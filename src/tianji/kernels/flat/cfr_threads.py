"""The CFR loop for two players on several threads: the same arithmetic in the same order, so the same bits.

A player's treeplex is cut into disjoint *subtrees* and the *spine* above them. Every infoset's update needs only its
own subtree and the opponent's plan, so the subtrees are updated at the same time, then the spine by one thread.
Module of its own: threaded code takes seconds to compile and small games never need it.
"""

from numba import config, njit, prange, set_num_threads

from tianji.kernels.flat.sequence import action_cfv, forward, regret_step


@njit(cache=True, parallel=True)
def step(
    first_slot, parent_slot, rows, column, weight,
    up_slot, groups, subtrees, top,
    schedule, opponent_plan, cfv, plan, strategy, cum_regret, cum_strategy,
):  # fmt: skip
    r"""One player's whole update: values, regrets, strategy, plan.

    up_slot: `[I]`, parent_slot but for the roots of subtrees, which write to cell `Q + s` of cfv (s the subtree), so
    that no two threads add to one slot. groups: `[G + 1]`, subtrees `groups[g]:groups[g + 1]` are one thread's.
    subtrees: `[K, 2]`, ranges of infosets. top: `[T, 2]`, in preorder: a spine infoset (i, −1), or a subtree's root
    (i, s). cfv: `[Q + K]`, overwritten. The rest as in `sequence.regret_step`.
    """
    num_slots = plan.size
    for g in prange(groups.size - 1):
        for s in range(groups[g], groups[g + 1]):
            lo, hi = subtrees[s, 0], subtrees[s, 1]
            cfv[num_slots + s] = 0.0
            action_cfv(rows, column, weight, opponent_plan, first_slot[lo], first_slot[hi], cfv)
            regret_step(first_slot, up_slot, schedule, lo, hi, cfv, plan, strategy, cum_regret, cum_strategy)
    for k in range(top.shape[0]):
        if top[k, 1] < 0:
            i = top[k, 0]
            action_cfv(rows, column, weight, opponent_plan, first_slot[i], first_slot[i + 1], cfv)
    for k in range(top.shape[0] - 1, -1, -1):
        i, s = top[k, 0], top[k, 1]
        if s >= 0:
            cfv[parent_slot[i]] += cfv[num_slots + s]
        else:
            regret_step(
                first_slot, up_slot, schedule, i, i + 1, cfv, plan, strategy, cum_regret, cum_strategy
            )
    for k in range(top.shape[0]):
        if top[k, 1] < 0:
            forward(first_slot, parent_slot, strategy, top[k, 0], top[k, 0] + 1, plan)
    for g in prange(groups.size - 1):
        for s in range(groups[g], groups[g + 1]):
            forward(first_slot, parent_slot, strategy, subtrees[s, 0], subtrees[s, 1], plan)


@njit(cache=True)
def iterate_threads(
    first_slot_0, parent_slot_0, rows_0, column_0, weight_0, up_slot_0, groups_0, subtrees_0, top_0,
    first_slot_1, parent_slot_1, rows_1, column_1, weight_1, up_slot_1, groups_1, subtrees_1, top_1,
    schedule,
    cfv_0, plan_0, strategy_0, cum_regret_0, cum_strategy_0,
    cfv_1, plan_1, strategy_1, cum_regret_1, cum_strategy_1,
):  # fmt: skip
    """`cfr.iterate` with alternating updates, each player's update on several threads."""
    for t in range(schedule.shape[0]):
        step(
            first_slot_0, parent_slot_0, rows_0, column_0, weight_0, up_slot_0, groups_0, subtrees_0, top_0,
            schedule[t], plan_1, cfv_0, plan_0, strategy_0, cum_regret_0, cum_strategy_0,
        )  # fmt: skip
        step(
            first_slot_1, parent_slot_1, rows_1, column_1, weight_1, up_slot_1, groups_1, subtrees_1, top_1,
            schedule[t], plan_0, cfv_1, plan_1, strategy_1, cum_regret_1, cum_strategy_1,
        )  # fmt: skip


def use_threads(count: int) -> None:
    """Let parallel kernels run on `count` threads, or as many as there are: idle ones would slow every barrier."""
    set_num_threads(min(count, config.NUMBA_NUM_THREADS))
