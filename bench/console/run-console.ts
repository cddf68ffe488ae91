import { join } from "node:path";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory, repository } from "../paths.ts";
import { run } from "../process.ts";
import type { ConsoleFigures } from "./figure.ts";

/** Opens the console on a local agent and lets it read a long stream, in a program with types of pages. */
export async function runConsole({ report, isQuick }: PartOptions): Promise<ConsoleFigures> {
  const program = join(benchDirectory, "browser/measure-console.ts");
  const events = isQuick ? "500" : "10000";
  const { output } = await run("npx", ["tsx", "--conditions=a2agen-source", program, events], {
    directory: repository,
  });
  const figures = JSON.parse(output.toString()) as ConsoleFigures;
  const { stream } = figures;
  report(
    `console: ${stream.events} events, longest time between frames ${stream.longestFrame.toFixed(1)} ms`,
  );
  return figures;
}
