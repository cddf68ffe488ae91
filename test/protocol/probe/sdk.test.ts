import { expect, test } from "vitest";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";

/** How the agents of `@a2a-js/sdk` 1.3.0 differ, each with the sentence of the specification. */
const deviations: Readonly<
  Partial<Record<RequirementId, { readonly says: string; readonly only?: readonly string[] }>>
> = {
  "versions.patch": {
    says: "3.6: Patch version numbers MUST not be considered when clients and servers negotiate protocol versions.",
  },
  "versions.query": {
    says: "3.6.1: Clients MAY provide the A2A-Version as a request parameter instead of a header.",
    only: ["JSONRPC 1.0", "HTTP+JSON 1.0"],
  },
  "jsonrpc.parse-error": {
    says: "9.5: -32700, the server received invalid JSON. Came -32602 for an empty body.",
    only: ["JSONRPC 1.0"],
  },
  "jsonrpc.invalid-request": {
    says: "9.5: -32600, the JSON sent is not a valid Request object. Came -32602, and -32700 for 5.",
    only: ["JSONRPC 1.0"],
  },
  "requests.validated": { says: "3.3.2: Servers MUST validate all input parameters before processing." },
  "requests.validation-code": {
    says: "3.3.2: Validation errors are invalid input parameters or message format. Came internal errors for parts.",
    only: ["JSONRPC 1.0", "HTTP+JSON 1.0"],
  },
  "push.private-address": { says: "13.2: Agents SHOULD validate webhook URLs: reject private IP ranges." },
  "push.scheme": { says: "13.2: Agents SHOULD validate webhook URLs to prevent SSRF." },
  "list.order": {
    says: "3.1.4: Tasks MUST be sorted by last update time in descending order. Came 05Z before 05.004Z.",
  },
  "list.cursor": {
    says: "3.1.4: The operation MUST use cursor-based pagination. Came another page after a task that is not first, as above.",
    only: ["JSONRPC 1.0"],
  },
  "list.since-kept": {
    says: "ListTasksRequest.status_timestamp_after: Only tasks with a status timestamp time greater than or equal to this value will be returned.",
  },
  "equivalence.errors": {
    says: "5.1: All supported protocols MUST return semantically equivalent results for the same requests. Came a refusal of a negative historyLength, which JSON-RPC accepts.",
    only: ["HTTP+JSON 1.0"],
  },
  "send.media-type": {
    says: "3.1.1: ContentTypeNotSupportedError: A Media Type provided in the request's message parts is not supported by the agent. Came a task.",
  },
  "extended.authenticated": {
    says: "13.3: The Get Extended Agent Card operation MUST require authentication.",
  },
};

/** Mistakes of SendMessage that the SDK is known to accept. */
const accepted = [
  "message.role/missing",
  "message.role/enum: name",
  "message.parts/empty",
  "message.parts[0]/none: content",
  "message.parts[0]/two: text, raw",
  "message.parts[0].raw/base64: a",
  "configuration.historyLength/range: below",
  "configuration.historyLength/type: text",
  "configuration.returnImmediately/type: text",
];

/** The same over gRPC, whose messages know no types and no two members of a oneof. */
const acceptedBinary = [
  "message.role/unspecified",
  "message.role/enum: number",
  "message.parts/missing",
  "message.parts[0]/none: content",
  "message.parts[0].text/utf8",
  "configuration.historyLength/range: binary below",
];

test("the findings on an agent of the SDK are those that the specification says", {
  tags: "later",
}, async () => {
  let count = 0;
  // As many libraries write times: without a fraction where there is none. The SDK compares them as texts.
  const now = (): string => {
    count += 1;
    const fraction = count <= 2 ? "" : `.${String(count).padStart(3, "0")}`;
    return `2026-01-02T03:04:05${fraction}Z`;
  };
  const { origin } = await startPeerAgent({ binding: "JSONRPC", hasGrpc: true, now });
  const report = await probeAgent(origin, { scenario: { plain: "Hello", working: "stay", nonce: "sdk" } });
  const failed = report.requirements.filter(({ verdict }) => verdict === "failed");
  const all = ["JSONRPC 1.0", "HTTP+JSON 1.0", "GRPC 1.0"];
  expect(failed.map(({ requirement, interface: where }) => `${requirement} ${where}`).sort()).toEqual(
    Object.entries(deviations)
      .flatMap(([id, { only = all }]) => only.map((where) => `${id} ${where}`))
      .sort(),
  );
  const found = new Set(
    report.findings.flatMap(({ check, interface: where, more = [] }) =>
      [check, ...more.map((place) => place.check)].map((each) => `${where} ${each}`),
    ),
  );
  const missed = [
    ...all.slice(0, 2).map((where) => [where, accepted] as const),
    ["GRPC 1.0", acceptedBinary] as const,
  ]
    .flatMap(([where, ids]) => ids.map((id) => `${where} requests.sendMessage/${id}`))
    .filter((id) => !found.has(id));
  expect(missed).toEqual([]);
});
