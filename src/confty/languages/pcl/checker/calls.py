"""Types of calls: PCL's own functions, functions of packages, methods of resources."""

from __future__ import annotations

from confty.kit.hcl.syntax import Call, Expression, Literal, Object, literal_text, unwrapped
from confty.kit.suggest import did_you_mean
from confty.languages.pcl import codes
from confty.languages.pcl.checker.access import assigns, converts, input_type, is_optional
from confty.languages.pcl.checker.expressions import Expressions
from confty.languages.pcl.checker.foreign import import_data
from confty.languages.pcl.checker.signatures import FUNCTIONS, SPECIAL, Signature, has_output
from confty.languages.pcl.eventuals import lift, settled_output
from confty.languages.pcl.model import BoundCall, Variable
from confty.languages.pcl.schemas import (
    BadSchema,
    FunctionSchema,
    ResourceSchema,
    decompose,
    package_of,
)
from confty.types import (
    DYNAMIC,
    NULL,
    STRING,
    Dynamic,
    Eventual,
    ListOf,
    Ref,
    SetOf,
    Tuple,
    Type,
    list_of,
    literal,
    object_of,
    optional,
    unfold,
)

_SELF = frozenset(("__self__",))
_INVOKE_OPTIONS = object_of(
    [
        ("provider", optional(DYNAMIC)),
        ("parent", optional(DYNAMIC)),
        ("version", optional(STRING)),
        ("pluginDownloadUrl", optional(STRING)),
        ("dependsOn", optional(list_of(DYNAMIC))),
    ]
)


class Calls(Expressions):
    """Expressions with calls."""

    def call(self, node: Call) -> Type:
        """The type of a call."""
        name = node.name
        if name == "invoke":
            return self._invoke(node)
        if name == "call":
            return self._method(node)
        if name == "importData":
            return import_data(self, node)
        if name in ("pulumiResourceName", "pulumiResourceType"):
            return self._resource_fact(node)
        make = FUNCTIONS.get(name)
        if make is None:
            self._unknown_function(node, name)
            for argument in node.arguments:
                self.check(argument)
            return DYNAMIC
        if name == "recover" and len(node.arguments) == 2:
            arguments = self._recover_arguments(node)
        else:
            arguments = [self.check(argument) for argument in node.arguments]
        places = node.arguments
        if node.expand:
            arguments = _expanded(arguments)
            places = [*node.arguments] + [node.arguments[-1]] * len(arguments)
        signature = make(arguments, self.context.leniency.skip_range_typechecking)
        if signature.problem is not None:
            self.context.error(codes.ARGUMENTS, node, signature.problem)
            return signature.result
        return self._applied(node, signature, arguments, places)

    def _unknown_function(self, node: Call, name: str) -> None:
        near = did_you_mean(name, [*FUNCTIONS, *SPECIAL]).removeprefix("; ")
        place = (node.start, node.name_end)
        self.context.error(
            codes.UNKNOWN_FUNCTION, place, f"unknown function '{name}'", near or None
        )

    def _recover_arguments(self, node: Call) -> list[Type]:
        first = self.check(node.arguments[0])
        self.context.frames.append({"error": Variable("error", STRING, None)})
        try:
            return [first, self.check(node.arguments[1])]
        finally:
            self.context.frames.pop()

    def _applied(
        self, node: Call, signature: Signature, arguments: list[Type], places: list[Expression]
    ) -> Type:
        """Check arguments against parameters; one that only fits later makes the result late."""
        prompt = True
        parameters = signature.parameters
        for at, (name, wanted) in enumerate(parameters):
            if at >= len(arguments):
                if not is_optional(wanted):
                    message = f"missing required parameter '{name}'"
                    self.context.error(codes.ARGUMENTS, node, message)
                continue
            self.fit(places[at], arguments[at], wanted)
            prompt = prompt and assigns(arguments[at], wanted)
        for at in range(len(parameters), len(arguments)):
            if signature.rest is None:
                message = (
                    f"too many arguments to call: expected {len(parameters)}, got {len(arguments)}"
                )
                self.context.error(codes.ARGUMENTS, node, message)
                break
            self.fit(places[at], arguments[at], signature.rest)
            prompt = prompt and assigns(arguments[at], signature.rest)
        return signature.result if prompt else lift(signature.result, arguments)

    def _resource_fact(self, node: Call) -> Type:
        arguments = [self.check(argument) for argument in node.arguments]
        if len(arguments) != 1:
            self.context.error(codes.ARGUMENTS, node, f"{node.name} expects exactly one argument")
        elif self.resource_of(arguments[0]) is None:
            message = f"{node.name} argument must be a single resource"
            self.context.error(codes.ARGUMENTS, node.arguments[0], message)
        return STRING

    def resource_of(self, type_: Type) -> ResourceSchema | None:
        """The resource whose variables have this type."""
        if not isinstance(type_, Ref):
            return None
        for package in self.context.packages.known():
            found = package.resource_types.get(type_)
            if found is not None:
                return found
        return None

    # Functions of packages.

    def _invoke(self, node: Call) -> Type:
        arguments = node.arguments
        token = literal_text(arguments[0]) if arguments else None
        if not arguments or token is None:
            place = arguments[0] if arguments else node
            self._check_rest(arguments)
            self.context.error(codes.INVOKE, place, "invoke token must be a string literal")
            return DYNAMIC
        self.check(arguments[0])
        function = self._function(arguments[0], token)
        if function is None:
            self._check_rest(arguments[1:])
            return DYNAMIC
        try:
            return self._typed_invoke(node, function)
        except BadSchema as problem:
            self.context.error(codes.SCHEMA, arguments[0], f"the schema is not valid: {problem}")
            return DYNAMIC

    def _check_rest(self, arguments: list[Expression]) -> None:
        for argument in arguments:
            self.check(argument)

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
                near = did_you_mean(name, context.packages.names()).removeprefix("; ")
                context.error(
                    codes.INVOKE_PACKAGE, node, f"unknown package '{name}'", near or None
                )
            return None
        function = package.function(token)
        if function is None and not quiet:
            near = did_you_mean(token, package.spellings("functions")).removeprefix("; ")
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
            self.context.say(self.mismatch(arguments[1], found, wanted))
        self._invoke_options(arguments[2:])
        self.context.typing.calls[node] = BoundCall(function, output=output)
        self.check_literals(arguments[1], wanted)
        return function.returns(output=output)

    def _output_form(self, function: FunctionSchema, found: Type) -> bool:
        """Whether the call takes and gives outputs."""
        if function.result is None:
            return False
        if self.context.leniency.prefer_output_invokes:
            return True
        if isinstance(unfold(found), Eventual):
            return True
        if converts(found, function.arguments(inputs=False)):
            return False
        return converts(found, function.arguments(inputs=True)) and has_output(found)

    def _positional(self, node: Call, function: FunctionSchema) -> Type:
        given = node.arguments[1:]
        types = [self.check(argument) for argument in given]
        names = function.positional
        whole = function.arguments(inputs=True)
        whole_object = len(given) == 1 and isinstance(unwrapped(given[0]), Object)
        if whole_object and converts(types[0], whole):
            message = (
                f'function "{function.token}" is declared with multi-argument inputs and must '
                f"be invoked with positional arguments, in the order {', '.join(names)}"
            )
            self.context.error(codes.INVOKE, given[0], message)
            return function.returns(output=False)
        output = self.context.leniency.prefer_output_invokes or any(map(has_output, types))
        for at, name in enumerate(names):
            spec = function.inputs[name]
            required = name in function.required_inputs
            wanted = function.package.types.property(spec, inputs=output, required=required)
            if at >= len(types):
                if required:
                    message = f"missing required parameter '{name}'"
                    self.context.error(codes.ARGUMENTS, node, message)
                continue
            if isinstance(unwrapped(given[at]), Literal) and types[at] is _NULL_LITERAL:
                continue
            self.fit(given[at], types[at], wanted)
        if len(types) > len(names) + 1:
            message = (
                f"too many arguments to call: expected {len(names) + 1}, got {len(types) + 1}"
            )
            self.context.error(codes.ARGUMENTS, node, message)
        self.context.typing.calls[node] = BoundCall(function, output=output)
        return function.returns(output=output)

    def _invoke_options(self, arguments: list[Expression]) -> None:
        for argument in arguments[:1]:
            found = self.check(argument)
            self.fit(argument, found, _INVOKE_OPTIONS)
        for extra in arguments[1:]:
            self.check(extra)
            self.context.error(codes.ARGUMENTS, extra, "too many arguments to call: expected 3")

    # Methods of resources.

    def _method(self, node: Call) -> Type:
        arguments = node.arguments
        types = [self.check(argument) for argument in arguments]
        if len(arguments) != 3:
            message = "call must be passed a receiver, method name, and arguments object"
            self.context.error(codes.CALL, node, message)
            for name in ("self", "method", "args")[len(arguments) :]:
                missing = f"missing required parameter '{name}'"
                self.context.error(codes.ARGUMENTS, node, missing)
            return DYNAMIC
        receiver = unfold(types[0])
        if isinstance(receiver, (ListOf, SetOf, Tuple, Eventual)):
            message = "call's receiver must be a single resource"
            self.context.error(codes.CALL, arguments[0], message)
            return DYNAMIC
        method = literal_text(arguments[1])
        if method is None:
            message = "call's method name must be a string literal"
            self.context.error(codes.CALL, arguments[1], message)
            return DYNAMIC
        schema = self.resource_of(types[0])
        if schema is None:
            typed = "a single" if not isinstance(receiver, Dynamic) else "a typed"
            self.context.error(
                codes.CALL, arguments[0], f"call's receiver must be {typed} resource"
            )
            return DYNAMIC
        return self._typed_method(node, schema, method, types[2])

    def _typed_method(self, node: Call, schema: ResourceSchema, method: str, found: Type) -> Type:
        token = schema.methods.get(method)
        function = schema.package.function(token) if token is not None else None
        if function is None or "__self__" not in function.inputs:
            near = did_you_mean(method, schema.methods).removeprefix("; ")
            message = f'resource type "{schema.canonical}" has no method "{method}"'
            self.context.error(codes.CALL, node.arguments[1], message, near or None)
            return DYNAMIC
        self.context.typing.calls[node] = BoundCall(function, output=True, resource=schema)
        wanted = function.arguments(inputs=False, skip=_SELF)
        self.fit(node.arguments[2], found, wanted)
        self.check_literals(node.arguments[2], wanted)
        result = function.result
        if result is None:
            return settled_output(object_of())
        return result if function.is_plain else settled_output(result)

    def check_literals(self, node: Expression, wanted: Type) -> None:
        """Look at literals against the exact place they stand in."""
        raise NotImplementedError


_NULL_LITERAL = literal(NULL, None)


def _expanded(arguments: list[Type]) -> list[Type]:
    """Spread the last argument as ``...`` does; a list counts as one."""
    last = unfold(arguments[-1]) if arguments else DYNAMIC
    if isinstance(last, Tuple):
        return [*arguments[:-1], *last.elements]
    if isinstance(last, (ListOf, SetOf)):
        return [*arguments[:-1], last.element]
    return arguments
