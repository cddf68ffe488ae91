import { parseArgs } from "node:util";
import { buildPlugins } from "../scripts/build-plugins.ts";
import { formatCodecs } from "./codecs/format-codecs.ts";
import { runCodecs } from "./codecs/run-codecs.ts";
import { areContendersInstalled, generateContenders } from "./contenders.ts";
import { formatGeneration } from "./generation/format-generation.ts";
import { runGeneration } from "./generation/run-generation.ts";
import { type PartName, partNames, writeResult } from "./results.ts";
import { formatServer } from "./server/format-server.ts";
import { runServer } from "./server/run-server.ts";
import { formatSize } from "./size/format-size.ts";
import { runSize } from "./size/run-size.ts";

const usage = `npm run bench [-- --only ${partNames.join("|")}]`;

const runPart: Readonly<Record<PartName, (report: (line: string) => void) => Promise<string>>> = {
  codecs: async (report) => formatCodecs(await runCodecs(report)),
  generation: async (report) => {
    await buildPlugins();
    return formatGeneration(await runGeneration(report));
  },
  size: async (report) => formatSize(await runSize(report)),
  server: async (report) => formatServer(await runServer(report)),
};

async function main(args: string[]): Promise<number> {
  const { only } = parseArgs({ args, options: { only: { type: "string" } } }).values;
  const parts = partNames.filter((name) => only === undefined || name === only);
  if (parts.length === 0) {
    console.error(`bench: expected one of ${partNames.join(", ")} after --only, got "${only}"\n${usage}`);
    return 1;
  }
  if (!areContendersInstalled()) {
    console.error("bench: the contenders are not installed; run: npm ci --prefix bench");
    return 1;
  }
  await generateContenders();
  for (const part of parts) {
    await writeResult(part, await runPart[part](console.log));
    console.log(`bench: wrote ${part} to bench/RESULTS.md`);
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
