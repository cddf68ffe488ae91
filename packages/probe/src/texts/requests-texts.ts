import type { TextsOf } from "./text.ts";

export const requestsTexts: TextsOf<"requests"> = {
  "requests.validated": [
    "Validate the request against the schema of the version before any work starts: required fields, types, enum values, ranges.",
    "An accepted mistake is found later, and by somebody else.",
  ],
  "requests.validation-code": [
    "Map failures of validation to the code for invalid parameters; do not let them end as exceptions in your code.",
    "Clients try again after a server error, and the same request fails again.",
  ],
  "requests.names-field": [
    "Put the path of the field into the error: in a google.rpc.BadRequest, or in the message.",
    "The developer of the client sees at once what to change.",
  ],
  "requests.accepts": [
    "Let the parser skip unknown fields, and take every spelling that ProtoJSON allows.",
    "Otherwise the next version of the protocol breaks your agent for its clients.",
  ],
  "requests.survives": [
    "Catch everything that a handler throws, and bound the length of identifiers and texts before you use them.",
    "A request that ends the process ends it for all callers.",
  ],
  "requests.unchanged": ["Finish validation before the first write."],
};
