import { expect, test } from "vitest";
import { migrate } from "./migrate.ts";

const url = "https://agent.example.com/";
const card = {
  name: "a",
  description: "b",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "s", name: "S", description: "d", tags: ["t"] }],
};
const offering = (protocolVersion: string) => ({
  ...card,
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion }],
});

test("a card goes to 1.1 and back, from every older version", () => {
  expect(migrate(offering("1.0"), "1.1-dev")).toMatchObject({ from: "a2a-1.0", value: offering("1.1") });
  expect(migrate(offering("1.1"), "1.0")).toMatchObject({ from: "a2a-1.1-dev", value: offering("1.0") });
  expect(migrate(offering("1.1"), "1.1")).toEqual({ kind: "same" });
  const { skills, ...rest } = card;
  const older = { ...rest, url, protocolVersion: "0.3.0", preferredTransport: "JSONRPC", skills };
  expect(migrate(older, "1.1-dev")).toMatchObject({ from: "a2a-0.3", value: offering("1.1"), notes: [] });
  expect(migrate(offering("1.1"), "0.3")).toMatchObject({ from: "a2a-1.1-dev", value: { url } });
});

test("values of 1.0 are values of 1.1, and what 1.1 adds is said to be lost on the way back", () => {
  const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
  expect(migrate(task, "1.1-dev")).toEqual({ kind: "same" });
  expect(migrate({ ...task, generation: "2" }, "1.1-dev")).toEqual({ kind: "same" });
  expect(migrate({ ...task, generation: "2" }, "1.0")).toMatchObject({
    kind: "changed",
    value: task,
    notes: [{ path: "generation" }],
  });
  expect(migrate({ ...task, generation: "2" }, "0.3")).toMatchObject({
    value: { kind: "task", id: "t", contextId: "c", status: { state: "working" } },
  });
  const call = { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { id: "t" } };
  expect(migrate(call, "1.1-dev")).toMatchObject({
    from: "a2a-0.3",
    value: { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } },
  });
});
