"""Every function of PCL, in the order in which a reader meets them: the one list of them."""

from __future__ import annotations

from confty import types
from confty.kit.hcl.convert import to_string
from confty.languages.pcl.eventuals import settled_output
from confty.languages.pcl.library import plain, python, running, signatures
from confty.languages.pcl.library.record import Labels, LibraryFunction, Own, Pattern, Takes
from confty.languages.pcl.library.signatures import fixed
from confty.values import Archive, Asset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_OUTERMOST: Final = Labels.OUTERMOST
_EVERYTHING: Final = Labels.EVERYTHING
_ASSETS: Final = types.map_of(types.STRING, types.union_of(types.ARCHIVE, types.ASSET))
_TOLD: Final = Own(running.told)

_ALL: Final = (
    # Collections.
    LibraryFunction(
        "element",
        "The element at an index, counted around the list when the index is beyond its end.",
        signatures.element,
        plain.element,
        _OUTERMOST,
        Own(python.element),
        takes=Takes.ELEMENTS,
    ),
    LibraryFunction(
        "entries",
        "A list of objects with the key and the value of each element, in order of the keys.",
        signatures.entries,
        plain.entries,
        _OUTERMOST,
        Own(python.entries),
        takes=Takes.ELEMENTS,
    ),
    LibraryFunction(
        "length",
        "How many elements a collection has, or how many characters a reader sees in a text.",
        signatures.length,
        plain.length,
        _OUTERMOST,
        Own(python.length),
        takes=Takes.ELEMENTS,
    ),
    LibraryFunction(
        "lookup",
        "The value of a key in a map, or the default where the map has no such key.",
        signatures.lookup,
        plain.lookup,
        _OUTERMOST,
        Own(python.lookup),
        takes=Takes.ELEMENTS,
    ),
    LibraryFunction(
        "singleOrNone",
        "The only element of a list, or null for an empty list; more elements are an error.",
        signatures.single_or_none,
        plain.single_or_none,
        _OUTERMOST,
        Own(python.single_or_none),
        takes=Takes.ELEMENTS,
    ),
    LibraryFunction(
        "range",
        "The whole numbers from 0, or from the first argument, up to but not with the last.",
        fixed(
            types.list_of(types.INT), ("fromOrTo", types.INT), ("to", types.optional(types.INT))
        ),
        plain.numbers,
        _OUTERMOST,
        Own(python.numbers),
    ),
    LibraryFunction(
        "max",
        "The largest of its arguments.",
        signatures.extreme,
        plain.largest,
        _OUTERMOST,
        Own(python.extreme),
    ),
    LibraryFunction(
        "min",
        "The smallest of its arguments.",
        signatures.extreme,
        plain.smallest,
        _OUTERMOST,
        Own(python.extreme),
    ),
    # Texts.
    LibraryFunction(
        "join",
        "The strings of a list with a separator between them.",
        fixed(types.STRING, ("separator", types.STRING), ("strings", types.list_of(types.STRING))),
        plain.join,
        _EVERYTHING,
        Pattern("{0}.join({1})"),
    ),
    LibraryFunction(
        "split",
        "The parts of a text between separators, as a list.",
        fixed(types.list_of(types.STRING), ("separator", types.STRING), ("string", types.STRING)),
        plain.split,
        _OUTERMOST,
        Own(python.split),
    ),
    LibraryFunction(
        "toJSON",
        "A value as compact JSON text, the keys of objects in order.",
        signatures.to_json,
        plain.to_json,
        _EVERYTHING,
        Own(python.to_json),
    ),
    LibraryFunction(
        "toBase64",
        "The bytes of a text in base64.",
        fixed(types.STRING, ("value", types.STRING)),
        plain.to_base64,
        _OUTERMOST,
        Pattern("base64.b64encode({0}.encode()).decode()", ("import base64",)),
    ),
    LibraryFunction(
        "fromBase64",
        "The text whose bytes a base64 text holds.",
        fixed(types.STRING, ("value", types.STRING)),
        plain.from_base64,
        _OUTERMOST,
        Pattern("base64.b64decode({0}).decode()", ("import base64",)),
    ),
    LibraryFunction(
        "sha1",
        "The SHA-1 of a text in lower-case hexadecimal digits.",
        fixed(types.STRING, ("input", types.STRING)),
        plain.sha1,
        _OUTERMOST,
        Pattern("hashlib.sha1({0}.encode()).hexdigest()", ("import hashlib",)),
    ),
    # Files.
    LibraryFunction(
        "readFile",
        "The text of a file; its path counts from the program's folder.",
        fixed(types.STRING, ("path", types.STRING)),
        Own(running.read_file),
        python=Pattern("read_bytes({0}).decode()", ("helper read_bytes",)),
        reads_file=True,
    ),
    LibraryFunction(
        "filebase64",
        "The bytes of a file in base64.",
        fixed(types.STRING, ("path", types.STRING)),
        Own(running.file_base64),
        python=Pattern(
            "base64.b64encode(read_bytes({0})).decode()", ("helper read_bytes", "import base64")
        ),
        reads_file=True,
    ),
    LibraryFunction(
        "filebase64sha256",
        "The SHA-256 of a file's bytes in base64.",
        fixed(types.STRING, ("path", types.STRING)),
        Own(running.file_hash),
        python=Pattern(
            "base64.b64encode(hashlib.sha256(read_bytes({0})).digest()).decode()",
            ("helper read_bytes", "import base64", "import hashlib"),
        ),
        reads_file=True,
    ),
    LibraryFunction(
        "importData",
        "The value of a file of another language that confty reads, with its type.",
        Own(lambda check, node: check.import_data(node)),
        Own(running.import_data),
        shown="(path: string) -> dynamic",
        reads_file=True,
        ours=True,
    ),
    # Assets and archives.
    LibraryFunction(
        "fileAsset",
        "An asset with the contents of a file.",
        fixed(types.ASSET, ("path", types.STRING)),
        lambda path: Asset(path=to_string(path)),
        _OUTERMOST,
        Pattern("pulumi.FileAsset({0})"),
        reads_file=True,
    ),
    LibraryFunction(
        "stringAsset",
        "An asset that holds a text.",
        fixed(types.ASSET, ("value", types.STRING)),
        lambda text: Asset(text=to_string(text)),
        _OUTERMOST,
        Pattern("pulumi.StringAsset({0})"),
    ),
    LibraryFunction(
        "remoteAsset",
        "An asset with what is found at a URI.",
        fixed(types.ASSET, ("uri", types.STRING)),
        lambda uri: Asset(uri=to_string(uri)),
        _OUTERMOST,
        Pattern("pulumi.RemoteAsset({0})"),
    ),
    LibraryFunction(
        "fileArchive",
        "An archive of a folder, or of an archive file.",
        fixed(types.ARCHIVE, ("path", types.STRING)),
        lambda path: Archive(path=to_string(path)),
        _OUTERMOST,
        Pattern("pulumi.FileArchive({0})"),
        reads_file=True,
    ),
    LibraryFunction(
        "remoteArchive",
        "An archive with what is found at a URI.",
        fixed(types.ARCHIVE, ("uri", types.STRING)),
        lambda uri: Archive(uri=to_string(uri)),
        _OUTERMOST,
        Pattern("pulumi.RemoteArchive({0})"),
    ),
    LibraryFunction(
        "assetArchive",
        "An archive of named assets and archives.",
        fixed(types.ARCHIVE, ("assets", _ASSETS)),
        plain.asset_archive,
        _EVERYTHING,
        Pattern("pulumi.AssetArchive({0})"),
    ),
    # Secrets and failures.
    LibraryFunction(
        "secret",
        "Its argument, secret from here on.",
        signatures.secret,
        Own(running.secret),
        python=Pattern("pulumi.Output.secret({0})"),
        takes=Takes.OUTPUTS,
    ),
    LibraryFunction(
        "unsecret",
        "Its argument without the outermost mark of a secret.",
        signatures.secret,
        Own(running.unsecret),
        python=Own(python.unsecret),
        takes=Takes.OUTPUTS,
    ),
    LibraryFunction(
        "try",
        "The first of its arguments that can be evaluated.",
        signatures.try_,
        Own(running.try_),
        python=Own(python.try_),
        takes=Takes.ATTEMPTS,
    ),
    LibraryFunction(
        "can",
        "Whether its argument can be evaluated.",
        signatures.can,
        Own(running.can),
        python=Own(python.can),
        takes=Takes.ATTEMPTS,
    ),
    LibraryFunction(
        "recover",
        "An output, or a second value where the output comes from a resource that failed.",
        signatures.recover,
        Own(running.recover),
        python=Own(python.recover),
    ),
    LibraryFunction(
        "notImplemented",
        "Always fails, with a message: what a program that was converted in part still lacks.",
        fixed(types.DYNAMIC, ("errorMessage", types.STRING)),
        plain.not_implemented,
        _OUTERMOST,
        Pattern("not_implemented({0})", ("helper not_implemented",)),
    ),
    # Packages, resources and the stack.
    LibraryFunction(
        "invoke",
        "Calls a function of a package.",
        Own(lambda check, node: check.invoke(node)),
        Own(lambda run, node: run.invoke(node)),
        python=Own(lambda write, node: write.invoke(node)),
        shown="(token: string, args: object, options?: object) -> dynamic",
    ),
    LibraryFunction(
        "call",
        "Calls a method of a resource.",
        Own(lambda check, node: check.method(node)),
        Own(lambda run, node: run.method(node)),
        python=Own(lambda write, node: write.method(node)),
        shown="(resource: resource, method: string, args: object) -> dynamic",
    ),
    LibraryFunction(
        "getOutput",
        "An output of another stack, by its name; null where that stack has none of the name.",
        fixed(
            settled_output(types.DYNAMIC),
            ("reference", types.DYNAMIC),
            ("outputName", types.STRING),
        ),
        Own(running.get_output),
        python=Pattern("{0}.get_output({1})"),
    ),
    LibraryFunction(
        "pulumiResourceName",
        "The name that a resource has in the engine.",
        Own(lambda check, node: check.resource_fact(node)),
        Own(running.resource_name),
        python=Own(python.resource_fact),
        shown="(resource: resource) -> string",
    ),
    LibraryFunction(
        "pulumiResourceType",
        "The type token that a resource has in the engine.",
        Own(lambda check, node: check.resource_fact(node)),
        Own(running.resource_type),
        python=Own(python.resource_fact),
        shown="(resource: resource) -> string",
    ),
    LibraryFunction(
        "stack",
        "The name of the stack.",
        fixed(types.STRING),
        _TOLD,
        python=Pattern("pulumi.get_stack()"),
    ),
    LibraryFunction(
        "project",
        "The name of the project.",
        fixed(types.STRING),
        _TOLD,
        python=Pattern("pulumi.get_project()"),
    ),
    LibraryFunction(
        "organization",
        "The organization that the stack belongs to.",
        fixed(types.STRING),
        _TOLD,
        python=Pattern("pulumi.get_organization()"),
    ),
    LibraryFunction(
        "cwd",
        "The folder that the program runs in.",
        fixed(types.STRING),
        _TOLD,
        python=Pattern("os.getcwd()", ("import os",)),
    ),
    LibraryFunction(
        "rootDirectory",
        "The folder of the project.",
        fixed(types.STRING),
        _TOLD,
        python=Pattern("pulumi.runtime.get_root_directory()"),
    ),
    # What rewriting writes; in a program it does nothing.
    LibraryFunction(
        "__convert",
        "Its argument as another type: what a conversion is written as.",
        signatures.same,
        Own(lambda run, node: run.evaluate(node.arguments[0])),
    ),
)

FUNCTIONS: Final = {function.name: function for function in _ALL}
# The names of those whose first argument is a file's path.
FILES: Final = frozenset(function.name for function in _ALL if function.reads_file)
