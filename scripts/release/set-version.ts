import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runScript } from "../run-script.ts";

const help = `npm run release:version -- VERSION   gives every package the version of the next release, "0.2.0", and
                                     what they ask of each other; then npm run generate, and commit`;

const root = join(import.meta.dirname, "../..");

/** Where files that nothing generates say the release, besides package.json. */
const places: readonly (readonly [path: string, before: string])[] = [
  ["packages/runtime/src/service/release.ts", 'release = "'],
  ["packages/otel/src/otel.ts", 'version = "'],
  ["action.yml", "default: "],
  ["skills/plugin/plugin.json", '"version": "'],
  ["skills/plugin/.claude-plugin/plugin.json", '"version": "'],
  ["docs/official-command.md", "a2agen/a2agen@v"],
];

await runScript(async () => {
  const [to] = process.argv.slice(2);
  if (to === "--help") {
    console.log(help);
    return "passed";
  }
  if (to === undefined || !/^\d+\.\d+\.\d+$/.test(to)) {
    const got = to === undefined ? "none" : JSON.stringify(to);
    throw new Error(`set-version: expected a version such as 0.2.0, got ${got}`);
  }
  const { version: from } = (await readJson("package.json")) as { readonly version: string };
  const manifests = trackedFiles().filter((path) => /(?:^|\/)package\.json$/.test(path));
  for (const path of manifests) await change(path, (text) => withVersion(text, { from, to }));
  const lock = (await readJson("package-lock.json")) as Lock;
  const entries = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    // What npm has installed is of others.
    path.includes("node_modules/") ? entry : (JSON.parse(withVersion(textOf(entry), { from, to })) as object),
  ]);
  await writeFile(
    join(root, "package-lock.json"),
    textOf({ ...lock, version: to, packages: Object.fromEntries(entries) as object }),
  );
  for (const [path, before] of places) {
    await change(path, (text) => {
      const changed = text.replace(before + from, before + to);
      if (changed === text) throw new Error(`set-version: ${path} does not say ${from}`);
      return changed;
    });
  }
  console.log(`${from} is ${to} now; npm run generate writes it into generated code`);
  return "passed";
});

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, object>>;
}

interface Versions {
  readonly from: string;
  readonly to: string;
}

/** The text of a package.json, or of its entry in the lock file, in the next release. */
function withVersion(text: string, { from, to }: Versions): string {
  const escaped = from.replaceAll(".", "\\.");
  return text
    .replace(new RegExp(`^(  "version": ")${escaped}"`, "m"), `$1${to}"`)
    .replaceAll(new RegExp(`("(?:a2agen|@a2agen/[^"]+)": "\\^?)${escaped}"`, "g"), `$1${to}"`);
}

async function change(path: string, by: (text: string) => string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, by(await readFile(file, "utf8")));
}

function trackedFiles(): readonly string[] {
  const { status, stdout, stderr } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`set-version: git ls-files: ${stderr}`);
  return stdout.split("\0").filter((path) => path !== "" && !path.startsWith("test/"));
}

async function readJson(path: string): Promise<object> {
  return JSON.parse(await readFile(join(root, path), "utf8")) as object;
}

/** As npm writes it. */
function textOf(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
