import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import {
  answer,
  at,
  calls,
  header,
  json,
  put,
  reading,
  refused,
  result,
  rpcError,
  set,
  setAnew,
  status,
  text,
} from "./effects.ts";
import type { AnswerChange } from "./fault.ts";
import { card, type Row } from "./rows.ts";

const cardFault = (name: string, by: RequirementId, change: Parameters<typeof answer>[1]): Row => [
  name,
  by,
  answer(card, change),
];

const keysPath = "/a2agen-keys.json";

/** A card with a signature by a key that did not sign it, and the key. */
const signWrong: AnswerChange = (given, call) => {
  if (call.target === keysPath) {
    const [x, y] = [
      "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ];
    given.status = 200;
    given.headers = { "content-type": "application/json" };
    given.body = JSON.stringify({ keys: [{ kty: "EC", crv: "P-256", kid: "k", x, y }] });
    return;
  }
  const jku = `http://${call.header("host")}${keysPath}`;
  const head = Buffer.from(JSON.stringify({ alg: "ES256", kid: "k", typ: "JOSE", jku })).toString(
    "base64url",
  );
  set("signatures", [{ protected: head, signature: "A".repeat(86) }])(given, call);
};

export const cardFaults: readonly Row[] = [
  cardFault("no card", "discovery.card", status(404)),
  cardFault("the card is HTML", "discovery.card", text("<!doctype html><p>Hello")),
  cardFault("the card is text/html", "discovery.content-type", header("content-type", "text/html")),
  cardFault("the card has no name", "discovery.valid", set("name", undefined)),
  cardFault("the description is a number", "discovery.valid", set("description", 5)),
  cardFault("no skills", "discovery.valid", set("skills", undefined)),
  cardFault("no capabilities", "discovery.valid", set("capabilities", undefined)),
  cardFault("no interfaces", "discovery.interfaces", set("supportedInterfaces", [])),
  cardFault("a relative URL", "discovery.url", set("supportedInterfaces.0.url", "/rpc")),
  cardFault(
    "the version of an interface with a patch number",
    "discovery.version",
    set("supportedInterfaces.0.protocolVersion", "1.0.0"),
  ),
  cardFault(
    "an interface in clear",
    "discovery.encrypted",
    set("supportedInterfaces.0.url", "http://agent.example.com"),
  ),
  cardFault(
    "a binding under another name",
    "discovery.binding",
    set("supportedInterfaces.0.protocolBinding", "REST"),
  ),
  cardFault(
    "two skills with one id",
    "discovery.skills",
    json((body) => put(body, "skills.1", at(body, "skills.0"))),
  ),
  cardFault(
    "a security scheme that is not there",
    "discovery.schemes",
    set("securityRequirements", [{ schemes: { none: { list: [] } } }]),
  ),
  cardFault(
    "a signature without alg",
    "discovery.signed",
    set("signatures", [{ protected: "e30", signature: "AAAA" }]),
  ),
  [
    "a signature of something else",
    "discovery.signature",
    answer((call) => card(call) || call.target === keysPath, signWrong),
  ],
  cardFault("no Cache-Control", "discovery.cache-control", header("cache-control", undefined)),
  cardFault("no ETag", "discovery.etag", header("etag", undefined)),
  ["If-None-Match is not read", "discovery.conditional", reading("if-none-match", () => undefined)],
  cardFault("another card each time", "discovery.stable", (given, call) => {
    header("etag", undefined)(given, call);
    setAnew("description")(given, call);
  }),
];

export const bareFaults: readonly Row[] = [
  [
    "streams that are not declared have another error",
    "streams.unsupported",
    answer(refused(calls("SendStreamingMessage")), rpcError(-32001)),
  ],
  [
    "webhooks that are not declared have another error",
    "push.unsupported",
    answer(refused(calls("CreateTaskPushNotificationConfig")), rpcError(-32001)),
  ],
  [
    "an extended card that is not declared",
    "extended.unsupported",
    answer(refused(calls("GetExtendedAgentCard")), result({})),
  ],
];

export const extensionFaults: readonly Row[] = [
  [
    "extensions are not told",
    "extensions.echoed",
    answer(calls("ListTasks"), header("a2a-extensions", undefined)),
  ],
  [
    "every extension is active",
    "extensions.only-asked",
    reading(
      "a2a-extensions",
      () => "https://example.com/extensions/needed/v1, https://example.com/extensions/offered/v1",
    ),
  ],
  [
    "another version of an extension stands in",
    "extensions.no-fallback",
    reading("a2a-extensions", (value) => value?.replace("/v999", "/v1")),
  ],
  [
    "a required extension is not required",
    "extensions.required",
    reading("a2a-extensions", (value) => value ?? "https://example.com/extensions/needed/v1"),
  ],
];
