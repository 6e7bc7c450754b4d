"""The rules, in the order in which they are asked: what one explains, later ones leave alone."""

from __future__ import annotations

from treescore.diagnosis.findings import Rule
from treescore.diagnosis.rules.attachment import find_attachment
from treescore.diagnosis.rules.capitals import capitals
from treescore.diagnosis.rules.doubtful import find_likely, find_sure
from treescore.diagnosis.rules.exchanged import find_exchanged
from treescore.diagnosis.rules.foreign import foreign
from treescore.diagnosis.rules.function_words import find_few, find_function_words
from treescore.diagnosis.rules.gaps import find_additions, find_missing
from treescore.diagnosis.rules.meaning import find_choices, find_forms, find_opposites
from treescore.diagnosis.rules.names import find_names
from treescore.diagnosis.rules.negation import find_negations
from treescore.diagnosis.rules.nouns import find_agreement, find_number
from treescore.diagnosis.rules.numbers import find_numerals
from treescore.diagnosis.rules.order import find_order, find_roles, find_shuffled
from treescore.diagnosis.rules.pronouns import find_pronouns
from treescore.diagnosis.rules.punctuation import punctuation
from treescore.diagnosis.rules.repetition import repetition
from treescore.diagnosis.rules.spacing import spacing
from treescore.diagnosis.rules.spelling import spelling
from treescore.diagnosis.rules.untranslated import untranslated
from treescore.diagnosis.rules.unusual import find_unusual
from treescore.diagnosis.rules.verbs import find_moods, find_obligations, find_verb_errors
from treescore.diagnosis.rules.whole import empty, unrelated

WHOLE: tuple[Rule, ...] = (empty, foreign, unrelated, find_shuffled)
"""If one of these finds something, nothing else is looked for."""
RULES: tuple[Rule, ...] = (
    repetition,
    spelling,
    untranslated,
    find_moods,
    find_obligations,
    find_agreement,
    find_roles,
    find_exchanged,
    find_unusual,
    find_sure,
    find_order,
    find_attachment,
    find_numerals,
    find_few,
    find_names,
    find_opposites,
    find_negations,
    find_verb_errors,
    find_pronouns,
    find_forms,
    find_number,
    find_function_words,
    find_choices,
    find_missing,
    find_additions,
    capitals,
    punctuation,
    spacing,
    find_likely,
)
