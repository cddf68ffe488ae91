import type { TextsOf } from "./text.ts";

export const errorsTexts: TextsOf<"errors"> = {
  "errors.code": [
    'Return the code under "expected" for this error. Keep all codes of a binding in one table, and map errors there.',
    "Clients decide by the code whether to try again, ask the user, or give up.",
  ],
  "errors.form": [
    "Build every error in one function of the binding, also those of the web framework and of proxies in front.",
    "Clients that cannot read an error show only its status.",
  ],
  "errors.message": [
    "Set message to a sentence that says what is wrong.",
    "It is what a developer or user sees first.",
  ],
  "errors.info": [
    "Add a google.rpc.ErrorInfo to the details, with the reason of the error and the domain in the title.",
    "Several errors share a status; only the reason tells which one it is.",
  ],
  "errors.info-jsonrpc": [
    "Put a list into error.data, with a google.rpc.ErrorInfo that has reason and domain.",
    "Clients then read errors in the same way over each binding.",
  ],
  "errors.problem-type": [
    "Set type to the URI that the specification has for this error, and Content-Type to application/problem+json.",
    "Several errors share a status; only the type tells which one it is.",
  ],
};
