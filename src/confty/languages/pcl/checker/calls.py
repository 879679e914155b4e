"""Types of calls: PCL's own functions, functions of packages, methods of resources."""

from __future__ import annotations

from confty import types
from confty.kit.foreign_imports import import_fault
from confty.kit.hcl.syntax import Call, Expression, Literal, Object, literal_text, unwrapped
from confty.kit.suggest import suggestion
from confty.languages.pcl import codes
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.checker.fitting import Fitting
from confty.languages.pcl.checker.words import near_token
from confty.languages.pcl.crossing import ADOPTION, as_pcl, no_data
from confty.languages.pcl.eventuals import eventual_rank, input_type, lift, settled_output
from confty.languages.pcl.library import FUNCTIONS, Own, Signature
from confty.languages.pcl.model import BoundCall, Variable
from confty.languages.pcl.rules import assigns, converts
from confty.languages.pcl.schemas import (
    BadSchema,
    FunctionSchema,
    ResourceSchema,
    decompose,
    package_of,
)
from confty.types import DYNAMIC, NULL, STRING, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Reading these is all there is to evaluating them, so that a check may do it.
_SELF = frozenset(("__self__",))
_INVOKE_OPTIONS = types.object_of(
    [
        ("provider", types.optional(DYNAMIC)),
        ("parent", types.optional(DYNAMIC)),
        ("version", types.optional(STRING)),
        ("pluginDownloadUrl", types.optional(STRING)),
        ("dependsOn", types.optional(types.list_of(DYNAMIC))),
    ]
)


class Calls:
    """Types the calls of one context; ``check`` types what is inside them."""

    def __init__(
        self, context: Context, fitting: Fitting, check: Callable[[Expression], Type]
    ) -> None:
        self.context = context
        self.fitting = fitting
        self.check = check

    def call(self, node: Call) -> Type:
        """The type of a call."""
        function = FUNCTIONS.get(node.name)
        if function is None:
            self._unknown_function(node, node.name)
            self._check_all(node.arguments)
            return DYNAMIC
        if isinstance(function.signature, Own):
            return function.signature.face(self, node)
        if node.name == "recover" and len(node.arguments) == 2:
            arguments = self._recover_arguments(node)
        else:
            arguments = self._check_all(node.arguments)
        places = node.arguments
        if node.expand:
            arguments = _expanded(arguments)
            places = [*node.arguments] + [node.arguments[-1]] * len(arguments)
        signature = function.signature(arguments, self.context.leniency.skip_range_typechecking)
        if signature.problem is not None:
            self.context.error(codes.ARGUMENTS, node, signature.problem)
            return signature.result
        return self._applied(node, signature, arguments, places)

    def _check_all(self, arguments: list[Expression]) -> list[Type]:
        return [self.check(argument) for argument in arguments]

    def _unknown_function(self, node: Call, name: str) -> None:
        near = suggestion(name, FUNCTIONS)
        place = (node.start, node.name_end)
        self.context.error(
            codes.UNKNOWN_FUNCTION, place, f"unknown function '{name}'", near or None
        )

    def _recover_arguments(self, node: Call) -> list[Type]:
        first = self.check(node.arguments[0])
        with self.context.bound({"error": Variable("error", STRING, None)}):
            return [first, self.check(node.arguments[1])]

    def _applied(
        self, node: Call, signature: Signature, arguments: list[Type], places: list[Expression]
    ) -> Type:
        """Check arguments against parameters; one that only fits later makes the result late."""
        dealt = types.deal(signature.function, [None] * len(arguments))
        prompt = True
        for at, wanted in dealt.pairs:
            self.fitting.fit(places[at], arguments[at], wanted.type)
            prompt = prompt and assigns(arguments[at], wanted.type)
        self._misdealt(node, dealt, len(signature.parameters), len(arguments))
        return signature.result if prompt else lift(signature.result, arguments)

    def _misdealt(self, node: Call, dealt: types.Deal, most: int, count: int) -> None:
        """Say which parameters have no argument, and once that there are too many."""
        for complaint in dealt.complaints:
            if complaint.parameter is not None:
                name = complaint.parameter.name
                self.context.error(codes.ARGUMENTS, node, f"missing required parameter '{name}'")
            else:
                message = f"too many arguments to call: expected {most}, got {count}"
                self.context.error(codes.ARGUMENTS, node, message)
                break

    def resource_fact(self, node: Call) -> Type:
        """The type of ``pulumiResourceName`` and its like."""
        arguments = self._check_all(node.arguments)
        if len(arguments) != 1:
            self.context.error(codes.ARGUMENTS, node, f"{node.name} expects exactly one argument")
        elif self.resource_of(arguments[0]) is None:
            message = f"{node.name} argument must be a single resource"
            self.context.error(codes.ARGUMENTS, node.arguments[0], message)
        return STRING

    def resource_of(self, type_: Type) -> ResourceSchema | None:
        """The resource whose variables have this type."""
        if not isinstance(type_, types.Ref):
            return None
        for package in self.context.packages.known():
            found = package.resource_types.get(type_)
            if found is not None:
                return found
        return None

    # Functions of packages.

    def invoke(self, node: Call) -> Type:
        """The type of an ``invoke``."""
        arguments = node.arguments
        token = literal_text(arguments[0]) if arguments else None
        if not arguments or token is None:
            place = arguments[0] if arguments else node
            self._check_all(arguments)
            self.context.error(codes.INVOKE, place, "invoke token must be a string literal")
            return DYNAMIC
        self.check(arguments[0])
        function = self._function(arguments[0], token)
        if function is None:
            self._check_all(arguments[1:])
            return DYNAMIC
        try:
            return self._typed_invoke(node, function)
        except BadSchema as problem:
            self.context.error(codes.SCHEMA, arguments[0], f"the schema is not valid: {problem}")
            return DYNAMIC

    def _function(self, node: Expression, token: str) -> FunctionSchema | None:
        """The function a token means, or None after saying why not."""
        context = self.context
        quiet = context.leniency.skip_invoke_typechecking
        if decompose(token) is None:
            message = f"malformed token '{token}': expected 'pkg:module:member' or 'pkg:member'"
            context.error(codes.MALFORMED_TOKEN, node, message)
            return None
        name = package_of(token) or ""
        package = context.packages.get(name)
        if package is None:
            if name in context.packages.problems:
                context.error(codes.SCHEMA, node, context.packages.problems[name])
            elif not quiet:
                near = suggestion(name, context.packages.names())
                context.error(
                    codes.INVOKE_PACKAGE, node, f"unknown package '{name}'", near or None
                )
            return None
        function = package.function(token)
        if function is None and not quiet:
            near = near_token(
                token, context.findings.names(lambda: package.spellings("functions"))
            )
            message = f"unknown function '{token}'"
            context.error(codes.UNKNOWN_FUNCTION, node, message, near or None)
        return function

    def _typed_invoke(self, node: Call, function: FunctionSchema) -> Type:
        arguments = node.arguments
        if function.positional:
            return self._positional(node, function)
        if len(arguments) < 2:
            self.context.error(codes.INVOKE, node, "missing second arg")
            return function.returns(output=False)
        found = self.check(arguments[1])
        output = self._output_form(function, found)
        wanted = function.arguments(inputs=output)
        if not converts(found, wanted) and not converts(found, input_type(wanted)):
            self.context.say(self.fitting.mismatch(arguments[1], found, wanted))
        self._invoke_options(arguments[2:])
        self.context.typing.calls[node] = BoundCall(function, output=output)
        self.fitting.check_literals(arguments[1], wanted)
        return function.returns(output=output)

    def _output_form(self, function: FunctionSchema, found: Type) -> bool:
        """Whether the call takes and gives outputs."""
        if function.result is None:
            return False
        if self.context.leniency.prefer_output_invokes:
            return True
        if isinstance(types.unfold(found), types.Eventual):
            return True
        if converts(found, function.arguments(inputs=False)):
            return False
        is_late = eventual_rank(found) == types.OUTPUT
        return is_late and converts(found, function.arguments(inputs=True))

    def _positional(self, node: Call, function: FunctionSchema) -> Type:
        given = node.arguments[1:]
        given_types = self._check_all(given)
        names = function.positional
        whole = function.arguments(inputs=True)
        whole_object = len(given) == 1 and isinstance(unwrapped(given[0]), Object)
        if whole_object and converts(given_types[0], whole):
            message = (
                f'function "{function.token}" is declared with multi-argument inputs and must '
                f"be invoked with positional arguments, in the order {', '.join(names)}"
            )
            self.context.error(codes.INVOKE, given[0], message)
            return function.returns(output=False)
        late = max(map(eventual_rank, given_types), default=0) == types.OUTPUT
        output = self.context.leniency.prefer_output_invokes or late
        parameters = [
            types.parameter(
                name,
                function.package.types.property(
                    function.inputs[name], inputs=output, required=name in function.required_inputs
                ),
                optional=name not in function.required_inputs,
            )
            for name in names
        ]
        # The options come after the arguments.
        dealt = types.deal(
            types.function_of(
                [*parameters, types.parameter("options", DYNAMIC, optional=True)], DYNAMIC
            ),
            [None] * len(given_types),
        )
        for at, wanted in dealt.pairs[: len(names)]:
            if isinstance(unwrapped(given[at]), Literal) and given_types[at] is _NULL_LITERAL:
                continue
            self.fitting.fit(given[at], given_types[at], wanted.type)
        self._misdealt(node, dealt, len(names) + 1, len(given_types) + 1)
        self.context.typing.calls[node] = BoundCall(function, output=output)
        return function.returns(output=output)

    def _invoke_options(self, arguments: list[Expression]) -> None:
        for argument in arguments[:1]:
            found = self.check(argument)
            self.fitting.fit(argument, found, _INVOKE_OPTIONS)
        for extra in arguments[1:]:
            self.check(extra)
            self.context.error(codes.ARGUMENTS, extra, "too many arguments to call: expected 3")

    # Methods of resources.

    def method(self, node: Call) -> Type:
        """The type of a ``call``."""
        arguments = node.arguments
        given_types = self._check_all(arguments)
        if len(arguments) != 3:
            message = "call must be passed a receiver, method name, and arguments object"
            self.context.error(codes.CALL, node, message)
            for name in ("self", "method", "args")[len(arguments) :]:
                missing = f"missing required parameter '{name}'"
                self.context.error(codes.ARGUMENTS, node, missing)
            return DYNAMIC
        receiver = types.unfold(given_types[0])
        if isinstance(receiver, (types.ListOf, types.SetOf, types.Tuple, types.Eventual)):
            message = "call's receiver must be a single resource"
            self.context.error(codes.CALL, arguments[0], message)
            return DYNAMIC
        method = literal_text(arguments[1])
        if method is None:
            message = "call's method name must be a string literal"
            self.context.error(codes.CALL, arguments[1], message)
            return DYNAMIC
        schema = self.resource_of(given_types[0])
        if schema is None:
            typed = "a single" if not isinstance(receiver, types.Dynamic) else "a typed"
            self.context.error(
                codes.CALL, arguments[0], f"call's receiver must be {typed} resource"
            )
            return DYNAMIC
        return self._typed_method(node, schema, method, given_types[2])

    def _typed_method(self, node: Call, schema: ResourceSchema, method: str, found: Type) -> Type:
        token = schema.methods.get(method)
        function = schema.package.function(token) if token is not None else None
        if function is None or "__self__" not in function.inputs:
            near = suggestion(method, schema.methods)
            message = f'resource type "{schema.canonical}" has no method "{method}"'
            self.context.error(codes.CALL, node.arguments[1], message, near or None)
            return DYNAMIC
        self.context.typing.calls[node] = BoundCall(function, output=True, resource=schema)
        wanted = function.arguments(inputs=False, skip=_SELF)
        self.fitting.fit(node.arguments[2], found, wanted)
        self.fitting.check_literals(node.arguments[2], wanted)
        result = function.result
        if result is None:
            return settled_output(types.object_of())
        return result if function.is_plain else settled_output(result)

    # Files of other languages.

    def import_data(self, node: Call) -> Type:
        """The type of ``importData(path)``; a path that is computed is read at run time only."""
        context = self.context
        given_types = self._check_all(node.arguments)
        if len(given_types) != 1 or node.expand:
            context.error(codes.ARGUMENTS, node, "'importData' expects exactly one argument")
            return DYNAMIC
        argument = node.arguments[0]
        path = literal_text(argument)
        if (
            not self.fitting.fit(argument, given_types[0], STRING)
            or path is None
            or context.host is None
        ):
            return DYNAMIC
        name = context.host.resolve(path, context.source.name)
        span = context.span(argument)
        foreign = None if name is None else context.host.foreign(name, lambda: (span,))
        if foreign is None:
            context.error(codes.FILE, argument, no_data(path, name))
            return DYNAMIC
        context.typing.foreign[node] = foreign
        wrong = import_fault(foreign, codes.FILE, span, ADOPTION)
        if wrong is not None:
            context.say(wrong)
        return as_pcl(foreign.type())


_NULL_LITERAL = types.literal(NULL, None)


def _expanded(arguments: list[Type]) -> list[Type]:
    """Spread the last argument as ``...`` does; a list counts as one."""
    last = types.unfold(arguments[-1]) if arguments else DYNAMIC
    if isinstance(last, types.Tuple):
        return [*arguments[:-1], *last.elements]
    if isinstance(last, (types.ListOf, types.SetOf)):
        return [*arguments[:-1], last.element]
    return arguments
