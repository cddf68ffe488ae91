import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { frameworksDirectory } from "../contenders.ts";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory } from "../paths.ts";
import { type Framework, frameworks, type ModelsFigure, type ModelsOrder } from "./models-order.ts";

/** Measures what adapter and kit add to each framework, every one in its own process. */
export async function runModels({ report, isQuick }: PartOptions): Promise<readonly ModelsFigure[]> {
  const figures: ModelsFigure[] = [];
  for (const framework of frameworks) {
    const figure = await measure(framework, isQuick ? 3 : 9);
    report(`models: ${framework}: ${figure.added.toFixed(1)} µs added to ${figure.alone.toFixed(1)} µs`);
    figures.push(figure);
  }
  return figures;
}

async function measure(framework: Framework, rounds: number): Promise<ModelsFigure> {
  const order: ModelsOrder = {
    framework,
    rounds,
    deltas: 2000,
    conversations: 100,
    conversationDeltas: 200,
  };
  const child = fork(await bundleProgram(framework), [JSON.stringify(order)], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [figure] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${framework}: the process ended with ${code}`);
    }),
  ])) as [ModelsFigure];
  await once(child, "exit");
  return figure;
}

/** Where the framework is found: its packages are not bundled. */
async function bundleProgram(framework: Framework): Promise<string> {
  const outfile = join(frameworksDirectory, `node_modules/.bench/${framework}.mjs`);
  const contents = `
import { makeExecute, streamAlone } from "./agents/${framework}.ts";
import { Script } from "./script.ts";
import { streamModel } from ${JSON.stringify(join(benchDirectory, "models/stream-model.ts"))};
await streamModel({ makeExecute, streamAlone, Script });`;
  await build({
    stdin: { contents, resolveDir: frameworksDirectory, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["a2agen-source"],
    external: ["@langchain/*", "@openai/*", "ai", "ai/test", "zod"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  return outfile;
}
