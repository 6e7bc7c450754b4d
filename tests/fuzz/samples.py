"""Small files that are as they should be, for random changes to begin with."""

from __future__ import annotations

from tests.fuzz.mutations import mutated

PLAIN = (b"It rains.\nWe stay.\n", "Ça va ?\r\n\r\n好".encode(), b"")
TABLES = (b"text\tdoc\nIt rains.\td1\nWe stay.\td1\n", b"doc\ttext\td\n1\t2\t3\n")
LINES = (
    b'{"text": "It rains.", "doc": "a"}\n{"doc": 1, "text": "We \\u00e9"}\n',
    b'{"text": "a", "doc": null}\n{"text": "b", "x": [1, {"y": 2.5}]}\n',
)
MARKUP = (
    b'<refset setid="t"><doc docid="w" sysid="p">\n<seg id=1> It rains. </seg>\n'
    b"<seg id=2>Rain &amp; &#x41; snow</seg></doc></refset>\n",
    b'<?xml version="1.0"?>\n<dataset id="t"><doc id="w"><src lang="de"><p><seg id="1">A</seg></p>'
    b'</src><ref translator="A"><seg id="1">B</seg></ref><hyp system="X"><seg id="1"><![CDATA[C]]>'
    b"</seg></hyp><!-- no --></doc></dataset>\n",
    b"<tstset><doc docid=a><seg>x</seg><seg>y</seg></doc></tstset>",
)
TAGS = (
    *(b"<seg>", b"</seg>", b"<seg id=1>", b"<doc>", b"</doc>", b"<hyp>", b"<refset>", b"</refset>"),
    *(
        b"<dataset>",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<!ENTITY",
        b"&#xd800;",
        b"&#99999999;",
    ),
    *(b"id=", b"sysid='", b"<SEG/>", b"<mteval>", b"<src>", b"&lt;"),
)
COMMENTS = (b"# parse = 2\n", b"# logprob = -1\n", b"# sent_id = a\n", b"# text = x\n", b"\n\n")
PENN = (
    b"( (S (NP (PRP I)) (VP (VBD slept) (-NONE- *T*-1)) (. .)) )\n(S)\n",
    b"(TOP (S (NP-SBJ-1 (DT A) (NN -LRB-))\n  (VP (VBZ is))))",
)
LISTS = (b"2\tid\n-10.5\n(S1 (NN a))\n-11.25\n(S1 (VB a))\n\n1\tb\n-1\n(X)\n",)
BRACKETS = (b"(", b")", b"()", b"(S", b"(-NONE- *)", b"(NN x)", b"-RRB-", b"(" * 300, b"3\tx\n")
OUTPUTS = (
    b"seg_id\tsystem\tref\thyp\thuman_score\textra_refs\tlp\n"
    b'1\tA\tIt rains.\tIt rain.\t2\t["It is raining."]\tde-en\n1\tB\tIt rains.\tRains\t\t\tde-en\n'
    b"2\tA\t\tStay\t3.5\t\tde-en\n",
    b"system\tseg_id\thyp\tref\th_fluency\tmqm_accuracy\thter\tdoc_id\tsys_kind\n"
    b"A\tx\ta\tb\t1\t-2\t0.5\td\thuman\nA\tx\ta\tb\t3\t-4\t\td\t\n",
)
PAIRS = (b"seg_id\tsys_a\tsys_b\tpref\n1\tA\tB\t1\n1\tB\tA\t0\n2\tA\tC\t-1\n",)
SCORES = (b"A\t1.5\nB\tNone\n", b"sys A  -2e-3\r\nsys A  0\n", b"A\t1\nA\t2\nB\t3\nB\t4\n")
CANDIDATES = {
    "a.nbest": mutated(
        (b"0 ||| It rains . ||| lm: -1 tm: 0.5 ||| -2.5\n0 ||| It rain\n1 ||| x ||| ||| 3\n",),
        (b"|||", b" ||| ", b"0 |||"),
    ),
    "a.tsv": mutated((b"seg\ttext\tscore\n1\ta\t-1\n1\tb\t2.5\n2\tc\t0\n",)),
    "a.jsonl": mutated((b'{"seg": 1, "text": "a", "score": -1}\n{"seg": "2", "text": "b"}\n',)),
}
TEXT_FORMATS = {
    "a.txt": mutated(PLAIN),
    "a.tsv": mutated(TABLES),
    "a.jsonl": mutated(LINES, (b'{"text": "x"}\n', b'"doc": 2', b"[" * 2000, b"1" * 5000)),
    "a.sgm": mutated(MARKUP, TAGS),
}
CONLLU = (
    b"# sent_id = 1\n# text = It rains\n1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
    b"2\train\xc3\xa9\train\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n",
    b"1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\t_\tADP\t_\t_\t0\tROOT\t_\t_\n"
    b"1.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n2\tel\t_\t_\tDT\t_\t1\tdet\t_\t_\n\n# text = \n\n",
    b"# sent_id = a\n# parse = 1\n# logprob = -0.5\n1\tFlies\t_\t_\tNNS\t_\t0\tROOT\t_\t_\n\n"
    b"# sent_id = a\n# parse = 2\n# logprob = -1.5\n1\tFlies\t_\t_\tVBZ\t_\t0\tROOT\t_\t_\n\n",
)
TREE_FORMATS = {
    "a.conllu": mutated(CONLLU, (*COMMENTS, b"1\tw\tw\tX\tX\t_\t0\tr\t_\t_\n")),
    "a.trees": mutated((*PENN, *LISTS), BRACKETS),
    "a.parses": mutated((*CONLLU, *PENN, *LISTS), (*COMMENTS, *BRACKETS)),
}
