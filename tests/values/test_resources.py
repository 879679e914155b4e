"""The properties of a registered resource, in preview and in update."""

from __future__ import annotations

from confty.values import Labelled, ResourceReference, Unknown, label, why
from confty.values.resources import registered

URN = "urn:pulumi:dev::proj::pkg:mod:Typ::nm"
OTHER = "urn:pulumi:dev::proj::pkg:mod:Typ::other"
INPUTS = {"size": 1, "name": "n"}


def test_in_an_update_what_was_sent_fills_the_gaps():
    made = registered(
        URN,
        "i-1",
        INPUTS,
        {"size": 2, "arn": None},
        names=["arn", "name", "size", "tags"],
        preview=False,
        dependencies={"size": [OTHER]},
    )
    here = frozenset({URN})
    assert made.properties == {
        "arn": Labelled(None, dependencies=here),
        "name": Labelled("n", dependencies=here),
        "size": Labelled(2, dependencies=here | {OTHER}),
        "tags": Labelled(None, dependencies=here),
    }
    assert made.id == Labelled("i-1", dependencies=here)
    assert made.reference == ResourceReference(URN, "i-1")


def test_in_a_preview_what_the_engine_does_not_say_is_unknown():
    made = registered(
        URN, "", INPUTS, {"size": 2, "arn": None}, names=["arn", "name"], preview=True
    )
    missing = label(Unknown(), dependencies=[URN])
    assert made.properties == {
        "arn": missing,
        "name": missing,
        "size": Labelled(2, dependencies=frozenset({URN})),
    }
    assert made.id == missing
    assert made.reference == ResourceReference(URN, Unknown())
    told = str(why(made.properties["arn"]))
    assert f"because of the property arn of {URN}, which is not known before the update" in told


def test_a_component_has_no_id():
    made = registered(URN, None, {}, {}, names=[], preview=True)
    assert made.id is None
    assert made.reference == ResourceReference(URN)
