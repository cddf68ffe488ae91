import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { FleetResult } from "../../packages/probe/src/fleet/fleet-result.ts";
import { runScript } from "../run-script.ts";
import { install, listVersions, nodeOf, place } from "./install.ts";
import { mergeResults, nameOf, type SdkResults, toResults } from "./sdk-results.ts";
import { doubts, type NpmSdk, npmSdks } from "./sdk-table.ts";

const repository = join(import.meta.dirname, "../..");
const help = `npm run sdks                        every SDK that npm has, as agents and as clients
npm run sdks -- NAME ...            those whose name begins so: '@a2a-js/sdk 1.3.0 agent'
  --cache DIR   where the SDKs are installed; default: a folder beside temporary files
  --out FILE    where the results are written; default: docs/sdks.json, whose other rows stay`;

/** Below those that systems give out. */
const firstPort = 21_000;

const scenario = "artifact: Hello\nworking: stay\ninputRequired: ask\nanswer: Lisbon\n";

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { cache: { type: "string" }, out: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(help);
    return "passed";
  }
  const { cache = join(tmpdir(), "a2agen-sdks"), out = join(repository, "docs/sdks.json") } = values;
  mkdirSync(cache, { recursive: true });
  const agents: object[] = [];
  for (const sdk of npmSdks) {
    for (const version of listVersions(sdk.package, sdk.versions)) {
      const isWanted = ({ name }: { readonly name: string }): boolean =>
        positionals.length === 0 || positionals.some((start) => name.startsWith(start));
      const rows = rowsOf(sdk, version, firstPort + 2 * agents.length).filter(isWanted);
      if (rows.length === 0) continue;
      const { folder, problem } = install(cache, sdk.package, version, sdk.beside);
      if (problem !== undefined) {
        agents.push(...rows.map(({ name }) => ({ name, notRun: { reason: problem } })));
        continue;
      }
      const node = nodeOf(folder);
      for (const { program, ...row } of rows) {
        const command = `exec ${node} ${await place(program, folder)}`;
        agents.push(JSON.parse(JSON.stringify(row).replaceAll("PROGRAM", command)) as object);
      }
    }
  }
  const file = join(cache, "fleet.json");
  writeFileSync(join(cache, "scenario.yaml"), scenario);
  writeFileSync(file, JSON.stringify({ title: "SDKs", agents }, undefined, 2));
  const program = join(repository, "dist/a2agen.js");
  const args = [program, "fleet", file, "--json", "--fail-on", "never"];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) return "failed";
  const results = toResults(JSON.parse(stdout) as FleetResult, doubts);
  const earlier = existsSync(out) ? (JSON.parse(readFileSync(out, "utf8")) as SdkResults) : undefined;
  writeFileSync(out, `${JSON.stringify(mergeResults(earlier, results), undefined, 1)}\n`);
  return "passed";
});

/** A row of the fleet's file, in which PROGRAM stands for the command that starts it. */
interface WrittenRow {
  readonly name: string;
  readonly program: string;
  readonly [member: string]: unknown;
}

/** The rows of a version as an agent and as a client. */
function rowsOf(sdk: NpmSdk, version: string, port: number): readonly WrittenRow[] {
  const of = { package: sdk.package, version };
  const agent = sdk.agent?.(version);
  const url = `http://127.0.0.1:${port}${sdk.cardPath?.(version) ?? ""}`;
  return [
    ...(agent === undefined
      ? []
      : [
          {
            name: nameOf({ ...of, kind: "agent" }),
            program: agent,
            url,
            run: `PROGRAM ${port}`,
            scenario: "scenario.yaml",
            write: true,
          },
        ]),
    ...(sdk.client === undefined
      ? []
      : [
          {
            name: nameOf({ ...of, kind: "client" }),
            program: sdk.client,
            client: "PROGRAM {url} {operation} {version}",
            timeout: 10,
            ...sdk.spoken?.(version),
          },
        ]),
  ];
}
