import assert from "node:assert/strict";
import { decodeMessage } from "@a2agen/a2a-1.0";
import { CallError } from "@a2agen/runtime/service";
import { explain } from "./explain.ts";

assert.equal(explain(new CallError("NOT_FOUND", "there is no t-1")), "NOT_FOUND: there is no t-1");
try {
  decodeMessage({ messageId: "m-1", role: "ROLE_USER", parts: [{}] });
} catch (error) {
  assert.equal(explain(error), "parts[0]: oneof-none");
}
assert.throws(() => explain(new Error("other")), /other/);
