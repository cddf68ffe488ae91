import { join } from "node:path";
import { buildPlugins } from "../../scripts/build/build-plugins.ts";
import { runMeasured } from "../generation/process-probe.ts";
import { buildImage, buildRequest } from "../generation/request.ts";
import { buildSyntheticImage, syntheticFile } from "../generation/synthetic-image.ts";
import type { PartOptions } from "../part-options.ts";
import { repository } from "../paths.ts";
import { run } from "../process.ts";
import type { Pair } from "./pair.ts";
import type { Tree } from "./tree.ts";

/** CPU time of whole processes of the umbrella plugin, of both commits in turn. */
export async function compareGeneration(
  tree: Tree,
  { isQuick, report }: PartOptions,
): Promise<readonly Pair[]> {
  const script = 'import { buildPlugins } from "./scripts/build/build-plugins.ts"; await buildPlugins();';
  await run(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], tree);
  await buildPlugins();
  const a2a = await buildImage({ directory: repository, paths: ["proto/a2a-1.0/lf/a2a/v1/a2a.proto"] });
  const synthetic = await buildSyntheticImage(isQuick ? 100 : 1000);
  const inputs = [
    { name: "a2a.proto", image: a2a, file: "lf/a2a/v1/a2a.proto" },
    { name: "synthetic proto", image: synthetic, file: syntheticFile },
  ];
  const pairs: Pair[] = [];
  for (const { name, image, file } of inputs) {
    for (const target of ["ts", "js+dts"]) {
      const options = `target=${target},import_extension=js,targets=types+json+binary+index`;
      const input = buildRequest(image, [file], options);
      const pair = { name: `${name}, ${target}`, unit: "ms", before: [] as number[], now: [] as number[] };
      for (let round = 0; round < (isQuick ? 3 : 11); round++) {
        for (const [directory, times] of [
          [tree.directory, pair.before],
          [repository, pair.now],
        ] as const) {
          const { used } = await runMeasured(join(directory, "dist/protoc-gen-a2a.js"), { directory, input });
          times.push(used?.cpu ?? Number.NaN);
        }
      }
      pairs.push(pair);
      report(`compare: ${pair.name}`);
    }
  }
  return pairs;
}
