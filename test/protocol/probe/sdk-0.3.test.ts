import { expect, test } from "vitest";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import { startOlderSdkAgent } from "../../shared/probe/older-sdk-agent.ts";
import { probeAgent } from "../../shared/probe/probe-agent.ts";

const all = ["JSONRPC 0.3", "HTTP+JSON 0.3", "GRPC 0.3"];
const [rpc, http, grpc] = [["JSONRPC 0.3"], ["HTTP+JSON 0.3"], ["GRPC 0.3"]];
const internal =
  "Over HTTP+JSON an error before a stream is 500, Bug: toJson serializer and body must be provided.";

/** What `@a2a-js/sdk` 0.3.14 does otherwise as an agent, each with what 0.3.0 says. */
const deviations: Readonly<
  Partial<Record<RequirementId, { readonly says: string; readonly only: readonly string[] }>>
> = {
  "jsonrpc.parse-error": {
    says: "8.1: -32700 is for JSON that is not well-formed. Came -32600 for an empty body.",
    only: rpc,
  },
  "jsonrpc.invalid-request": {
    says: "8.1: -32600 is for JSON that is no request object. Came -32700 for 5.",
    only: rpc,
  },
  "requests.validated": {
    says: "8.1: -32602 is for params that are wrong, such as those of another type and without a required field.",
    only: all,
  },
  "requests.validation-code": { says: "8.1: as above. Came internal errors.", only: all },
  "requests.survives": { says: `8.1: as above. ${internal}`, only: http },
  "streams.subscribe-unknown": {
    says: `8.2: TaskNotFoundError is for a task that does not exist. ${internal}`,
    only: http,
  },
  "streams.unknown-task": { says: `8.2: as above. ${internal}`, only: http },
  "push.unknown-task": {
    says: "8.2: as above, and the proto, whose body is the config. Came a refusal of all but the whole request.",
    only: http,
  },
  "push.authentication": {
    says: "6.8: authentication is what the server must use when it calls the url. Came no Authorization.",
    only: [...rpc, ...grpc],
  },
  "push.private-address": {
    says: "10.2: the server that sends validates the URLs of webhooks, against SSRF.",
    only: [...rpc, ...grpc],
  },
  "push.scheme": { says: "10.2: as above.", only: [...rpc, ...grpc] },
  "send.media-type": {
    says: "8.2: ContentTypeNotSupportedError is for a media type of message.parts that the agent does not support. Came a task.",
    only: all,
  },
  "http.media-type": { says: "3.2.3: bodies are application/json. Came 500 for text.", only: http },
  "equivalence.task": {
    says: "3.4.1: all transports return semantically equivalent results. Came tasks without contextId.",
    only: http,
  },
  "equivalence.errors": {
    says: "3.4.1: transports map errors consistently. Came 500 for an unknown task of a stream.",
    only: http,
  },
};

test("the findings on an agent of the SDK of 0.3 are those that the specification says", {
  tags: "later",
}, async () => {
  const origin = await startOlderSdkAgent();
  const report = await probeAgent(origin, { scenario: { plain: "Hello", working: "stay", nonce: "sdk" } });
  // What 0.3 does not say is at MAY.
  const found = report.findings.filter(({ level }) => level !== "MAY");
  expect(
    [...new Set(found.map(({ requirement, interface: where }) => `${requirement} ${where}`))].sort(),
  ).toEqual(
    Object.entries(deviations)
      .flatMap(([id, { only }]) => only.map((where) => `${id} ${where}`))
      .sort(),
  );
});
