import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { buildCli } from "../build/build-cli.ts";
import { buildLodgers } from "../build/build-lodgers.ts";
import { buildPackages } from "../build/build-packages.ts";
import { buildPlugins } from "../build/build-plugins.ts";
import { render } from "../generate/render.ts";
import { runScript } from "../run-script.ts";
import { packPublished } from "./pack-published.ts";
import { readRepositoryUrl } from "./packed-manifest.ts";

const help = `npm run pack    build what is published and pack it into .tmp/packages, numbered in the order of publishing
  -- --repository URL  the page of the repository, for package.json and the links of READMEs; default: that of
                       the GitHub workflow (GITHUB_SERVER_URL and GITHUB_REPOSITORY), else none
  -- --allow-dirty     pack although git has changes that are not committed`;

const root = join(import.meta.dirname, "../..");
const destination = join(root, ".tmp/packages");

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      repository: { type: "string" },
      "allow-dirty": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return "passed";
  }
  const given = values.repository ?? repositoryOfWorkflow();
  const repositoryUrl = given === undefined ? undefined : readRepositoryUrl(given);
  await render();
  await Promise.all([buildPlugins(), buildCli(), buildLodgers(), buildPackages()]);
  await rm(destination, { recursive: true, force: true });
  await mkdir(destination, { recursive: true });
  const packages = await packPublished({
    root,
    toolchain: root,
    destination,
    repositoryUrl,
    allowDirty: values["allow-dirty"],
  });
  for (const { name, version, tarball, packed, unpacked, files, sha256 } of packages) {
    console.log(`${basename(tarball)}  ${name}@${version}`);
    console.log(`  ${packed} bytes, unpacked ${unpacked} bytes in ${files} files, sha256 ${sha256}`);
  }
  // Only a workflow publishes with provenance.
  if (repositoryUrl === undefined && process.env["CI"] !== undefined) {
    console.log("note: no --repository: npm refuses to publish these with provenance");
  }
  return "passed";
});

function repositoryOfWorkflow(): string | undefined {
  const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: name = "" } = process.env;
  return server === "" || name === "" ? undefined : `${server}/${name}`;
}
