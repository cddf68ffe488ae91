import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { clientOf, hostOf, say } from "./client-of.ts";
import { agent } from "./steps.ts";

const { task } = await clientOf(createHttpHandler(hostOf(agent))).sendMessage(say("tea"));
assert.deepEqual(task?.artifacts?.[0]?.parts, [{ text: "order for 3" }]);
