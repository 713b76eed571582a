"""A server on this machine that speaks as OpenAI's does, and misbehaves when it is told to."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from attrs import define, field

Answer = Callable[[str], str]
FAULTS = ("429", "500", "503", "cut", "rubbish", "no object", "no choices")
SILENCE = 6.0


@define(eq=False)
class Served:
    """What a server was asked, and what it will say: `answer` to the user's text, after the faults of `plan`,
    one a request; None is for none. `first_token` is told to those who ask for it."""

    answer: Answer
    plan: Iterator[str | None] | None = None
    pause: float = 0.0
    first_token: dict[str, float] | None = None
    url: str = ""
    requests: list[dict[str, Any]] = field(factory=list)
    answered: list[str] = field(factory=list)
    met: list[str] = field(factory=list)
    keys: set[str] = field(factory=set)
    lock: threading.Lock = field(factory=threading.Lock)

    def next_fault(self) -> str | None:
        with self.lock:
            return None if self.plan is None else next(self.plan, None)


def user_text(request: dict[str, Any]) -> str:
    content = request["messages"][-1]["content"]
    return content if isinstance(content, str) else next(part["text"] for part in content if "text" in part)


def pictures(request: dict[str, Any]) -> list[bytes]:
    """The pictures of the last message."""
    parts = [part["image_url"]["url"] for part in request["messages"][-1]["content"] if "image_url" in part]
    assert all(url.startswith("data:image/png;base64,") for url in parts)
    return [base64.b64decode(url.partition(",")[2]) for url in parts]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: Served

    def log_message(self, *_: Any) -> None:
        """Nothing is printed."""

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        body = self.rfile.read(size)
        if len(body) < size:  # whoever asked did not wait
            self.close_connection = True
            return
        request = json.loads(body)
        served = self.served
        fault = served.next_fault()
        with served.lock:
            served.requests.append(request)
            served.keys.add(self.headers.get("Authorization", ""))
            if fault is not None:
                served.met.append(fault)
        if fault is None:
            time.sleep(served.pause)
            text = served.answer(user_text(request))
            self._send(200, _completion(request, text, served.first_token))
            with served.lock:
                served.answered.append(user_text(request))
        else:
            self._misbehave(fault, request)

    def _misbehave(self, fault: str, request: dict[str, Any]) -> None:
        good = _completion(request, "[1, 1]")
        if fault.isdigit():
            self._send(
                int(fault), json.dumps({"error": {"message": f"error {fault}", "code": fault}}).encode()
            )
        elif fault == "silence":
            time.sleep(SILENCE)
            self.close_connection = True
        elif fault == "cut":
            self._send(200, good[: len(good) // 2], length=len(good))
            self.close_connection = True
        elif fault == "rubbish":
            self._send(200, b'{"choices": [{"mess')
        elif fault == "no object":
            self._send(200, b'"hello"')
        else:
            self._send(200, json.dumps({**json.loads(good), "choices": []}).encode())

    def _send(self, status: int, body: bytes, length: int | None = None) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body) if length is None else length))
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the other side did not wait
            self.close_connection = True


def _completion(request: dict[str, Any], text: str, first_token: dict[str, float] | None = None) -> bytes:
    told = {}
    if first_token is not None and request.get("logprobs"):
        listed = [{"token": t, "logprob": v, "bytes": None} for t, v in first_token.items()]
        first = {**listed[0], "top_logprobs": listed[: request["top_logprobs"]]}
        told = {"logprobs": {"content": [first, {**first, "token": "."}], "refusal": None}}
    return json.dumps(
        {
            "id": "chat-1",
            "object": "chat.completion",
            "created": 1,
            "model": request["model"],
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": text},
                    **told,
                }
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }
    ).encode()


@contextmanager
def serving(served: Served) -> Iterator[Served]:
    """The server, on a free port of the loopback."""
    handler = type("Handler", (_Handler,), {"served": served})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
