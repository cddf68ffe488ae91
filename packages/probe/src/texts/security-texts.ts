import type { TextsOf } from "./text.ts";

export const securityTexts: TextsOf<"security"> = {
  "security.missing": [
    "Authenticate before dispatch, on every method and binding that the card's securityRequirements cover.",
    "Anybody can call the agent at its owner's cost.",
  ],
  "security.invalid": [
    "Verify the credentials: signature, issuer, audience and expiry. Their presence is not enough.",
    "Any text would pass for a token.",
  ],
  "security.code": [
    "Answer with the code for missing authentication. The one for lack of permission is for known callers.",
    "Clients fetch a new token after the first, and give up after the second.",
  ],
  "security.challenge": [
    "Send WWW-Authenticate with the scheme, or name it in the error's details.",
    "Clients learn from it which credentials to get.",
  ],
  "security.other-task": [
    "Compare the task's owner with the caller in the lookup itself, for every operation, lists and streams included.",
    "One customer can read or cancel what another one does.",
  ],
  "security.existence": [
    "Answer for tasks of others exactly as for unknown ones: TaskNotFoundError with the same code and message.",
    "The difference tells which identifiers exist.",
  ],
  "security.injection": [
    "Never write text of a request into a header; strip CR and LF where you must.",
    "An attacker can add headers to the answer, such as cookies.",
  ],
  "security.traces": [
    "Log stack traces, and answer with a fixed message.",
    "Paths and names of libraries help an attacker.",
  ],
};
