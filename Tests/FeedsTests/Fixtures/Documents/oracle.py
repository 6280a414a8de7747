"""Reads YAML with PyYAML by the core schema of YAML 1.2 and writes what listview should read, as JSON.

Usage: python3 oracle.py FILE.yaml... (writes FILE.json)
"""
import json, re, sys, yaml

class Loader(yaml.SafeLoader):
    yaml_implicit_resolvers = {}

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$")
Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(~|null|Null|NULL|)$"), None)
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(true|True|TRUE|false|False|FALSE)$"), None)
Loader.add_implicit_resolver("tag:yaml.org,2002:int", NUMBER, None)
Loader.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile(r"<<$"), None)

def text(loader, node): return node.value
def number(loader, node): return json.loads(node.value) if NUMBER.match(node.value) else node.value
def own(loader, suffix, node):
    tag = "!" + suffix
    if isinstance(node, yaml.ScalarNode): return f"{tag} {node.value}" if node.value else tag
    if isinstance(node, yaml.SequenceNode): return {tag: loader.construct_sequence(node, deep=True)}
    return {tag: loader.construct_mapping(node, deep=True)}

Loader.add_constructor("tag:yaml.org,2002:int", number)
Loader.add_constructor("tag:yaml.org,2002:float", number)
for tag in ("timestamp", "binary"): Loader.add_constructor("tag:yaml.org,2002:" + tag, text)
Loader.add_multi_constructor("!", own)

def mapping(loader, node, deep=False):
    loader.flatten_mapping(node)
    result = {}
    for key, value in node.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else json.dumps(
            loader.construct_object(key, deep=True), separators=(",", ":"))
        result[name] = loader.construct_object(value, deep=True)
    return result
Loader.construct_mapping = mapping
Loader.add_constructor("tag:yaml.org,2002:map", mapping)

if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file: documents = list(yaml.load_all(file, Loader))
        with open(path.rsplit(".", 1)[0] + ".json", "w", encoding="utf-8") as file:
            json.dump(documents, file, ensure_ascii=False, indent=1)
            file.write("\n")
