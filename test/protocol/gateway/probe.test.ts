import { expect, test } from "vitest";
import { probe } from "../../../packages/probe/src/library/index.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { startSdkServer } from "../../shared/interop-0.3/harness.ts";

/** What an agent of 0.3 does not do in 1.0, also through a gateway, and why. */
const reasons: Readonly<Record<string, string>> = {
  "equivalence.list": "0.3 has no list of tasks",
  "http.query": "0.3 has no list of tasks, whose query is tried",
  "list.found": "0.3 has no list of tasks",
  "list.page-token": "0.3 has no list of tasks",
  "equivalence.task":
    "the agent gives no history where no length is asked for, and all for 0; the proto of 0.3 has no names of files",
  "errors.info": "the agent refuses a message to a task that has ended with -32600",
  "extended.authenticated": "the agent gives its extended card to anyone",
  "get.history-zero": "the agent gives the whole history for a length of 0",
  "push.get-unknown": "the agent answers with -32603",
  "send.ended-task": "the agent answers with -32600",
  "send.history": "the agent leaves the history length of a message out of account",
  "send.media-type": "the agent accepts every media type",
  "streams.ended-task": "the agent answers with -32600",
  "streams.subscribe-ended": "the agent sends a task that has ended",
  "get.context": "the agent takes a context that is not the task's, and the task is in it from then on",
  "turns.mismatch": "the agent takes a context that is not the task's",
};

test("the probe finds in an agent of 0.3 behind a gateway nothing that 0.3 can carry", {
  tags: "later",
}, async () => {
  const { origin } = await startSdkServer();
  const gateway = await startGateway(origin);
  const report = await probe(gateway.url, {
    generatedRequests: false,
    scenario: { artifact: "do it", working: "stay", inputRequired: "ask", answer: "done" },
  });
  expect(report.interfaces.toSorted()).toEqual([
    "GRPC 0.3",
    "GRPC 1.0",
    "HTTP+JSON 0.3",
    "HTTP+JSON 1.0",
    "JSONRPC 0.3",
    "JSONRPC 1.0",
  ]);
  const failed = report.findings.filter(({ requirement }) => reasons[requirement] === undefined);
  expect(failed).toEqual([]);
  const passed = report.requirements.filter(({ verdict }) => verdict === "passed");
  expect(passed.length).toBeGreaterThan(300);
});
