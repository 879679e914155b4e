"""Objects: fields, keys and values, patches, pruning."""

from __future__ import annotations

from confty.languages.jsonnet.library.record import RAW, TOP, StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

OBJECTS: Final = (
    StdFunction(
        "objectFields",
        "(o: object) => set[string]",
        "The names of the visible fields, sorted.",
        "objects:object_fields",
        labels=(TOP,),
    ),
    StdFunction(
        "objectFieldsAll",
        "(o: object) => set[string]",
        "The names of all fields, hidden ones too, sorted.",
        "objects:object_fields_all",
        labels=(TOP,),
    ),
    StdFunction(
        "objectFieldsEx",
        "(obj: object, hidden: boolean) => set[string]",
        "The names of the fields, sorted; hidden ones too if `hidden`.",
        "objects:object_fields_ex",
        labels=(TOP, TOP),
        cpp_names={"hidden": "inc_hidden"},
    ),
    StdFunction(
        "objectHas",
        "(o: object, f: string) => boolean",
        "Whether the object has a visible field of this name.",
        "objects:object_has",
        labels=(TOP, TOP),
        ends="sure",
        names_field=True,
    ),
    StdFunction(
        "objectHasAll",
        "(o: object, f: string) => boolean",
        "Whether the object has a field of this name, hidden or not.",
        "objects:object_has_all",
        labels=(TOP, TOP),
        ends="sure",
        names_field=True,
    ),
    StdFunction(
        "objectHasEx",
        "(obj: object, fname: string, hidden: boolean) => boolean",
        "Whether the object has a field of this name; a hidden one counts if `hidden`.",
        "objects:object_has_ex",
        labels=(TOP, TOP, TOP),
        cpp_names={"fname": "f", "hidden": "inc_hidden"},
        names_field=True,
    ),
    StdFunction(
        "objectValues",
        "(o: object) => array[any]",
        "The values of the visible fields, sorted by name.",
        "objects:object_values",
        labels=(TOP,),
        rule="object_values",
    ),
    StdFunction(
        "objectValuesAll",
        "(o: object) => array[any]",
        "The values of all fields, hidden ones too, sorted by name.",
        "objects:object_values_all",
        labels=(TOP,),
        rule="object_values",
    ),
    StdFunction(
        "objectKeysValues",
        "(o: object) => array[{ key: string, value: any }]",
        "One object with `key` and `value` for each visible field, sorted by name.",
        "objects:object_pairs",
        labels=(TOP,),
        rule="keys_values",
    ),
    StdFunction(
        "objectKeysValuesAll",
        "(o: object) => array[{ key: string, value: any }]",
        "One object with `key` and `value` for each field, hidden ones too, sorted by name.",
        "objects:object_pairs_all",
        labels=(TOP,),
        rule="keys_values",
    ),
    StdFunction(
        "objectRemoveKey",
        "(obj: object, key: string) => object",
        "The object without the field `key`.",
        "objects:object_remove_key",
        labels=(TOP, TOP),
        rule="remove_key",
        names_field=True,
    ),
    StdFunction(
        "get",
        "(o: object, f: string, default?: any, inc_hidden?: boolean) => any",
        "The field `f` of an object, or `default` when there is none.",
        "objects:get",
        late="default",
        labels=(TOP, TOP, RAW, TOP),
        rule="get",
        names_field=True,
    ),
    StdFunction(
        "mapWithKey",
        "(func: ($key: any, $value: any) => any, obj: object) => object",
        "An object of what `func` gives for the name and the value of each visible field.",
        "objects:map_with_key",
        labels=(TOP, TOP),
        rule="map_with_key",
    ),
    StdFunction(
        "mergePatch",
        "(target: any, patch: any) => any",
        "The target with a JSON merge patch applied: null removes, objects merge, all "
        "else replaces.",
        "objects:merge_patch",
        late="target",
        lifted="merge_patch",
        rule="merge_patch",
    ),
    StdFunction(
        "prune",
        "(a: any) => any",
        "The value without nulls and empty arrays and objects, all the way down.",
        "objects:prune",
        lifted="prune",
        rule="prune",
        printed=True,
    ),
)
