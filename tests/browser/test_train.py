"""The trainer in a real Chromium, by keyboard alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect


def test_a_deck_is_made_answered_and_reported_by_keyboard(page, studio, solved):
    page.goto(studio.address + "/train")
    page.get_by_role("button", name="New deck", exact=True).press("Enter")
    page.get_by_role("dialog", name="New deck").get_by_role("button", name="leduc").first.press("Enter")
    page.wait_for_url("**/train/*")
    deck = page.url.rpartition("/")[2]
    for k in range(3):
        page.locator(".answer:enabled").first.wait_for()
        shown = page.locator(".infoset").get_attribute("data-infoset")
        page.keyboard.press("1")
        page.keyboard.press("1")  # twice is one answer
        page.locator("[data-fact=grade]").wait_for()
        report = studio.ask(f"/decks/{deck}/stats")[1]
        assert report["reviews"] == k + 1
        page.locator(".told .button.main:focus").wait_for()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "was => document.querySelector('.infoset')?.dataset.infoset !== was", arg=shown
        )
    page.get_by_label("die for mixing").check()
    page.get_by_label("clock").select_option("60")
    page.locator("[data-fact=clock]").filter(has_text=re.compile(r"\d+ s left")).wait_for()
    die = int(page.locator("[data-fact=die]").inner_text().split()[1])
    page.keyboard.press("1")
    told = page.locator("[data-fact=followed]").inner_text()
    card = studio.ask(f"/decks/{deck}/file")[1]
    last = json.loads(card["text"])["reviews"][-1]
    shares = next(c for c in json.loads(card["text"])["cards"] if c["key"] == last["key"])["shares"]
    assert str(die) in told and ("so did you" in told) == (die - 0.5 <= 100 * shares[0])
    report = studio.ask(f"/decks/{deck}/stats")[1]
    page.get_by_role("button", name="Report", exact=True).press("Enter")
    mean = page.locator("[data-fact=mean]")
    expect(mean).to_have_text(re.compile("%"))
    assert float(mean.inner_text().removesuffix(" %")) == pytest.approx(100 * report["mean"], abs=0.005)
    assert not page.said


def test_a_whole_hand_is_played_by_keyboard_and_its_losses_are_the_librarys(page, studio):
    spot = {
        "board": "Ks7h2dJc",
        "pot": 60,
        "stack": 60,
        "oop": "QQ,KTs",
        "ip": "TT,AKs",
        "bets": "75%",
        "raises": "",
    }
    turn = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": spot, "until": "2%"}})[1]["id"]
    assert studio.wait(turn)["state"] == "done"
    deck = studio.ask("/decks", "POST", {"run": turn})[1]["id"]
    page.goto(f"{studio.address}/train/{deck}")
    page.get_by_role("button", name="Whole hands", exact=True).press("Enter")
    page.wait_for_url("**mode=hand")
    page.locator(".answer:enabled").first.wait_for()
    while True:
        before = len(studio.ask(f"/decks/{deck}/hand")[1]["decisions"])
        page.keyboard.press("1")
        page.locator(f"[data-loss='{before}']").wait_for()
        hand = studio.ask(f"/decks/{deck}/hand")[1]
        assert len(hand["decisions"]) == before + 1
        loss = hand["decisions"][-1]["loss"]
        shown = f"−{loss:.2f}" if loss >= 0.005 else "0.00" if loss > 0 else "0"
        expect(page.locator(f"[data-loss='{before}']")).to_have_text(shown)
        if hand["over"]:
            break
        page.locator(".answer:enabled").first.wait_for()
    page.locator("[data-fact=outcome]").wait_for()
    page.keyboard.press("n")
    page.locator("[data-fact=outcome]").wait_for(state="detached")
    assert studio.ask(f"/decks/{deck}/hand")[1]["number"] == 2
    assert not page.said
