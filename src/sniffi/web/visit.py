"""One request and who makes it: language, guest, what kind of answer is wanted."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

from itsdangerous import BadData
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from sniffi.rules import Refused, SniffiError
from sniffi.web.errors import BadInput, BadToken
from sniffi.web.guests import Guest
from sniffi.web.languages import language_of, words_in
from sniffi.web.limits import address_key
from sniffi.web.memories import Memory
from sniffi.web.statuses import TRY_AGAIN, status_of
from sniffi.words import Words

if TYPE_CHECKING:
    from sniffi.web.site import Site

NOTICE_COOKIE = "sniffi_notice"
NOTICE_SECONDS = 60
LONGEST_NOTICE = 600
MOST_FIELDS = 40
RELOAD_SECONDS = 10
"""A page without script loads itself again no sooner, and offers to do it after so long."""
SLOWEST_RELOAD = 600
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_OURS = re.compile(r"/[^/\\\s]\S*|/", re.ASCII)


class Visit:
    """One request."""

    def __init__(self, site: Site, request: Request) -> None:
        self.site = site
        self.request = request
        self.names: Sequence[str] | None = None
        """The players of the table that the request is about, for sentences of what is refused."""

    @cached_property
    def guest(self) -> Guest:
        """Who asks."""
        return self.site.guests.of(self.request)

    @cached_property
    def language(self) -> str:
        """The reader's language."""
        return language_of(self.request)

    @property
    def words(self) -> Words:
        """The words of the reader's language."""
        return words_in(self.language)

    @cached_property
    def address(self) -> str:
        """What stands for the client's address."""
        client = self.request.client
        return address_key(client.host if client is not None else "")

    @cached_property
    def by_script(self) -> bool:
        """Whether a script asks, which wants no redirect and no whole page."""
        return self.wants_json or "x-requested-with" in self.request.headers

    @cached_property
    def wants_json(self) -> bool:
        """Whether the answer is to be JSON."""
        return "application/json" in self.request.headers.get("accept", "")

    @property
    def origin(self) -> str:
        """How browsers reach this server, for links that leave the page."""
        return self.site.settings.public_url or str(self.request.base_url).rstrip("/")

    # What was sent ---------------------------------------------------------------------------

    async def form(self, files: int = 0) -> FormData:
        """The form that was sent, when it comes from a page of this guest's.

        Args:
            files: how many it may bring.

        Raises:
            BadInput: it is no form.
            BadToken: it is another's, or forged.
        """
        try:
            form = await self.request.form(max_files=files, max_fields=MOST_FIELDS)
            for name, value in form.multi_items():
                # A charset that a form names can give half characters, which no answer can tell.
                f"{name}{value}".encode()
        except (HTTPException, UnicodeError, ClientDisconnect):
            raise BadInput from None
        token = self.request.headers.get("x-csrf-token") or form.get("csrf")
        try:
            self.site.guests.check(self.guest, token if isinstance(token, str) else None)
        except BadToken:
            await form.close()
            raise
        return form

    def query_number(self, name: str) -> int | None:
        """A whole number of the address; None when it is not there.

        Raises:
            BadInput: it is no number.
        """
        text = self.request.query_params.get(name)
        return None if text is None else whole_number(text)

    @property
    def reload(self) -> int | None:
        """Seconds after which the page is to load itself again; None for not at all.

        Raises:
            BadInput: that is too often or too seldom.
        """
        seconds = self.query_number("reload")
        if seconds is not None and not RELOAD_SECONDS <= seconds <= SLOWEST_RELOAD:
            raise BadInput
        return seconds

    # What the browser keeps ------------------------------------------------------------------

    @cached_property
    def memory(self) -> Memory:
        """What the browser has kept."""
        return self.site.memories.of(self.request)

    @cached_property
    def notice(self) -> str | None:
        """The sentence that an earlier answer left for this page."""
        told = self.request.cookies.get(NOTICE_COOKIE)
        if told is None:
            return None
        try:
            left = self.site.notices.loads(told, max_age=NOTICE_SECONDS)
        except BadData:
            return None
        match left:
            case [str(guest), str(sentence)] if guest == self.guest.csrf:
                return sentence
        return None

    # Answers ---------------------------------------------------------------------------------

    def html(self, template: str, status: int = HTTPStatus.OK, **context: Any) -> Response:
        """A whole page.

        Raises:
            TooOften: the guest is new, and the address has had too many.
        """
        if self.guest.new:
            self.site.meeting.take(self.address)
        return self._html(template, status, remember=self.guest.new, **context)

    def _html(self, template: str, status: int, *, remember: bool, **context: Any) -> Response:
        body = self.site.templates.fill(
            template,
            self.language,
            csrf=self.guest.csrf,
            here=self.here,
            notice=self.notice,
            name=self.memory.name,
            **context,
        )
        response = HTMLResponse(body, status_code=status, headers={"Vary": "Cookie"})
        if remember:
            self.remember(response)
        if NOTICE_COOKIE in self.request.cookies:
            response.delete_cookie(NOTICE_COOKIE, path="/", httponly=True, samesite="lax")
        return response

    def fragment(self, template: str, **context: Any) -> str:
        """A part of a page."""
        return self.site.templates.fill(
            template, self.language, csrf=self.guest.csrf, name=self.memory.name, **context
        )

    @property
    def secure(self) -> bool:
        """Whether the browser comes by https, so that cookies are for https alone."""
        return self.site.settings.https or self.request.url.scheme == "https"

    def remember(self, response: Response, guest_id: str | None = None) -> None:
        """Let the browser keep the guest's cookie, or that of another guest."""
        self.site.guests.remember(response, guest_id or self.guest.id, secure=self.secure)

    def keep(self, response: Response, memory: Memory) -> None:
        """Let the browser keep a memory."""
        self.site.memories.keep(response, memory, secure=self.secure)

    @property
    def here(self) -> str:
        """The address of this page, to come back to; a form that was sent has none."""
        if self.request.method not in ("GET", "HEAD"):
            return "/"
        url = self.request.url
        return f"{url.path}?{url.query}" if url.query else url.path

    def back_to(self, address: str, notice: str | None = None) -> Response:
        """A redirect after a form, with a sentence for the page that it leads to."""
        response = RedirectResponse(address, status_code=HTTPStatus.SEE_OTHER)
        if notice is not None:
            left = self.site.notices.dumps([self.guest.csrf, notice[:LONGEST_NOTICE]])
            response.set_cookie(
                NOTICE_COOKIE,
                str(left),
                max_age=NOTICE_SECONDS,
                path="/",
                secure=self.secure,
                httponly=True,
                samesite="lax",
            )
        return response

    def refused(self, error: SniffiError, back: str | None = None) -> Response:
        """The answer to a request that is refused.

        Args:
            back: where a form is sent from, when its sender can go back and try again.
        """
        status = status_of(error)
        sentence = self.words.refusal(error, self.names)
        headers = {}
        if "seconds" in error.fields and status is HTTPStatus.TOO_MANY_REQUESTS:
            headers["Retry-After"] = str(error.fields["seconds"])
        if self.by_script:
            return JSONResponse(refusal_json(error, sentence), status_code=status, headers=headers)
        if back is not None and status in TRY_AGAIN:
            return self.back_to(back, sentence)
        # A refusal makes nobody a guest: whoever is refused could have as many as wanted.
        response = self._html("error.html", status, remember=False, page=self._error_page(sentence))
        response.headers.update(headers)
        return response

    def _error_page(self, sentence: str) -> Mapping[str, str]:
        words = self.words
        return {
            "title": words.say("web.error-title"),
            "text": sentence,
            "back": "/",
            "back_label": words.say("web.error-back"),
        }


Handler: TypeAlias = Callable[[Visit], Awaitable[Response]]
"""Answers the requests to an address."""


def refusal_json(error: SniffiError, sentence: str) -> dict[str, Any]:
    """A refusal for a script: which, the sentence, the rule, and what would be legal instead."""
    told: dict[str, Any] = {"error": error.code, "say": sentence}
    if error.rule is not None:
        told["rule"] = error.rule
    if isinstance(error, Refused):
        told["legal"] = [str(action) for action in error.legal]
    return told


def whole_number(text: object) -> int:
    """The number that a form or an address tells.

    Raises:
        BadInput: it tells none.
    """
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise BadInput
    return int(text)


def text_of(form: FormData, name: str) -> str:
    """A field of a form.

    Raises:
        BadInput: it is missing.
    """
    value = form.get(name)
    if value is None or isinstance(value, UploadFile):
        raise BadInput
    return value


def own_path(text: object) -> str:
    """``text`` when it is a path of this site, else the front page: no form sends one elsewhere.

    >>> own_path("/t/x?at=3"), own_path("//evil.example"), own_path("https://evil.example")
    ('/t/x?at=3', '/', '/')
    """
    return text if isinstance(text, str) and _OURS.fullmatch(text) else "/"
