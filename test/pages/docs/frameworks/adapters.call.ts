import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { keyPair } from "./certificate.ts";
import { hostOf } from "./client-of.ts";

// What the page takes as given.
Object.assign(globalThis, { handler: createHttpHandler(hostOf({})), ...keyPair });
const { default: worker } = await import("./adapters.ts");

const path = "/.well-known/agent-card.json";
assert.equal((await fetch(`http://localhost:8080${path}`)).status, 200);
assert.equal((await worker.fetch(new Request(`https://agent.example.com${path}`))).status, 200);
// Its servers listen for good.
process.exit();
