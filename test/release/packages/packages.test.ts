import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { gunzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, describe, expect, test } from "vitest";
import { type PackageFile, textOf } from "../../../packages/cli/src/package/package-file.ts";
import { readTar } from "../../../packages/cli/src/package/tarball.ts";
import type { PackedPackage } from "../../../scripts/release/pack-published.ts";
import { findPublishedPackages } from "../../../scripts/release/published-packages.ts";
import { sharedPackages } from "../../shared/process/shared-packages.ts";

const repository = join(import.meta.dirname, "../../..");
const published = await findPublishedPackages(repository);

/** The others export each of their modules, as the generator wrote it. */
const bundled: readonly string[] = [
  "@a2agen/adapters",
  "@a2agen/agent-conformance",
  "@a2agen/conversation",
  "@a2agen/ext-a2ui",
  "@a2agen/ext-ap2",
  "@a2agen/ext-kagenti",
  "@a2agen/ext-oid4vp",
  "@a2agen/ext-task-progress",
  "@a2agen/ext-timestamp",
  "@a2agen/ext-ucp",
  "@a2agen/ext-x402",
  "@a2agen/otel",
  "@a2agen/postgres",
  "@a2agen/runtime",
  "@a2agen/translate",
];

let packages: ReadonlyMap<string, PackedPackage>;

beforeAll(async () => {
  packages = new Map((await sharedPackages()).map((each) => [each.name, each]));
});

test("what is published is packed", () => {
  expect([...packages.keys()]).toEqual(published.map(({ name }) => name));
});

describe.each(published)("$name", ({ name, directory }) => {
  let bytes: Uint8Array<ArrayBuffer>;
  let files: readonly PackageFile[];
  let manifest: PackedPackage["manifest"];

  beforeAll(async () => {
    const found = packages.get(name);
    if (found === undefined) throw new Error(`expected ${name} to be packed`);
    bytes = new Uint8Array(await readFile(found.tarball));
    files = readTar(gunzipSync(bytes));
    manifest = found.manifest;
  });

  test("is what publint wants", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("resolves with its types, as an ES module", async () => {
    const found = createPackageFromTarballData(bytes);
    const { problems } = { problems: [], ...(await checkPackage(found)) };
    const ofEsm = problems.filter(
      (problem) => !("resolutionKind" in problem && /^node10$|cjs$/.test(problem.resolutionKind)),
    );
    // The command line has nothing to import; images of protos and manifests are read, not imported.
    const expected = (entry: string | undefined): boolean =>
      name === "a2agen" || /\/(?:a2a\.binpb|extension\.yaml)$/.test(entry ?? "");
    expect(ofEsm.filter((problem) => !("entrypoint" in problem && expected(problem.entrypoint)))).toEqual([]);
  });

  test("has a README, a licence, a notice of its origin, and nothing of this machine", () => {
    const paths = files.map(({ path }) => path);
    // Beside images of protos, schemas, manifests of extensions, and the database of @a2agen/postgres.
    const others = /\.(?:binpb|br|yaml|schema\.json)$/;
    expect(paths.filter((path) => !path.includes("/") && !others.test(path)).sort()).toEqual([
      "LICENSE",
      "NOTICE",
      "README.md",
      "package.json",
    ]);
    expect(paths.filter((path) => /^(?:node_modules|test|bench|\.tmp)\//.test(path))).toEqual([]);
    expect(files.filter((file) => textOf(file).includes(repository)).map(({ path }) => path)).toEqual([]);
  });

  test("has the sources to which its maps lead, by relative paths", () => {
    const paths = new Set(files.map(({ path }) => path));
    const maps = files.filter(({ path }) => path.endsWith(".map"));
    const sources = maps.flatMap((file) =>
      (JSON.parse(textOf(file)) as { readonly sources: readonly string[] }).sources.map((source) =>
        posix.join(posix.dirname(file.path), source),
      ),
    );
    expect(sources.filter((source) => !paths.has(source))).toEqual([]);
    expect(maps.length > 0).toBe(bundled.includes(name));
  });

  test("says what it is, and is published for everybody, with its origin", () => {
    expect(manifest["license"]).toBe("Apache-2.0");
    expect(String(manifest["description"])).toContain("A2A");
    expect(manifest["keywords"]).toContain("agent2agent");
    expect(manifest["publishConfig"]).toEqual({ access: "public", provenance: true });
    const readme = files.find(({ path }) => path === "README.md");
    const [title = ""] = readme === undefined ? [] : textOf(readme).split("\n", 1);
    // The logo may stand before the name.
    expect(title.replace(/!\[\]\([^)]*\) /, "")).toBe(`# ${name}`);
    expect(readme?.bytes.length).toBeLessThan(40_000);
  });

  test("has in package.json nothing that only this repository needs, and no script", () => {
    const needless = ["scripts", "devDependencies", "workspaces", "private", "repository"];
    expect(needless.filter((key) => key in manifest)).toEqual([]);
    expect(JSON.stringify(manifest)).not.toContain("a2agen-source");
  });

  test("names in NOTICE the protocols that its sources are of", async () => {
    const sources = ["a2a-0.3", "a2a-1.0-draft", "a2a-1.0", "a2a-1.1-dev"];
    const texts = sources.map((source) => readFile(join(repository, `profiles/${source}.yaml`), "utf8"));
    const titles = (await Promise.all(texts)).map((text) => /^title: (.*)$/m.exec(text)?.[1] ?? "");
    const own = sources.findIndex((source) => directory === `generated/${source}`);
    const all = directory === "." || directory === "generated/translate";
    const expected = own >= 0 ? [titles[own]] : all ? titles : ["A2A 1.0"];
    const notice = files.find(({ path }) => path === "NOTICE");
    const named = [...(notice === undefined ? "" : textOf(notice)).matchAll(/^ +protocol: (.*)$/gm)];
    expect(named.map(([, title]) => title)).toEqual(expected);
    expect(notice === undefined ? "" : textOf(notice)).toContain("https://a2a-protocol.org");
  });
});

test("what has protos says from which, and has its schemas as modules", () => {
  const withOrigin = [...packages.values()].filter(({ manifest }) => "a2a" in manifest);
  expect(withOrigin.map(({ name }) => name)).toEqual([
    "@a2agen/a2a-1.0",
    "@a2agen/a2a-1.0-draft",
    "@a2agen/a2a-1.1-dev",
  ]);
  for (const { manifest } of withOrigin) {
    expect(manifest["exports"]).toMatchObject({ "./schema": {}, "./schema/strict": {} });
  }
});

test("the runtime depends on four packages", async () => {
  const { dependencies } = JSON.parse(
    await readFile(join(repository, "packages/runtime/package.json"), "utf8"),
  ) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.keys(dependencies)).toEqual(["@bufbuild/protobuf", "canonicalize", "jose", "oauth4webapi"]);
});
