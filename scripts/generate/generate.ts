import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPlugins } from "../build/build-plugins.ts";
import { runScript } from "../run-script.ts";
import { formatInvocations } from "./format-invocations.ts";
import { renderedFiles } from "./rendered-files.ts";
import { writeRegistry } from "./versions/write-registry.ts";

const help = `npm run generate            write everything that is generated
npm run generate -- --check list what differs from the generated files that are there
npm run generate -- --render
                            write only what is generated and not in git, unless it is there`;

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      render: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    console.log(help);
    return "passed";
  }
  if (values.render) {
    const { render } = await import("./render.ts");
    await render();
    return "passed";
  }
  const root = join(import.meta.dirname, "../..");
  const { check } = values;
  // First: plugins and passages have the versions in them.
  const registry = await writeRegistry(root, { check });
  await buildPlugins();
  // These read the versions.
  const { generateAll } = await import("./generate-all.ts");
  const { generateJobs, keptNames } = await import("./generate-jobs.ts");
  const { invocations, changes } = await generateAll({
    root,
    jobs: generateJobs,
    kept: keptNames,
    mode: check ? "check" : "write",
    rendered: renderedFiles,
  });
  for (const { warnings } of invocations) {
    process.stderr.write(warnings);
  }
  console.log(formatInvocations(invocations));
  const differing = [...changes, ...registry.map((path) => ({ kind: "changed", path }))];
  for (const { kind, path } of differing) {
    console.log(`${kind.padEnd(7)}  ${path}`);
  }
  if (check && differing.length > 0) {
    throw new Error(`${differing.length} generated files are out of date; run npm run generate`);
  }
  return "passed";
});
