import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { version } from "../../../../generators/model/version.ts";
import { buildSite } from "../../../../packages/pages/src/site/build-site.ts";
import { createPlayground } from "../../../../packages/pages/src/site/playground.ts";
import { readGuideFiles } from "../../../../packages/pages/src/site/read-guides.ts";
import { readVersions } from "../../../../packages/pages/src/site/read-versions.ts";
import { renderGuides } from "../../../../packages/pages/src/site/render-guides.ts";
import { listFiles } from "../../../../scripts/list-files.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { findBrokenLinks, type SiteText } from "../../../shared/site/broken-links.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const directory = await useDirectory("a2agen-site-");

/** Writes a site of protos, given as texts or by their paths below the proto roots, and reads it. */
async function siteOf(
  name: string,
  texts: Readonly<Record<string, string>>,
  paths?: readonly string[],
  flags: readonly string[] = [],
): Promise<readonly SiteText[]> {
  const image = join(directory, `${name}.binpb`);
  await writeFile(image, toBinary(FileDescriptorSetSchema, await compileProtos(texts, paths)));
  const out = join(directory, name);
  const result = await runA2agen(["docs", "site", "--image", image, "--out", out, ...flags]);
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

describe("earlier versions of a user's protos", () => {
  const older = (text: string): Readonly<Record<string, string>> => ({
    "shop.proto": `syntax = "proto3"; package shop.v1; ${text}`,
  });
  const flags = async (texts: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const image = join(directory, "earlier.binpb");
    await writeFile(image, toBinary(FileDescriptorSetSchema, await compileProtos(texts)));
    return ["--earlier", `v1=${image}`, "--title", "Shop"];
  };

  test("are in the switch, with what changed", async () => {
    const before = older(`service Shop { rpc Buy(Book) returns (Book); rpc Burn(Book) returns (Book); }
      message Book { string title = 1; int32 pages = 2; }`);
    const now = {
      "shop.proto": `syntax = "proto3"; package shop.v2; service Shop { rpc Buy(Book) returns (Book); }
      message Book { string title = 1; int64 pages = 2; string isbn = 3; } message Shelf { Book book = 1; }`,
    };
    const files = await siteOf("family", now, undefined, await flags(before));
    expect(findBrokenLinks(files)).toEqual([]);
    const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
    expect(mainText(textOf("v2/since-v1.html"))).toMatchInlineSnapshot(`
      "shop.v2
      v2 since v1 3 changes, 2 of which break peers of the other version. What is not listed is as it was in v1.
      Operations
      Burn No longer in v2. breaks
      Messages
      Book 2 members changed. breaks pages Of type integer (int32) in v1. isbn New in v2. Book
      Shelf New in v2."
    `);
    expect(textOf("v2/types/Book.html")).toContain('<a href="../../v1/types/Book.html"><span>v1</span></a>');
    expect(textOf("v1/types/Book.html")).toContain(
      '<a href="../../v2/types/Book.html"><span>v2</span> <small>current</small></a>',
    );
    expect(textOf("index.html")).toContain("shop.v1 (v1)");
  });

  test.each([
    [
      ["--earlier", "v1"],
      '--earlier: expected NAME=PATH, with letters, digits, ".", "_" and "-" in the name; got "v1"',
    ],
    [
      ["--earlier", "../x=a.binpb"],
      '--earlier: expected NAME=PATH, with letters, digits, ".", "_" and "-" in the name; got "../x=a.binpb"',
    ],
    [
      ["--earlier", "LATEST=a.binpb"],
      '--earlier: there are two versions "LATEST"; give each a name of its own',
    ],
  ])("need names of their own: %j", async (given, want) => {
    const image = join(directory, "one.binpb");
    const texts = { "one.proto": 'syntax = "proto3"; package one; message One {}' };
    await writeFile(image, toBinary(FileDescriptorSetSchema, await compileProtos(texts)));
    const out = join(directory, "none");
    const result = await runA2agen(["docs", "site", "--image", image, "--out", out, ...given]);
    expect([result.status, result.stderr.split("\n")[0]]).toEqual([2, `a2agen docs site: ${want}`]);
  });
});

test("an extension says where its data is, what it narrows, and how its states move", async () => {
  const files = await siteOf("extensions", {}, [
    "extensions/citations/v1/citations.proto",
    "extensions/compliance/v1/compliance.proto",
    "extensions/parcel/v1/parcel.proto",
  ]);
  expect(findBrokenLinks(files)).toEqual([]);
  const panels = files
    .flatMap(({ path, text }) => {
      const [panel] = /<section class="panel"[\s\S]*?<\/section>/.exec(text) ?? [];
      return panel === undefined
        ? []
        : [
            `${path}\n${panel
              .replaceAll(/<[^>]*>/g, " ")
              .replaceAll(/\s+/g, " ")
              .trim()}`,
          ];
    })
    .join("\n\n");
  await expect(`${panels}\n`).toMatchFileSnapshot("../../../expected/site/extensions.txt");
});

const ownScript = /^<script (?:defer )?src="[./]*assets\/[a-z-]+\.js">$/;

/** Tags and attributes of pages that could run or load something. */
function findDangers(files: readonly SiteText[]): readonly string[] {
  return files
    .filter(({ path }) => path.endsWith(".html"))
    .flatMap(({ path, text }) =>
      [
        ...(text.match(/<script[^>]*>/g) ?? []).filter((tag) => !ownScript.test(tag)),
        ...(text.match(/<(?:img|style|iframe|object)\b|<[^>]*\son\w+=|href="(?:javascript|data):/g) ?? []),
      ].map((danger) => `${path}: ${danger}`),
    );
}

const hostile = `<script>alert(1)</script> <img src=x onerror=alert(2)> ![p](https://evil.example/p.png)
// [link](javascript:alert(3)) [data](data:text/html,x) [gone](../gone.html) </code></pre><style>*{}</style>
// # Heading`;

test("hostile names and comments are text", async () => {
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
  expect(findDangers(files)).toEqual([]);
  expect(findBrokenLinks(files)).toEqual([]);
});

describe("guides", () => {
  /** Renders one guide, or those given by path, and returns the page of the first with what was warned of. */
  async function render(given: string | Readonly<Record<string, string>>) {
    const texts = typeof given === "string" ? { "one.md": given } : given;
    const warnings: string[] = [];
    const guides = await renderGuides(
      {
        texts: Object.entries(texts).map(([path, text]) => ({ path, text })),
        pictures: new Map([["a b/c.svg", new Uint8Array()]]),
        below: "",
      },
      {
        warn: (message) => warnings.push(message),
        linkJson: (json) => Promise.resolve(`x.html#${json.trim()}`),
      },
    );
    const [first = ""] = Object.keys(texts);
    const page = guides.find(({ path }) => path === `guides/${first.replace(".md", ".html")}`);
    return { html: page?.html.trim(), title: page?.title, warnings };
  }

  test.each([
    {
      name: "a link to another guide leads to its page",
      given: { "one.md": "[two](sub/two.md#a-b) [it](./sub/two.md)", "sub/two.md": "# Two\n\n## A `b`" },
      want: '<p><a href="sub/two.html#a-b">two</a> <a href="sub/two.html">it</a></p>',
    },
    {
      name: "a link to a guide above leads there",
      given: { "sub/one.md": "[two](../two%20x.md)", "two x.md": "" },
      want: '<p><a href="../two%20x.html">two</a></p>',
    },
    {
      name: "a link to a file that is not in the site is text with its path",
      given: "[the agent](../examples/echo-agent/), [`x/a.proto`](../x/a.proto), [`**`](javascript:alert)",
      want: "<p>the agent (<code>examples/echo-agent/</code>), <code>x/a.proto</code>, [<code>**</code>](javascript:alert)</p>",
    },
    {
      name: "links to the web stay, those of other schemes and absolute paths do not",
      given: "[web](https://a.example/?q=1&r) [tel](tel:1) [root](/etc/x) [host](//a.example)",
      want: '<p><a href="https://a.example/?q=1&amp;r">web</a> tel root host</p>',
    },
    {
      name: "equal headings have anchors of their own, apart from those of the page around",
      given: "# Main\n## A\n## A\n[a](#a-1) [main](#main-1)",
      want: [
        '<h1 id="main-1"><a class="anchor" href="#main-1">Main</a></h1>',
        '<h2 id="a"><a class="anchor" href="#a">A</a></h2>',
        '<h2 id="a-1"><a class="anchor" href="#a-1">A</a></h2>',
        '<p><a href="#a-1">a</a> <a href="#main-1">main</a></p>',
      ].join("\n"),
    },
    {
      name: "HTML is text, comments are left out, and pictures are their description",
      given:
        "---\ntitle: x\n---\n<!-- a\n\nb -->\n<b onclick=x>\n\nc <i>d</i> <!-- e --> ![f](https://a.example/f.png)",
      want: "<p>&lt;b onclick=x&gt;</p>\n<p>c &lt;i&gt;d&lt;/i&gt;  f</p>",
    },
    {
      name: "a column of a table has a header if it has a name",
      given: "| | b |\n|---|--:|\n| c | d |",
      want: [
        '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
        "<thead>\n<tr>\n<td></td><th>b</th></tr>\n</thead>",
        "<tbody>\n<tr>\n<td>c</td>\n<td>d</td>\n</tr>\n</tbody>",
        "</table></div>",
      ].join("\n"),
    },
    {
      name: "code is colored by its language",
      given: "```json a.json\n{}\n```\n\n    <a>",
      want: [
        '<figure class="code"><figcaption>a.json</figcaption><pre tabindex="0" aria-label="Code"><code>{}\n</code></pre></figure>',
        '<p class="open"><a href="../x.html#{}">Open in the playground</a></p>',
        '<figure class="code"><pre tabindex="0" aria-label="Code"><code>&lt;a&gt;\n</code></pre></figure>',
      ].join("\n"),
    },
    {
      name: "words of a language are colored where they are some",
      given:
        "```ts\nfor (const number of [1]) f(number as string); // try\n```\n\n```sh\nnpm test # all\n```",
      want: [
        '<figure class="code"><pre tabindex="0" aria-label="Code"><code><span class="verb">for</span> (<span class="verb">const</span> number <span class="verb">of</span> [<span class="number">1</span>]) f(number <span class="verb">as</span> string); <span class="comment">// try</span>\n</code></pre></figure>',
        '<figure class="code"><pre tabindex="0" aria-label="Code"><code><span class="verb">npm</span> test <span class="comment"># all</span>\n</code></pre></figure>',
      ].join("\n"),
    },
    {
      name: "a picture of the guides is shown, one of others is its description",
      given: {
        "sub/one.md":
          '![a "x" onerror="x](../a%20b/c.svg) ![web](https://a.example/c.svg) ![file](/etc/c.svg)',
      },
      want: '<p><img src="../../assets/pictures/a%20b/c.svg" alt="a &quot;x&quot; onerror=&quot;x"> web file</p>',
    },
    {
      name: "a picture in HTML is shown if it is one of the guides and has nothing but a size",
      given: {
        "sub/one.md":
          '<picture><source media="(prefers-reduced-motion: reduce)" srcset="../a%20b/c.svg"><img src="../a%20b/c.svg" alt=""></picture>\n\n# <img src="../a%20b/c.svg" width="9" alt=""> One\n\n<img src="../a%20b/c.svg" onload="x"> <img src="https://a.example/c.svg" alt="">',
      },
      want: [
        '<p><picture><source media="(prefers-reduced-motion: reduce)" srcset="../../assets/pictures/a%20b/c.svg"><img src="../../assets/pictures/a%20b/c.svg" alt=""></picture></p>',
        '<h1 id="one"><a class="anchor" href="#one"><img src="../../assets/pictures/a%20b/c.svg" width="9" alt=""> One</a></h1>',
        '<p>&lt;img src="../a%20b/c.svg" onload="x"&gt; &lt;img src="https://a.example/c.svg" alt=""&gt;</p>',
      ].join("\n"),
    },
    {
      name: "tables in HTML are tables, unless they have more than cells in them",
      given: "<table><tr><td>\n\n*a*\n\n</td></tr></table>\n\n<table onclick=x>\n\n<td><img src=x></td>",
      want: [
        '<div class="table" role="group" aria-label="Table" tabindex="0"><table><tr><td>',
        "<p><em>a</em></p>\n</td></tr></table></div>",
        "<p>&lt;table onclick=x&gt;</p>\n<p>&lt;td&gt;&lt;img src=x&gt;&lt;/td&gt;</p>",
      ].join("\n"),
    },
  ])("$name", async ({ given, want }) => {
    const { html, warnings } = await render(given);
    expect({ html, warnings }).toEqual({ html: want, warnings: [] });
  });

  test("a link to a guide or a heading that is not there is warned of", async () => {
    const given = "![p](gone.png) [gone](gone.md) [two](two.md#gone)";
    expect(await render({ "one.md": given, "two.md": "" })).toEqual({
      html: '<p>p gone (<code>gone.md</code>) <a href="two.html">two</a></p>',
      title: "one",
      warnings: [
        "guides: one.md: there is no picture gone.png",
        "guides: one.md: the link gone.md leads nowhere",
        "guides: one.md: the link two.md#gone leads nowhere",
      ],
    });
  });

  test("are in the site, its home page, its search and the navigation of every page", async () => {
    const guides = join(directory, "guides-of-users");
    await mkdir(join(guides, "more"), { recursive: true });
    await writeFile(join(guides, "buy <b>.md"), `# Buy "<i>\n\nHow to buy.\n\n## Pay\n\n${hostile}\n`);
    await writeFile(join(guides, "more", "sell.md"), "No heading. [Buy](../buy%20%3Cb%3E.md#pay)\n");
    const files = await siteOf("guided", {}, ["bookshop/v1/bookshop.proto"], ["--guides", guides]);
    expect(findBrokenLinks(files)).toEqual([]);
    expect(findDangers(files)).toEqual([]);
    const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
    expect(textOf("guides/more/sell.html")).toContain("<h1>sell</h1>");
    expect(textOf("guides/more/sell.html")).toContain('<a href="../buy%20%3Cb%3E.html#pay">Buy</a>');
    expect(textOf("index.html")).toContain('<a href="guides/more/sell.html">sell</a>');
    expect(textOf("reference/types/Book.html")).toContain(
      '<a href="../../guides/buy%20%3Cb%3E.html">Guides</a>',
    );
    expect(textOf("assets/search-index.js")).toContain(
      '["Pay","section","","guides/buy%20%3Cb%3E.html#pay","Buy \\"<i>"]',
    );
  });

  describe("in groups", () => {
    const write = async (name: string, groups: string) => {
      const guides = join(directory, name);
      await mkdir(guides, { recursive: true });
      for (const title of ["A", "B", "C"]) await writeFile(join(guides, `${title}.md`), `# ${title}\n`);
      await writeFile(join(guides, "site.yaml"), groups);
      return guides;
    };

    test("are in that order in the navigation and on the home page, with the ones before and after", async () => {
      const guides = await write("grouped", "Start: [C.md]\nBuild: [B.md, A.md]\n");
      const files = await siteOf("grouped-site", {}, ["bookshop/v1/bookshop.proto"], ["--guides", guides]);
      expect(findBrokenLinks(files)).toEqual([]);
      const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
      const wordsOf = (html: string | undefined): string =>
        (html ?? "")
          .replaceAll(/<[^>]*>/g, " ")
          .replaceAll(/\s+/g, " ")
          .trim();
      const page = textOf("guides/B.html");
      expect(wordsOf(/<nav class="pages"[\s\S]*?<\/nav>/.exec(page)?.[0])).toBe("Start C Build B A");
      expect(wordsOf(/<nav class="steps"[\s\S]*?<\/nav>/.exec(page)?.[0])).toBe("Previous C Next A");
      expect(wordsOf(/<footer[\s\S]*?<\/footer>/.exec(textOf("index.html"))?.[0])).toBe("Start C Build B A");
    });

    test("are warned of when they are in none", async () => {
      const guides = await readGuideFiles({ guides: await write("left-out", "Start: [C.md, A.md]\n") });
      const warnings: string[] = [];
      const rendered = await renderGuides(guides, { warn: (message) => warnings.push(message) });
      expect(rendered.map(({ title, group }) => `${group}: ${title}`)).toEqual([
        "Start: C",
        "Start: A",
        "Guides: B",
      ]);
      expect(warnings).toEqual(["guides: B.md: it is in no group of site.yaml"]);
    });

    test.each([
      ["Start: [D.md]", 'Start: expected a guide beside the file; found "D.md"'],
      ["Start: [A.md, A.md]", "Start: A.md is in two groups, or twice in one"],
      ["Start: A.md", 'Start: expected a list of guides for each group, "Start: [tutorial.md, agents.md]"'],
      ["[A.md]", 'expected a list of guides for each group, "Start: [tutorial.md, agents.md]"'],
    ])("are refused when they are none: %s", async (text, want) => {
      const guides = await write("refused", text);
      const problem = `--guides: ${join(guides, "site.yaml")}: ${want}`;
      await expect(readGuideFiles({ guides })).rejects.toThrow(problem);
    });
  });

  test("have a home page with a hero, bands and columns", async () => {
    const home = join(directory, "landing");
    await mkdir(home, { recursive: true });
    const text = [
      "# Shop\n\nSells.\n\n![a](a.svg)\n\n```sh\nnpm test\n```\n\nMore.",
      "## What\n\n### One\n\n1\n\n### Two\n\n2",
      "## End\n\nBye.",
    ].join("\n\n");
    await writeFile(join(home, "README.md"), text);
    await writeFile(join(home, "a.svg"), "<svg/>");
    const [page] = await renderGuides(await readGuideFiles({ readme: join(home, "README.md") }), {
      warn: () => {},
    });
    const blocks = (page?.html ?? "").matchAll(/<(?:section|div) class="([^"]+)"|>([\w.]+)</g);
    expect(
      [...blocks].map(([, block, word = ""]) => (block === undefined ? word : `[${block}]`)).join(" "),
    ).toBe(
      "[hero] [say] Shop Sells. [show] npm [picture] [band] More. [band] What [columns-of] [column] One 1 [column] Two 2 [band] End Bye.",
    );
  });

  test("have their pictures, and a home page that leads to them", async () => {
    const home = join(directory, "home");
    await mkdir(join(home, "docs"), { recursive: true });
    await writeFile(join(home, "README.md"), "# Books\n\n![a](docs/a.svg) [Buy](docs/buy.md#pay)\n");
    await writeFile(join(home, "docs", "buy.md"), "# Buy\n\n## Pay\n\n[home](../README.md) ![a](./a.svg)\n");
    await writeFile(join(home, "docs", "a.svg"), "<svg/>");
    const flags = ["--guides", join(home, "docs"), "--readme", join(home, "README.md")];
    const files = await siteOf("homely", {}, ["bookshop/v1/bookshop.proto"], flags);
    expect(findBrokenLinks(files)).toEqual([]);
    const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
    expect(textOf("assets/pictures/docs/a.svg")).toBe("<svg/>");
    expect(textOf("index.html").match(/<h1.*<\/p>/s)?.[0]).toContain(
      '<img src="assets/pictures/docs/a.svg" alt="a"> <a href="guides/buy.html#pay">Buy</a>',
    );
    expect(textOf("guides/buy.html")).toContain(
      '<a href="../index.html">home</a> <img src="../assets/pictures/docs/a.svg" alt="a">',
    );
  });

  test("need a directory with Markdown", async () => {
    const out = join(directory, "unguided");
    const result = await runA2agen(["docs", "site", "--out", out, "--guides", join(directory, "gone")]);
    expect(result).toEqual({
      status: 1,
      stdout: "",
      stderr: `--guides: ${join(directory, "gone")}: expected a directory with Markdown files (*.md); found nothing there\n`,
    });
  });
});

test("what changed between versions is on a page for each pair, and errors are shown as they are answered", {
  tags: "later",
}, async () => {
  const versions = await readVersions({}, { out: () => {}, err: () => {} });
  const files = await buildSite({
    title: "A2A",
    versions,
    guides: { texts: [], pictures: new Map(), below: "" },
    warn: () => {},
  });
  const overviews = files.filter(({ path }) => /since-/.test(path));
  expect(overviews.map(({ path }) => path)).toEqual([
    "1.1-dev/since-1.0.html",
    "1.0/since-1.0-draft.html",
    "1.0/since-0.3.html",
    "1.0/since-0.3-proto.html",
    "1.0-draft/since-0.3.html",
  ]);
  await expect(
    overviews.map(({ path, text }) => `${path}\n${mainText(text)}`).join("\n\n"),
  ).toMatchFileSnapshot("../../../expected/site/changes.txt");
  const errors = files.filter(({ path }) => path.endsWith("/errors.html"));
  const answers = errors.map(({ path, text }) => {
    // The first one, and those of JSON-RPC itself, which show what is wrong with the request.
    const all = [...text.slice(text.indexOf("<main")).matchAll(/<details>[\s\S]*?<\/details>/g)].map(
      ([answered]) =>
        answered
          .replaceAll(/<[^>]*>/g, "")
          .replaceAll(/\n{3,}/g, "\n\n")
          // What JSON.parse says differs between versions of Node.
          .replaceAll(/(Invalid JSON payload: )[^"]*/g, "$1…")
          .trim(),
    );
    const shown = all.filter((answered, at) => at === 0 || answered.includes("POST /"));
    return `${path}\n${shown.join("\n\n")}`;
  });
  await expect(`${answers.join("\n\n")}\n`).toMatchFileSnapshot("../../../expected/site/errors.txt");
});

/** The text of a page, a line for each row. */
function mainText(page: string): string {
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  return main
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/<(?:h[12]|(?:div|details) class="line)[ >"]/g, (tag) => `\n${tag}`)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/ +/g, " ")
    .replaceAll(/^ | $/gm, "")
    .trim();
}

test("every link and anchor of the site of A2A leads somewhere", { tags: "thorough" }, async () => {
  const versions = await readVersions({}, { out: () => {}, err: () => {} });
  const warnings: string[] = [];
  const files = await buildSite({
    title: "A2A",
    versions,
    guides: await readGuideFiles({ guides: "docs", readme: "README.md" }),
    playground: createPlayground("<!doctype html>"),
    warn: (message) => warnings.push(message),
  });
  expect(warnings).toEqual([]);
  expect(findBrokenLinks(files)).toEqual([]);
  const counts = versions.map(({ slug }) => {
    const pages = files.filter(({ path }) => path.startsWith(`${slug}/`));
    return [slug, pages.flatMap(({ text }) => text.match(/playground\.html#json/g) ?? []).length];
  });
  expect(Object.fromEntries(counts)).toEqual({
    "1.1-dev": 123,
    "1.0": 116,
    "1.0-draft": 119,
    "0.3": 119,
    // The playground reads JSON of 0.3 in its other form.
    "0.3-proto": 0,
  });
});
