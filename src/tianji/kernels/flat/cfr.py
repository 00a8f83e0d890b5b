"""The CFR loop for two players: many iterations in one call, nothing allocated."""

from numba import njit

from tianji.kernels.flat.sequence import action_cfv, forward, regret_step


@njit(cache=True)
def iterate(
    first_slot_0, parent_slot_0, rows_0, column_0, weight_0,
    first_slot_1, parent_slot_1, rows_1, column_1, weight_1,
    schedule, is_alternating,
    cfv_0, plan_0, strategy_0, cum_regret_0, cum_strategy_0,
    cfv_1, plan_1, strategy_1, cum_regret_1, cum_strategy_1,
):  # fmt: skip
    r"""Run one CFR iteration for every row of `schedule`.

    In an iteration player 0's values come from player 1's plan and player 0 updates; then player 1 does, against
    player 0's *new* plan when updates alternate and the old one when they are simultaneous.

    schedule: `[T, 6]`. The arrays of both players are those of `regret_step`; all but the game's own are state,
    accumulated or overwritten. Plans and strategies must agree on entry (`forward`), and do so on return.
    """
    num_0, num_1 = parent_slot_0.size, parent_slot_1.size
    slots_0, slots_1 = cfv_0.size, cfv_1.size
    for t in range(schedule.shape[0]):
        row = schedule[t]
        action_cfv(rows_0, column_0, weight_0, plan_1, 0, slots_0, cfv_0)
        if not is_alternating:
            action_cfv(rows_1, column_1, weight_1, plan_0, 0, slots_1, cfv_1)
        regret_step(
            first_slot_0,
            parent_slot_0,
            row,
            0,
            num_0,
            cfv_0,
            plan_0,
            strategy_0,
            cum_regret_0,
            cum_strategy_0,
        )
        forward(first_slot_0, parent_slot_0, strategy_0, 0, num_0, plan_0)
        if is_alternating:
            action_cfv(rows_1, column_1, weight_1, plan_0, 0, slots_1, cfv_1)
        regret_step(
            first_slot_1,
            parent_slot_1,
            row,
            0,
            num_1,
            cfv_1,
            plan_1,
            strategy_1,
            cum_regret_1,
            cum_strategy_1,
        )
        forward(first_slot_1, parent_slot_1, strategy_1, 0, num_1, plan_1)
