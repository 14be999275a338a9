"""What is sent back to a request: JSON, or a text to be kept as a file."""

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from berlin.server.http.errors import Denied
from berlin.server.http.reply import Header, Reply

JSON = (b"content-type", b"application/json")
TEXT = (b"content-type", b"text/plain; charset=utf-8")
KINDS = {
    "html": (b"content-type", b"text/html; charset=utf-8"),
    "md": (b"content-type", b"text/markdown; charset=utf-8"),
    "json": JSON,
}
UNKEPT = (b"cache-control", b"no-store")
UNCHANGED = 304
TOO_MANY = 429
# The rest of such a request is not waited for.
LATE = 408


class Answer:
    """A whole answer: its status, what is said above it, and its body."""

    def __init__(self, body: bytes, status: int, *headers: Header) -> None:
        self.body, self.status, self.headers = body, status, headers
        self.is_unchanged, self.closes = status == UNCHANGED, status == LATE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reply = send if isinstance(send, Reply) else Reply(send, ())
        await reply.answer(self)


def json(value: object, status: int = 200) -> Answer:
    """A value as JSON, which no cache keeps: it was true for this caller, and now."""
    return Answer(msgspec.json.encode(value), status, JSON, UNKEPT)


def file(text: str, name: str) -> Answer:
    """A text to be kept under this name, whose ending says of what kind it is."""
    kind = KINDS.get(name.rpartition(".")[2], TEXT)
    named = (b"content-disposition", f'attachment; filename="{name}"'.encode())
    return Answer(text.encode(), 200, kind, UNKEPT, named)


def kept(request: Request, body: bytes, kind: tuple[bytes, bytes], tag: str) -> Answer:
    """What a browser keeps a copy of; it asks each time whether its copy is still good, and mostly it is."""
    headers = (b"etag", tag.encode()), (b"cache-control", b"no-cache")
    if request.headers.get("if-none-match") == tag:
        return Answer(b"", UNCHANGED, *headers)
    return Answer(body, 200, kind, *headers)


def refusal(denied: Denied) -> Answer:
    """The answer to a request that is not granted."""
    answer = json(denied.told(), denied.status)
    if denied.status == TOO_MANY:
        answer.headers += ((b"retry-after", b"%d" % denied.wait),)
    return answer
