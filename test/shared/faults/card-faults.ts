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
import type { AnswerChange, Effect } from "./fault.ts";
import { card, type Faults } from "./rows.ts";

const onCard = (change: Parameters<typeof answer>[1]): Effect => answer(card, change);
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

export const cardFaults: Faults = {
  "discovery.card": {
    "no card": onCard(status(404)),
    "the card is HTML": onCard(text("<!doctype html><p>Hello")),
  },
  "discovery.content-type": { "the card is text/html": onCard(header("content-type", "text/html")) },
  "discovery.valid": {
    "the card has no name": onCard(set("name", undefined)),
    "the description is a number": onCard(set("description", 5)),
    "no skills": onCard(set("skills", undefined)),
    "no capabilities": onCard(set("capabilities", undefined)),
  },
  "discovery.interfaces": { "no interfaces": onCard(set("supportedInterfaces", [])) },
  "discovery.url": { "a relative URL": onCard(set("supportedInterfaces.0.url", "/rpc")) },
  "discovery.version": {
    "the version of an interface with a patch number": onCard(
      set("supportedInterfaces.0.protocolVersion", "1.0.0"),
    ),
  },
  "discovery.encrypted": {
    "an interface in clear": onCard(set("supportedInterfaces.0.url", "http://agent.example.com")),
  },
  "discovery.binding": {
    "a binding under another name": onCard(set("supportedInterfaces.0.protocolBinding", "REST")),
  },
  "discovery.skills": {
    "two skills with one id": onCard(json((body) => put(body, "skills.1", at(body, "skills.0")))),
  },
  "discovery.schemes": {
    "a security scheme that is not there": onCard(
      set("securityRequirements", [{ schemes: { none: { list: [] } } }]),
    ),
  },
  "discovery.signed": {
    "a signature without alg": onCard(set("signatures", [{ protected: "e30", signature: "AAAA" }])),
  },
  "discovery.signature": {
    "a signature of something else": answer((call) => card(call) || call.target === keysPath, signWrong),
  },
  "discovery.cache-control": { "no Cache-Control": onCard(header("cache-control", undefined)) },
  "discovery.etag": { "no ETag": onCard(header("etag", undefined)) },
  "discovery.conditional": { "If-None-Match is not read": reading("if-none-match", () => undefined) },
  "discovery.stable": {
    "another card each time": onCard((given, call) => {
      header("etag", undefined)(given, call);
      setAnew("description")(given, call);
    }),
  },
};

export const bareFaults: Faults = {
  "streams.unsupported": {
    "streams that are not declared have another error": answer(
      refused(calls("SendStreamingMessage")),
      rpcError(-32001),
    ),
  },
  "push.unsupported": {
    "webhooks that are not declared have another error": answer(
      refused(calls("CreateTaskPushNotificationConfig")),
      rpcError(-32001),
    ),
  },
  "extended.unsupported": {
    "an extended card that is not declared": answer(refused(calls("GetExtendedAgentCard")), result({})),
  },
};

export const extensionFaults: Faults = {
  "extensions.echoed": {
    "extensions are not told": answer(calls("ListTasks"), header("a2a-extensions", undefined)),
  },
  "extensions.only-asked": {
    "every extension is active": reading(
      "a2a-extensions",
      () => "https://example.com/extensions/needed/v1, https://example.com/extensions/offered/v1",
    ),
  },
  "extensions.no-fallback": {
    "another version of an extension stands in": reading("a2a-extensions", (value) =>
      value?.replace("/v999", "/v1"),
    ),
  },
  "extensions.unknown": {
    "an extension behind another is not read": reading("a2a-extensions", (value) =>
      value?.startsWith("https://example.com/extensions/a2agen-probe") === true
        ? "https://example.com/extensions/needed/v1"
        : value,
    ),
  },
  "extensions.required": {
    "a required extension is not required": reading(
      "a2a-extensions",
      (value) => value ?? "https://example.com/extensions/needed/v1",
    ),
  },
};
