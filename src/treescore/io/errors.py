"""One exception for each fault an input file can have, with the file and the line."""

from __future__ import annotations

from treescore.errors import TreescoreError


class InputError(TreescoreError):
    """A file that cannot be used as it is."""

    def __init__(self, path: str, line: int | None, fault: str) -> None:
        self.path = path
        self.line = line
        self.fault = fault
        super().__init__(f"{path}:{line}: {fault}" if line else f"{path}: {fault}")


class UnreadableFile(InputError):
    """The file does not exist, is a folder, or may not be opened."""


class EmptyFile(InputError):
    """The file holds no segment."""


class BadEncoding(InputError):
    """A line is not UTF-8."""


class BadCompression(InputError):
    """A gzip file is cut off or damaged."""


class SegmentTooLong(InputError):
    """A segment, a line or a tree that is longer than allowed."""


class LineCountMismatch(InputError):
    """Two files that should run in parallel have different numbers of segments."""


class BadRow(InputError):
    """A row of a table has the wrong number of columns."""


class MissingColumn(InputError):
    """A table lacks the column asked for."""


class BadJson(InputError):
    """A line of JSONL is not a JSON object, or lacks the text asked for."""


class UnclosedBracket(InputError):
    """A tree is still open when the file, or its line, ends."""


class StrayBracket(InputError):
    """A closing bracket that no opening bracket belongs to."""


class StrayText(InputError):
    """A word outside of any tree."""


class MixedNode(InputError):
    """A node with a word beside other children."""


class EmptyTree(InputError):
    """A tree without any word or label."""


class BadCount(InputError):
    """The first line of an n-best block is not `N<TAB>id`, or N is not what follows."""


class BadProbability(InputError):
    """A log-probability that is not a number."""


class BadColumns(InputError):
    """A CoNLL-U line without its ten columns."""


class BadId(InputError):
    """A CoNLL-U word whose number is not the next one."""


class BadHead(InputError):
    """A CoNLL-U head that is not a number of the sentence."""


class HeadCycle(InputError):
    """A CoNLL-U word that is its own ancestor."""


class BadParseNumber(InputError):
    """The parses of one segment are not numbered 1, 2, 3 ... in the comment `# parse`."""


class FileTooBig(InputError):
    """A file that is, unpacked, larger than the reader takes."""


class NotTestSet(InputError):
    """Markup without a `refset`, `tstset` or `dataset`, or a document outside of them."""


class EntityDeclaration(InputError):
    """Markup that declares an entity; none is ever expanded."""


class BadTag(InputError):
    """A tag whose quotes or whose `>` are missing."""


class MisplacedTag(InputError):
    """A tag where it cannot stand, or a closing tag that nothing opened."""


class UnclosedMarkup(InputError):
    """An element, a comment or a CDATA section that should have ended."""


class StraySegment(InputError):
    """A segment outside of a document, or of its `src`, `ref` or `hyp`."""


class NestedSegment(InputError):
    """A segment inside of a segment."""


class MissingSegmentId(InputError):
    """A segment without an id in a file where others have one."""


class MissingDocumentId(InputError):
    """A document without an id in a file of several."""


class DuplicateSegment(InputError):
    """The same segment twice for one reference or one system."""


class MissingSegment(InputError):
    """A system that lacks a segment of the test set."""


class UnknownSegment(InputError):
    """A segment that the first reference does not have."""


class MissingTranslation(InputError):
    """Markup that lacks the reference or the system asked for."""


class NotPlainText(InputError):
    """Markup or trees where text is expected."""


class NotParses(InputError):
    """Something else where trees are expected."""


class TextMismatch(InputError):
    """A parse of another text than the one it stands beside."""


class NotJudgements(InputError):
    """Something else where human judgements are expected."""


class BadScore(InputError):
    """A score that is not a number."""


class MissingScore(InputError):
    """A candidate without the score that it is to be weighed by."""


class ScatteredSegment(InputError):
    """A segment whose candidates do not stand together."""


class BadParquet(InputError):
    """A Parquet file that is damaged, or that changed while it was read."""


class WrongType(InputError):
    """A column of Parquet that does not hold text where text is expected."""


class MissingText(InputError):
    """A row of a file of pairs without its translation, its reference, its system or document."""


class NotJournal(InputError):
    """Something else, or a damaged file, where a journal would be written."""


class OtherJournal(InputError):
    """The journal of a run with other settings."""


class JournalInUse(InputError):
    """The journal of a run that is still going on."""


class BadRecord(TreescoreError):
    """A record of a journal that holds no arrays."""


class InputChanged(InputError):
    """A file that was read twice, and was another one the second time."""
