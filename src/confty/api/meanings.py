"""What each keyword argument of the calls means, for ``help()`` and editors."""

from __future__ import annotations

from typing import Final

MEANINGS: Final = {
    "timeout": "seconds that the program may take",
    "max_memory": "megabytes of memory that it may take",
    "max_output": "megabytes that its value may have as a text",
    "cache": "whether compiled programs are kept on disk; they are",
    "sandbox": "where imports may lead: 'project', 'workdir', 'unrestricted', or a folder",
    "show_secrets": "secrets come as they are instead of labelled",
    "settings": "further settings, under the names of the config file",
    "ext_vars": "external variables that are texts (Jsonnet, RCL, PCL's configuration)",
    "ext_codes": "external variables that are expressions in the program's language",
    "inputs": "external variables as Python data: texts stay texts, all else is data",
    "secrets": "external variables that are secret, and so is what comes of them",
    "unknowns": "names of external variables that are not known yet, with their types or without",
    "jpath": "the folder, or folders, in which imports are looked for (Jsonnet, RCL, PCL)",
    "tla_vars": "arguments of a Jsonnet program that is a function: texts",
    "tla_codes": "arguments of a Jsonnet program that is a function: expressions",
    "max_stack": "how deep calls may nest (Jsonnet, Phy)",
    "import_callback": "reads imports: gets a folder and a path, returns name and bytes (Jsonnet)",
    "natives": "Python functions for std.native (Jsonnet)",
    "config": "a stack's configuration, as Python data (PCL)",
    "schema": "a JSON Schema as a file or a table, a Python type, or 'python:module:Class'"
    " (data files); schemas of packages (PCL)",
    "dialect": "which form of the language: 'go' or 'cpp' (Jsonnet), 'seed' or 'current' (Phy)",
    "jit": "whether programs become native code (Phy)",
}
