import { createHash, webcrypto } from "node:crypto";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { AgentCardCodec } from "@a2agen/a2a-1.0";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { fullCard } from "./agent.ts";

const nodeGlobals = ["Buffer", "process", "global", "setImmediate", "clearImmediate", "__dirname", "require"];

let bundle: string;
let inputs: readonly string[];

beforeAll(async () => {
  const result = await build({
    entryPoints: [join(import.meta.dirname, "neutral-entry.ts")],
    bundle: true,
    write: false,
    metafile: true,
    format: "iife",
    globalName: "neutral",
    platform: "neutral",
    target: "es2023",
    conditions: ["a2agen-source"],
    absWorkingDir: join(import.meta.dirname, "../../../.."),
    // Sources name each other by what they are compiled to.
    resolveExtensions: [".ts", ".js"],
    // Every use of a global that only Node has is given a name that can be found.
    define: Object.fromEntries(nodeGlobals.map((name) => [name, `only_node_has_${name}`])),
    logLevel: "silent",
  });
  bundle = result.outputFiles[0]?.text ?? "";
  inputs = Object.keys(result.metafile.inputs);
});

/** What servers and clients of the Fetch API have in common, and nothing of Node. */
const webGlobals = {
  AbortController,
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  clearInterval,
  clearTimeout,
  console,
  crypto: webcrypto,
  fetch: () => Promise.reject(new Error("the network is not for this test")),
  performance,
  queueMicrotask,
  setInterval: (run: () => void, ms: number) => Number(setInterval(run, ms).unref()),
  setTimeout: (run: () => void, ms: number) => Number(setTimeout(run, ms)),
};

describe("the server of the HTTP bindings and their clients, bundled for a platform without Node", () => {
  test("import nothing of Node", () => {
    expect(bundle.match(/["']node:\w+|\bimport\(/g)).toBeNull();
    expect(bundle.match(/only_node_has_\w+/g)).toBeNull();
    expect(
      inputs.filter((path) => /adapters\/(node|express|fastify)|runtime\/grpc\/(?!grpc-codecs)/.test(path)),
    ).toEqual([]);
  });

  test("answer and call among web globals only", async () => {
    const context = createContext({ ...webGlobals, card: structuredClone(fullCard) });
    const run = `${bundle}\nneutral.callEverything(JSON.parse(${JSON.stringify(JSON.stringify(fullCard))})).then(JSON.stringify)`;
    const result = JSON.parse((await runInContext(run, context)) as string) as unknown;
    const text = AgentCardCodec.stringify(fullCard);
    const calls = {
      task: { id: "täsk", status: { state: "TASK_STATE_WORKING" } },
      events: [
        { task: { id: "t1", status: { state: "TASK_STATE_WORKING" } } },
        { statusUpdate: { taskId: "t1", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } },
      ],
      failure: "UNIMPLEMENTED",
    };
    expect(result).toEqual({
      jsonRpc: calls,
      rest: calls,
      card: [200, `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`, JSON.parse(text)],
    });
  });
});
