"""What the server itself refuses, and why. The engine and the games have refusals of their own."""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import Refusal

SENTENCES: Final[dict[str, str]] = {
    "not_json": "That is not a message of this protocol.",
    "too_large": "That message is too large.",
    "too_fast": "That was too much at once; wait a moment.",
    "hello_first": "The first message must be hello.",
    "bad_request": "That is not a request that can be read.",
    "too_slow": "That took too long to come in.",
    "wrong_host": "This server does not go by that name; its host can give it one with --address.",
    "wrong_origin": "That request came from another site.",
    "no_such_page": "There is nothing here.",
    "no_such_game": "There is no such game here.",
    "no_such_table": "There is no such table, or it has been cleared away.",
    "no_such_code": "No table has this code now.",
    "no_such_record": "There is no record: the game has not ended, or it has been cleared away.",
    "no_such_lesson": "There is no such lesson, or it has changed; begin it again.",
    "no_name": "Choose a name first.",
    "no_token": "Nobody knows who you are: allow the cookie, or send a token.",
    "bad_name": "A name has 1 to 24 characters, on one line.",
    "hidden_name": "A name cannot hold signs that nobody can see.",
    "mixed_name": "A name cannot mix letters of several scripts that look alike.",
    "piled_marks": "A letter in a name can bear only a few marks, all of its own script.",
    "name_alike": "Somebody here has a name that looks the same; choose another one.",
    "bad_table": "A table cannot be set up like that.",
    "bad_share": "Randomness for the deal is 32 to 128 hexadecimal digits.",
    "bad_commitment": "A commitment is 64 hexadecimal digits, or - for none.",
    "other_start": "That was for another start of this table.",
    "wrong_share": "That is not the share that you committed to.",
    "dealing": "The cards are being dealt; wait a moment.",
    "too_many_void": "Too many starts of this table were void; open another one.",
    "too_many_tables": "You have too many unfinished tables; end one of them first.",
    "too_many_from_here": "Too many unfinished tables were opened from your network.",
    "house_full": "This server has no room for more; try again later.",
    "not_seated": "You have no seat at this table.",
    "not_host": "Only the host of the table can do that.",
    "not_now": "That is not possible now.",
    "not_started": "The game has not begun.",
    "has_started": "The game has begun already.",
    "seats_empty": "Every seat needs a player or a bot before the game can start.",
    "table_full": "All seats are taken; you can watch.",
    "seat_taken": "That seat is taken.",
    "seats_taken_by_people": "More people sit here than there would be seats.",
    "already_seated": "You sit at this table already.",
    "sat_before": "You have had a seat in this game and cannot take another one.",
    "no_joining": "At this table nobody can take a bot's seat while the game runs.",
    "turned_away": "Your request was declined; you can watch.",
    "too_many_ask": "Too many people ask for a seat here already.",
    "nobody_asks": "Nobody asks for that any more.",
    "bad_link": "That link is not valid any more; ask for a new one.",
    "not_first": "Somebody else was faster.",
    "struck_already": "You have struck already.",
    "too_long": "This game has grown too long for that.",
    "paused": "The host has paused the game.",
    "fault": "Something went wrong here and was noted down; nothing was changed.",
    "cannot_store": "The move could not be stored, so it was not made; try again in a moment.",
    "closing": "The server is closing; it will be back soon.",
}


def no(code: str) -> Refusal:
    """One of the server's refusals."""
    return Refusal(code, SENTENCES[code])
