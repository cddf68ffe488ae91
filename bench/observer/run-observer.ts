import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { type Child, startChild } from "../child.ts";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { contenderNames, type ObserverContender } from "./contender-names.ts";

export const serviceNames = ["stub", "kit"] as const;

/** Microseconds of CPU for a call, and what that is over a call without an observer in the same round. */
export interface ObserverFigure {
  readonly name: ObserverContender;
  readonly service: (typeof serviceNames)[number];
  readonly microseconds: number;
  readonly added: number;
}

/** Measures what watching a call costs, each contender in a process of its own, in turn. */
export async function runObserver({ report, isQuick }: PartOptions): Promise<readonly ObserverFigure[]> {
  const outfile = join(scratch, "observer.mjs");
  await bundle({ source: 'import "./observer/measure-calls.ts";', outfile, hasCommonJs: true });
  const children = contenderNames.map((name): [ObserverContender, Child] => [
    name,
    startChild(outfile, [name]),
  ]);
  const [rounds, calls] = isQuick ? [41, 400] : [201, 1000];
  try {
    const figures: ObserverFigure[] = [];
    for (const service of serviceNames) {
      const times = new Map(contenderNames.map((name) => [name, [] as number[]]));
      for (let round = -20; round < rounds; round++) {
        for (const [name, child] of children) {
          const time = await child.ask<number>({ service, calls });
          if (round >= 0) times.get(name)?.push(time);
        }
      }
      const alone = times.get("no observer") ?? [];
      for (const [name, own] of times) {
        const added = median(own.map((time, i) => time - (alone[i] ?? Number.NaN)));
        figures.push({ name, service, microseconds: median(own), added });
        report(`observer: ${service}, ${name}: ${median(own).toFixed(1)} µs, ${added.toFixed(1)} more`);
      }
    }
    return figures;
  } finally {
    for (const [, child] of children) child.close();
  }
}
