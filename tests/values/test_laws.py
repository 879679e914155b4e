# ruff: noqa: ARG005, PLW0108  laws are written out, also where a shorter form would do
"""The laws of Outputs and labels, on arbitrary values."""

from __future__ import annotations

import io
import logging
import traceback

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from values.strategies import (
    dependencies,
    known_outputs,
    outputs,
    plain,
    rich_trees,
    scalars,
    trees,
)

from confty.values import (
    Labelled,
    Output,
    Unknown,
    branch,
    decode,
    encode,
    label,
    lift,
    redact,
    stripped,
    structs,
    summary,
)
from confty.values.cells import join, settled_cell
from confty.values.summaries import Summaries
from confty.values.wire import COMPONENT

pytestmark = pytest.mark.timeout(120)


def meta(output):
    """Everything but the story: value, known, secret, dependencies."""
    known = output.is_known()
    value = stripped(output.labelled()) if known else None
    return known, output.is_secret(), output.dependencies(), value


def same(left, right):
    return meta(left) == meta(right)


def double(value):
    return [value, value]


kleisli = st.sampled_from(
    [
        lambda value: Output.of([value]),
        lambda value: Output.secret([value]),
        lambda value: Output.from_resource([value], "urn:pulumi:dev::proj::t:m:T::x"),
        lambda value: Output.unknown(depends_on=["urn:pulumi:dev::proj::t:m:T::y"]),
    ]
)


@given(plain, kleisli)
def test_left_identity(value, function):
    assert same(Output.of(value).apply(function), function(value))


@given(outputs)
def test_right_identity(output):
    assert same(output.apply(Output.of), output)


@given(outputs, kleisli, kleisli)
def test_associativity(output, first, second):
    one = output.apply(first).apply(second)
    other = output.apply(lambda value: first(value).apply(second))
    if output.is_known() and output.apply(first).is_known():
        assert same(one, other)
    else:
        # While something is unknown, what callbacks would add cannot be seen: the rest is the same.
        assert one.is_known() == other.is_known()


@given(outputs)
def test_unwrap_undoes_of_an_output(output):
    nested = Output(settled_cell(output))
    assert same(nested.unwrap(), output)


@given(outputs, st.booleans(), dependencies)
def test_unwrap_joins_both_layers(inner, secret, names):
    nested = Output(settled_cell(label(inner, secret=secret, dependencies=names)))
    result = nested.unwrap()
    assert result.is_secret() == (inner.is_secret() or secret)
    assert result.dependencies() == inner.dependencies() | names
    assert result.is_known() == inner.is_known()


@given(known_outputs, kleisli)
def test_apply_is_map_then_unwrap(output, function):
    inner = function(stripped(output.labelled()))
    outer = label(inner, secret=output.is_secret(), dependencies=output.dependencies())
    assert same(Output(settled_cell(outer)).unwrap(), output.apply(function))


@given(st.lists(outputs, max_size=4), st.randoms(use_true_random=False))
def test_all_does_not_depend_on_order(items, random):
    shuffled = list(items)
    random.shuffle(shuffled)
    assert meta(Output.all(*items))[:3] == meta(Output.all(*shuffled))[:3]


@given(st.lists(outputs, max_size=4))
def test_all_joins_and_each_part_keeps_its_own(items):
    gathered = Output.all(*items, 0)
    assert gathered.is_known() == all(item.is_known() for item in items)
    assert gathered.is_secret() == any(item.is_secret() for item in items)
    for index, item in enumerate(items):
        assert same(gathered[index], item)


COMBINATORS = [
    lambda output: output.apply(double),
    lambda output: output.apply(lambda value: Output.of(value)),
    lambda output: output.apply(lambda value: 1 / 0).recover(lambda error: str(error)),
    lambda output: output.recover(lambda error: None),
    lambda output: Output.of(output),
    lambda output: Output.of({"a": [output]}),
    lambda output: Output.all(1, output),
    lambda output: Output.all(a=output),
    lambda output: Output.all({"a": output}),
    lambda output: Output.secret(output),
    lambda output: Output.format("{} {}", output, 1),
    lambda output: Output.json_dumps({"a": output}),
    lambda output: output.flattened(),
    lambda output: Output.of([output])[0],
    lambda output: Output.of({"a": output})["a"],
    lambda output: Output.of({"a": output}).lift(lambda value: value["a"]),
    lambda output: Output(settled_cell(output)).unwrap(),
    lambda output: output.apply(lambda value: str(value)).apply(len),
]


@given(outputs, st.sampled_from(COMBINATORS))
def test_no_combinator_lowers_a_label(output, combinator):
    result = combinator(output)
    assert result.is_secret() >= output.is_secret()
    assert result.dependencies() >= output.dependencies()


@given(outputs)
def test_unsecret_clears_the_secret_and_nothing_else(output):
    result = output.unsecret(reason="the law")
    assert not result.is_secret()
    assert result.dependencies() == output.dependencies()
    assert result.is_known() == output.is_known()


@given(trees, trees, trees)
def test_join_is_a_semilattice(one, two, three):
    left, middle, right = (as_label(summary(tree)) for tree in (one, two, three))
    assert join(left, left) == left
    assert join(left, middle) == join(middle, left)
    assert join(join(left, middle), right) == join(left, join(middle, right))


def as_label(found):
    return Labelled(None, found.secret, found.dependencies)


@given(rich_trees)
def test_decode_of_encode_is_the_value(tree):
    flat = no_dependencies(tree)
    assert decode(encode(flat)) == numbers_as_they_are(flat)
    assert structs.from_bytes(structs.to_bytes({"x": flat}))["x"] == numbers_as_they_are(flat)


@given(rich_trees)
def test_output_values_keep_what_the_whole_depends_on(tree):
    back = decode(encode(tree, COMPONENT))
    ours, theirs = summary(tree), summary(back)
    assert (ours.secret, ours.unknown, ours.dependencies) == (
        theirs.secret,
        theirs.unknown,
        theirs.dependencies,
    )


def no_dependencies(tree):
    """The plain wire form has no room for dependencies."""
    from confty.values.labels import mapped

    def bare(node):
        if isinstance(node, Labelled):
            if not node.secret and not node.unknown:
                return bare(node.value)
            return Labelled(node.value, node.secret)
        return node

    return mapped(tree, bare)


def numbers_as_they_are(tree):
    return tree


@given(trees, trees)
def test_lift_joins_the_labels_of_the_operands(left, right):
    result = lift(lambda *both: list(both), left, right, deep=True)
    wanted = summary([left, right])
    found = summary(result)
    assert (found.secret, found.unknown, found.dependencies) == (
        wanted.secret,
        wanted.unknown,
        wanted.dependencies,
    )


@given(
    st.booleans() | st.builds(lambda it: Labelled(it, secret=True), st.booleans()), trees, trees
)
def test_branch_takes_the_label_of_its_condition(condition, yes, no):
    result = branch(condition, lambda: yes, lambda: no)
    bare = condition.value if isinstance(condition, Labelled) else condition
    assert stripped(result) == stripped(yes if bare else no)
    if isinstance(condition, Labelled):
        assert summary(result).secret


@given(plain)
def test_unlabelled_values_stay_what_they_are(value):
    assert lift(lambda one: one, value) is value
    assert branch(value, lambda: "yes", lambda: "no") == ("yes" if value else "no")
    assert redact(value) == value


# -- nothing shows a secret -------------------------------------------------------------------

NEEDLE = "hunter2-N33dle"


def hide(inner):
    """Put the needle somewhere inside a tree, always under a secret mark."""
    return st.recursive(
        st.just(Labelled(NEEDLE, secret=True))
        | st.just(Labelled({"k": [NEEDLE]}, secret=True))
        | st.just(Labelled([NEEDLE, Labelled(Unknown())], secret=True)),
        lambda nested: (
            st.builds(lambda one, two: [one, two], nested, inner)
            | st.builds(lambda one, two: {"a": two, "b": one}, nested, inner)
            | st.builds(lambda one: label(one, dependencies=["urn:x"]), nested)
        ),
        max_leaves=4,
    )


needles = hide(scalars)


@given(needles)
def test_no_rendering_shows_a_secret(tree):
    output = Output(settled_cell(tree))
    shown = [repr(tree), repr(redact(tree)), repr(output), repr(Output.all(output, 1))]
    shown += [f"{node!r} {node} {node:>40}" for node in [tree] if isinstance(node, Labelled)]
    shown.append(repr({"output": output, "tree": [tree]}))
    from confty.values import why

    shown.append(str(why(output)))
    assert not any(NEEDLE in text for text in shown)


FAILURES = [
    lambda value: int(str(value)),
    lambda value: {}[str(value)],
    lambda value: bytes.fromhex(str(value)),
    lambda value: __import__("json").loads(str(value) + "{"),
    lambda value: ("é" + str(value)).encode("ascii"),
    lambda value: (_ for _ in ()).throw(OSError(2, str(value), str(value))),
    lambda value: (_ for _ in ()).throw(RuntimeError(value)),
    lambda value: getattr(object(), str(value)),
]


@given(needles, st.sampled_from(FAILURES))
@settings(max_examples=60)
def test_no_failure_shows_a_secret(tree, function):
    output = Output(settled_cell(tree)).apply(lambda value: function(value))
    if not output.is_known():
        return
    with pytest.raises(Exception) as caught:
        output.apply(lambda value: value).reveal()
    error = caught.value
    texts = [str(error), repr(error), repr(error.args), repr(vars(error)), repr(output)]
    texts.append("".join(traceback.format_exception(error)))
    captured = traceback.TracebackException.from_exception(error, capture_locals=True)
    # The frames of this test hold the needle in the clear; those of the library must not.
    texts += [str(frame.locals) for frame in captured.stack if "confty/values" in frame.filename]
    texts += [repr(error.__context__), repr(error.__cause__)]
    assert not any(NEEDLE in text for text in texts)
    recovered = output.recover(lambda found: str(found))
    assert recovered.is_secret()
    assert NEEDLE not in str(recovered.reveal())


@given(needles)
@settings(max_examples=30)
def test_no_log_record_shows_a_secret(tree):
    output = Output(settled_cell(tree))
    stream = io.StringIO()
    logger = logging.Logger("laws")  # noqa: LOG001  one that nobody else listens to
    logger.addHandler(logging.StreamHandler(stream))
    logger.warning("%r and %r", output, tree)
    logger.warning("%r", [output])
    try:
        output.apply(lambda value: int(str(value) + "x")).reveal()
    except Exception:
        logger.exception("failed with %r", output)
    assert NEEDLE not in stream.getvalue()


def shown_with_variables(error):
    """A traceback as tools show it that print the variables of each frame of the library."""
    captured = traceback.TracebackException.from_exception(error, capture_locals=True)
    return [str(frame.locals) for frame in captured.stack if "confty/values" in frame.filename]


@given(needles)
@settings(max_examples=30)
def test_no_variable_of_ours_shows_a_secret_in_a_traceback(tree):
    hopeless = [tree, Labelled({"k": NEEDLE, "bad": {1, 2}}, secret=True)]
    runs = [
        lambda: encode(hopeless),
        lambda: structs.to_bytes({"a": hopeless}),
        lambda: lift(int, Labelled(NEEDLE, secret=True)),
        lambda: Output.secret(NEEDLE).apply(int).reveal(),
        lambda: Output.all(Output.secret(NEEDLE).apply(int), hopeless).reveal(),
    ]
    for run in runs:
        with pytest.raises(ValueError) as caught:
            run()
        assert not any(NEEDLE in text for text in shown_with_variables(caught.value))


@given(st.lists(trees, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_summaries_are_kept_as_they_would_be_made(made, chance) -> None:
    """Whichever values were summed up before, those inside of others too."""
    nested = [made[0]]
    for one in made:
        nested.append([nested[-1], one, {"inside": nested[-1]}])
    order = chance.sample([*made, *nested], len(made) + len(nested))
    kept = Summaries()
    for value in (*order, *order):
        found, wanted = kept.of(value), summary(value)
        assert (found.secret, found.dependencies) == (wanted.secret, wanted.dependencies)
        assert found.unknown == wanted.unknown
        assert set(map(id, found.origins)) == set(map(id, wanted.origins))
        assert repr(found.value) == repr(wanted.value)
