"""Strategies for hypothesis, and a check that every variant can be put through.

The strategies make the values of this package for tests of programs that use it: `cards`, `packs`,
`hands`, `variants`, `deals` and `sessions`. What hypothesis prints of a failing example can be pasted
into a program. With the package installed, ``st.from_type(lorum.SessionState)`` works as well.

`check_variant` plays a variant at random and holds every state against the laws that all rules of the
game have in common. A table that has written its own variant file calls it once in its tests::

    from lorum.testing import check_variant

    def test_our_rules() -> None:
        check_variant(lorum.load_variant("our-rules.toml"))

The module needs hypothesis, which ``pip install "lorum[test]"`` brings along.
"""

from __future__ import annotations

from .. import _hypothesis
from .check import check_variant
from .examples import deal_record, replay_deal, source_of
from .laws import BrokenLaw
from .strategies import cards, deals, hands, packs, sessions, variants

__all__ = [
    "BrokenLaw",
    "cards",
    "check_variant",
    "deal_record",
    "deals",
    "hands",
    "packs",
    "replay_deal",
    "sessions",
    "source_of",
    "variants",
]

_hypothesis.register()
