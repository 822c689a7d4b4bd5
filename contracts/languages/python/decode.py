"""Reads a reply into quicktype's classes and writes it again: python3 decode.py GetScheduleResponse < reply.json"""
import json
import sys

import replies

shape = getattr(replies, sys.argv[1])
reply = shape.from_dict(json.load(sys.stdin))
json.dump(reply.to_dict(), sys.stdout)
