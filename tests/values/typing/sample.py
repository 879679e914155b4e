# ruff: noqa: ARG005, B018, PLW0108  the lines are for type checkers
"""What the type checkers must say about Outputs; the expectations stand behind each line.

``# revealed: T`` is the type that both mypy and pyright reveal, written in one neutral way.
``# refused`` says that both report an error on the line.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import reveal_type

from confty import Output


@dataclass
class Address:
    city: str
    lines: list[str]


@dataclass
class Server:
    port: int
    address: Address


async def later(value: int) -> int:
    return value


async def later_output(value: int) -> Output[str]:
    return Output.of(str(value))


def show(value: int) -> str:
    return str(value)


def nested(value: int) -> Output[str]:
    return Output.of(str(value))


number = Output.of(1)
text = Output.of("a")
flag = Output.of(True)
server: Output[Server] = Output.unknown(Server)
names: Output[dict[str, int]] = Output.of({"a": 1})
items: Output[list[str]] = Output.of(["a"])
pending: Awaitable[int] = later(1)

reveal_type(number)  # revealed: Output[int]
reveal_type(Output.of(text))  # revealed: Output[str]
reveal_type(Output.of(pending))  # revealed: Output[int]
reveal_type(Output.of({"a": number}))  # revealed: Output[dict[str, int]]
reveal_type(Output.of([text]))  # revealed: Output[list[str]]

reveal_type(number.apply(show))  # revealed: Output[str]
reveal_type(number.apply(lambda value: value + 1))  # revealed: Output[int]
reveal_type(number.apply(nested))  # revealed: Output[str]
reveal_type(number.apply(lambda value: nested(value)))  # revealed: Output[str]
reveal_type(number.apply(lambda value: Output.of(str(value))))  # revealed: Output[str]
reveal_type(number.apply(later))  # revealed: Output[int]
reveal_type(number.apply(later_output))  # revealed: Output[str]
listed = number.apply(lambda value: [value])
reveal_type(listed.apply(lambda found: found[0]))  # revealed: Output[int]

reveal_type(Output.all(number))  # revealed: Output[tuple[int]]
reveal_type(Output.all(number, text))  # revealed: Output[tuple[int, str]]
reveal_type(Output.all(number, text, flag))  # revealed: Output[tuple[int, str, bool]]
reveal_type(Output.all(number, "plain"))  # revealed: Output[tuple[int, str]]
reveal_type(Output.all(pending, text))  # revealed: Output[tuple[int, str]]
reveal_type(Output.all(a=number, b=number))  # revealed: Output[dict[str, int]]
reveal_type(Output.all({"a": number}))  # revealed: Output[dict[str, int]]
reveal_type(Output.all(number, text).apply(lambda both: both[1]))  # revealed: Output[str]

reveal_type(Output.secret(text))  # revealed: Output[str]
reveal_type(Output.secret("plain"))  # revealed: Output[str]
reveal_type(Output.secret(text).unsecret(reason="shown to the user"))  # revealed: Output[str]
reveal_type(number.recover(lambda error: 0))  # revealed: Output[int]

reveal_type(Output.all(number, text)[0])  # revealed: Output[int]
reveal_type(Output.all(number, text)[1])  # revealed: Output[str]
reveal_type(names["a"])  # revealed: Output[int]
reveal_type(items[0])  # revealed: Output[str]
reveal_type(server.lift(lambda found: found.port))  # revealed: Output[int]
reveal_type(server.lift(lambda found: found.address.city))  # revealed: Output[str]
reveal_type(server.lift(lambda found: found.address.lines[0]))  # revealed: Output[str]

reveal_type(Output.concat("a", text))  # revealed: Output[str]
reveal_type(Output.format("{} {x}", number, x=text))  # revealed: Output[str]
reveal_type(Output.json_dumps({"a": number}))  # revealed: Output[str]
reveal_type(number.is_secret())  # revealed: bool
reveal_type(number.dependencies())  # revealed: frozenset[str]
reveal_type(number.reveal())  # revealed: int

server.lift(lambda found: found.prot)  # refused
server.port  # refused
names[0]  # refused
items["a"]  # refused
number + 1  # refused
Output.concat("a", number)  # refused
number.apply(lambda value: value.upper())  # refused
