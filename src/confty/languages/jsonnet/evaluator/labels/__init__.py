"""Secret and unknown values at work: everything that only a labelled run needs.

A program whose inputs carry no labels never comes here.  For one that does, the generated code
gets other operators under the same names, and library calls go through ``library``.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.labels.ends import told
from confty.languages.jsonnet.evaluator.labels.library import embedded, lifted_function
from confty.languages.jsonnet.evaluator.labels.operations import labelled_runtime
from confty.languages.jsonnet.evaluator.labels.output import adopted, labelled_data, shown
from confty.languages.jsonnet.evaluator.roles import LabelOperations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LABELS: Final = LabelOperations(
    runtime=labelled_runtime,
    as_value=lifted_function,
    adopted=adopted,
    embedded=embedded,
    data=labelled_data,
    shown=shown,
    told=told,
)
