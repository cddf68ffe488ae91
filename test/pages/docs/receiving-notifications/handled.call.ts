import assert from "node:assert/strict";
import { fetchFrom } from "./client-of.ts";
import { receiver } from "./handled.ts";

// What was refused is told there.
console.warn = () => undefined;
const deliver = fetchFrom(receiver.handler);
const statusUpdate = { taskId: "task-1", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } };
const notify = (token: string): Promise<Response> =>
  deliver("http://localhost:4001/", {
    method: "POST",
    headers: { "content-type": "application/a2a+json", "x-a2a-notification-token": token },
    body: JSON.stringify({ statusUpdate }),
  });
assert.equal((await notify("made-for-task-1")).status, 204);
assert.equal((await notify("another")).status, 401);
receiver.close();
