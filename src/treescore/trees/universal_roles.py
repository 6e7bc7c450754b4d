"""What relations of several schemes have in common: one role for all that do the same work."""

from __future__ import annotations

_RELATIONS = {
    "subject": "nsubj csubj nsubjpass csubjpass expl sb sp ep",
    "object": "obj dobj iobj dative obl nmod pobj appos expl:pv expl:pass expl:impers expl:comp "
    "oa oa2 da og ag app",
    "aux": "aux auxpass cop pm",
    "mark": "mark cp cm",
    "case": "case",
    "cc": "cc preconj cd",
    "conj": "conj cj",
    "attribute": "amod det nummod predet poss quantmod nmod:poss nk",
    "flat": "flat fixed goeswith compound pnc nmc uc",
    "particle": "compound:prt prt svp",
    "relative": "acl:relcl advcl:relcl relcl rc",
    "bare verb": "xcomp acl oc",
    "adverbial": "advmod advcl npadvmod mo ng neg",
    "aside": "parataxis discourse vocative dislocated list intj meta par dm vo",
}
ROLES = {relation: role for role, names in _RELATIONS.items() for relation in names.split()}
"""The relations of Universal Dependencies, ClearNLP and TIGER; all others have the role ""."""

FUNCTION_ROLES = frozenset({"aux", "mark", "case", "cc"})
"""Roles of words that stand beside what they introduce or join."""
CONTENT = frozenset("ADJ NOUN NUM PRON PROPN VERB".split())
"""The tags of words that are no conjunctions and no particles, whatever their relation."""


def role_of(relation: str, tag: str) -> str:
    """The role of a word by its relation, or by what its relation is a subtype of, and its tag."""
    role = ROLES.get(relation) or ROLES.get(relation.partition(":")[0], "")
    if role == "mark" and tag == "PART":  # "to" and "zu" go with the verb like auxiliaries
        return "aux"
    if role == "cc" and tag in CONTENT:  # TIGER calls what is compared so
        return "object"
    return role
