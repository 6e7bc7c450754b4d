"""Short sentences of our own, said in another way, and with another meaning.

The judged sentences are long, and say little about who does what to whom, how often and where. A
line of `templates.tsv` has a sentence, ways to say the same, and ways to say something else; words
in braces are drawn from the lists below.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

LISTS = {
    "person": """
        teacher student doctor nurse lawyer judge farmer soldier minister president journalist
        artist driver engineer neighbour boy girl woman grandmother thief guard horse wolf
        bear lion mayor baker banker hunter priest writer singer clerk tourist player coach
        waiter customer manager worker
    """,
    "name": """
        Anna Peter Maria John Susan Thomas Clara Martin Laura Henry Julia Robert Emma Paul
        Sofia George Alice Simon Eva Daniel Nora Frank Irene Walter Ahmed Boris Carmen David
        Elena Fatima Gustav Hannah Ivan James Kate Lena Mark Nina Oscar Philip Rosa Sarah Tom
        Victor William Yuki Zoe Andrew Barbara Charles
    """,
    "surname": """
        Miller Petrov Garcia Schmidt Rossi Nielsen Dubois Tanaka Kowalski Brown Jensen Lopez
        Weber Horvath Silva Taylor Moreau Singh Johnson Hansen Fischer Ivanov Santos Kim Chen
        Wilson Murphy Ferrari Popescu Lindberg Haddad Okafor Walsh Bauer Costa
    """,
    "city": """
        Berlin Paris London Rome Tokyo Moscow Prague Boston Chicago Sydney Beijing Istanbul
        Oslo Bogota Nairobi Toronto Milan Lyon Munich Delhi Barcelona Helsinki Seoul Lima
        Zurich Budapest Brussels Houston Denver Glasgow Bangkok Lagos Kiev Mumbai Havana
        Leipzig Turin Seville
    """,
    "land": """
        Germany France Italy Spain Japan Russia Canada Mexico Brazil Egypt Turkey Norway Peru
        Kenya Australia Greece Portugal Sweden Denmark Finland Belgium Austria Ukraine Iran
        Iraq Israel Vietnam Thailand Cuba Argentina Colombia Nigeria Romania Ireland
    """,
    "firm": """
        Siemens Nokia Sony Philips Volvo Bayer Boeing Intel Nestle Fiat Shell Hitachi Ericsson
        Airbus Google Apple Ford Pepsi Lufthansa Vodafone Amazon Honda Pfizer Ikea Adidas
        Oracle Bosch Peugeot
    """,
    "things": """
        houses books cars boxes bottles pictures tickets lamps apples chairs phones ships
        tables clocks bicycles cameras
    """,
    "room": "library station hotel church hospital theatre garden office castle factory school",
    "place": "town city valley school camp island district region",
    "adj": "old young small tall red blue broken new heavy rich poor foreign",
    "part": "wheel button cable door window screw",
    "stuff": "oil wheat coffee steel water gas wood cotton",
    "report": "report book article study letter novel contract",
    "trouble": "fire flood crash explosion earthquake storm strike avalanche",
    "event": "meeting concert match lesson trial conference flight course",
    "money": "dollars euros pounds francs",
    "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "month": "January February March April June July August October November",
    "group": """
        bank company newspaper university party club ministry army union council agency
        airline museum charity brewery insurer publisher orchestra school hospital
    """,
    "product": "copper sugar cars rice fish timber wine cocoa iron machines shoes meat",
    "fault": "engine battery belt pump valve fuse lock tyre cable",
    "kin": "sister aunt boss lawyer teacher cousin doctor",
    "when": """
        last_night in_March on_Monday two_years_ago in_the_morning yesterday in_the_park
        at_the_station after_the_meeting during_the_war in_the_village near_the_river
        in_the_evening last_week
    """,
}
COUNTS = "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty".split()
DIGITS = dict(zip(COUNTS, "2 3 4 5 6 7 8 9 10 11 12 15 20 30".split(), strict=True))
NTH = dict(
    zip(COUNTS, "second third fourth fifth sixth seventh eighth ninth tenth".split(), strict=False)
)
# Base, past, participle; another verb's past and participle; the past of what it is not.
ACTIONS = (
    ("see", "saw", "seen", "noticed", "noticed", "missed"),
    ("help", "helped", "helped", "assisted", "assisted", "hindered"),
    ("attack", "attacked", "attacked", "assaulted", "assaulted", "defended"),
    ("call", "called", "called", "phoned", "phoned", "ignored"),
    ("follow", "followed", "followed", "pursued", "pursued", "led"),
    ("praise", "praised", "praised", "commended", "commended", "criticised"),
    ("hit", "hit", "hit", "struck", "struck", "kissed"),
    ("kill", "killed", "killed", "murdered", "murdered", "saved"),
    ("find", "found", "found", "discovered", "discovered", "lost"),
    ("hire", "hired", "hired", "employed", "employed", "dismissed"),
    ("love", "loved", "loved", "adored", "adored", "hated"),
    ("frighten", "frightened", "frightened", "scared", "scared", "calmed"),
    ("free", "freed", "freed", "released", "released", "arrested"),
    ("choose", "chose", "chosen", "selected", "selected", "rejected"),
    ("beat", "beat", "beaten", "defeated", "defeated", "lost to"),
    ("support", "supported", "supported", "backed", "backed", "opposed"),
    ("eat", "ate", "eaten", "devoured", "devoured", "fed"),
    ("push", "pushed", "pushed", "shoved", "shoved", "pulled"),
    ("trust", "trusted", "trusted", "relied on", "relied on", "doubted"),
    ("deceive", "deceived", "deceived", "cheated", "cheated", "believed"),
    ("insult", "insulted", "insulted", "offended", "offended", "flattered"),
    ("recognise", "recognised", "recognised", "identified", "identified", "mistook"),
)
COMPARED = (
    ("smaller", "larger"),
    ("younger", "older"),
    ("richer", "poorer"),
    ("weaker", "stronger"),
    ("bigger", "smaller"),
    ("slower", "faster"),
    ("shorter", "taller"),
    ("lighter", "heavier"),
)
LINES = Path(__file__).with_name("templates.tsv")

Slots = dict[str, str]


def short_sentences(count: int, random: Random) -> Iterator[tuple[str, str, str]]:
    """A sentence, another that says the same, and one that does not; three such of each drawn."""
    with open(LINES, encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for _ in range(count):
        reference, same, changed = random.choice(lines)
        slots = draw(random)
        others = changed.split(" | ")
        for each in random.sample(others, min(3, len(others))):
            yield (
                filled(reference, slots),
                filled(random.choice(same.split(" | ")), slots),
                filled(each, slots),
            )


def draw(random: Random) -> Slots:
    """Words for all slots; those that must differ do."""
    lists = {name: words.split() for name, words in LISTS.items()}

    def some(name: str, *slots: str) -> Slots:
        return dict(zip(slots, random.sample(lists[name], len(slots)), strict=True))

    slots: Slots = {}
    slots |= some("person", "person", "second", "third", "persons") | some(
        "name", "Anna", "Peter", "Maria"
    )
    slots |= some("surname", "surname", "other") | some("city", "city", "town")
    slots |= (
        some("land", "land", "state")
        | some("firm", "firm", "rival")
        | some("things", "things", "objects")
    )
    slots |= (
        some("adj", "adj", "adj2")
        | some("day", "day", "weekday")
        | some("month", "month", "season")
    )
    slots |= some("group", "group", "body") | some("product", "product", "goods")
    slots |= dict(zip(("less", "more"), random.choice(COMPARED), strict=True))
    for name in (
        "fault",
        "room",
        "place",
        "part",
        "stuff",
        "report",
        "trouble",
        "event",
        "money",
        "kin",
        "when",
    ):
        slots |= some(name, name)
    people = [f"the {slots[name]}" for name in ("person", "second", "third")]
    if random.random() < 0.3:
        people = [slots[name] for name in ("Anna", "Peter", "Maria")]
    slots |= dict(zip(("one", "two", "three"), people, strict=True))
    forms = ("base", "past", "done", "alike", "likewise", "unlike")
    slots |= dict(zip(forms, random.choice(ACTIONS), strict=True))
    slots |= {
        "plural": _plural(slots["person"]),
        "persons": _plural(slots["persons"]),
        "sing": slots["things"].removesuffix("s").replace("boxe", "box"),
    }
    slots |= {
        "a thing": f"the {slots['sing']}",
        "an object": f"the {slots['objects'].removesuffix('s')}",
    }
    slots["when"] = slots["when"].replace("_", " ")
    return slots | _numbers(random)


def _numbers(random: Random) -> Slots:
    n, m = random.sample([n for n in range(12, 99) if n % 11 and n % 10], 2)
    few, many = random.sample(list(NTH), 2)
    big, huge = (100 * each for each in random.sample(range(2, 90), 2))
    year, date = random.sample(range(1900, 2020), 2)
    clock, hour = random.sample(
        [f"{h}:{m}" for h in range(1, 13) for m in ("15", "30", "45", "00")], 2
    )
    slots = {"n": n, "m": m, "k": n % 10, "big": big, "huge": huge, "year": year, "date": date}
    slots |= dict(
        zip(("digit", "tenth", "another tenth"), random.sample(range(1, 10), 3), strict=True)
    )
    return {name: str(value) for name, value in slots.items()} | {
        "few": few,
        "many": many,
        "few.digits": DIGITS[few],
        "few.nth": NTH[few],
        "many.nth": NTH[many],
        "clock": clock,
        "hour": hour,
        "n.turned": str(n)[::-1],
    }


def _plural(word: str) -> str:
    irregular = {"woman": "women", "thief": "thieves", "wolf": "wolves", "coach": "coaches"}
    return irregular.get(word, f"{word}s")


def filled(template: str, slots: Slots) -> str:
    """A template with its words, and a capital at its beginning."""
    text = re.sub(r"\{([^}]+)\}", lambda slot: slots[slot[1]], template)
    return text[:1].upper() + text[1:]
