import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory } from "../paths.ts";
import type { DataFigure } from "./measure-data.ts";

export interface ExtensionFigures {
  /** Of the extension's data. */
  readonly bytes: number;
  readonly figures: readonly DataFigure[];
}

/** Measures what checking an extension's data adds to reading the request that has it. */
export async function runExtensions({ report, isQuick }: PartOptions): Promise<ExtensionFigures> {
  const path = join(benchDirectory, "extensions/measure-data.ts");
  const execArgv = ["--conditions=a2agen-source", "--import=tsx"];
  const child = fork(path, [isQuick ? "5" : "21"], { execArgv });
  const [result] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`extensions: the process ended with ${code}`);
    }),
  ])) as [ExtensionFigures];
  for (const { name, ratio } of result.figures) report(`extensions: ${name}: ${ratio.toFixed(2)}`);
  await once(child, "exit");
  return result;
}
