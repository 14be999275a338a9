"""What can't be on the map is refused in one line that names where it stands, and the rule."""

import pytest

from berlin.games.fortress.game import GAME
from berlin.kernel.contract.game import BadText
from berlin.kernel.proof.mark import rule

HEAD = 'game = "fortress"\nturn = 2\nstage = "allied-movement"\n\n[units]\n'


@rule("FB 3.1.pass", "FB 7.3.river", "FB 3.4.facing", "FB 8.6.d", "FB 3.1.german", "FB 11.2.3")
@pytest.mark.parametrize(
    ("units", "line", "law", "reason"),
    [
        (
            '5016 = ["GD1"]\n5015 = ["82/Par1", "VS2 combat N"]',
            7,
            "FB 3.1.pass",
            "VS2 is in the Reichstag with",
        ),
        ('5015 = ["GD1"]\n2303 = ["VS1"]', 7, "FB 7.3.river", "VS1 is in water: the Havel, two hexes"),
        ('5015 = ["VS1 NE"]', 6, "FB 3.4.terrain", "VS1 faces a hexside without Combat mode"),
        ('5015 = ["VS1 combat N NE"]', 6, "FB 3.4.facing", "VS1 faces one hexside, not two"),
        ('5015 = ["VS1"]\n5016 = ["VS1 moved"]', 7, "FB 3.1.pass", "VS1 stands twice"),
        ('5015 = ["VS1"]\npool = ["VS1"]', 7, "FB 3.1.pass", "VS1 stands twice"),
        ('5015 = ["VS1 combat disrupted N"]', 6, "FB 8.6.d", "VS1 is disrupted in Combat mode"),
        ('5015 = ["VS1", "VS2", "VS3", "VS4"]', 6, "FB 3.1.german", "VS4 is one too many"),
        (
            '5015 = ["VS1"]\n\n[city]\nweak = ["VS1"]',
            6,
            "FB 11.2.3",
            "VS1 can only defend, and has not shown",
        ),
        ('9999 = ["VS1"]', 6, "FB map.grid", "'9999' is not a hex or a box"),
        ('5015 = ["VS1 flying"]', 6, "FB 2.3.markers", "'flying' is no mark of a unit"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_line_and_rule(
    units: str, line: int, law: str, reason: str
) -> None:
    with pytest.raises(BadText) as refused:
        GAME.read_situation(HEAD + units + "\n", bytes(32))
    assert (refused.value.line, refused.value.rule) == (line, law)
    assert refused.value.reason.startswith(reason)
    assert "\n" not in str(refused.value)


def test_a_situation_runs_on_to_its_first_question() -> None:
    step = GAME.read_situation(HEAD + '5015 = ["VS1"]\n5020 = ["82/Par1"]\n', bytes(32))
    prompt = GAME.prompt(step.state)
    assert prompt is not None
    assert prompt.text == "Which unit moves?"
    assert "move 82/Par1" in map(GAME.write, GAME.legal(step.state))
