"""Every name of a file where it is written, with the places that introduce it.

Names in scope are found by the text alone, fields by the types of what they are read from.  A
field has one place for each layer that writes it; texts that name fields (``'f' in o``,
``std.get(o, 'f')``, ``'%(f)s' % o``, docsonnet's ``'#f'``) are places of the field too, so that a
rename does not forget them.
"""

from __future__ import annotations

from collections.abc import Sequence

from confty.kit.collector import uncollected
from confty.kit.sights import Occurrence
from confty.languages.jsonnet.insight.fields import FieldNames
from confty.languages.jsonnet.insight.ground import Ground


def occurrences_of(ground: Ground) -> Sequence[Occurrence]:
    """Return every name, in order; the list is made once."""
    if ground.occurrences is None:
        # Many small records are made, and all are kept.
        with uncollected(), ground.looking():
            scopes, fields = ground.scopes, FieldNames(ground)
            for literal, field in scopes.keys:
                fields.key(literal, field)
            for node in scopes.accesses:
                fields.read(node)
            for call, name in scopes.arguments:
                fields.argument(call, name)
            found = [*scopes.variables, *fields.found]
            found.sort(key=lambda one: (one.start, one.end))
            ground.occurrences = tuple(found)
    return ground.occurrences
