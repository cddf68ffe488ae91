import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { hostOf } from "./client-of.ts";

// What the page takes as given.
Object.assign(globalThis, { makeHandler: () => createHttpHandler(hostOf({})) });
const { Agent, default: worker } = await import("./worker.ts");

// What the platform gives: test/install/hosts runs such objects, and their storage, on workerd.
const storage = {
  sql: { exec: () => ({ toArray: () => [] }) },
  transactionSync: <Result>(run: () => Result): Result => run(),
};
const objects = new Map<unknown, InstanceType<typeof Agent>>();
const AGENT = {
  idFromName: (name: string) => name,
  get: (id: unknown) => {
    const object = objects.get(id) ?? new Agent({ storage }, undefined);
    objects.set(id, object);
    return object;
  },
};
const request = new Request("https://agent.example.com/.well-known/agent-card.json");
assert.equal((await worker.fetch(request, { AGENT })).status, 200);
assert.deepEqual([...objects.keys()], ["notes"]);
