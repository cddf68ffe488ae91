import { join } from "node:path";
import { isObject } from "@a2agen/runtime/internal";
import { currentVersion, versionTable } from "@a2agen/versions/table.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { generateManifest } from "../../packages/cli/src/extension/write-extension.ts";
import { runProcess } from "../shared/process/run-process.ts";
import { ajvVerdict } from "../shared/schema/other-validators.ts";
import { placeOn } from "./place-on.ts";
import { caseName, type Family, listTypes, readFamilies } from "./read-families.ts";

/** Core objects without data, of the side that writes the data. */
const objects: Readonly<Record<string, (role: string) => object>> = {
  Message: (role) => ({ messageId: "m", role, parts: [{ text: "Hello" }] }),
  Artifact: () => ({ artifactId: "a", parts: [{ text: "Hello" }] }),
  Task: () => ({ id: "t", status: { state: "TASK_STATE_WORKING" } }),
  TaskStatusUpdateEvent: () => ({ taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } }),
};

/** What a schema says of values. */
interface Question {
  readonly name: string;
  readonly schema: object;
  readonly values: readonly unknown[];
  readonly expected: readonly boolean[];
}

const written = await Promise.all(
  (await readFamilies()).map(async (family) => {
    const schemas = await writeSchemas(family);
    const questions = [...askAboutTypes(family, schemas), ...askAboutObjects(family, schemas)];
    return { name: family.name, schemas, questions };
  }),
);

describe.each(written)("JSON Schemas of $name", ({ schemas, questions }) => {
  test("take and refuse types, and core objects with them, as codecs do", () => {
    for (const { name, schema, values, expected } of questions)
      expect({ name, taken: values.map(ajvVerdict(schema, "2020-12")) }).toEqual({ name, taken: expected });
  });

  test("refer to no other document", () => {
    for (const [path, schema] of schemas) {
      const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(
        ([, ref = ""]) => ref,
      );
      expect({ path, others: references.filter((ref) => !ref.startsWith("#/$defs/")) }).toEqual({
        path,
        others: [],
      });
    }
  });
});

const python = await runProcess("python3", { args: ["-c", "import jsonschema"] });

test.skipIf(python.status !== 0)(
  "jsonschema of Python says the same of all, formats aside",
  { tags: "later" },
  async () => {
    const questions = written.flatMap((one) => one.questions);
    const { stdout, stderr } = await runProcess("python3", {
      args: [join(import.meta.dirname, "check.py")],
      input: Buffer.from(
        questions.map(({ schema, values }) => `${JSON.stringify([schema, values])}\n`).join(""),
      ),
    });
    expect(stderr).toBe("");
    const verdicts = stdout
      .toString()
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    for (const [index, { name, schema, values }] of questions.entries()) {
      const verdict = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      // Its regular expressions have no properties of characters.
      const isKnown = !JSON.stringify(schema).includes("\\\\p{");
      const taken = isKnown ? values.map((value) => verdict(value)) : null;
      expect({ name, taken: verdicts[index] }).toEqual({ name, taken });
    }
  },
);

test("the data of a part is found in every version whose parts have it", () => {
  const { schemas } = written.find(({ name }) => name === "ap2") ?? {};
  const wrong = { "ap2.cart": { id: 7 } };
  const said = versionTable.map(({ name }) => {
    const document = schemas?.get(`ap2.${name}.schema.json`);
    if (document === undefined) return [name, "none"];
    const verdict = ajvVerdict({ ...document, $ref: "#/$defs/Artifact" }, "2020-12");
    return [name, [wrong, { data: wrong }].map((data) => verdict({ artifactId: "a", parts: [{ data }] }))];
  });
  expect(Object.fromEntries(said)).toEqual({
    "a2a-0.3": "none",
    "a2a-0.3-proto": "none",
    "a2a-1.0": [false, true],
    // Here the data of a part is in an object by itself, and the core refuses the first.
    "a2a-1.0-draft": [false, false],
    "a2a-1.1-dev": [false, true],
  });
});

function askAboutTypes(family: Family, schemas: ReadonlyMap<string, object>): readonly Question[] {
  return [...listTypes(family)].map(([name, ref]) => {
    const [, stem = "", type = ""] = /^(.*)\.json#\/\$defs\/(.*)$/.exec(ref) ?? [];
    const schema = schemas.get(`${stem}.${type}.schema.json`);
    if (schema === undefined) throw new Error(`${ref} has no schema`);
    return { name, schema, ...listCases(family, name) };
  });
}

/** Of data that is refused when it is wrong. */
function askAboutObjects(family: Family, schemas: ReadonlyMap<string, object>): readonly Question[] {
  return family.extensions.flatMap(({ name: extension, uri, data = [] }) =>
    data.flatMap((one) => {
      const title = `Objects of ${currentVersion} with data of ${uri}`;
      const document = [...schemas.values()].find((schema) => isObject(schema) && schema["title"] === title);
      const isRefused = (one.onInvalid ?? "refuse") === "refuse";
      if (document === undefined && !isRefused) return [];
      const { values, expected } = listCases(family, caseName(extension, one));
      return one.on.map((object) => {
        const base = objects[object]?.(one.from === "client" ? "ROLE_USER" : "ROLE_AGENT");
        if (base === undefined || document === undefined)
          throw new Error(`${extension}: ${object} is missing`);
        return {
          name: `${caseName(extension, one)} on ${object}`,
          schema: { ...document, $ref: `#/$defs/${object}` },
          values: values.map((value) => placeOn(base, value, { at: one.at, uri })),
          expected: isRefused ? expected : expected.map(() => true),
        };
      });
    }),
  );
}

function listCases({ cases }: Family, name: string): Pick<Question, "values" | "expected"> {
  const { valid = {}, invalid = {}, refusedByRule = {} } = cases[name] ?? {};
  const right = [...Object.values(valid), ...Object.values(refusedByRule).map(({ value }) => value)];
  const wrong = Object.values(invalid).map(({ value }) => value);
  return { values: [...right, ...wrong], expected: [...right.map(() => true), ...wrong.map(() => false)] };
}

async function writeSchemas({ folder }: Family): Promise<ReadonlyMap<string, object>> {
  const files = await generateManifest(join(folder, "extension.yaml"), {
    importExtension: "ts",
    out: "gen",
    withSchemas: true,
    terminal: { out: () => undefined, err: () => undefined },
  });
  const schemas = files.filter(({ name }) => name.endsWith(".schema.json"));
  return new Map(schemas.map(({ name, text }) => [name, JSON.parse(text) as object]));
}
