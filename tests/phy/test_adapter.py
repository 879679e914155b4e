"""The debug adapter as an editor drives it, over pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = """\
(Module
  (TypeDecl point (RecordTy (Field x (IntTy)) (Field y (IntTy))))
  (ProcDecl next (IntTy) (Params (ParamDecl i (IntTy)))
    (Exprs
      (Decl more (Call + i 1))
      (Return more)))
  (ProcDecl main (IntTy) (Params)
    (Exprs
      (Decl p (RecordCons (Field x 1) (Field y 2)))
      (Decl s (Seq (IntTy) 10 20))
      (Decl n (Call next 41))
      (Call write (Seq "hello"))
      (Asgn n (Call + n (FieldAccess p x)))
      (Return LAST))))
"""


class Client:
    """The editor's side."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "confty", "debug", "--adapter", *flags],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(PROJECT / "src")},
        )
        self.sent = 0
        self.events: list[dict] = []

    def read(self) -> dict:
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.partition(b":")[2])
        assert length, "the adapter left"
        return json.loads(self.process.stdout.read(length))

    def ask(self, command: str, *, others: bool = False, **arguments) -> dict:
        """Ask, and wait for the answer; ``others`` lets answers to something else come before."""
        self.sent += 1
        message = {"seq": self.sent, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        while True:
            found = self.read()
            if found["type"] == "response" and (found["success"] or not others):
                assert found["request_seq"] == self.sent
                assert found["command"] == command
                return found
            self.events.append(found)

    def event(self, name: str) -> dict:
        while True:
            for at, one in enumerate(self.events):
                if one["event"] == name:
                    return self.events.pop(at)["body"]
            self.events.append(self.read())

    def output(self) -> str:
        return "".join(one["body"]["output"] for one in self.events if one["event"] == "output")

    def stack(self) -> list[tuple[str, int]]:
        frames = self.ask("stackTrace", threadId=1)["body"]["stackFrames"]
        return [(one["name"], one["line"]) for one in frames]

    def variables(self) -> dict[str, dict]:
        frame = self.ask("stackTrace", threadId=1)["body"]["stackFrames"][0]["id"]
        scope = self.ask("scopes", frameId=frame)["body"]["scopes"][0]["variablesReference"]
        return self.inside(scope)

    def inside(self, reference: int) -> dict[str, dict]:
        found = self.ask("variables", variablesReference=reference)["body"]["variables"]
        return {one["name"]: one for one in found}

    def leave(self) -> int:
        self.ask("disconnect")
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(20)


@pytest.fixture
def client(tmp_path):
    made = Client(tmp_path)
    yield made
    made.process.kill()
    made.process.wait()
    made.process.stdin.close()
    made.process.stdout.close()


def begun(client: Client, folder: Path, last: str, *lines: int, **more) -> list[dict]:
    path = folder / "a.phy"
    path.write_text(PROGRAM.replace("LAST", last))
    assert client.ask("initialize", adapterID="phy")["success"]
    client.event("initialized")
    assert client.ask("launch", program=str(path), **more)["success"]
    given = [{"line": line} for line in lines]
    set_ = client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=given)
    client.ask("configurationDone")
    return set_["body"]["breakpoints"]


def test_a_session_from_a_break_to_the_end(client, tmp_path) -> None:
    assert begun(client, tmp_path, "n", 11, 99) == [
        {"verified": True, "line": 11},
        {"verified": False, "line": 99},
    ]
    assert client.event("stopped")["reason"] == "breakpoint"
    assert client.ask("threads")["body"]["threads"] == [{"id": 1, "name": "program"}]
    assert client.stack()[-1] == ("main", 11)
    client.ask("stepIn", threadId=1)
    client.event("stopped")
    assert client.stack()[0][0] == "next"
    client.ask("next", threadId=1)
    client.event("stopped")
    assert "i" in client.variables()
    assert client.ask("evaluate", expression="i")["body"]["result"] == "41"
    client.ask("stepOut", threadId=1)
    assert client.event("stopped")["reason"] == "step"
    assert client.stack()[0][0] == "main"
    found = client.variables()
    assert found["s"]["value"] == "(array 10 20)"
    assert client.inside(found["p"]["variablesReference"])["y"]["value"] == "2"
    assert client.inside(found["s"]["variablesReference"])["1"]["value"] == "20"
    assert client.ask("evaluate", expression="nobody")["message"] == (
        "there is no variable nobody yet"
    )
    client.ask("continue", threadId=1)
    assert client.event("exited") == {"exitCode": 0}
    client.event("terminated")
    assert client.output() == "hello43 : (IntTy)\n"
    assert client.leave() == 0


def test_a_trap_stands_where_it_happened(client, tmp_path) -> None:
    begun(client, tmp_path, "(At s n)")
    stopped = client.event("stopped")
    assert stopped["reason"] == "exception"
    assert stopped["text"] == "index 43 is out of bounds, the length is 2"
    assert client.stack() == [("main", 14)]
    assert client.variables()["n"]["value"] == "43"
    client.ask("continue", threadId=1)
    assert client.event("exited") == {"exitCode": 1}
    assert "error[phy/out-of-bounds]" in client.output()
    assert client.leave() == 0


@pytest.mark.parametrize(
    "program",
    [
        "(Exprs (While (Call < n 50) (Asgn n (Call - 5 n))) 1)",
        "(If (Call < n 0) 1 (While true (TupleCons)))",
    ],
)
def test_an_endless_program_is_paused(client, tmp_path, program) -> None:
    begun(client, tmp_path, program)
    client.ask("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"
    assert client.variables()["n"]["type"] == "int"
    client.ask("continue", threadId=1)
    assert client.leave() == 0


def test_stops_at_the_entry_and_refuses_what_cannot_be(client, tmp_path) -> None:
    (tmp_path / "bad.phy").write_text("(Call + 1 true)")
    refused = client.ask("launch", program=str(tmp_path / "bad.phy"))
    assert not refused["success"]
    assert "operand-types" in refused["message"]
    assert not client.ask("launch", program="nobody.phy")["success"]
    assert not client.ask("launch")["success"]
    assert not client.ask("stackTrace", threadId=1)["success"]
    assert client.ask("variables")["message"] == "wrong arguments for variables"
    assert client.ask("jump")["message"] == "there is no request jump"
    begun(client, tmp_path, "n", stopOnEntry=True)
    assert client.event("stopped")["reason"] == "entry"
    assert client.leave() == 0


LOOP = (
    "(Module (ProcDecl main (IntTy) (Params)"
    " (Exprs (Decl s (Seq (IntTy) 1)) (While true (Asgn s (Call concat s 1))) (Return 1))))"
)
REQUESTS = [
    "configurationDone", "continue", "evaluate", "next", "pause", "scopes", "setBreakpoints",
    "stackTrace", "stepIn", "stepOut", "variables",
]  # fmt: skip


def test_nothing_runs_before_a_program_is_launched(client, tmp_path) -> None:
    for command in REQUESTS:
        assert not client.ask(command)["success"], command
    begun(client, tmp_path, "n", stopOnEntry=True)
    client.event("stopped")
    assert not client.ask("launch", program="a.phy")["success"]
    assert client.leave() == 0


@pytest.mark.parametrize(
    "odd",
    [-1, 0, 10**30, 10**400, float("inf"), float("nan"), "9" * 5000, "\0", [], [[]], [1], {}],
)
def test_arguments_that_mean_nothing(client, tmp_path, odd) -> None:
    begun(client, tmp_path, "n", stopOnEntry=True)
    client.event("stopped")
    for key in ("frameId", "variablesReference", "startFrame", "levels", "breakpoints"):
        for command in REQUESTS:
            client.ask(command, **{key: odd, **({"expression": "n"} if key == "frameId" else {})})
    client.ask("setBreakpoints", breakpoints=[{"line": odd}])
    assert client.leave() == 0


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"type": "request", "seq": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"type": "request", "seq": NaN, "command": {}}',
        b'{"type": "request", "command": ["launch"]}',
        b"\xff",
        b"null",
    ],
)
def test_messages_that_are_none(client, body) -> None:
    client.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    client.process.stdin.flush()
    assert client.ask("threads", others=True)["success"]
    assert client.leave() == 0


@pytest.mark.parametrize("header", [b"9" * 6000, b"-1", b"99999999999", "\u0663".encode(), b""])
def test_headers_that_are_none(client, header) -> None:
    client.process.stdin.write(b"Content-Length: " + header + b"\r\n\r\n{}")
    client.process.stdin.close()
    assert client.process.wait(20) == 0


@pytest.mark.parametrize("limit", [["--timeout", "0.3"], ["--max-memory", "0.1"]])
def test_a_run_ends_at_its_limits(limit, tmp_path) -> None:
    (tmp_path / "loop.phy").write_text(LOOP)
    command = [sys.executable, "-m", "confty", "debug", *limit]
    done = subprocess.run(
        [*command, "loop.phy"], input="c\n", cwd=tmp_path, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "phy/timeout" in done.stderr or "phy/out-of-memory" in done.stderr
    client = Client(tmp_path, *limit)
    assert client.ask("launch", program="loop.phy")["success"]
    client.ask("configurationDone")
    assert client.event("stopped")["reason"] == "exception"
    client.ask("continue")
    assert client.event("exited") == {"exitCode": 1}
    assert client.leave() == 0
