"""Play a whole session of every variant at random through the public API, and write and replay its record.

``python play_sessions.py PLACE`` checks that the package was found under PLACE. It writes the records to the
working directory and prints their paths.
"""

import random
import sys
from pathlib import Path

import lorum
import lorum.record

WANTED = {
    "compendium",
    "compendium-beans",
    "compendium-extended",
    "compendium-short",
    "compendium-three",
    "eight-games",
    "eight-games-two-cards",
    "seven-contracts",
}
LONGEST = 20_000  # more actions than any session takes


def next_action(state: lorum.SessionState, chance: random.Random) -> lorum.Action:
    """Deal if cards are to be dealt, else pick any legal action."""
    if state.phase != lorum.Phase.DEAL:
        return chance.choice(lorum.legal_actions(state))
    try:
        return lorum.deal_cards(state)  # from the stock, where one runs
    except lorum.LorumError:
        return lorum.deal_cards(state, lorum.shuffled(state.variant.pack, chance.randbytes(16)))


def play(variant: lorum.Variant) -> lorum.SessionState:
    """Play one session to its end."""
    chance = random.Random(variant.id)
    state = lorum.new_session(variant)
    for _ in range(LONGEST):
        if state.phase == lorum.Phase.FINISHED:
            return state
        state = lorum.apply(state, next_action(state, chance))
    sys.exit(f"{variant.id}: not finished after {LONGEST} actions")


def main(place: str) -> None:
    """Play all variants."""
    found = Path(lorum.__file__).resolve()
    if not found.is_relative_to(place):
        sys.exit(f"lorum was found at {found}, not under {place}")
    variants = lorum.variants()
    if missing := WANTED - set(variants):
        sys.exit(f"missing variants: {sorted(missing)}")
    for name, variant in variants.items():
        state = play(variant)
        if not state.winners:
            sys.exit(f"{name}: no winner")
        text = lorum.record.dumps(lorum.record.record_of(state))
        if lorum.record.replay(lorum.record.loads(text)) != state:
            sys.exit(f"{name}: the record leads to another state")
        path = Path(f"{name}.json").resolve()
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(sys.argv[1])
