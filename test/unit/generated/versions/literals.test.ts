import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { taskStates } from "@a2agen/versions/states.ts";
import { currentVersion, versionTable } from "@a2agen/versions/table.ts";
import { expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../../..");

/**
 * Sources that name a version in a text of their own, and why. Everything else reads the table of versions.
 */
const exceptions: Readonly<Record<string, string>> = {
  "generators/model/example-value.ts: 1.0": "an example of any field whose name ends with version",
  "packages/ext-a2ui/src/version-for.ts: 1.0": "a version of A2UI, which has its own numbers",
  "packages/probe/src/checks/generation-checks.ts: @a2agen/a2a-1.1-dev":
    "checks of what this version adds are written in its types",
  "packages/runtime/src/catalog/catalog.ts: 1.0": "the version of AI Catalogs, which have their own numbers",
  "scripts/fleet/programs/agent-1.ts: 1.0": "an agent on the SDK of that version",
};

/** What stands for a version in code. Names without a number are words that have other meanings, too. */
const names = new Set(
  versionTable
    .flatMap(({ name, label, number, olderNumbers, module }) => [
      name,
      name.replace(/^a2a-/, ""),
      label,
      number,
      ...olderNumbers,
      module,
    ])
    .filter((name) => /\d/.test(name)),
);
// Our own code is written in its types.
for (const { name, module } of versionTable) if (name === currentVersion) names.delete(module);

test("no source names a version in a literal: what depends on it is in profiles/versions.yaml or a profile", async () => {
  const { found, files } = await findLiterals(["generators", "packages", "scripts", "templates"], names);
  expect(files).toBeGreaterThan(500);
  expect(found).toEqual(Object.keys(exceptions).sort());
});

test("no source names a state of tasks in a literal, but the agents that the probe plays", async () => {
  const states = new Set<string>(Object.values(taskStates).flat());
  const core = [
    "cli",
    "exchange",
    "gateway",
    "migrate",
    "pages",
    "probe",
    "protos",
    "runtime",
    "tasks",
    "terminal",
  ];
  const { found } = await findLiterals(["generators", ...core.map((name) => `packages/${name}`)], states);
  expect(found.filter((place) => !place.startsWith("packages/probe/src/clients/"))).toEqual([]);
});

/** Files of sources, and where those below some folders have one of some texts between quotes. */
async function findLiterals(folders: readonly string[], texts: ReadonlySet<string>) {
  const listed = folders.map(async (folder) => {
    const files = await listFiles(join(repository, folder), ["dist", "generated", "node_modules"]);
    return files.flatMap((path) => (/\.(?:ts|tsx|hbs)$/.test(path) ? `${folder}/${path}` : []));
  });
  const paths = (await Promise.all(listed)).flat();
  const found = new Set<string>();
  for (const path of paths) {
    const text = await readFile(join(repository, path), "utf8");
    for (const literal of literalsOf(text)) if (texts.has(literal)) found.add(`${path}: ${literal}`);
  }
  return { found: [...found].sort(), files: paths.length };
}

/** The texts between quotes on one line, outside of comments. */
function literalsOf(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(?<=^|\s)\/\/.*$/gm, "");
  return [...code.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , literal = ""]) => literal);
}
