import assert from "node:assert/strict";
import { Message } from "@a2a-js/sdk";
import { message as ours } from "./ours.ts";
import { message as theirs } from "./sdk.ts";

// The SDK reads ours as theirs.
assert.deepEqual(Message.fromJSON(ours), {
  ...theirs,
  metadata: undefined,
  parts: [{ ...theirs.parts[0], metadata: undefined }],
});
