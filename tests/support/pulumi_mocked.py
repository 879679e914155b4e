"""Runs Python programs under the mocks of Pulumi's own SDK and tells what they did.

The SDK takes a second to import, so that one process imports it once and forks for each program:
``python pulumi_mocked.py ORDERS.json`` reads a list of orders and writes a list of answers.
"""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import sys
import traceback
from typing import Any


def told(value: Any) -> Any:
    """A value of the SDK as JSON data that two runs can be compared by."""
    import pulumi

    if isinstance(value, dict):
        if value.get("4dabf18193072939515e22adb298388d") == "1b47061264138c4ac30d75fd1eb44270":
            # A secret as it travels.
            return told(value["value"])
        return {
            str(key): told(each) for key, each in sorted(value.items(), key=lambda p: str(p[0]))
        }
    if isinstance(value, (list, tuple)):
        return [told(each) for each in value]
    if isinstance(value, pulumi.Resource):
        return {"$resource": [value.pulumi_resource_type, value.pulumi_resource_name]}
    if isinstance(value, pulumi.FileAsset):
        return {"$file": value.path}
    if isinstance(value, pulumi.StringAsset):
        return {"$asset": value.text}
    if isinstance(value, pulumi.FileArchive):
        return {"$archive": value.path}
    if isinstance(value, (pulumi.Asset, pulumi.Archive)):
        return {f"${type(value).__name__}": told(vars(value))}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if type(value).__name__ == "Unknown":
        return {"$unknown": True}
    return repr(value)


class Recorder:
    """What a program did."""

    def __init__(self, orders: dict[str, Any]) -> None:
        self.orders = orders
        self.resources: list[Any] = []
        self.calls: list[Any] = []
        self.exports: dict[str, Any] = {}

    def invented(self, kind: str, token: str) -> dict[str, Any]:
        return self.orders.get(kind, {}).get(token, {})


def _mocks(recorder: Recorder) -> Any:
    import pulumi

    class Mocks(pulumi.runtime.Mocks):
        def new_resource(self, args: Any) -> tuple[str, dict[str, Any]]:
            recorder.resources.append([args.typ, args.name, told(args.inputs)])
            made = recorder.invented("outputs", args.typ)
            if args.typ == "pulumi:pulumi:StackReference":
                made = {"outputs": recorder.orders.get("stack", {}), "secretOutputNames": []}
            return args.resource_id or f"{args.name}_id", {**made, **args.inputs}

        def call(self, args: Any) -> Any:
            recorder.calls.append([args.token, told(args.args)])
            return recorder.invented("results", args.token)

    return Mocks()


def run(orders: dict[str, Any]) -> dict[str, Any]:
    """Run one program to its end."""
    import pulumi
    from pulumi.runtime import set_all_config, set_mocks
    from pulumi.runtime.stack import run_pulumi_func

    os.chdir(orders["folder"])
    for path in reversed(orders["path"]):
        sys.path.insert(0, path)
    recorder = Recorder(orders)
    set_all_config(orders["config"], [])
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    set_mocks(
        _mocks(recorder), project=orders.get("project", "project"), stack="stack", preview=False
    )
    waiting: list[Any] = []

    def export(name: str, value: Any) -> None:
        def keep(found: Any) -> None:
            recorder.exports[name] = told(found)

        waiting.append(pulumi.Output.from_input(value).apply(keep).future())

    pulumi.export = export
    answer: dict[str, Any] = {"error": None}

    def program() -> None:
        runpy.run_path(orders["file"], run_name="__main__")

    async def work() -> None:
        await run_pulumi_func(program)
        for each in waiting:
            await each

    try:
        loop.run_until_complete(asyncio.wait_for(work(), 60))
    except BaseException as error:  # noqa: BLE001  whatever the program does is the answer
        answer["error"] = "".join(traceback.format_exception(error))[-3000:]
    answer["resources"] = sorted(recorder.resources, key=json.dumps)
    answer["calls"] = sorted(recorder.calls, key=json.dumps)
    answer["exports"] = recorder.exports
    return answer


def main(path: str) -> None:
    """Run every order in a process of its own."""
    import pulumi  # noqa: F401  once for all

    with open(path, encoding="utf-8") as file:
        every = json.load(file)
    answers = []
    for orders in every:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            with os.fdopen(writing, "w", encoding="utf-8") as out:
                json.dump(run(orders), out)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as found:
            text = found.read()
        os.waitpid(child, 0)
        answers.append(json.loads(text) if text else {"error": "the program ended the process"})
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
