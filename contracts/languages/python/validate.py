"""Checks a reply by its schema, with every rule of it: python3 validate.py GetScheduleResponse < reply.json"""
import json
import sys

from jsonschema import Draft202012Validator

with open("../../responses.schema.json", encoding="utf-8") as file:
    contract = json.load(file)
schema = {"$ref": f"#/$defs/{sys.argv[1]}", "$defs": contract["$defs"]}

reply = json.load(sys.stdin)
Draft202012Validator(schema).validate(reply)
json.dump(reply, sys.stdout)
