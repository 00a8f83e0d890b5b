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


def test_a_run_that_is_ended_early_tells_what_it_has_done(tmp_path):
    """Stopped by the clock at 92 %, the table of 700,000 inputs was never printed."""
    state, asked = tmp_path / "state", []

    def is_over():
        asked.append(state.exists())
        return sum(asked) > 1  # a chunk is done, and the next was given out

    rows = campaign.run(10**6, 1, 0, only="calm", state=state, every=touchy.targets, is_over=is_over)
    assert 0 < rows["calm"].inputs < 10**6


def test_processes_share_the_memory(monkeypatch):
    monkeypatch.setattr("tianji.core.memory.free_bytes", lambda: 100 * 2**30)
    assert campaign.share(1) == campaign.MEMORY
    assert campaign.LEAST < campaign.share(12) < 8 * 2**30
    assert campaign.share(100) == campaign.LEAST


def test_what_stands_in_the_state_is_not_done_again(tmp_path):
    state = tmp_path / "state"
    first = campaign.run(10, 1, 0, only="calm", state=state, every=touchy.targets)
    lines = state.read_text()
    again = campaign.run(10, 1, 0, only="calm", state=state, every=touchy.targets)
    assert first == again
    assert state.read_text() == lines
    more = campaign.run(500, 1, 0, only="calm", state=state, every=touchy.targets)
    assert more["calm"].inputs == 500
