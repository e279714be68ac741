"""Calls every operation of the generated client once for each documented success.

    calls.py <folder of the client> <address of the server> <openapi.json>

The server returns the documented examples in the order of their statuses. The program fails if the
client rejects a request or a response, or loses a property. It prints how many responses it read.
"""

import inspect
import json
import re
import sys

folder, address, document_file = sys.argv[1:]
sys.path.insert(0, folder)

import plaza_client  # noqa: E402

with open(document_file, encoding="utf-8") as file:
    document = json.load(file)

client = plaza_client.ApiClient(plaza_client.Configuration(host=address, access_token="token"))


def resolved(node):
    while "$ref" in node:
        target = document
        for part in node["$ref"][2:].split("/"):
            target = target[part]
        node = target
    return node


def snake(name):
    return re.sub("(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()


def names(value):
    """The names of all properties, without the values: the client writes times in another form."""
    if isinstance(value, dict):
        return {name: names(inner) for name, inner in value.items()}
    return [names(inner) for inner in value] if isinstance(value, list) else None


def arguments(operation, method):
    found = {}
    for parameter in map(resolved, operation.get("parameters", [])):
        schema = resolved(parameter["schema"])
        if "example" in parameter or parameter.get("required"):
            found[snake(parameter["name"])] = parameter.get("example", schema.get("examples", [None])[0])
    if "requestBody" in operation:
        media = next(iter(operation["requestBody"]["content"].values()))
        body = next(name for name in inspect.signature(method).parameters
                    if name == "body" or name.endswith("_body"))
        found[body] = media["example"]
    return found


def json_of(result):
    return json.loads(result.to_json()) if hasattr(result, "to_json") else result


count = 0
for path in document["paths"].values():
    for operation in path.values():
        if "operationId" not in operation:
            continue
        api = getattr(plaza_client, operation["tags"][0].split()[0].capitalize() + "Api")(client)
        method = getattr(api, snake(operation["operationId"]))
        for status, response in operation["responses"].items():
            if not status.startswith("2"):
                continue
            content = resolved(response).get("content", {})
            if "application/x-ndjson" in content:
                continue  # the template for Python reads JSON and text only
            result = method(**arguments(operation, method))
            example = content.get("application/json", {}).get("example")
            assert names(json_of(result)) == names(example) or "application/json" not in content, (
                operation["operationId"], status, result, example)
            count += 1
print(count)
