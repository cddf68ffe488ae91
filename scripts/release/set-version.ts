import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../packages/runtime/src/core/object.ts";
import { runScript } from "../run-script.ts";

const help = `npm run release:version -- VERSION   gives every package the version of the next release, "0.2.0", and
                                     what they ask of each other; then npm run generate, and commit`;

const root = join(import.meta.dirname, "../..");

/** Where code says the release, besides package.json. */
const constants: readonly string[] = ["packages/runtime/src/service/release.ts", "packages/otel/src/otel.ts"];

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
  for (const path of manifests) await writeJson(path, withVersion(await readJson(path), { from, to }));
  const lock = (await readJson("package-lock.json")) as Lock;
  const entries = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    // What npm has installed is of others.
    path.includes("node_modules/") ? entry : withVersion(entry, { from, to }),
  ]);
  await writeJson("package-lock.json", { ...lock, version: to, packages: Object.fromEntries(entries) });
  for (const path of constants) {
    const text = await readFile(join(root, path), "utf8");
    const changed = text.replace(`= "${from}";`, `= "${to}";`);
    if (changed === text) throw new Error(`set-version: ${path} does not say ${from}`);
    await writeFile(join(root, path), changed);
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

/** A package.json, or its entry in the lock file, of the next release. */
function withVersion(manifest: object, { from, to }: Versions): object {
  const changed = Object.entries(manifest).map(([key, value]: [string, unknown]) => {
    if (key === "version" && value === from) return [key, to];
    if (!/dependencies$/i.test(key) || !isObject(value)) return [key, value];
    const ranges = Object.entries(value).map(([name, range]) => [
      name,
      /^(?:a2agen$|@a2agen\/)/.test(name) ? String(range).replace(from, to) : range,
    ]);
    return [key, Object.fromEntries(ranges)];
  });
  return Object.fromEntries(changed) as object;
}

function trackedFiles(): readonly string[] {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return stdout.split("\0").filter((path) => path !== "" && !path.startsWith("test/"));
}

async function readJson(path: string): Promise<object> {
  return JSON.parse(await readFile(join(root, path), "utf8")) as object;
}

/** As npm writes it. */
async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(join(root, path), `${JSON.stringify(value, undefined, 2)}\n`);
}
