"""Files that change outside of the editor: what clients tell of, and what nobody told of."""

from __future__ import annotations

import asyncio
import os
from typing import Final

from confty.server.protocol import Json
from confty.server.service import Service
from confty.server.settings import PAUSE
from confty.workspace.desk import CONFIGS, Look, reconfigures
from confty.workspace.files import state_of
from confty.workspace.observed import VISIBLE
from confty.workspace.watched import configs_above

#: How often files behind open documents are looked at, in seconds, and how many at most.
_GLANCE: Final = 2.0
_MOST: Final = 2000
_CHANGED: Final = 2


class Watching:
    """Keeps what is known in step with the disk."""

    def __init__(self, service: Service) -> None:
        self._service: Final = service
        self._stamps: dict[str, tuple[int, ...] | None] = {}
        service.noted = self.noted

    def noted(self, look: Look) -> None:
        """A check has ended: how are the files now that it has seen for the first time?"""
        if look.name not in self._service.documents.by_name or len(self._stamps) > _MOST:
            return
        files = [subject for kind, subject in look.asked if kind in VISIBLE]
        files += configs_above([os.path.dirname(look.name)])
        self._stamps.update(state_of([name for name in files if name not in self._stamps]))

    def changed(self, params: Json) -> None:
        """A client tells of files that changed."""
        names: dict[str, bool] = {}
        for change in params["changes"]:
            name = self._service.documents.name_of(change["uri"])
            if name is not None:
                names[name] = names.get(name, False) or change["type"] != _CHANGED
        self._told(names)

    def saved(self, params: Json) -> None:
        """A document was saved; for us its text has been true before."""
        self._service.desk.saved()
        name = self._service.documents.name_of(params["textDocument"]["uri"])
        if name is not None and os.path.basename(name) in CONFIGS:
            self._stamps.update(state_of([name]))
            self._told({name: False})

    def _told(self, names: dict[str, bool]) -> None:
        service = self._service
        opened = service.documents.by_name
        # What is open has the text that the editor says.
        matter = {
            name: there
            for name, there in names.items()
            if name not in opened or there or reconfigures(name, there=there)
        }
        if not matter:
            return
        if any(matter.values()):
            service.mentions.forget_files()
        if any(reconfigures(name, there=there) for name, there in matter.items()):
            service.reconfigured()
        stale = service.desk.changed(matter, there=any(matter.values()))
        service.check_stale(stale, PAUSE)

    async def glance(self) -> None:
        """Look now and then at the files that open documents depend on."""
        while True:
            await asyncio.sleep(_GLANCE)
            if self._service.background.idle():
                names = self._behind()
                before = self._stamps
                stamps = await asyncio.to_thread(state_of, names)
                self._stamps = stamps
                changed = {
                    name: (stamp is None) != (before[name] is None)
                    for name, stamp in stamps.items()
                    if name in before and before[name] != stamp
                }
                if changed:
                    self._told(changed)

    def _behind(self) -> list[str]:
        """Return the files and folders that open documents were checked with.

        What says how they are read comes first, also where it is open: the disk counts.
        """
        opened = list(self._service.documents.by_name)
        found = dict.fromkeys(configs_above([os.path.dirname(name) for name in opened]))
        for name in opened:
            look = self._service.desk.known(name)
            for kind, subject in () if look is None else look.asked:
                if kind in VISIBLE and subject not in self._service.documents.by_name:
                    found[subject] = None
            if len(found) > _MOST:
                break
        return list(found)[:_MOST]
