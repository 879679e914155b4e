"""A package with words for everything, as a file in memory."""

import json

CLOUD = json.dumps(
    {
        "name": "cloud",
        "version": "1.2.3",
        "meta": {"moduleFormat": "(.*)(?:/[^/]*)"},
        "provider": {
            "inputProperties": {"region": {"type": "string", "description": "Where it works."}}
        },
        "resources": {
            "cloud:net/bucket:Bucket": {
                "description": "A place for things.\n\n## Example Usage\nresource …",
                "inputProperties": {
                    "acl": {"$ref": "#/types/cloud:net/acl:Acl", "description": "Who may look."},
                    "title": {"type": "string", "description": "What it is called."},
                    "size": {"type": "integer"},
                    "tags": {"type": "object", "additionalProperties": {"type": "string"}},
                    "rules": {
                        "type": "array",
                        "items": {"$ref": "#/types/cloud:net/rule:Rule"},
                        "description": "What is done to things.",
                    },
                    "old": {"type": "string", "deprecationMessage": "use title"},
                },
                "requiredInputs": ["title", "size"],
                "properties": {
                    "title": {"type": "string"},
                    "arn": {"type": "string", "description": "Its long name."},
                    "key": {"type": "string", "secret": True},
                    "rules": {"type": "array", "items": {"$ref": "#/types/cloud:net/rule:Rule"}},
                },
                "required": ["title", "arn", "key"],
                "methods": {"open": "cloud:net/bucket:Bucket/open"},
            },
            "cloud:index:Zone": {
                "inputProperties": {"name": {"type": "string"}},
                "properties": {"name": {"type": "string"}},
            },
        },
        "functions": {
            "cloud:net/getBucket:getBucket": {
                "description": "Looks a bucket up.",
                "inputs": {
                    "properties": {
                        "title": {"type": "string", "description": "Which one."},
                        "deep": {"type": "boolean"},
                    },
                    "required": ["title"],
                },
                "outputs": {
                    "properties": {"arn": {"type": "string", "description": "Its long name."}},
                    "required": ["arn"],
                },
            },
            "cloud:net/bucket:Bucket/open": {
                "inputs": {
                    "properties": {
                        "__self__": {"$ref": "#/resources/cloud:net/bucket:Bucket"},
                        "mode": {"type": "string"},
                    },
                    "required": ["__self__", "mode"],
                },
                "outputs": {"properties": {"handle": {"type": "string"}}, "required": ["handle"]},
            },
        },
        "types": {
            "cloud:net/acl:Acl": {
                "type": "string",
                "enum": [
                    {"name": "Private", "value": "private", "description": "Nobody else."},
                    {"name": "Public", "value": "public-read"},
                ],
            },
            "cloud:net/rule:Rule": {
                "type": "object",
                "properties": {
                    "days": {"type": "integer", "description": "After how long."},
                    "prefix": {"type": "string"},
                },
                "required": ["days"],
            },
        },
    }
)
BUCKET = 'resource "b" "cloud:net:Bucket" {\n  title = "t"\n  size  = 1\n}\n'
