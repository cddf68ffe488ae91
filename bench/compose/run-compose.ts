import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import { repository, scratch } from "../paths.ts";
import { run } from "../process.ts";
import { buildLargeSchemas } from "./large-schemas.ts";

/** Times of whole processes in milliseconds. */
export interface ComposeFigure {
  readonly text: string;
  readonly milliseconds: number;
  /** Whether the goal of a composition holds for it. */
  readonly hasGoal: boolean;
}

const size = { definitions: 500, extensions: 20 } as const;

interface Row extends Omit<ComposeFigure, "milliseconds"> {
  readonly args: readonly string[];
}

/** Runs the command as users do, in rounds in which every row has its turn. */
export async function runCompose({ report, isQuick }: PartOptions): Promise<readonly ComposeFigure[]> {
  const directory = join(scratch, "compose");
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const { base, extensions } = buildLargeSchemas(size.definitions, size.extensions);
  for (const [name, schema] of [["base.json", base] as const, ...Object.entries(extensions)]) {
    await writeFile(join(directory, name), JSON.stringify(schema));
  }
  const rows = listRows(Object.keys(extensions));
  const outputs = new Set<string>();
  for (const { args, hasGoal } of rows) {
    const { output } = await run(process.execPath, args, { directory });
    if (hasGoal) outputs.add(output.toString());
  }
  if (outputs.size !== 1) throw new Error("compose: the order of the extensions changes what is written");
  report("compose: every order gives the same schema");
  const times = rows.map((): number[] => []);
  for (let round = 0; round < (isQuick ? 1 : 11); round += 1) {
    for (const [index, { args }] of rows.entries()) {
      times[index]?.push((await run(process.execPath, args, { directory })).milliseconds);
    }
  }
  const figures = rows.map(({ text, hasGoal }, index) => ({
    text,
    hasGoal,
    milliseconds: median(times[index] ?? []),
  }));
  for (const { text, milliseconds } of figures) report(`compose: ${text}: ${Math.round(milliseconds)} ms`);
  return figures;
}

function listRows(extensions: readonly string[]): readonly Row[] {
  const compose = [join(repository, "dist/a2agen.js"), "compose", "--base", "base.json"];
  const schemas = (names: readonly string[]): readonly string[] => [...compose, "--extension", ...names];
  return [
    { text: "a Node that runs nothing", args: ["--eval", ""], hasGoal: false },
    { text: "the composed schema", args: schemas(extensions), hasGoal: true },
    { text: "the same, the other way round", args: schemas(extensions.toReversed()), hasGoal: true },
    {
      text: "all files, with types and validators",
      args: [...schemas(extensions), "--out", "out"],
      hasGoal: false,
    },
  ];
}
