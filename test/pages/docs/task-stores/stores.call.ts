import assert from "node:assert/strict";
import { MyTaskStore } from "./my-task-store.ts";

assert.equal(await new MyTaskStore().read("missing"), undefined);
