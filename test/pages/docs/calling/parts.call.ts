import assert from "node:assert/strict";
import { bytesOf, completed, fileArtifact } from "@a2agen/runtime/agent";
import { run } from "./client-of.ts";
import { draw } from "./parts.ts";

const { client } = run(async function* ({ message }) {
  const [, file] = message.parts;
  const bytes = file && bytesOf(file);
  assert(bytes);
  yield fileArtifact("drawing", { bytes: bytes.toReversed() });
  yield completed("here it is");
});
assert.deepEqual(await draw(client, new Blob([new Uint8Array([1, 2])])), new Uint8Array([2, 1]));
