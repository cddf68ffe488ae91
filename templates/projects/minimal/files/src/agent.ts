import { type Execute, textArtifact } from "@a2agen/runtime/agent";

/** Called for each message. */
export const execute: Execute = async function* ({ text }) {
  yield textArtifact("echo", text, { lastChunk: true });
};
