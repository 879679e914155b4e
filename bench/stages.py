"""What is done with an input that grows: each stage makes everything ready and returns the work."""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeAlias
from weakref import finalize

from shapes.parts import Files

from confty.ide.colours import colours_of
from confty.ide.layout import changes
from confty.ide.places import highlights_at
from confty.ide.renaming import Refused, rename_at
from confty.ide.searching import enclosing, search
from confty.ide.shelf import Shelf
from confty.language import Wish
from confty.languages.pcl.converter.from_data import as_pcl
from confty.languages.pcl.converter.room import convert
from confty.languages.pcl.preview.room import preview
from confty.report import FORMATS, report
from confty.text import Source
from confty.workspace import Config, Disk, Memory, Project
from confty.workspace.desk import Desk
from confty.workspace.mentions import Mentions

Work: TypeAlias = Callable[[], object]
#: What begins a comment that makes a text another, by the end of its name.
COMMENTS = {"pp": "# ", "phy": "; ", "yaml": "# ", "toml": "# "}

_fresh = count()


def other_text(name: str, text: str) -> str:
    """Return a text that says the same and was not seen before, so that nothing is remembered."""
    number, kind = next(_fresh), name.rpartition(".")[2]
    if kind == "json":
        return f"{text}\n" + f"{number:b}".replace("0", " ").replace("1", "\t")
    return f"{text}\n{COMMENTS.get(kind, '// ')}{number}\n"


def project_of(files: Files) -> tuple[Project, str]:
    texts = {name: other_text(name, text) for name, text in files.items()}
    config = Config(tomllib.loads(files.get("confty.toml", "")))
    return Project(config, Memory(texts), {"cache": False}), next(iter(files))


def parse(files: Files) -> Work:
    project, name = project_of(files)
    room = project.language(name).output
    assert room is not None
    source = Source(name, project.files.read(name).decode())
    host = project.host(name, room.name)
    return lambda: room.parser(source, host)


def check(files: Files) -> Work:
    project, name = project_of(files)

    def work() -> object:
        found = project.check(name)
        return [report(found, form) for form in ("full", "json")]

    return work


def check_all(files: Files) -> Work:
    """All files of a tree on the disk, in one process."""
    folder = tempfile.mkdtemp(prefix="confty-growth-")
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(other_text(name, text) if path.suffix != ".toml" else text)
    config = Config(tomllib.loads(files.get("confty.toml", "")), folder)
    config.whole = True
    project = Project(config, Disk(), {"cache": False})
    names = [f"{folder}/{name}" for name in files if not name.endswith(".toml")]

    def work() -> object:
        return project.check_all(names)

    finalize(work, shutil.rmtree, folder, ignore_errors=True)
    return work


def tell(files: Files) -> Work:
    """What was found, in every form there is."""
    project, name = project_of(files)
    found = project.check(name)
    return lambda: [report(found, form) for form in FORMATS]


def evaluate(files: Files) -> Work:
    project, name = project_of(files)

    def work() -> object:
        made = project.evaluate(name).output
        if made is None:
            return None
        room, value = made
        return room.render(value, room.formats[0])

    return work


def convert_value(files: Files) -> Work:
    """The value of a file in every form there is, and as PCL."""
    project, name = project_of(files)
    made = project.evaluate(name).output
    if made is None:
        return lambda: None
    room, value = made

    def work() -> object:
        forms = [room.render(value, form) for form in room.formats]
        plain = room.plain(value).output
        return forms, as_pcl(plain) if isinstance(plain, dict) else None

    return work


def lay_out(files: Files) -> Work:
    project, name = project_of(files)
    before = project.files.read(name).decode()

    def work() -> object:
        after = project.reformat(name).output
        return changes(before, after) if isinstance(after, str) else None

    return work


def show(files: Files) -> Work:
    project, name = project_of(files)
    host = project.host(name, "pcl")
    wish = Wish(form="tree", update=False, show_secrets=False, continue_on_error=False, mocks=None)
    return lambda: preview("", host, wish)


def translate(files: Files) -> Work:
    project, name = project_of(files)
    host = project.host(name, "pcl")
    return lambda: convert("", host, "project")


def _desk(files: Files) -> tuple[Desk, str, Callable[[], Shelf]]:
    # A folder that is not there: everything is open in the editor.
    folder = os.path.join(tempfile.gettempdir(), "confty-growth", str(next(_fresh)))
    config = Config(tomllib.loads(files.get("confty.toml", "")), folder)
    config.whole = True
    desk = Desk(lambda _: config)
    desk.flags = {"cache": False}
    for name, text in files.items():
        desk.update(os.path.join(folder, name), other_text(name, text))
    return (
        desk,
        os.path.join(folder, next(iter(files))),
        lambda: Shelf(desk, Mentions(), (folder,), lambda _: config),
    )


def look(files: Files) -> Work:
    """All that an editor asks of a file that is open: colours, outline, folds, hints, ..."""
    desk, name, _ = _desk(files)
    seen = desk.look(name)
    answers, end = seen.answers, len(seen.source.text)

    def work() -> object:
        middle = end // 2
        return (
            colours_of(seen), colours_of(seen, middle, middle + 2000), answers.occurrences(), answers.symbols(),
            answers.regions(), answers.links(), answers.hints(0, end), answers.result(), answers.outline_at(None),
            answers.needs(), answers.entries(), answers.whole(), answers.around(middle), answers.sight_at(middle),
            answers.offers_at(middle), answers.signature_at(middle), highlights_at(seen, middle), enclosing(seen, middle),
        )  # fmt: skip

    return work


def edit(files: Files) -> Work:
    """An edit at the end of a file that is open, and one in its middle that is taken back."""
    desk, name, _ = _desk(files)
    desk.look(name)
    text = desk.text(name) or ""

    def work() -> None:
        desk.update(name, f"{text} \n")
        desk.look(name)
        half = text.find("\n", len(text) // 2) + 1
        desk.update(name, f"{text[:half]}{text[half:]} ")
        desk.look(name)

    return work


def rename(files: Files) -> Work:
    """The name that is used most gets another."""
    desk, name, shelf = _desk(files)
    seen = desk.look(name)
    used: dict[str, int] = {}
    for one in seen.answers.occurrences():
        if not one.fixed and one.definitions:
            used[one.name] = used.get(one.name, 0) + 1
    most = max(used, key=used.__getitem__, default=None)
    place = next((one.start for one in seen.answers.occurrences() if one.name == most), 0)

    def work() -> object:
        around = shelf()
        try:
            return rename_at(seen, place, f"{most}2", around).texts(), search("a", around)
        except Refused:
            return None

    return work


#: The last ones are measured for the inputs that ``shapes.is_idle`` names.
STAGES: dict[str, Callable[[Files], Work]] = {
    "parse": parse, "check": check, "eval": evaluate, "fmt": lay_out, "preview": show,
    "check all": check_all, "tell": tell, "forms": convert_value, "python": translate, "look": look, "edit": edit, "rename": rename,
}  # fmt: skip
