"""Reads lines of [schema, values] and writes for each the verdicts of jsonschema, without formats.

Null stands for a schema with a pattern that the module re does not know.
"""

import json
import re
import sys

from jsonschema import Draft202012Validator

for line in sys.stdin:
    schema, values = json.loads(line)
    validator = Draft202012Validator(schema)
    try:
        verdicts = [validator.is_valid(value) for value in values]
    except re.error:
        verdicts = None
    print(json.dumps(verdicts))
