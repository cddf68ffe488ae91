import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { isCallError } from "@a2agen/runtime/service";
import { clientOf, hostOf } from "./client-of.ts";
import { rateLimit } from "./rate-limit.ts";

const client = clientOf(createHttpHandler(hostOf({}, { rateLimit })), { "x-forwarded-for": "203.0.113.1" });
const call = (): Promise<string> =>
  client.getTask({ id: "t-1" }).then(
    () => "OK",
    (error) => (isCallError(error) ? error.status : String(error)),
  );
for (let made = 0; made < 60; made++) assert.equal(await call(), "UNIMPLEMENTED");
assert.equal(await call(), "RESOURCE_EXHAUSTED");
