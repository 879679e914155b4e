"""Mocks for `confty preview --mocks`: what stands for providers when there is no cloud.

This file mocks the providers of Pulumi's language conformance tests, so it shows every trick there
is: echoing, computed outputs, secrets, unknowns in a preview, failures, components that register
children, functions, methods, providers made by methods.  Most projects need a few lines only:

    class Mocks:
        def new_resource(self, args):
            return f"{args.name}-id", {**args.inputs, "arn": f"arn:mock:{args.name}"}

        def call(self, args):
            return {"region": "eu-west-1"}
"""

# A user's own file needs no annotations.
# ruff: noqa: ARG002, N802
import base64
import json

from confty.values import UNKNOWN, secret


class Mocks:
    """``new_resource`` makes resources, ``call`` answers functions and methods."""

    def __init__(self):
        self.created = set()
        self.flaky = set()
        self.providers = {}

    # Resources: return an id and the outputs.  Without a method of its own, a resource echoes.

    def new_resource(self, args):
        package = args.typ.split(":")[0].replace("-", "_")
        special = getattr(self, f"resource_{package}", None)
        outputs = special(args) if special else None
        if outputs is None:
            outputs = dict(args.inputs)
        self.created.add(args.typ)
        return self.id_of(args), outputs

    def id_of(self, args):
        if args.typ == "primitive:index:Resource":
            return args.inputs["string"]
        if args.typ == "component:index:Custom":
            return f"id-{args.inputs['value']}"
        return args.resource_id or "id"

    def resource_fail_on_create(self, args):
        raise RuntimeError("failed create")

    def resource_flaky(self, args):
        if args.preview or args.urn in self.flaky:
            return
        self.flaky.add(args.urn)
        raise RuntimeError("failed create, try again")

    def resource_read(self, args):
        return {**args.inputs, "value": True}

    def resource_output(self, args):
        """Outputs that a preview cannot know: left out, or said to be unknown."""
        count = args.inputs["value"]
        made = {"value": count}
        computed = {"output": "hello" * count if not args.preview else UNKNOWN}
        computed["secretOutput"] = secret(computed["output"])
        if args.typ.endswith("ComplexResource"):
            words = ["hello"] * count if not args.preview else UNKNOWN
            table = dict.fromkeys("admtxz", "hello")
            computed = {
                "outputArray": words,
                "outputMap": UNKNOWN if args.preview else table,
                "outputObject": UNKNOWN if args.preview else {"output": "hello" * count},
            }
        elides = args.provider_inputs.get("elideUnknowns") in (True, "true")
        return made if args.preview and elides else {**made, **computed}

    def resource_simple_invoke(self, args):
        return {"text": "Goodbye"}

    resource_output_only_invoke = resource_simple_invoke
    resource_simple_invoke_with_scalar_return = resource_simple_invoke
    resource_multi_argument_invoke = resource_simple_invoke

    def resource_config(self, args):
        return {"text": f"{self.provider_name(args)}: {args.inputs['text']}"}

    def provider_name(self, args):
        explicit = not args.provider.rsplit("::", 1)[-1].startswith("default")
        return "" if explicit else args.provider_inputs.get("name", "")

    def resource_nestedobject(self, args):
        if args.typ.endswith(":Container"):
            if args.preview:
                return {**args.inputs, "details": UNKNOWN}
            details = [{"key": key, "value": f"computed-{key}"} for key in args.inputs["inputs"]]
            return {**args.inputs, "details": details}
        return None

    def resource_camelNames(self, args):
        rest = {key: value for key, value in args.inputs.items() if key != "theInput"}
        return {"theOutput": args.inputs["theInput"], **rest}

    def resource_kebab_names(self, args):
        if args.typ.endswith(":someResource"):
            return {"theOutput": {"nestedOutput": args.inputs["nested"]["nestedValue"]}}
        return None

    def resource_snake_names(self, args):
        if args.typ.endswith(":some_resource"):
            item = {"nested_output": args.inputs["nested"]["nested_value"]}
            return {"the_output": {"someKey": [item]}}
        return None

    def resource_union(self, args):
        if args.typ.endswith(":EnumOutput"):
            return {**args.inputs, "type": "Block"}
        return None

    def resource_discriminated_union_marked_key(self, args):
        value = args.inputs.get("unionIn") or {}
        marked = UNKNOWN if args.preview else secret(value.get("discriminantKind"))
        return {**args.inputs, "unionOut": {**value, "discriminantKind": marked}}

    def resource_docs(self, args):
        value = args.inputs["in"]
        return {**args.inputs, "out": not value, "data": {"state": "internal data"}}

    def resource_large(self, args):
        value = args.inputs["value"]
        if args.typ.endswith(":String"):
            return {"value": value * (100 * 1024 * 1024 // len(value))}
        nested = {"next": value}
        for _ in range(args.inputs["depth"] - 1):
            nested = {"next": nested}
        return {"value": nested}

    def resource_bytesource(self, args):
        data = base64.b64decode(args.inputs["base64"])
        return {**args.inputs, "bytes": data.decode("utf-8", "surrogateescape")}

    def resource_builtin_info_component(self, args):
        parts = args.urn.split("::")
        stack, project = parts[0].rsplit(":", 1)[-1], parts[1]
        return {"organization": "organization", "project": project, "stack": stack}

    def resource_config_grpc(self, args):
        return {"config": json.dumps(args.provider_inputs, sort_keys=True, default=str)}

    def resource_configurer(self, args):
        if args.typ.endswith(":Custom"):
            return {**args.inputs, "config": args.provider_inputs.get("config", "")}
        return None

    # Components register their children.

    def resource_component(self, args):
        if not args.custom:
            return getattr(self, "make_" + args.typ.rsplit(":", 1)[-1])(args)
        return None

    def make_ComponentCallable(self, args):
        args.register("component:index:Custom", f"{args.name}-child", dict(args.inputs))
        return dict(args.inputs)

    def make_ComponentCustomRefOutput(self, args):
        child = args.register("component:index:Custom", f"{args.name}-child", dict(args.inputs))
        return {"value": args.inputs["value"], "ref": child}

    def make_ComponentCustomRefInputOutput(self, args):
        given = args.inputs["inputRef"]
        value = args.state(given.urn)["value"]
        child = args.register("component:index:Custom", f"{args.name}-child", {"value": value})
        return {"inputRef": given, "outputRef": child}

    def make_ComponentForeignChild(self, args):
        args.register("simple:index:Resource", f"{args.name}-child", dict(args.inputs))
        return dict(args.inputs)

    def resource_component_property_deps(self, args):
        if args.custom:
            return None
        return {"propertyDeps": {name: [] for name in args.inputs}}

    def resource_conformance_component(self, args):
        if not args.custom:
            args.register("simple:index:Resource", f"{args.name}-child", dict(args.inputs))

    def resource_plaincomponent(self, args):
        if args.custom:
            return None
        inputs = {"value": args.inputs["name"]}
        child = args.register("plaincomponent:index:Custom", f"{args.name}-child", inputs)
        return {"label": args.inputs["name"], "child": child}

    # Parameterized packages show their parameter.

    def parameterized(self, args):
        text = args.parameter.decode()
        if args.provider_inputs.get("text"):
            text = f"{text} {args.provider_inputs['text']}"
        return {"parameterValue": text + ("" if args.custom else "Component")}

    resource_subpackage = resource_hipackage = resource_byepackage = parameterized
    resource_goodbye = resource_myext = parameterized

    def resource_extbase(self, args):
        return {"baseValue": "base"}

    # Functions and methods: return the result.

    def call(self, args):
        package = args.token.split(":")[0].replace("-", "_")
        if package == "pulumi":
            return self.call_provider(args)
        return getattr(self, f"call_{package}")(args, args.token.rsplit(":", 1)[-1], args.args)

    def call_provider(self, args):
        value = args.state(args.args["__self__"].urn).get("value", "")
        return {"result": args.args.get("prefix", "") + value}

    def call_simple_invoke(self, args, name, given):
        if name == "unit":
            return {"result": "Hello world"}
        if name == "secretInvoke":
            text = given["value"] + " world"
            hidden = given["secretResponse"]
            return {"response": secret(text) if hidden else text, "secret": hidden}
        if name == "getText":
            if "simple-invoke:index:StringResource" not in self.created:
                raise RuntimeError("no StringResource was created before")
            return {"result": given["text"] + " world"}
        return {"result": given["value"] + " world"}

    call_output_only_invoke = call_simple_invoke

    def call_simple_invoke_with_scalar_return(self, args, name, given):
        return True

    def call_scalar_returns(self, args, name, given):
        text = given["value"]
        if name == "invokeSecret":
            return secret(len(text))
        if name == "invokeArray":
            return [letter in "aeiou" for letter in text]
        result = {"value": f"{text} world"}
        return secret(result) if text == "secret" else result

    def call_multi_argument_invoke(self, args, name, given):
        return {"result": " ".join(word for word in (given["first"], given.get("second")) if word)}

    def call_primitive(self, args, name, given):
        return given

    def call_config(self, args, name, given):
        return {"text": f"{self.provider_name(args)}: {given['text']}"}

    def call_config_grpc(self, args, name, given):
        return {key: secret(value) for key, value in given.items()}

    def call_nestedobject(self, args, name, given):
        return {"results": given["names"]}

    def call_docs(self, args, name, given):
        return {"out": not given["in"]}

    def call_any_type_function(self, args, name, given):
        return {"result": {"resultProperty": "resultValue"}}

    def call_snake_names(self, args, name, given):
        return {"nested_output": [{"key": {"value": entry["value"]}} for entry in given["nested"]]}

    def call_index_mod(self, args, name, given):
        if name == "concatWorld":
            return {"result": given["value"] + " world"}
        text = args.state(given["__self__"].urn)["text"]
        return {"output": len(text) + len(given["input"])}

    call_module_format = call_index_mod

    def call_component(self, args, name, given):
        if name == "identity":
            return {"result": given["input"]}
        value = args.state(given["__self__"].urn)["value"]
        return {"result": given.get("prefix", "") + value}

    def call_component_property_deps(self, args, name, given):
        return {"result": {key: [] for key in given if key != "__self__"}}

    def call_call(self, args, name, given):
        value = args.state(given["__self__"].urn)["value"]
        return {"result": args.provider_inputs.get("value", "") + value}

    def call_configurer(self, args, name, given):
        if name.endswith("plainValue"):
            return 42
        receiver = given["__self__"].urn
        if (receiver, name) not in self.providers:
            config = {"config": args.state(receiver)["providerConfig"]}
            made = args.register("pulumi:providers:configurer", name.replace("/", "-"), config)
            self.providers[receiver, name] = made
        provider = self.providers[receiver, name]
        return provider if name.endswith("/plainProvider") else {"provider": provider, "value": 42}

    def parameterized_call(self, args, name, given):
        text = args.parameter.decode()
        if name == "greet":
            return {"greeting": f"{text}, {given['name']}"}
        return {"output": given["input"] + text}

    call_subpackage = call_hipackage = call_byepackage = call_goodbye = parameterized_call
    call_myext = parameterized_call
