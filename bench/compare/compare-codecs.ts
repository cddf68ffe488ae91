import { join } from "node:path";
import type { Plugin } from "esbuild";
import { bundle } from "../bundle.ts";
import type { Timing } from "../codecs/measure.ts";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory, scratch } from "../paths.ts";
import { run } from "../process.ts";
import type { Pair } from "./pair.ts";
import { packagesOf, type Tree } from "./tree.ts";

/**
 * Times of our codecs over those of JSON in the same round, of both commits in processes that run in turn.
 */
export async function compareCodecs(tree: Tree, { isQuick, report }: PartOptions): Promise<readonly Pair[]> {
  const outfiles = [join(scratch, "codecs-before.mjs"), join(scratch, "codecs-now.mjs")] as const;
  const source = 'import "./codecs/measure.ts";';
  await bundle({ source, outfile: outfiles[0], plugins: [onlyOurs, packagesOf(tree)] });
  await bundle({ source, outfile: outfiles[1], plugins: [onlyOurs] });
  const samples = new Map<string, { readonly before: number[]; readonly now: number[] }>();
  const rounds = isQuick ? 1 : 5;
  for (let round = 1; round <= rounds; round++) {
    for (const [index, outfile] of outfiles.entries()) {
      const { output } = await run(process.execPath, ["--expose-gc", outfile], { directory: scratch });
      for (const timing of JSON.parse(output.toString()) as readonly Timing[]) {
        if (timing.contender !== "a2agen") continue;
        const name = `${timing.operation}, ${timing.payload}`;
        const pair = samples.get(name) ?? { before: [], now: [] };
        samples.set(name, pair);
        // Rounds of two processes have nothing in common, so that the fastest one stands for each.
        pair[index === 0 ? "before" : "now"].push(Math.min(...timing.rounds) / 1000);
      }
    }
    report(`compare: codecs, ${round} of ${rounds}`);
  }
  return [...samples].map(([name, pair]) => ({ name, unit: "µs", ...pair }));
}

/** Leaves the contenders of others out: they need code that they generate, and packages of the benchmark. */
const onlyOurs: Plugin = {
  name: "only-ours",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\/contenders\.ts$/ }, () => ({
      path: join(benchDirectory, "compare/our-codecs.ts"),
    }));
  },
};
