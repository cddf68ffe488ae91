import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "../../../../cli/docs/site/build-site.ts";
import { planVersions } from "../../../../cli/docs/site/plan-versions.ts";
import { readVersions } from "../../../../cli/docs/site/read-versions.ts";
import { version } from "../../../../generators/plugins/version.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { findBrokenLinks, type SiteText } from "../../../shared/site/broken-links.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-site-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Writes a site of protos, given as texts or by their paths below the proto roots, and reads it. */
async function siteOf(
  name: string,
  texts: Readonly<Record<string, string>>,
  paths?: readonly string[],
): Promise<readonly SiteText[]> {
  const image = join(directory, `${name}.binpb`);
  await writeFile(image, toBinary(FileDescriptorSetSchema, await compileProtos(texts, paths)));
  const out = join(directory, name);
  const result = await runA2agen(["docs", "site", "--image", image, "--out", out]);
  expect(result).toEqual({ status: 0, stdout: `${join(out, "index.html")}\n`, stderr: "" });
  const found = await listFiles(out);
  return Promise.all(found.map(async (path) => ({ path, text: await readFile(join(out, path), "utf8") })));
}

describe("the site of a service that has nothing to do with A2A", () => {
  const paths = ["bookshop/v1/bookshop.proto"];
  let files: readonly SiteText[];

  beforeAll(async () => {
    files = await siteOf("bookshop", {}, paths);
  });

  test.each(["operations/CreateBook", "types/Book", "types/Format"])("has the page %s", async (page) => {
    const { text } = files.find(({ path }) => path === `reference/${page}.html`) ?? { text: "" };
    await expect(text.replace(`a2agen ${version}`, "a2agen 1.2.3")).toMatchFileSnapshot(
      `../../../expected/site/${page}.html`,
    );
  });

  test("has no link that leads nowhere", () => {
    expect(findBrokenLinks(files)).toEqual([]);
  });

  test("is the same, byte for byte, when it is written again", async () => {
    expect(await siteOf("bookshop-again", {}, paths)).toEqual(files);
  });
});

const ownScript = /^<script defer src="[./]*assets\/[a-z]+\.js">$/;

test("hostile names and comments are text", async () => {
  const hostile = `<script>alert(1)</script> <img src=x onerror=alert(2)> ![p](https://evil.example/p.png)
// [link](javascript:alert(3)) [data](data:text/html,x) [gone](../gone.html) </code></pre><style>*{}</style>
// # Heading`;
  const files = await siteOf("hostile", {
    "hostile.proto": `syntax = "proto3";
// ${hostile}
package hostile;
// ${hostile}
service Shop {
  // ${hostile}
  rpc Buy(Thing) returns (Thing);
}
// ${hostile}
message Thing {
  // ${hostile}
  string one = 1 [json_name = "\\"><script>alert(4)</script>\`x"];
  // ${hostile}
  Kind kind = 2;
}
// ${hostile}
enum Kind {
  // ${hostile}
  KIND_UNSPECIFIED = 0;
}`,
  });
  const pages = files.filter(({ path }) => path.endsWith(".html"));
  const dangers = pages.flatMap(({ path, text }) =>
    [
      ...(text.match(/<script[^>]*>/g) ?? []).filter((tag) => !ownScript.test(tag)),
      ...(text.match(/<(?:img|style|iframe|object)\b|<[^>]*\son\w+=|href="(?:javascript|data):/g) ?? []),
    ].map((danger) => `${path}: ${danger}`),
  );
  expect(dangers).toEqual([]);
  expect(findBrokenLinks(files)).toEqual([]);
});

test("every link and anchor of the site of A2A leads somewhere", { tags: "thorough" }, async () => {
  const versions = await readVersions({}, { out: () => {}, err: () => {} });
  const warnings: string[] = [];
  const files = await buildSite({
    title: "A2A",
    versions,
    plans: planVersions(versions),
    warn: (message) => warnings.push(message),
  });
  expect(warnings).toEqual([]);
  expect(findBrokenLinks(files)).toEqual([]);
});
