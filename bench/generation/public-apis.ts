import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { programs } from "../contenders.ts";
import { median } from "../median.ts";
import { repository } from "../paths.ts";
import { a2agen } from "./plugin.ts";
import { runMeasured } from "./process-probe.ts";
import { assertGenerated, buildImage, buildRequest } from "./request.ts";

/** CPU time of whole processes for a public API. */
export interface ApiTimes {
  readonly api: string;
  readonly files: number;
  readonly options: string;
  /** Milliseconds. */
  readonly ours: number;
  readonly protobufEs: number;
  /** The median over the rounds of the ratio within a round. */
  readonly ratio: number;
}

const protos = join(repository, "test/install/googleapis/node_modules/google-proto-files");

const apis = ["google/spanner/v1", "google/cloud/aiplatform/v1", "google/ads/googleads/v25"];

/** What we write, and what protoc-gen-es writes in the same languages. */
const targets = [
  { ours: "target=ts,import_extension=js,targets=types+json+binary+service+grpc", theirs: "target=ts" },
  { ours: "targets=types+json+binary", theirs: "target=js+dts" },
  { ours: "targets=types+json+binary+service+grpc", theirs: "target=js+dts" },
];

const rounds = 5;

/** Measures both plugins in turn; nothing where the protos of Google are not installed. */
export async function measureApis(report: (line: string) => void): Promise<readonly ApiTimes[]> {
  if (!existsSync(protos)) {
    report("generation: npm ci --prefix test/install/googleapis installs Google's protos: leaving them out");
    return [];
  }
  const results: ApiTimes[] = [];
  for (const api of apis) {
    const files = readdirSync(join(protos, api), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".proto"))
      .map((path) => `${api}/${path}`);
    const image = await buildImage({ directory: protos, paths: [api] });
    for (const { ours, theirs } of targets) {
      const times = { ours: [] as number[], theirs: [] as number[] };
      const measure = async (program: string, options: string): Promise<number> => {
        const input = buildRequest(image, files, options);
        const { output, used } = await runMeasured(program, { directory: repository, input });
        assertGenerated(program, output);
        return used?.cpu ?? Number.NaN;
      };
      for (let round = 0; round < rounds; round++) {
        times.ours.push(await measure(a2agen.program, ours));
        times.theirs.push(await measure(programs.protocGenEs, `${theirs},import_extension=js`));
      }
      const ratios = times.ours.map((time, round) => time / (times.theirs[round] ?? Number.NaN));
      results.push({
        api,
        files: files.length,
        options: ours.replace(",import_extension=js", ""),
        ours: median(times.ours),
        protobufEs: median(times.theirs),
        ratio: median(ratios),
      });
      report(`generation: ${api}, ${ours}: ${median(ratios).toFixed(2)} times protoc-gen-es`);
    }
  }
  return results;
}
