"""The long run over many processes: every input counts, and no crash, fault or break loses one."""

from __future__ import annotations

from fuzz import campaign, touchy


def test_a_crash_and_faults_are_told_with_their_seeds_and_cost_no_other_input():
    seeds = range(600)
    crashes = [seed for seed in seeds if touchy.drawn(seed) == touchy.FATAL]
    low = [seed for seed in seeds if touchy.drawn(seed) < 100]
    assert crashes and low
    rows = campaign.run(2 * len(seeds), 2, 0, every=touchy.targets)
    assert (rows["calm"].inputs, rows["calm"].faults) == (600, [])
    assert rows["touchy"].inputs == 600
    assert sorted(seed for seed, _ in rows["touchy"].faults) == sorted([*crashes, *low])
    ended = [text for seed, text in rows["touchy"].faults if seed in crashes]
    assert set(ended) == {"the process ended (-11)"}


def test_what_stands_in_the_state_is_not_done_again(tmp_path):
    state = tmp_path / "state"
    first = campaign.run(10, 1, 0, only="calm", state=state, every=touchy.targets)
    lines = state.read_text()
    again = campaign.run(10, 1, 0, only="calm", state=state, every=touchy.targets)
    assert first == again
    assert state.read_text() == lines
    more = campaign.run(500, 1, 0, only="calm", state=state, every=touchy.targets)
    assert more["calm"].inputs == 500
