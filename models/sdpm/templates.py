"""Short sentences of our own, said in another way, and with another meaning.

The judged sentences are long, and say little about who does what to whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

PEOPLE = """teacher student doctor nurse lawyer judge farmer soldier minister president journalist artist driver
pilot engineer neighbour boy girl woman grandmother thief guard horse cat wolf bear lion mayor baker
banker hunter priest writer singer clerk tourist player coach waiter customer manager worker""".split()
PLACES = """in the park; at the station; last night; in March; on Monday; in front of the house; after the meeting;
during the war; in the village; near the river; two years ago; in the morning; yesterday""".replace("\n", " ").split("; ")
ACTIONS = (  # past, participle, another verb's past and participle, what it is not
    ("saw", "seen", "noticed", "noticed", "missed"),
    ("helped", "helped", "assisted", "assisted", "hindered"),
    ("attacked", "attacked", "assaulted", "assaulted", "defended"),
    ("called", "called", "phoned", "phoned", "ignored"),
    ("followed", "followed", "pursued", "pursued", "led"),
    ("praised", "praised", "commended", "commended", "criticised"),
    ("hit", "hit", "struck", "struck", "kissed"),
    ("killed", "killed", "murdered", "murdered", "saved"),
    ("found", "found", "discovered", "discovered", "lost"),
    ("hired", "hired", "employed", "employed", "dismissed"),
    ("loved", "loved", "adored", "adored", "hated"),
    ("frightened", "frightened", "scared", "scared", "calmed"),
    ("taught", "taught", "instructed", "instructed", "forgot"),
    ("paid", "paid", "remunerated", "remunerated", "robbed"),
    ("invited", "invited", "asked", "asked", "expelled"),
    ("freed", "freed", "released", "released", "arrested"),
    ("chose", "chosen", "selected", "selected", "rejected"),
    ("beat", "beaten", "defeated", "defeated", "lost to"),
    ("answered", "answered", "replied to", "replied to", "asked"),
    ("supported", "supported", "backed", "backed", "opposed"),
)
NAMES = "Anna Peter Maria John Susan Thomas Clara Martin Laura Henry Julia Robert Emma Paul Sofia George".split()
COUNTS = "two three four five six seven eight nine ten twelve fifteen twenty".split()
THINGS = "houses books cars letters bottles pictures tickets horses apples chairs phones ships".split()
TAKING = (("bought", "purchased"), ("sold", "parted with"), ("found", "discovered"), ("received", "got"))
DIGITS = dict(zip(COUNTS, "2 3 4 5 6 7 8 9 10 12 15 20".split(), strict=True))


def short_sentences(count: int, random: Random) -> Iterator[tuple[str, str, str]]:
    """A sentence, another that says the same, and one that does not."""
    for _ in range(count):
        yield from random.choice((_deed, _deed, _trade))(random)


def _deed(random: Random) -> list[tuple[str, str, str]]:
    """Someone does something to someone."""
    one, other, third = (f"the {noun}" for noun in random.sample(PEOPLE, 3))
    if random.random() < 0.3:
        one, other, third = random.sample(NAMES, 3)
    past, participle, alike, alike_done, unlike = random.choice(ACTIONS)
    place = random.choice(["", f" {random.choice(PLACES)}"])
    reference = _sentence(f"{one} {past} {other}{place}")
    same = [
        f"{other} was {participle} by {one}{place}",
        f"{one} {alike} {other}{place}",
        f"{other} was {alike_done} by {one}{place}",
        f"it was {one} who {past} {other}{place}",
    ]
    if place:
        same += [f"{place.strip()}, {one} {past} {other}", f"{place.strip()}, {other} was {participle} by {one}"]
    changed = [
        f"{other} {past} {one}{place}",
        f"{one} was {participle} by {other}{place}",
        f"{one} never {past} {other}{place}",
        f"{one} {unlike} {other}{place}",
        f"{third} {past} {other}{place}",
        f"{one} {past} {third}{place}",
    ]
    return [(reference, _sentence(random.choice(same)), _sentence(each)) for each in random.sample(changed, 3)]


def _trade(random: Random) -> list[tuple[str, str, str]]:
    """Someone gets so many things from someone."""
    one, other, third = random.sample(NAMES, 3)
    few, many = random.sample(COUNTS, 2)
    verb, alike = random.choice(TAKING)
    what, else_ = random.sample(THINGS, 2)
    reference = _sentence(f"{one} {verb} {few} {what} from {other}")
    same = _sentence(
        random.choice(
            (
                f"{one} {verb} {DIGITS[few]} {what} from {other}",
                f"{one} {alike} {few} {what} from {other}",
                f"{few} {what} were what {one} {verb} from {other}",
                f"from {other}, {one} {verb} {few} {what}",
            )
        )
    )
    changed = [
        f"{one} {verb} {many} {what} from {other}",
        f"{other} {verb} {few} {what} from {one}",
        f"{one} {verb} {few} {what} from {third}",
        f"{one} {verb} {few} {else_} from {other}",
        f"{one} {verb} no {what} from {other}",
    ]
    return [(reference, same, _sentence(each)) for each in random.sample(changed, 3)]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
