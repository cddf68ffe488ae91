import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildCli } from "../scripts/build/build-cli.ts";
import { buildLodgers } from "../scripts/build/build-lodgers.ts";
import { buildPackages } from "../scripts/build/build-packages.ts";
import { buildPlugins } from "../scripts/build/build-plugins.ts";
import { formatAgent } from "./agent/format-agent.ts";
import { runAgent } from "./agent/run-agent.ts";
import { formatCodecs } from "./codecs/format-codecs.ts";
import { runCodecs } from "./codecs/run-codecs.ts";
import { runCompare } from "./compare/run-compare.ts";
import { formatCompose } from "./compose/format-compose.ts";
import { runCompose } from "./compose/run-compose.ts";
import { formatConsole } from "./console/format-console.ts";
import { runConsole } from "./console/run-console.ts";
import { areContendersInstalled, frameworksDirectory, generateContenders } from "./contenders.ts";
import { formatExtensions } from "./extensions/format-extensions.ts";
import { runExtensions } from "./extensions/run-extensions.ts";
import { formatFakes } from "./fakes/format-fakes.ts";
import { runFakes } from "./fakes/run-fakes.ts";
import { formatGateway } from "./gateway/format-gateway.ts";
import { runGateway } from "./gateway/run-gateway.ts";
import { formatGeneration } from "./generation/format-generation.ts";
import { runGeneration } from "./generation/run-generation.ts";
import { formatGrpc } from "./grpc/format-grpc.ts";
import { runGrpc } from "./grpc/run-grpc.ts";
import { formatModels } from "./models/format-models.ts";
import { runModels } from "./models/run-models.ts";
import { formatObserver } from "./observer/format-observer.ts";
import { runObserver } from "./observer/run-observer.ts";
import type { PartOptions } from "./part-options.ts";
import { formatPlayground } from "./playground/format-playground.ts";
import { runPlayground } from "./playground/run-playground.ts";
import { type PartName, partNames, writeResult } from "./results.ts";
import { formatServer } from "./server/format-server.ts";
import { runServer } from "./server/run-server.ts";
import { formatSize } from "./size/format-size.ts";
import { runSize } from "./size/run-size.ts";
import { formatStart } from "./start/format-start.ts";
import { runStart } from "./start/run-start.ts";
import { formatStore } from "./store/format-store.ts";
import { runStore } from "./store/run-store.ts";
import { formatText } from "./text/format-text.ts";
import { runText } from "./text/run-text.ts";
import { formatVersions } from "./versions/format-versions.ts";
import { runVersions } from "./versions/run-versions.ts";

const usage = `npm run bench [-- [--only ${partNames.join("|")}] [--quick] [--compare REF]]

  --only     one part instead of all; may be given several times
  --quick    few requests to the servers, of calls the best of few rounds; prints instead of writing bench/RESULTS.md
  --compare  the working tree beside another commit, in turn: codecs, generation and server; prints`;

const runPart: Readonly<Record<PartName, (options: PartOptions) => Promise<string>>> = {
  codecs: async ({ report }) => formatCodecs(await runCodecs(report)),
  generation: async ({ report }) => {
    await buildPlugins();
    return formatGeneration(await runGeneration(report));
  },
  start: async (options) => formatStart(await runStart(options)),
  size: async ({ report }) => {
    await buildPackages();
    return formatSize(await runSize(report));
  },
  server: async (options) => formatServer(await runServer(options)),
  grpc: async (options) => formatGrpc(await runGrpc(options)),
  versions: async (options) => formatVersions(await runVersions(options)),
  gateway: async (options) => formatGateway(await runGateway(options)),
  compose: async (options) => {
    await Promise.all([buildCli(), buildLodgers()]);
    return formatCompose(await runCompose(options));
  },
  agent: async (options) => formatAgent(await runAgent(options)),
  observer: async (options) => formatObserver(await runObserver(options)),
  store: async (options) => formatStore(await runStore(options)),
  text: async (options) => formatText(await runText(options)),
  models: async (options) => formatModels(await runModels(options)),
  extensions: async (options) => formatExtensions(await runExtensions(options)),
  fakes: async (options) => formatFakes(await runFakes(options)),
  playground: async (options) => formatPlayground(await runPlayground(options)),
  console: async (options) => formatConsole(await runConsole(options)),
};

/** Parts that bundle the code which the contenders generate. */
const needGenerated: readonly PartName[] = ["codecs", "size"];
/** Parts that need the packages of the benchmark itself. */
const needContenders: readonly PartName[] = [...needGenerated, "generation"];

async function main(args: string[]): Promise<number> {
  const {
    only = partNames,
    quick: isQuick,
    compare,
  } = parseArgs({
    args,
    options: {
      only: { type: "string", multiple: true },
      quick: { type: "boolean", default: false },
      compare: { type: "string" },
    },
  }).values;
  const parts = partNames.filter((name) => only.includes(name));
  if (parts.length === 0) {
    console.error(
      `bench: expected one of ${partNames.join(", ")} after --only, got "${only.join(", ")}"\n${usage}`,
    );
    return 1;
  }
  if (parts.some((part) => needContenders.includes(part)) && !areContendersInstalled()) {
    console.error("bench: the contenders are not installed; run: npm ci --prefix bench");
    return 1;
  }
  if (parts.includes("models") && !existsSync(join(frameworksDirectory, "node_modules"))) {
    console.error("bench: the frameworks are not installed; run: npm ci --prefix test/install/frameworks");
    return 1;
  }
  if (parts.some((part) => needGenerated.includes(part))) await generateContenders();
  if (compare !== undefined) {
    console.log(`\n${await runCompare(compare, parts, { report: console.log, isQuick })}\n`);
    return 0;
  }
  for (const part of parts) {
    const result = await runPart[part]({ report: console.log, isQuick });
    if (isQuick) {
      console.log(`\n${result}\n`);
    } else {
      await writeResult(part, result);
      console.log(`bench: wrote ${part} to bench/RESULTS.md`);
    }
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
