import { join } from "node:path";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { findBuf } from "../contenders.ts";
import { median } from "../median.ts";
import { repository, scratch } from "../paths.ts";
import { run } from "../process.ts";
import { type Plugin, plugins } from "./plugin.ts";
import { runMeasured } from "./process-probe.ts";
import { type ApiTimes, measureApis } from "./public-apis.ts";
import { assertGenerated, buildEmptyRequest, buildImage, buildRequest } from "./request.ts";
import { buildSyntheticImage, syntheticFile } from "./synthetic-image.ts";

/** Times of whole processes in milliseconds. */
export interface GenerationResult {
  /** A Node that runs nothing. */
  readonly node: number;
  /** `buf build` of a2a.proto: what every generation with buf needs besides its plugins. */
  readonly buf: number;
  readonly a2a: readonly A2aTimes[];
  readonly growth: readonly Growth[];
  /** Empty where their protos are not installed. */
  readonly apis: readonly ApiTimes[];
}

export interface A2aTimes {
  readonly plugin: string;
  /** The plugin without a file to generate. */
  readonly start: number;
  /** The plugin with a2a.proto. */
  readonly process: number;
  /** `buf generate` of a2a.proto with the plugin. */
  readonly generate: number;
}

export interface Growth {
  readonly plugin: string;
  readonly messages: number;
  readonly milliseconds: number;
  /** The greatest memory of the plugin's process; absent when it was cut. */
  readonly bytes?: number;
  readonly isCut: boolean;
}

/** Rounds of the short processes, of which each runs once in a round. */
const rounds = 11;
const sizes = [1000, 5000];
/** Milliseconds after which a plugin is cut off at the large protos. */
const limit = 40_000;

const a2aProto = { file: "proto/a2a-1.0/lf/a2a/v1/a2a.proto", name: "lf/a2a/v1/a2a.proto" };

export async function runGeneration(report: (line: string) => void): Promise<GenerationResult> {
  const small = await measureA2a();
  report("generation: a2a.proto");
  const growth: Growth[] = [];
  for (const messages of sizes) {
    const image = await buildSyntheticImage(messages);
    for (const plugin of plugins) {
      // One that failed a smaller one is not tried with a larger one.
      if (growth.some((before) => before.plugin === plugin.name && before.isCut)) continue;
      const result = await measureGrowth(plugin, { messages, image });
      growth.push(result);
      report(
        `generation: ${messages} messages, ${plugin.name}, ${Math.round(result.milliseconds)} ms${result.isCut ? ", cut off" : ""}`,
      );
    }
  }
  return { ...small, growth, apis: await measureApis(report) };
}

async function measureA2a(): Promise<Omit<GenerationResult, "growth" | "apis">> {
  const image = await buildImage({ directory: repository, paths: [a2aProto.file] });
  const out = join(scratch, "generate");
  const node = (args: readonly string[], input?: Uint8Array) => () =>
    run(process.execPath, args, { directory: repository, ...(input === undefined ? {} : { input }) });
  const buf = (args: readonly string[]) => () => run(findBuf(), args, { directory: repository });
  const perPlugin = plugins.map((plugin) => ({
    plugin,
    start: node([plugin.program], buildEmptyRequest(plugin.options)),
    process: node([plugin.program], buildRequest(image, [a2aProto.name], plugin.options)),
    generate: buf(["generate", "--template", buildTemplate(plugin, out), "--path", a2aProto.file]),
  }));
  const nothing = node(["--eval", ""]);
  const build = buf(["build", "--path", a2aProto.file, "--output", join(scratch, "a2a.binpb")]);
  for (const { plugin, process } of perPlugin) assertGenerated(plugin.name, (await process()).output);
  const times = await measureInTurn([
    nothing,
    build,
    ...perPlugin.flatMap(({ start, process, generate }) => [start, process, generate]),
  ]);
  const [nodeTime = Number.NaN, bufTime = Number.NaN, ...rest] = times;
  return {
    node: nodeTime,
    buf: bufTime,
    a2a: perPlugin.map(({ plugin }, index) => {
      const [start = Number.NaN, process = Number.NaN, generate = Number.NaN] = rest.slice(index * 3);
      return { plugin: plugin.name, start, process, generate };
    }),
  };
}

function buildTemplate({ program, options }: Plugin, out: string): string {
  const plugin = { local: [process.execPath, program], out, strategy: "all", opt: options };
  return JSON.stringify({ version: "v2", plugins: [plugin] });
}

/** The median time of each, after one round that does not count. */
async function measureInTurn(
  runs: readonly (() => Promise<{ readonly milliseconds: number }>)[],
): Promise<readonly number[]> {
  const times = runs.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, start] of runs.entries()) {
      const { milliseconds } = await start();
      if (round > 0) times[index]?.push(milliseconds);
    }
  }
  return times.map(median);
}

async function measureGrowth(
  plugin: Plugin,
  { messages, image }: { messages: number; image: FileDescriptorSet },
): Promise<Growth> {
  const input = buildRequest(image, [syntheticFile], plugin.options);
  const { output, milliseconds, isCut, used } = await runMeasured(plugin.program, {
    directory: repository,
    input,
    limit,
  });
  if (used === undefined) return { plugin: plugin.name, messages, milliseconds, isCut };
  assertGenerated(plugin.name, output);
  return { plugin: plugin.name, messages, milliseconds, bytes: used.memory, isCut };
}
