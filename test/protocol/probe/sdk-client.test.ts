import { expect, test } from "vitest";
import { probeClient } from "../../../packages/probe/src/clients/probe-client.ts";
import { peerClient, within } from "../../shared/probe/peer-client.ts";

const bindings = ["JSONRPC", "HTTP+JSON", "GRPC"];
const json = ["JSONRPC", "HTTP+JSON"];

/** What the client of `@a2a-js/sdk` 1.3.0 does otherwise, each with the sentence that says so. */
const deviations: Readonly<Record<string, { readonly says: string; readonly only?: readonly string[] }>> = {
  "client-cards.grpc-url": {
    says: "4.4.6, url: Must be a valid absolute HTTPS URL in production. The client takes the URL for a host name.",
    only: ["GRPC"],
  },
  "client-streams.carriage-returns": {
    says: "9.4.2: Content-Type: text/event-stream, whose lines end with CR LF, LF or CR. The client shows nothing.",
    only: json,
  },
  "client-answers.no-status": {
    says: "4.1.1: the status of a Task is required. The client makes one up.",
    only: json,
  },
  "client-answers.wrong-type": {
    says: "4.1.4 and 4.1.7: parts is an array of Part. The client takes a text for an empty list.",
    only: json,
  },
  "client-streams.error": {
    says: "3.3.2: All error responses, regardless of binding, MUST convey code and message. The client ends without one.",
    only: ["HTTP+JSON"],
  },
  "client-streams.unfinished": {
    says: "3.1.2: The stream MUST close when the task reaches a terminal state. One that ends earlier has not.",
  },
};

const options = { tags: "later", timeout: 300_000 };

test("the findings on the client of the SDK are those that the specification says", options, async () => {
  const report = await probeClient({
    client: "@a2a-js/sdk",
    drive: within(peerClient, 60_000),
    parallel: 2,
    // Over gRPC an answer without task and message is an exception that no caller can catch.
    isWanted: (id) => id !== "client-answers.nothing",
    spoken: bindings.map((binding) => ({ version: "1.0", binding })),
  });
  expect(report.others).toEqual([]);
  const failed = report.findings.filter(({ level }) => level !== "MAY");
  expect(failed.map(({ requirement, interface: where }) => `${requirement} ${where}`).sort()).toEqual(
    Object.entries(deviations)
      .flatMap(([id, { only = bindings }]) => only.map((binding) => `${id} ${binding} 1.0`))
      .sort(),
  );
});
