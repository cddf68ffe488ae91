import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { createKey, setOf } from "../../../shared/signing/keys.ts";
import { subject } from "../../../shared/signing/subjects.ts";

const source = `
import { AgentCardCodec as codec } from "@a2agen/a2a-1.0";
import { signCard, verifyCard } from "../../../../packages/runtime/src/signing/index.ts";
globalThis.run = async ({ card, rules, key, keys }) => {
  const signed = await signCard(card, { codec, rules, alg: "ES256", kid: "key-1", key });
  const read = codec.parse(JSON.stringify(signed));
  const { verified, failed } = await verifyCard(read, { codec, rules, keys });
  return JSON.stringify({ verified: verified.map(({ kid }) => kid), failed });
};
`;

test("signs and verifies where there is nothing but web standards", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: source,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "iife",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["a2agen-source", "import"],
    logLevel: "silent",
  });
  const web = { crypto, TextEncoder, TextDecoder, URL, AbortController, setTimeout, clearTimeout };
  const context = createContext({ ...web, atob, btoa, structuredClone, Uint8Array });
  runInContext(outputFiles[0]?.text ?? "", context);
  const key = await createKey("key-1");
  const init = { card: subject.card, rules: subject.rules, key: key.privateKey, keys: setOf(key) };
  const result = (await runInContext(
    `run(JSON.parse(${JSON.stringify(JSON.stringify(init))}))`,
    context,
  )) as string;
  expect(JSON.parse(result)).toEqual({ verified: ["key-1"], failed: [] });
});
