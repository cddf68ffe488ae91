import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Model } from "../../../../../generators/model/model.ts";
import { loadDocsTemplates } from "../../../../../generators/template/load-docs-templates.ts";
import { findCalls } from "../../../../../packages/cli/src/docs/find-calls.ts";
import {
  type Document,
  type RenderedDocuments,
  renderDocuments,
} from "../../../../../packages/cli/src/docs/render-documents.ts";
import { modelOf } from "./pages.ts";

const released = "lf/a2a/v1/a2a.proto";
const draft = "a2a/v1/a2a.proto";

let models: Readonly<Record<"released" | "draft" | "both" | "pets", Model>>;
let sample: Buffer;

beforeAll(async () => {
  models = {
    released: await modelOf({}, [released]),
    draft: await modelOf({}, [draft]),
    both: await modelOf({}, [released, draft]),
    pets: await modelOf({
      "pets/v1/pets.proto":
        'syntax = "proto3";\npackage pets.v1;\nimport "pets/v1/food.proto";\nmessage Cat {\n  // Ünï | 名前\n  string name = 1;\n  Dish dish = 2;\n  Cat kitten = 3;\n}\nmessage Empty {}\nenum Mood {\n  MOOD_UNSPECIFIED = 0;\n  MOOD_GOOD = 1;\n}\nservice Vet {}\n',
      "pets/v1/food.proto": 'syntax = "proto3";\npackage pets.v1;\nmessage Dish {\n  string taste = 1;\n}\n',
    }),
  };
  sample = await readFile(join(import.meta.dirname, "operations.md"));
});

function documentOf(path: string, text: string | Uint8Array): Document {
  return { name: path, path, bytes: Buffer.from(text) };
}

async function render(
  documents: readonly Document[],
  { model = models.released, reference }: { readonly model?: Model; readonly reference?: string } = {},
): Promise<RenderedDocuments> {
  return renderDocuments(documents, {
    model,
    render: await loadDocsTemplates(),
    ...(reference === undefined ? {} : { reference }),
  });
}

/** The rendered text of a single document without problems. */
async function textOf(
  text: string | Uint8Array,
  options: Parameters<typeof render>[1] = {},
): Promise<string> {
  const { documents, problems } = await render([documentOf("a.md", text)], options);
  expect(problems).toEqual([]);
  return Buffer.from(documents[0]?.bytes ?? []).toString();
}

async function problemsOf(text: string, model: Model = models.released): Promise<readonly string[]> {
  const document = documentOf("docs/a.md", text);
  const { documents, problems } = await render([document], { model });
  if (problems.length > 0) expect(documents).toEqual([document]);
  return problems;
}

const catTable = `<a id="message-cat"></a>

| Field | Type | Required | Description |
|---|---|---|---|
| \`name\` | \`string\` | no | Ünï \\| 名前 |
| \`dish\` | \`Dish\` | no |  |
| \`kitten\` | [\`Cat\`](#message-cat) | no |  |`;

const cat = '{{ proto_to_table("pets.proto", "Cat") }}';

describe("a document like the specification", () => {
  test("has its calls expanded and all else as it was", async () => {
    await expect(await textOf(sample)).toMatchFileSnapshot("../../../../expected/docs/operations.md");
    await expect(
      await textOf(sample.toString().replace("./docs/../lf/", ""), { model: models.draft }),
    ).toMatchFileSnapshot("../../../../expected/docs/operations.draft.md");
  });

  test("has no byte between its calls changed", async () => {
    const text = sample.toString("latin1");
    const rendered = Buffer.from(await textOf(sample)).toString("latin1");
    let from = 0;
    let end = 0;
    for (const call of [...findCalls(text).calls, { start: text.length, end: text.length }]) {
      const between = text.slice(end, call.start);
      const found = rendered.indexOf(between, from);
      expect([between, found >= from]).toEqual([between, true]);
      from = found + between.length;
      end = call.end;
    }
    expect(from).toBe(rendered.length);
  });

  test("has tables with the line ends that it has itself", async () => {
    const text = sample.toString();
    expect(await textOf(text.replaceAll("\n", "\r\n"))).toBe((await textOf(text)).replaceAll("\n", "\r\n"));
  });

  test("links to what is there only", async () => {
    const rendered = await textOf(sample);
    const anchors = [...rendered.matchAll(/id="([^"]*)"/g)].map(([, id]) => `#${id}`);
    // Of the headings "2. Task" and "3. Artifact".
    const targets = [...anchors, "#2-task", "#3-artifact"];
    const links = [...rendered.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target ?? "");
    expect(links.filter((link) => !targets.includes(link))).toEqual([]);
    expect(links.length).toBeGreaterThan(5);
  });

  test("renders to the same bytes again", async () => {
    expect(await textOf(sample)).toBe(await textOf(sample));
  });
});

describe("a name of the alias manifest", () => {
  test.each([
    { version: "released", output: "earlier-names.md" },
    { version: "draft", output: "earlier-names.draft.md" },
  ] as const)("gets the table of the $version proto, which says the current name", async (given) => {
    const text = await readFile(join(import.meta.dirname, "earlier-names.md"));
    await expect(await textOf(text, { model: models[given.version] })).toMatchFileSnapshot(
      `../../../../expected/docs/${given.output}`,
    );
  });

  test("may have its package, and is none of an enum or of another proto", async () => {
    const call = (name: string, proto = "a2a.proto", kind = "proto_to_table"): string =>
      `{{ ${kind}("${proto}", "${name}") }}`;
    expect(await textOf(call("lf.a2a.v1.Security"))).toBe(await textOf(call("Security")));
    expect(await problemsOf(call("Security", "a2a.proto", "proto_enum_to_table"))).toEqual([
      'docs/a.md:1:37: error: there is no enum "Security" in lf/a2a/v1/a2a.proto [unknown-enum]',
    ]);
    expect(await problemsOf(call("Security", "pets.proto"), models.pets)).toEqual([
      'docs/a.md:1:33: error: there is no message "Security" in pets/v1/pets.proto [unknown-message]',
    ]);
  });
});

describe("a table", () => {
  test.each([
    { name: "takes the place of its call", given: cat, want: catTable },
    { name: "keeps what is around it", given: `\n${cat} \n\n`, want: `\n${catTable} \n\n` },
    { name: "is kept apart from text", given: `a\n${cat}\nb`, want: `a\n\n${catTable}\n\nb` },
    {
      name: "is indented like its call",
      given: `- a\n\n    ${cat}\n`,
      want: `- a\n\n    ${catTable.replaceAll("\n", "\n    ").replaceAll("    \n", "\n")}\n`,
    },
    {
      name: "is quoted like its call",
      given: `> a\n> ${cat}\n> b`,
      want: `> a\n> \n> ${catTable.replaceAll("\n", "\n> ").replaceAll("> \n", ">\n")}\n>\n> b`,
    },
    {
      name: "has the line end of its line",
      given: `a\n\r\n${cat}\r\n\r\nb\n`,
      want: `a\n\r\n${catTable.replaceAll("\n", "\r\n")}\r\n\r\nb\n`,
    },
    {
      name: "has the line end before it at the end",
      given: `a\r\n\r\n${cat}`,
      want: `a\r\n\r\n${catTable.replaceAll("\n", "\r\n")}`,
    },
    { name: "stands behind a byte order mark", given: `\uFEFF${cat}`, want: `\uFEFF${catTable}` },
    {
      name: "may be of a message without fields",
      given: "{{ proto_to_table('pets.proto', 'Empty') }}",
      want: '<a id="message-empty"></a>\n\nNo fields.',
    },
    {
      name: "may be of an enum",
      given: "{{ proto_enum_to_table('pets.proto', 'Mood') }}",
      want: '<a id="enum-mood"></a>\n\n| Value | Meaning |\n|---|---|\n| absent, `MOOD_UNSPECIFIED` |  |\n| `MOOD_GOOD` |  |',
    },
    {
      name: "may be of a service",
      given: "{{ proto_service_to_table('pets.proto', 'Vet') }}",
      want: '<a id="service-vet"></a>\n\nNo methods.',
    },
  ])("$name", async ({ given, want }) => {
    expect(await textOf(given, { model: models.pets })).toBe(want);
  });

  test("leaves bytes that are not UTF-8 alone", async () => {
    const given = Buffer.concat([
      Buffer.from([0x80, 0xff, 0x0a, 0x0a]),
      Buffer.from(cat),
      Buffer.from([0x0a, 0x0a, 0xc3]),
    ]);
    const { documents } = await render([documentOf("a.md", given)], { model: models.pets });
    expect(documents[0]?.bytes).toEqual(
      Buffer.concat([
        Buffer.from([0x80, 0xff, 0x0a, 0x0a]),
        Buffer.from(catTable),
        Buffer.from([0x0a, 0x0a, 0xc3]),
      ]),
    );
  });

  const dish = "{{ proto_to_table('food.proto', 'Dish') }}";
  /** Where the type Dish links to in the table of Cat, in the first document. */
  test.each([
    {
      name: "a table in the document",
      given: { "a.md": `${cat}\n\n${dish}`, "b.md": dish },
      want: "[`Dish`](#message-dish)",
    },
    {
      name: "a table in another document",
      given: { "a/x.md": cat, "b/c d.md": dish },
      want: "[`Dish`](../b/c%20d.md#message-dish)",
    },
    {
      name: "a table rather than a heading",
      given: { "a.md": `# Dish\n\n${cat}`, "b.md": dish },
      want: "[`Dish`](b.md#message-dish)",
    },
    {
      name: "a heading",
      given: { "a.md": `${cat}\n\n### 4.1.2. \`Dish\` ##\n` },
      want: "[`Dish`](#412-dish)",
    },
    {
      name: "the name of a heading",
      given: { "a.md": `# Dish {#the-dish}\r\n\r\n${cat}` },
      want: "[`Dish`](#the-dish)",
    },
    {
      name: "the first such heading",
      given: { "a.md": `${cat}\n\n# 1 Dish\n# 2 Dish\n` },
      want: "[`Dish`](#1-dish)",
    },
    { name: "no heading in code", given: { "a.md": `${cat}\n\n\`\`\`sh\n# Dish\n\`\`\`\n` }, want: "`Dish`" },
    { name: "nothing", given: { "a.md": `${cat}\n\nDish` }, want: "`Dish`" },
    {
      name: "the reference",
      given: { "a.md": cat },
      reference: "https://example.com/reference/",
      want: "[`Dish`](https://example.com/reference/pets/v1/food.md#message-dish)",
    },
    {
      name: "a table rather than the reference",
      given: { "a.md": `${dish}\n\n${cat}` },
      reference: "r",
      want: "[`Dish`](#message-dish)",
    },
  ])("links a type to $name", async ({ given, reference, want }) => {
    const documents = Object.entries(given).map(([path, text]) => documentOf(path, text));
    const rendered = await render(documents, {
      model: models.pets,
      ...(reference === undefined ? {} : { reference }),
    });
    const text = Buffer.from(rendered.documents[0]?.bytes ?? []).toString();
    expect(/\| `dish` \| (.*?) \| no/.exec(text)?.[1]).toBe(want);
  });
});

describe("a wrong call is told with its place", () => {
  test.each([
    {
      name: "an unknown message",
      given: 'a\n\n  {{ proto_to_table("a2a.proto", "GetTaskReqest") }}',
      want: [
        'docs/a.md:3:34: error: there is no message "GetTaskReqest" in lf/a2a/v1/a2a.proto; did you mean GetTaskRequest? [unknown-message]',
      ],
    },
    {
      name: "an unknown enum",
      given: '{{ proto_enum_to_table("a2a.proto", "Xyz") }}',
      want: ['docs/a.md:1:37: error: there is no enum "Xyz" in lf/a2a/v1/a2a.proto [unknown-enum]'],
    },
    {
      name: "an unknown service",
      given: '{{ proto_service_to_table("a2a.proto", "A2A") }}',
      want: ['docs/a.md:1:40: error: there is no service "A2A" in lf/a2a/v1/a2a.proto [unknown-service]'],
    },
    {
      name: "a type of another kind",
      given: '{{ proto_to_table("a2a.proto", "TaskState") }}',
      want: [
        'docs/a.md:1:32: error: there is no message "TaskState" in lf/a2a/v1/a2a.proto; it is an enum: call proto_enum_to_table [unknown-message]',
      ],
    },
    {
      name: "a type of another proto",
      given: '{{ proto_to_table("food.proto", "Cat") }}',
      model: "pets" as const,
      want: [
        'docs/a.md:1:33: error: there is no message "Cat" in pets/v1/food.proto; it is in pets/v1/pets.proto [unknown-message]',
      ],
    },
    {
      name: "an unknown proto",
      given: '\t{{ proto_to_table("specification/b2b.proto", "Task") }}',
      want: [
        'docs/a.md:1:20: error: there is no proto "specification/b2b.proto"; the protos are lf/a2a/v1/a2a.proto [unknown-proto]',
      ],
    },
    {
      name: "a proto that can be either",
      given: '{{ proto_to_table("specification/a2a.proto", "Task") }}',
      model: "both" as const,
      want: [
        'docs/a.md:1:19: error: "specification/a2a.proto" can be any of a2a/v1/a2a.proto, lf/a2a/v1/a2a.proto; write more of its path [ambiguous-proto]',
      ],
    },
    {
      name: "all of several, with columns in characters",
      given: `\uFEFF{{ proto_nothing("ü") }}\r\nünï 名前 {{ proto_to_table("a2a.proto", "Task") }}\r\n{{ proto_to_table("a2a.proto") }}\r\n`,
      want: [
        "docs/a.md:1:1: error: there is no proto_nothing; the calls are proto_to_table, proto_enum_to_table, proto_service_to_table [unknown-call]",
        "docs/a.md:2:8: error: a call becomes a table and has to stand on a line of its own; move what is beside it [call-not-alone]",
        'docs/a.md:3:1: error: expected {{ proto_to_table("PROTO", "NAME") }}; found {{ proto_to_table("a2a.proto") }} [malformed-call]',
      ],
    },
  ])("$name", async ({ given, want, model }) => {
    expect(await problemsOf(given, models[model ?? "released"])).toEqual(want);
  });

  test("and more of its path tells two protos apart", async () => {
    for (const path of [`x/${draft}`, draft, `../proto/${released}`]) {
      expect(await problemsOf(`{{ proto_to_table("${path}", "Task") }}`, models.both)).toEqual([]);
    }
  });

  test("and none of the documents is rendered", async () => {
    const documents = [documentOf("a.md", cat), documentOf("b.md", "{{ proto_to_table('x', 'y') }}")];
    const rendered = await render(documents, { model: models.pets });
    expect(rendered).toEqual({
      documents,
      problems: [
        'b.md:1:19: error: there is no proto "x"; the protos are pets/v1/food.proto, pets/v1/pets.proto [unknown-proto]',
      ],
    });
  });
});
