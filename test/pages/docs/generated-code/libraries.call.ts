import assert from "node:assert/strict";
import { app } from "./hono.ts";
import { inputSchema } from "./tool.ts";
import { router } from "./trpc.ts";

const message = { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text: "a" }, { text: "b" }] };
const post = (body: object): Response | Promise<Response> =>
  app.request("/messages", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
assert.deepEqual(await (await post(message)).json(), { parts: 2 });
assert.equal((await post({ ...message, role: "user" })).status, 400);

const caller = router.createCaller({});
assert.equal(await caller.count(message), 2);
await assert.rejects(caller.count({ ...message, parts: [{}] } as never), /exactly one/);

const standard = inputSchema["~standard"];
assert.deepEqual(await standard.validate({ message }), { value: { message } });
assert.equal(standard.jsonSchema.input({ target: "draft-2020-12" })["type"], "object");
