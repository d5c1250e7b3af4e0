"""What a log leaves open, as questions that a person can answer, and the answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

from sw_data.errors import DocumentError

MOST_ANSWERS: Final = 1_000_000


class Candidate(NamedTuple):
    """One of the answers that fit: what to write, and what it means."""

    answer: str
    meaning: str = ""


class Question(NamedTuple):
    """Something that a message leaves open.

    Attributes:
        id: The message's id and what is asked, `Xy1…:target`; the same at every reading.
        ask: The question.
        candidates: Answers that fit; others may do too.
        code: The code of the finding that says the same.
        message: The id of the message.
        file: The file that it stands in.
        line: Its line.
        key: Its key in a pack, or its pointer.
    """

    id: str
    ask: str
    candidates: tuple[Candidate, ...]
    code: str
    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None

    def to_json(self, answer: object = None) -> dict[str, Any]:
        """The line of the answers file, `answer` to be filled in."""
        return {
            "question": self.id,
            "ask": self.ask,
            "candidates": {each.answer: each.meaning for each in self.candidates},
            "answer": answer,
        }


@dataclass
class Answers:
    """What somebody has answered, by question.

    Attributes:
        given: The answers by the question's id.
        used: Ids of questions that were asked and had an answer.
    """

    given: Mapping[str, str] = field(default_factory=dict[str, str])
    used: set[str] = field(default_factory=set[str])

    def to(self, question: str) -> str | None:
        """The answer to a question; None if nobody has answered."""
        answer = self.given.get(question)
        if answer is not None:
            self.used.add(question)
        return answer

    @property
    def unused(self) -> tuple[str, ...]:
        """Questions that were answered and never asked."""
        return tuple(each for each in self.given if each not in self.used)


def read_answers(lines: Iterable[str], name: str) -> Answers:
    """The answers of a file: JSON Lines with `question` and `answer`.

    A line whose `answer` is null is not answered yet.

    Raises:
        DocumentError: A line is no JSON, or no question with an answer; says which.
    """
    given: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError):
            raise DocumentError("the line is no JSON", path=name, line=number) from None
        entry = cast("dict[str, object]", value) if isinstance(value, dict) else {}
        question, answer = entry.get("question"), entry.get("answer")
        if not isinstance(question, str):
            raise DocumentError("an answer has the key `question`", path=name, line=number)
        if answer is None:
            continue
        if not isinstance(answer, str):
            raise DocumentError(
                f"an answer is a text or null, not {answer!r}", path=name, line=number
            )
        given[question] = answer
        if len(given) > MOST_ANSWERS:
            raise DocumentError(f"more than {MOST_ANSWERS} answers", path=name, line=number)
    return Answers(given)
