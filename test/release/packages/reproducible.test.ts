import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PackageFile, textOf } from "../../../packages/cli/src/package/package-file.ts";
import { readTar } from "../../../packages/cli/src/package/tarball.ts";
import { linkReadme } from "../../../scripts/release/link-readme.ts";
import { finishPackage, type PackedPackage, packPublished } from "../../../scripts/release/pack-published.ts";
import { readRepositoryUrl } from "../../../scripts/release/packed-manifest.ts";
import { findPublishedPackages } from "../../../scripts/release/published-packages.ts";
import { copyWorkspace } from "../../shared/process/build-workspace.ts";
import { sharedPackages, sharedToolchain } from "../../shared/process/shared-packages.ts";

const repository = join(import.meta.dirname, "../../..");

/** Directories that are removed when the tests have run. */
const made: string[] = [];
let first: readonly PackedPackage[];
/** Packed at another time, from files in another place that are younger. */
let second: readonly PackedPackage[];

beforeAll(async () => {
  first = await sharedPackages();
  const root = await copyWorkspace("reproducible");
  made.push(root);
  const toolchain = join(root, "toolchain");
  await cp(await sharedToolchain(), toolchain, { recursive: true });
  const directory = await mkdtemp(join(tmpdir(), "a2agen-reproducible-"));
  made.push(directory);
  second = await packPublished({ root, toolchain, destination: directory });
});

afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true, force: true }))));

test("packages that are packed twice are the same to the byte", async () => {
  const hashes = (packages: readonly PackedPackage[]): readonly string[] =>
    packages.map(({ name, sha256 }) => `${name} ${sha256}`);
  expect(hashes(second)).toEqual(hashes(first));
  for (const [index, { tarball }] of first.entries()) {
    const other = second[index]?.tarball ?? "";
    expect((await readFile(tarball)).equals(await readFile(other))).toBe(true);
  }
});

describe("with the URL of a repository", () => {
  const repositoryUrl = "https://git.example.com/acme/a2agen";

  /** The packages before and after, which are packed the same but for it. */
  async function finishAll(): Promise<
    readonly { readonly name: string; readonly before: Texts; readonly after: Texts }[]
  > {
    const published = await findPublishedPackages(repository);
    return Promise.all(
      published.map(async (each, index) => {
        const files = readTar(gunzipSync(await readFile(first[index]?.tarball ?? "")));
        const after = finishPackage(each, files, { repositoryUrl });
        return { name: each.name, before: textsOf(files), after: textsOf(after) };
      }),
    );
  }

  test("package.json says where in it the package is", async () => {
    const place = (path?: string): object => ({
      type: "git",
      url: `git+${repositoryUrl}.git`,
      ...(path === undefined ? {} : { directory: path }),
    });
    const found = (await finishAll()).map(({ name, after }) => {
      const manifest = JSON.parse(after.get("package.json") ?? "") as { readonly repository: unknown };
      return [name, manifest.repository];
    });
    expect(found).toEqual([
      ["@a2agen/gateway", place("packages/gateway")],
      ["@a2agen/pages", place("packages/pages")],
      ["@a2agen/probe", place("packages/probe")],
      ["@a2agen/runtime", place("packages/runtime")],
      ["@a2agen/a2a-0.3", place("generated/a2a-0.3")],
      ["@a2agen/a2a-1.0", place("generated/a2a-1.0")],
      ["@a2agen/a2a-1.0-draft", place("generated/a2a-1.0-draft")],
      ["@a2agen/a2a-1.1-dev", place("generated/a2a-1.1-dev")],
      ["@a2agen/adapters", place("packages/adapters")],
      ["@a2agen/agent-conformance", place("packages/agent-conformance")],
      ["@a2agen/conversation", place("packages/conversation")],
      ["@a2agen/ext-a2ui", place("packages/ext-a2ui")],
      ["@a2agen/ext-ap2", place("packages/ext-ap2")],
      ["@a2agen/ext-kagenti", place("packages/ext-kagenti")],
      ["@a2agen/ext-oid4vp", place("packages/ext-oid4vp")],
      ["@a2agen/ext-task-progress", place("packages/ext-task-progress")],
      ["@a2agen/ext-timestamp", place("packages/ext-timestamp")],
      ["@a2agen/ext-ucp", place("packages/ext-ucp")],
      ["@a2agen/ext-x402", place("packages/ext-x402")],
      ["@a2agen/otel", place("packages/otel")],
      ["@a2agen/postgres", place("packages/postgres")],
      ["@a2agen/tasks", place("packages/tasks")],
      ["@a2agen/testing", place("packages/testing")],
      ["@a2agen/translate", place("generated/translate")],
      ["a2agen", place()],
    ]);
  });

  test("READMEs link to files of that version in it, which are there", async () => {
    for (const { after } of await finishAll()) {
      const prose = (after.get("README.md") ?? "").replaceAll(/^```[\s\S]*?^```$/gm, "");
      const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
      expect(links.filter((link) => !/^(?:https:|#)/.test(link))).toEqual([]);
      const inside = links.filter((link) => link.startsWith(repositoryUrl));
      expect(inside.length).toBeGreaterThan(0);
      const paths = inside.map((link) => /\/(?:blob|raw|tree)\/v0\.1\.0\/([^#]+)/.exec(link)?.[1] ?? link);
      expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    }
  });

  test("nothing else is different", async () => {
    for (const { before, after } of await finishAll()) {
      expect([...after.keys()]).toEqual([...before.keys()]);
      const changed = [...after].filter(([path, text]) => text !== before.get(path)).map(([path]) => path);
      expect(changed).toEqual(["README.md", "package.json"]);
    }
  });

  test.each([
    ["https://github.com/acme/a2agen", "https://github.com/acme/a2agen"],
    ["https://github.com/acme/a2agen.git", "https://github.com/acme/a2agen"],
    ["https://git.example.com/a/b/c/", "https://git.example.com/a/b/c"],
  ])("%s is read as %s", (text, url) => {
    expect(readRepositoryUrl(text)).toBe(url);
  });

  test.each([
    "",
    "acme/a2agen",
    "http://github.com/acme/a2agen",
    "git@github.com:acme/a2agen.git",
    "https://github.com/a2agen",
    "https://me:secret@github.com/acme/a2agen",
    "https://github.com/acme/a2agen?ref=main",
    "https://github.com/acme/a2agen#readme",
  ])("%j is refused", (text) => {
    expect(() => readRepositoryUrl(text)).toThrow(
      `--repository: expected the URL of a repository such as https://github.com/acme/a2agen, got ${JSON.stringify(text)}`,
    );
  });
});

describe("links of a README", () => {
  const repository = { url: "https://github.com/acme/a2agen", directory: "generated/a2a" };

  test.each([
    ["[a](../../docs/a.md)", "[a](https://github.com/acme/a2agen/blob/v1.0.0/docs/a.md)"],
    ["[a](docs/a.md#part)", "[a](https://github.com/acme/a2agen/blob/v1.0.0/generated/a2a/docs/a.md#part)"],
    [
      "[a](src/) [b](x)",
      "[a](https://github.com/acme/a2agen/tree/v1.0.0/generated/a2a/src/) [b](https://github.com/acme/a2agen/blob/v1.0.0/generated/a2a/x)",
    ],
    ["![a](docs/a.svg)", "![a](https://github.com/acme/a2agen/raw/v1.0.0/generated/a2a/docs/a.svg)"],
    [
      "[![a](a.svg)](a.md)",
      "[![a](https://github.com/acme/a2agen/raw/v1.0.0/generated/a2a/a.svg)](https://github.com/acme/a2agen/blob/v1.0.0/generated/a2a/a.md)",
    ],
    ["[a](#part)", "[a](#part)"],
    ["[a](https://example.com/a.md)", "[a](https://example.com/a.md)"],
    ["[a](mailto:ada@example.com)", "[a](mailto:ada@example.com)"],
    [
      '# <img src="docs/logo.svg" alt=""> a',
      '# <img src="https://github.com/acme/a2agen/raw/v1.0.0/generated/a2a/docs/logo.svg" alt=""> a',
    ],
    [
      '<source media="(prefers-reduced-motion)" srcset="a.png"><img src="b.webp">',
      '<source media="(prefers-reduced-motion)" srcset="https://github.com/acme/a2agen/raw/v1.0.0/generated/a2a/a.png"><img src="https://github.com/acme/a2agen/raw/v1.0.0/generated/a2a/b.webp">',
    ],
    ["```md\n[a](a.md)\n```\n", "```md\n[a](a.md)\n```\n"],
  ])("%j become %j", (before, after) => {
    expect(linkReadme(before, { repository, tag: "v1.0.0" })).toBe(after);
  });
});

type Texts = ReadonlyMap<string, string>;

function textsOf(files: readonly PackageFile[]): Texts {
  return new Map(files.map((file) => [file.path, textOf(file)]));
}
