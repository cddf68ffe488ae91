import { buildCli } from "../../scripts/build/build-cli.ts";
import { buildPlugins } from "../../scripts/build/build-plugins.ts";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import { agentNames, buildAgents } from "./build-agents.ts";
import { measureProgram, programs, writeProbe } from "./measure-program.ts";
import { countModules, type Start, startAgent } from "./start-agent.ts";

export interface StartFigure {
  readonly name: string;
  /** Milliseconds, and the median of the ratios within a round to the first of the table. */
  readonly wall: number;
  readonly wallRatio: number;
  readonly cpu: number;
  readonly cpuRatio: number;
}

export interface StartResult {
  readonly agents: readonly (StartFigure & { readonly modules: number })[];
  readonly programs: readonly StartFigure[];
}

interface Contender {
  readonly name: string;
  start(): Promise<Start>;
}

export async function runStart({ report, isQuick }: PartOptions): Promise<StartResult> {
  await buildAgents();
  await Promise.all([buildCli(), buildPlugins(), writeProbe()]);
  const rounds = isQuick ? 3 : 31;
  const agents = await measureInTurn(
    agentNames.map((name) => ({ name, start: () => startAgent(name) })),
    rounds,
  );
  const counted = [];
  for (const [index, name] of agentNames.entries()) {
    const figure = agents[index];
    if (figure !== undefined) counted.push({ ...figure, modules: await countModules(name) });
  }
  const short = await measureInTurn(
    programs.map((program) => ({ name: program.name, start: () => measureProgram(program) })),
    rounds,
  );
  for (const { name, wall, wallRatio, cpu, cpuRatio } of [...counted, ...short]) {
    report(
      `start: ${name}: ${cpu.toFixed(1)} ms of CPU, ${cpuRatio.toFixed(2)}; ${wall.toFixed(1)} ms, ${wallRatio.toFixed(2)}`,
    );
  }
  return { agents: counted, programs: short };
}

/** Starts each once in every round; the first round does not count. */
async function measureInTurn(
  contenders: readonly Contender[],
  rounds: number,
): Promise<readonly StartFigure[]> {
  const starts = contenders.map((): Start[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { start }] of contenders.entries()) {
      const found = await start();
      if (round > 0) starts[index]?.push(found);
    }
  }
  const [first = []] = starts;
  return contenders.map(({ name }, index) => {
    const own = starts[index] ?? [];
    const ratio = (field: keyof Start): number =>
      median(own.map((found, round) => found[field] / (first[round]?.[field] ?? Number.NaN)));
    return {
      name,
      wall: median(own.map(({ wall }) => wall)),
      wallRatio: ratio("wall"),
      cpu: median(own.map(({ cpu }) => cpu)),
      cpuRatio: ratio("cpu"),
    };
  });
}
