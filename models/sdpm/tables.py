"""The words that perturbations and paraphrases put in the place of others."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _table(text: str) -> dict[str, str]:
    """Pairs of old and new, with `_` for a blank inside."""
    pairs = (pair.replace("_", " ").partition("=") for pair in text.split())
    return {old: new for old, _, new in pairs}


NOUNS = ("NN", "NNS")
VERBS = ("VB", "VBD", "VBZ", "VBP", "VBN", "VBG")
MODIFIERS = ("JJ", "RB")
CONTENT = (*NOUNS, *VERBS, *MODIFIERS)
SUBJECTS = ("nsubj", "nsubjpass")
MARKS = "^,;:!?-*)(/\"'"
DETERMINERS = _words(
    """
    the a an this these that those its their his her our
    """
)
PREPOSITIONS = _words(
    """
    of in for to with on at by from about after under
    """
)
HELPERS = _words(
    """
    is are was were will would can could should must may might has have had
    """
)
NUMBERS = _words(
    """
    one two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred
    """
)
OTHER_SEX = _table(
    """
    he=she she=he him=her his=her her=his himself=herself herself=himself it=he they=she
    them=him their=his its=their man=woman woman=man men=women women=men father=mother
    mother=father boy=girl girl=boy son=daughter daughter=son husband=wife wife=husband
    """
)
OTHER_CASE = _table(
    """
    i=me me=I he=him him=he she=her her=herself they=them them=they we=us us=we his=him
    their=them my=me our=us who=whom its=itself
    """
)
CONTRACTED = _table(
    """
    is_not=isn't are_not=aren't was_not=wasn't do_not=don't does_not=doesn't did_not=didn't
    has_not=hasn't can_not=can't would_not=wouldn't could_not=couldn't have_not=haven't
    it_is=it's that_is=that's i_am=I'm we_are=we're they_are=they're he_is=he's she_is=she's
    i_have=I've we_have=we've they_have=they've i_will=I'll we_will=we'll
    """
)
"""Two words that are often written as one."""
SPELLED_OUT = _table("n't=not 're=are 've=have 'll=will 'm=am ca=can wo=will")
ALIKE = _table(
    """
    because=since although=though says=states said=stated began=started begin=start
    buy=purchase bought=purchased get=obtain big=large large=big many=a_lot_of help=assist
    approximately=about enough=sufficient children=kids wants=would_like must=has_to may=might
    might=may use=utilise used=utilised whole=entire entire=whole currently=at_present
    now=currently nearly=almost almost=nearly quickly=rapidly rapidly=quickly huge=enormous
    """
)
