"""Reading a drawing back: its elements, and the scales that its ticks promise."""

from fractions import Fraction
from xml.etree import ElementTree

MINUS = "\N{MINUS SIGN}"


def parse(markup):
    """The elements, without the name space before every name."""
    root = ElementTree.fromstring(markup)
    for element in root.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return root


def find(root, tag, kind=""):
    return [
        element
        for element in root.iter(tag)
        if set(kind.split()) <= set(element.get("class", "").split())
    ]


def numbers(element, *names):
    return [float(element.get(name)) for name in names]


def number(name):
    return Fraction(name.replace(MINUS, "-"))


def read_ticks(root, axis):
    """Pairs of pixel and number, as the names of an axis say."""
    across = "x" if axis == "x" else "y"
    below = 0 if axis == "x" else 4  # a name stands a little below its tick
    return [
        (float(tick.get(across)) - below, number(tick.text))
        for tick in find(root, "text", f"{axis} tick")
    ]


def scale(root, axis="x"):
    """The function from numbers to pixels that the ticks of a chart promise."""
    (start, low), *_, (end, high) = read_ticks(root, axis)
    return lambda value: start + (end - start) * float((Fraction(str(value)) - low) / (high - low))
