"""Checks a reply by the schema: python3 validate.py GetScheduleResponse < reply.json. Without a name, any reply will do."""
import json
import sys

from jsonschema import Draft202012Validator

with open("../../responses.schema.json", encoding="utf-8") as file:
    schema = json.load(file)
if len(sys.argv) > 1:
    schema = {"$ref": f"#/$defs/{sys.argv[1]}", "$defs": schema["$defs"]}

reply = json.load(sys.stdin)
Draft202012Validator(schema).validate(reply)
json.dump(reply, sys.stdout)
