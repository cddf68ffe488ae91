import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const generated = join(import.meta.dirname, "../../../../../generated");

/** What a schema or a page says of a field. */
interface FieldOutline {
  readonly name: string;
  readonly required: "yes" | "no" | "exactly one";
  readonly description: string;
  readonly deprecated: boolean;
}

interface PropertySchema {
  readonly description?: string;
  readonly deprecated?: boolean;
}

interface ObjectSchema extends PropertySchema {
  readonly properties?: Readonly<Record<string, PropertySchema | false>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly ObjectSchema[];
}

/** One line, without Markdown's escapes and the tag by which schemas mark what is deprecated. */
function plain(text: string): string {
  return text
    .replace(/@deprecated\s*/g, "")
    .replace(/\\([|\\`*_{}[\]<>()#+.!-])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

function outlineOfSchema(schema: ObjectSchema): readonly FieldOutline[] {
  const arms = schema.oneOf ?? [schema];
  const names = new Set(arms.flatMap((arm) => Object.keys(arm.properties ?? {})));
  return [...names].sort().map((name) => {
    const arm = arms.find(({ properties }) => typeof properties?.[name] === "object");
    const property = arm?.properties?.[name];
    const inAll = arms.every(({ required = [] }) => required.includes(name));
    const inSome = arms.some(({ required = [] }) => required.includes(name));
    return {
      name,
      required: inAll ? "yes" : inSome ? "exactly one" : "no",
      description: plain(typeof property === "object" ? (property.description ?? "") : ""),
      deprecated: typeof property === "object" && property.deprecated === true,
    };
  });
}

function outlineOfPage(section: string): readonly FieldOutline[] {
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows
    .map((row) => row.slice(2, -2).split(/ \| /))
    .map(([name = "", , required = "", ...description]) => {
      const [, mark = "", text = ""] = /^(\*\*Deprecated\.\*\* ?)?(.*)$/.exec(description.join(" | ")) ?? [];
      return {
        name: name.replaceAll("`", ""),
        required: required as FieldOutline["required"],
        description: plain(text),
        deprecated: mark !== "",
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The text below a message's heading, and the rows of its table. */
function readSection(page: string, type: string): { readonly text: string; readonly section: string } {
  const [, rest = ""] = page.split(`\n### ${type}\n`);
  const [section = ""] = rest.split(/\n<a id=|\n#{1,3} /);
  return { section, text: plain(section.split("\n|")[0] ?? "") };
}

describe.each([
  { name: "a2a-1.0-draft", page: "a2a/v1/a2a.md", count: 47 },
  { name: "a2a-1.0", page: "lf/a2a/v1/a2a.md", count: 44 },
])("the reference of $name says the same as the JSON Schema", async ({ name, page, count }) => {
  const text = await readFile(join(generated, name, "docs", page), "utf8");
  const bundle = JSON.parse(await readFile(join(generated, name, "schemas/a2a.schema.json"), "utf8")) as {
    readonly $defs: Readonly<Record<string, ObjectSchema>>;
  };
  const messages = [...text.matchAll(/<a id="message-[^"]*"><\/a>\n(?:<span [^\n]*\n)?\n### (\w+)/g)].map(
    ([, type = ""]) => type,
  );

  test("of every message", () => {
    expect(messages.length).toBe(count);
  });

  test.each(messages)("of %s", (type) => {
    const schema = bundle.$defs[type] ?? {};
    const { section, text: description } = readSection(text, type);
    expect(description.startsWith(plain(schema.description ?? ""))).toBe(true);
    const found = outlineOfPage(section);
    const wanted = outlineOfSchema(schema);
    expect(found.map(({ name: field, required, deprecated }) => ({ field, required, deprecated }))).toEqual(
      wanted.map(({ name: field, required, deprecated }) => ({ field, required, deprecated })),
    );
    // A page goes on with the limits, which a schema has keywords for.
    for (const [i, field] of found.entries()) {
      expect(field.description).toContain(wanted[i]?.description ?? "");
    }
  });
});
