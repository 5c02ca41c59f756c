"""Names of people: what can be one, what cannot, and which two look the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.tables import lobby, names
from tatami.tables.row import Seat, TableRow
from tests.server.people import Witness, run
from tests.server.test_lobby import code_of
from tests.support.player import Refused
from tests.support.serving import Server

many = settings(max_examples=200)

PEOPLE = (
    *("Ann", "Jürgen", "Zoë", "Mónica de la Peña", "O’Neil", "Łukasz", "Đặng Thị Hoà", "Ann ❤"),
    *("Дмитрий", "Ελένη", "Ἀχιλλεύς", "עברית", "محمد", "नमस्ते", "สมชาย", "예진", "さくら", "サクラ"),
    *("Nguyễn Thị Hằng", "Trần Đức Mạnh", "Ọlá̀", "น้ำฝน", "กิ่งแก้ว", "שָׁלוֹם", "הַשֵּׁם", "مُحَمَّدٌ"),
    *("عَلِيٌّ", "कृष्णा", "हिन्दी", "প্রিয়াঙ্কা", "தமிழ்ச்செல்வி", "ប៊ុនធឿន", "သန်းမြို့", "ဖြိုး", "སྒྲོལ་མ"),
    *("Łukasz", "Ørjan", "L̸ukasz", "か゚", "1⃣ Ann"),
    *("李小龍 Bruce", "Naoko 直子", "Ann Ω", "R2-D2", "Anne-Marie", "x", "7"),
)
HIDDEN = (
    *("\u3164", "\u115f", "\u1160", "\uffa0", "Ann\u3164", "A\u115fnn", "Ann\u2800", "A\u034fnn"),
    *("A\u200bnn", "A\u200cnn", "A\u200dnn", "\u2060Ann", "\ufeffAnn", "A\u00adnn", "A\u180bnn"),
    *(
        "\u202eAnn",
        "A\u202ann",
        "Ann\u202c",
        "\u2066Ann\u2069",
        "\u200eAnn",
        "\u200fAnn",
        "\u061cAnn",
    ),
    *("A\u17b4nn", "A\ufe01nn", "A\U000e0101nn", "A\U000e0061nn", "A\U0001d159nn"),
    *("A\u2d7fnn", "A\U0001107fnn", "A\U00016fe4nn", "A\U0001bc9dnn", "Ann\ufffc"),
)
MIXED = ("Аnn", "Annа", "Bоb", "paypаl", "Ann α", "ΑΝN", "Тom", "Ꭺnn")
PILED = (
    *(
        "A" + "\u0301" * 20 + "b",
        "Ann\u0302\u0303\u0304",
        "Z\u0335\u0336\u0337",
        "\u0e01" + "\u0e47" * 4,
    ),
    *("Ann\u0e3a", "A\u093cnn", "Ann \u0e47", "Саша\u05b0", "\u0e01\u05b0", "A\u0301\u0e3ann"),
)
LOOKALIKES = (
    *(("Ann", "Ann\u0335"), ("ann", "A\u0337n\u0338n"), ("Łukasz", "L̸ukasz"), ("Lukasz", "L̸ukasz")),
    *(("Łukasz", "Łu\u0334kasz"), ("Аnn", "Ann\u0336")),
    *(("Ann", "Аnn"), ("scope", "ѕсоре"), ("BOBA", "ВОВА"), ("Ian", "lan"), ("Tom", "Torn")),
    *(("Bob0", "BobO"), ("Ann", "Ａnn"), ("Ann", "𝐀nn"), ("Zoë", "Zoë"), ("Vic", "Ⅴic")),
    *(("Ann", "Ａｎｎ"), ("Ben 2", "Ben ２"), ("Ann", "ᴬnn"), ("Dzul", "Ǳul"), ("mark", "rnark")),
)
APART = (
    ("Ann", "Anna"),
    ("Lukasz", "Łukasz"),
    ("Orjan", "Ørjan"),
    ("Zoe", "Zoë"),
    ("Ann", "Dan"),
    ("Aki", "Emi"),
    ("Саша", "Sasha"),
)


@pytest.mark.parametrize("name", PEOPLE)
def test_people_keep_their_names(name: str) -> None:
    assert names.refusal(name) is None
    assert lobby.tidy_name(name) == unicodedata.normalize("NFC", name)


def test_what_a_keyboard_adds_to_an_emoji_is_left_out() -> None:
    assert lobby.tidy_name("Ann ❤\ufe0f") == "Ann ❤"


@pytest.mark.parametrize("name", HIDDEN, ids=ascii)
def test_no_name_holds_what_cannot_be_seen(name: str) -> None:
    found = names.refusal(name)
    assert found is not None
    assert found.code == "hidden_name"
    assert lobby.tidy_name(name) == ""


@pytest.mark.parametrize("name", MIXED, ids=ascii)
def test_no_letters_pose_as_those_of_another_script(name: str) -> None:
    found = names.refusal(name)
    assert found is not None
    assert found.code == "mixed_name"


@pytest.mark.parametrize("name", PILED, ids=ascii)
def test_no_marks_are_piled_up_over_other_lines_or_sit_on_strange_letters(name: str) -> None:
    found = names.refusal(name)
    assert found is not None
    assert found.code == "piled_marks"
    assert lobby.tidy_name(name) == ""


@pytest.mark.parametrize("name", ["", "   ", "…", "-", "A" * 25, "\ud800", "\u0301Ann", "A\x00nn"])
def test_a_name_has_letters_and_fits(name: str) -> None:
    found = names.refusal(name)
    assert found is not None
    assert found.code == "bad_name"


@pytest.mark.parametrize(("one", "other"), LOOKALIKES, ids=ascii)
def test_names_that_look_the_same_are_alike(one: str, other: str) -> None:
    assert names.alike(one, other)
    assert names.alike(other, one)


@pytest.mark.parametrize(("one", "other"), APART, ids=ascii)
def test_names_that_do_not_are_not(one: str, other: str) -> None:
    assert not names.alike(one, other)


@many
@given(st.text(alphabet=st.characters(), max_size=30))
def test_whatever_is_sent_is_a_name_or_refused(text: str) -> None:
    """And what is shown of a name holds nothing that is not."""
    found = lobby.tidy_name(text)
    assert (found == "") == (names.refusal(text) is not None)
    if found:
        assert names.refusal(found) is None
        assert lobby.tidy_name(found) == found
        assert not [mark for mark in found if unicodedata.category(mark)[0] == "C"]
        assert not names.UNSEEN & set(found)
        assert names.alike(found, found)


@many
@given(st.text(alphabet="АаВЕКМНОРСТХанкmorniIl1oO0Ann", min_size=1, max_size=8), st.data())
def test_one_look_is_one_skeleton(text: str, data: st.DataObject) -> None:
    """Any letter may be changed for one that looks like it."""
    at = data.draw(st.integers(0, len(text) - 1))
    twins = [sign for sign, look in names.LOOKS.items() if look == names.LOOKS.get(text[at])]
    if twins:
        twin = data.draw(st.sampled_from(twins))
        assert names.skeleton(text[:at] + twin + text[at + 1 :]) == names.skeleton(text)


def test_bots_have_no_name_that_looks_like_a_persons() -> None:
    row = opened_by("lsamu")
    found = []
    for seat in range(1, len(row.seats)):
        row.seats[seat] = lobby.bot_seat(row, "random")
        found.append(row.seats[seat].name)
    assert not [name for name in found if names.alike(name, "lsamu")]


def opened_by(name: str) -> TableRow:
    """A table with one person and free seats."""
    seats = [Seat("person", "ann", name)] + [Seat("empty") for _ in range(10)]
    return TableRow("table", "CODES1", "night", 1, "ann", "c0" * 32, seats, 0)


# -- at a table


REFUSED = (
    ("Ꭺnn", "mixed_name"),
    ("A\u115fnn", "hidden_name"),
    ("\u3164", "hidden_name"),
    ("A" * 30, "bad_name"),
)


def test_a_refused_sit_changes_nothing_not_even_the_name(house: Server) -> None:
    async def evening() -> None:
        ann = Witness(house.url, "Ann")
        ann.open("clans", seats=3)
        ben = Witness(house.url, "Ben")
        ben.http("/api/me", {"name": "Ben"})
        await ben.come(ann.table)
        before = ben.state
        for wished, code in (*REFUSED, ("Ａnn", "name_alike")):
            assert code_of(await ben.ask("sit", name=wished)) == code
        assert code_of(await ben.ask("sit", seat=0, name="Bea")) == "seat_taken"
        assert ben.state == before
        assert ben.http("/api/front")["me"]["name"] == "Ben"
        await ben.must("sit", name="ann")
        assert [seat.get("name", "") for seat in ben.state["seats"]] == ["Ann", "ann 2", ""]
        assert ben.http("/api/front")["me"]["name"] == "ann"

    run(evening())


@pytest.mark.parametrize("second", ["Ann 2", "Ann \U0001d7d0", "Ann \uff12"], ids=ascii)
def test_the_number_behind_a_name_makes_no_copy_of_another_one(house: Server, second: str) -> None:
    async def evening() -> None:
        ann = Witness(house.url, "Ann")
        ann.open("clans", seats=3)
        for name, shown in ((second, second), ("Ann", "Ann 3")):
            one = Witness(house.url, name)
            await one.come(ann.table)
            await one.must("sit", name=name)
            assert one.state["seats"][one.seat]["name"] == shown

    run(evening())


@pytest.mark.parametrize(("wished", "code"), REFUSED, ids=ascii)
def test_neither_is_a_table_opened_nor_a_name_taken_with_such_a_name(
    house: Server, wished: str, code: str
) -> None:
    ann = Witness(house.url, wished)
    ann.http("/api/me", {"name": "Ann"})
    for ask in (lambda: ann.open("clans", seats=3), lambda: ann.http("/api/me", {"name": wished})):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.args[0]["refusal"]["code"] == code
    assert ann.http("/api/front")["me"]["name"] == "Ann"
