// with server.ts
import assert from "node:assert/strict";

const headers = {
  authorization: "Bearer token-of-ada",
  "a2a-version": "1.0",
  "content-type": "application/json",
};
const response = await fetch("http://localhost:4000/tasks/note-1:cancel", {
  method: "POST",
  headers,
  body: "{}",
});
const { error } = (await response.json()) as { error: { details: readonly { reason?: string }[] } };
assert.equal(error.details[0]?.reason, "TASK_NOT_CANCELABLE");
