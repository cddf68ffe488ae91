import { answer, answered, calls, header, reading, rpcError, setAnew, status } from "./effects.ts";
import { card, known, type Row } from "./rows.ts";

export const secretFaults: readonly Row[] = [
  [
    "no credentials are needed",
    "security.missing",
    reading("authorization", (value) => value ?? "Bearer ada"),
  ],
  [
    "any credentials",
    "security.invalid",
    reading("authorization", (value) => (value?.includes("no-such") === true ? "Bearer ada" : value)),
  ],
  [
    "the tasks of others",
    "security.other-task",
    reading("authorization", (value) => value?.replace("bob", "ada")),
  ],
  [
    "the tasks of others have another error",
    "security.existence",
    answer((call) => call.header("authorization") === "Bearer bob" && known(call), rpcError(-32602)),
  ],
  [
    "the extended card for everyone",
    "extended.authenticated",
    reading("authorization", (value) => value ?? "Bearer ada"),
  ],
  [
    "another extended card each time",
    "extended.idempotent",
    answer(answered(calls("GetExtendedAgentCard")), setAnew("result.description")),
  ],
  [
    "an extended card that is another error",
    "extended.answered",
    answer(answered(calls("GetExtendedAgentCard")), rpcError(-32001)),
  ],
];

export const secretHttpFaults: readonly Row[] = [
  ["no challenge", "security.challenge", answer(() => true, header("www-authenticate", undefined))],
  [
    "a refusal for lack of credentials is 403",
    "security.code",
    answer((call) => call.header("authorization") === undefined && !card(call), status(403)),
  ],
];
