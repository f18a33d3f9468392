"""Asking the chat model, once more where the protocol or a check calls for it, and reading what it wrote (A8, A9, A20, A21).

In: a prompt, and a model or what one wrote before. Out: the reply as read, with the raw text of all answers. Live and in
a replay the same function settles what is made of an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from duramen.checking import retry_message
from duramen.domain.checks import CLAIMS, Finding
from duramen.domain.preset import Preset
from duramen.domain.prompt import ChatMessage, Prompt, ProtocolForm
from duramen.domain.reply import ParsedReply
from duramen.errors import ModelError
from duramen.memory.checks import examined, to_mend
from duramen.memory.events import noted
from duramen.models.base import ChatModel
from duramen.protocol import ResponseStream, mark, needs_reask, parse, reask_message, settle

OnText = Callable[[str], None]
_BETWEEN = "\n\x1e\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a model answered, as read.

    `raw`: the text of all answers; the first has `first_chars` characters of it where there were two, else -1. `shown`:
    whether something of it had been shown before it was whole, so that nothing could be asked for again. `again`: why it
    was asked twice (a reason of `protocol.reask`, "self-check" or "card-check"). `findings`: what is wrong with the reply.
    `judge`: the judge's verdict in a word, "" where none was asked.
    """

    parsed: ParsedReply
    raw: str
    first_chars: int = -1
    shown: bool = False
    again: str = ""
    findings: tuple[Finding, ...] = ()
    judge: str = ""

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the answers one by one."""
        if self.first_chars < 0:
            return (self.raw,)
        return self.raw[: self.first_chars], self.raw[self.first_chars + len(_BETWEEN) :]


def ask(model: ChatModel, prompt: Prompt, preset: Preset, on_text: OnText | None = None) -> Answered:
    """Ask the model; `on_text` gets the words of its reply as they may be shown.

    What has been shown is never taken back: the model is asked once more, at most, and only while nothing was shown, which
    `buffer` ensures.
    """
    held = preset.protocol.buffer
    first, rest = _first(model, prompt, held, on_text)
    done = _settled(first, prompt, preset, lambda order: plain(model, _reasked(prompt, first.raw, order), None))
    rest = rest if done.parsed is first.parsed and not held else done.parsed.response
    if rest and on_text is not None:
        on_text(rest)
    return done


def read_again(answered: tuple[str, int, bool], prompt: Prompt, preset: Preset) -> Answered:
    """Return what is made of the raw text of an earlier answer; `answered` as in `Answered`: raw, first_chars, shown."""
    raw, first_chars, shown = answered
    kept = Answered(parsed=ParsedReply(analysis=None, response=""), raw=raw, first_chars=first_chars)
    said, *more = kept.answers
    first = Answered(parsed=_read(said, prompt), raw=said, shown=shown)
    return _settled(first, prompt, preset, lambda _: more[0] if more else "")


def made_over(answered: Answered, change: Callable[[str], str], prompt: Prompt, preset: Preset) -> Answered:
    """Return an answer with other raw text: what `change` makes of each, read again where that is not the same."""
    texts = [change(text) for text in answered.answers]
    if texts == list(answered.answers):
        return answered
    first_chars = len(texts[0]) if len(texts) > 1 else -1
    return read_again((_BETWEEN.join(texts), first_chars, answered.shown), prompt, preset)


def _first(model: ChatModel, prompt: Prompt, held: bool, on_text: OnText | None) -> tuple[Answered, str]:
    """Return the model's first answer, and what of it is still to be shown; `held`: nothing is shown on the way."""
    if prompt.form is ProtocolForm.NONE:
        raw = plain(model, prompt, None if held else on_text)
        return Answered(parsed=_read(raw, prompt), raw=raw, shown=not held and bool(raw)), ""
    stream = ResponseStream(_ids(prompt))
    for piece in model.stream(prompt):
        visible = stream.feed(piece)
        if visible and on_text is not None and not held:
            on_text(visible)
    shown = not held and bool(stream.shown)
    rest = stream.finish()
    return Answered(parsed=stream.parsed, raw=stream.raw, shown=shown), rest


def plain(model: ChatModel, prompt: Prompt, on_text: OnText | None) -> str:
    """Return the whole answer of a model, as it is."""
    pieces = []
    for piece in model.stream(prompt):
        pieces.append(piece)
        if on_text is not None:
            on_text(piece)
    return "".join(pieces)


def _settled(first: Answered, prompt: Prompt, preset: Preset, again: Callable[[str], str]) -> Answered:
    """Return what stands of an answer; `again` puts one more order to the model and returns what it wrote."""
    done = first if prompt.form is ProtocolForm.NONE else _by_protocol(first, prompt, preset, again)
    done = replace(done, findings=examined(done.parsed, prompt, preset.check))
    wrong = to_mend(done.findings, preset.check)
    if not wrong or done.first_chars >= 0 or done.shown:
        return done
    try:
        second = again(retry_message(wrong, done.parsed.response, prompt.language))
    except ModelError as error:  # there is a reply to give; it is marked
        noted("retry_failed", error=type(error).__name__)
        second = ""
    return _by_check(done, second, prompt, preset) if second else done


def _by_protocol(first: Answered, prompt: Prompt, preset: Preset, again: Callable[[str], str]) -> Answered:
    strict, parsed = preset.protocol.require_tags, first.parsed
    reason = needs_reask(parsed, strict=strict) if not first.shown else ""
    if reason and preset.protocol.reask:
        second = again(reask_message(parsed, prompt.language, strict=strict))
        parsed = settle(parsed, parse(second, _ids(prompt)), first.raw, strict=strict)
        return replace(_joined(first, second), parsed=parsed, again=reason)
    if not parsed.response or reason == "no-tags":
        return replace(first, parsed=mark(parsed, first.raw))
    return first


def _by_check(first: Answered, second: str, prompt: Prompt, preset: Preset) -> Answered:
    """Return the reply after a retry: the second unless it breaks the protocol or has more wrong with it than the first."""
    reason = "self-check" if first.findings[0].kind in CLAIMS else "card-check"
    both = replace(_joined(first, second), again=reason)
    parsed = _read(second, prompt)
    strict = preset.protocol.require_tags and prompt.form is not ProtocolForm.NONE
    if needs_reask(parsed, strict=strict):
        return both
    parsed = replace(parsed, analysis=parsed.analysis or first.parsed.analysis)
    findings = examined(parsed, prompt, preset.check)
    return both if len(findings) > len(first.findings) else replace(both, parsed=parsed, findings=findings)


def _joined(first: Answered, second: str) -> Answered:
    return replace(first, raw=f"{first.raw}{_BETWEEN}{second}", first_chars=len(first.raw))


def _read(text: str, prompt: Prompt) -> ParsedReply:
    if prompt.form is ProtocolForm.NONE:
        return ParsedReply(analysis=None, response=text.strip())
    return parse(text, _ids(prompt))


def _ids(prompt: Prompt) -> list[str]:
    return [*(e.id for e in prompt.evidence), *(shown.id for shown in prompt.leaves)]


def _reasked(prompt: Prompt, raw: str, order: str) -> Prompt:
    answer = ChatMessage(role="assistant", content=raw)
    return replace(prompt, messages=(*prompt.messages, answer, ChatMessage(role="user", content=order)))
