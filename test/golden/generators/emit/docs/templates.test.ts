import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Model } from "../../../../../generators/model/model.ts";
import { TemplateError } from "../../../../../generators/template/template-error.ts";
import { useDirectory } from "../../../../shared/use-directory.ts";
import { modelOf, pagesOf, sectionOf } from "./pages.ts";

const workspace = await useDirectory("a2agen-templates-");
let model: Model;

beforeAll(async () => {
  model = await modelOf({
    "pet.proto":
      'syntax = "proto3";\npackage pet;\n// A | dog.\nmessage Dog {\n  // Its\n  // name | call.\n  string name = 1;\n}\n',
  });
});

/** A directory of templates. */
async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(workspace, "set-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

async function render(files: Readonly<Record<string, string>>): Promise<string> {
  const pages = await pagesOf(model, await write(files));
  return pages["pet.md"] ?? "";
}

describe("a directory of templates", () => {
  test("replaces templates of the same names and leaves the others", async () => {
    const page = await render({
      "fields.hbs": "{{#each fields}}\n* {{name}}: {{type}}, {{description}}\n{{/each}}\n",
      "README.md": "{{ not a template",
    });
    expect(sectionOf(page, "message-dog")).toBe(
      '<a id="message-dog"></a>\n\n### Dog\n\nA | dog.\n\n* `name`: `string`, Its name \\| call.\n',
    );
  });

  test("may have templates of its own, which the others include", async () => {
    const page = await render({ "page.hbs": "{{> title}}", "title.hbs": "{{file}} by {{generator}}" });
    expect(page).toBe("pet.proto by a2agen 1.2.3\n");
  });

  test.each([
    {
      name: "{{x}} fits into a cell",
      given: "{{#each messages}}{{description}}{{/each}}",
      want: "A \\| dog.\n",
    },
    {
      name: "{{{x}}} is Markdown as it is",
      given: "{{#each messages}}{{{description}}}{{/each}}",
      want: "A | dog.\n",
    },
    {
      name: "nothing is escaped for HTML",
      given: "{{#with profile}}{{title}}{{/with}} <&>\"'`=",
      want: "ProtoJSON <&>\"'`=\n",
    },
    {
      name: "helpers of Handlebars work",
      given: "{{#unless enums}}{{lookup profile 'name'}}{{/unless}}{{#if services}}no{{else}}, yes{{/if}}",
      want: "proto, yes\n",
    },
    {
      name: "partials may be defined inline",
      given: '{{#*inline "name"}}<{{name}}>{{/inline}}{{#each messages}}{{> name}}{{/each}}',
      want: "<Dog>\n",
    },
  ])("$name", async ({ given, want }) => {
    expect(await render({ "page.hbs": given })).toBe(want);
  });
});

describe("a wrong template is told with its place", () => {
  const names =
    "contents, enum, errors, extension, fields, manifest, message, methods, own-errors, parameters, service, terms, union, values, page";
  test.each([
    {
      name: "that does not parse",
      given: { "page.hbs": "a\n{{#if file}\nb" },
      want: [/^DIR\/page\.hbs:2: does not parse: expected 'CLOSE_RAW_BLOCK', .*, got 'INVALID'$/],
    },
    {
      name: "with a block that does not end",
      given: { "page.hbs": "a\n{{#if file}}\nb" },
      want: [/^DIR\/page\.hbs:3: does not parse: expected .*'OPEN_ENDBLOCK', got 'EOF'$/],
    },
    {
      name: "with a block that ends otherwise",
      given: { "page.hbs": "a\n {{#if file}}b{{/each}}" },
      want: [/^DIR\/page\.hbs:2:5: if doesn't match each$/],
    },
    {
      name: "that includes one that is not there",
      given: { "page.hbs": "a\n\n  {{> fiedls}}" },
      want: [new RegExp(`^DIR/page\\.hbs:3:3: there is no partial "fiedls"; the partials are ${names}$`)],
    },
    {
      name: "with a helper that is not there",
      given: { "page.hbs": "{{upper file}}" },
      want: [/^DIR\/page\.hbs:1:1: there is no helper upper; the helpers are lookup$/],
    },
    {
      name: "with a name that is not there",
      given: { "page.hbs": "a\n {{titel}}" },
      want: [
        /^DIR\/page\.hbs:2:4: there is no "titel" in an object with generator, file, package, profile, /,
      ],
    },
    {
      name: "with a name that is not there in a condition",
      given: { "message.hbs": "a\n {{#if descripton}}b{{/if}}" },
      want: [/^DIR\/message\.hbs:2:8: there is no "descripton" in an object with name, typeName, anchor, /],
    },
    {
      name: "each of several",
      given: { "enum.hbs": "{{> a}}{{> b}}", "page.hbs": "{{/if}}" },
      want: [
        /^DIR\/enum\.hbs:1:1: there is no partial "a"; /,
        /^DIR\/enum\.hbs:1:8: there is no partial "b"; /,
        /^DIR\/page\.hbs:1: does not parse: /,
      ],
    },
  ])("$name", async ({ given, want }) => {
    const directory = await write(given);
    const error: unknown = await pagesOf(model, directory).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TemplateError);
    const lines = (error as TemplateError).message.replaceAll(directory, "DIR").split("\n");
    expect(lines.length).toBe(want.length);
    for (const [index, line] of lines.entries()) expect(line).toMatch(want[index] ?? "");
  });

  test("a directory that is not there or has no templates", async () => {
    const empty = await write({ "page.html": "" });
    const missing = join(workspace, "missing");
    const blocked = await write({});
    await mkdir(join(blocked, "page.hbs"));
    await expect(pagesOf(model, missing)).rejects.toThrow(
      new TemplateError(`${missing}: expected a directory of templates; found ENOENT`),
    );
    await expect(pagesOf(model, empty)).rejects.toThrow(
      new TemplateError(`${empty}: expected templates, files that end in .hbs; found none`),
    );
    await expect(pagesOf(model, blocked)).rejects.toThrow(
      new TemplateError(`${blocked}/page.hbs: expected a template; found EISDIR`),
    );
  });
});
