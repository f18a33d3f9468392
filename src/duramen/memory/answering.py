"""Asking the chat model, once more where the protocol calls for it, and reading what it wrote (A8, A9).

In: a prompt, and a model or what one wrote before. Out: the reply as read, with the raw text of all answers. Live and in
a replay the same function settles what is made of an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from duramen.domain.preset import Preset
from duramen.domain.prompt import ChatMessage, Prompt, ProtocolForm
from duramen.domain.reply import ParsedReply
from duramen.models.base import ChatModel
from duramen.protocol import ResponseStream, mark, needs_reask, parse, reask_message, settle

OnText = Callable[[str], None]
_BETWEEN = "\n\x1e\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a model answered, as read.

    `raw`: the text of all answers; the first has `first_chars` characters of it where there were two, else -1. `shown`:
    whether something of it had been shown before it was whole, so that nothing could be asked for again.
    """

    parsed: ParsedReply
    raw: str
    first_chars: int = -1
    shown: bool = False

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the answers one by one."""
        if self.first_chars < 0:
            return (self.raw,)
        return self.raw[: self.first_chars], self.raw[self.first_chars + len(_BETWEEN) :]


def ask(model: ChatModel, prompt: Prompt, preset: Preset, on_text: OnText | None = None) -> Answered:
    """Ask the model; `on_text` gets the words of its reply as they may be shown.

    What has been shown is never taken back: a re-ask happens only while nothing was shown, which `buffer` ensures.
    """
    if prompt.form is ProtocolForm.NONE:
        raw = plain(model, prompt, on_text)
        return Answered(parsed=ParsedReply(analysis=None, response=raw.strip()), raw=raw)
    stream = ResponseStream(_ids(prompt))
    held = preset.protocol.buffer
    for piece in model.stream(prompt):
        visible = stream.feed(piece)
        if visible and on_text is not None and not held:
            on_text(visible)
    shown = not held and bool(stream.shown)
    rest = stream.finish()
    first = Answered(parsed=stream.parsed, raw=stream.raw, shown=shown)
    done = _settled(first, prompt, preset, lambda order: plain(model, _reasked(prompt, first.raw, order), None))
    rest = rest if done.parsed is first.parsed and not held else done.parsed.response
    if rest and on_text is not None:
        on_text(rest)
    return done


def read_again(answered: tuple[str, int, bool], prompt: Prompt, preset: Preset) -> Answered:
    """Return what is made of the raw text of an earlier answer; `answered` as in `Answered`: raw, first_chars, shown."""
    raw, first_chars, shown = answered
    if prompt.form is ProtocolForm.NONE:
        return Answered(parsed=ParsedReply(analysis=None, response=raw.strip()), raw=raw)
    kept = Answered(parsed=ParsedReply(analysis=None, response=""), raw=raw, first_chars=first_chars)
    said, *more = kept.answers
    first = Answered(parsed=parse(said, _ids(prompt)), raw=said, shown=shown)
    return _settled(first, prompt, preset, lambda _: more[0] if more else "")


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
    strict, parsed = preset.protocol.require_tags, first.parsed
    reason = needs_reask(parsed, strict=strict) if not first.shown else ""
    if reason and preset.protocol.reask:
        second = again(reask_message(parsed, prompt.language, strict=strict))
        parsed = settle(parsed, parse(second, _ids(prompt)), first.raw, strict=strict)
        raw = f"{first.raw}{_BETWEEN}{second}"
        return replace(first, parsed=parsed, raw=raw, first_chars=len(first.raw))
    if not parsed.response or reason == "no-tags":
        return replace(first, parsed=mark(parsed, first.raw))
    return first


def _ids(prompt: Prompt) -> list[str]:
    return [*(e.id for e in prompt.evidence), *(shown.id for shown in prompt.leaves)]


def _reasked(prompt: Prompt, raw: str, order: str) -> Prompt:
    answer = ChatMessage(role="assistant", content=raw)
    return replace(prompt, messages=(*prompt.messages, answer, ChatMessage(role="user", content=order)))
