import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  compileSchemaTypes,
  exportedTypes,
} from "../../../../golden/generators/emit/jsonschema/schema-types.ts";
import { emitSubjects, type Subjects } from "../../../../golden/generators/emit/jsonschema/subjects.ts";
import { type EmittedSchemas, schemaAt } from "../../../../shared/jsonschema/emit-schemas.ts";
import { compileProject, resolutions, strictest } from "../../../../shared/process/compile-project.ts";
import { choose } from "../../../../shared/runs.ts";

const repository = join(import.meta.dirname, "../../../../..");

let subjects: Subjects;
let directory: string;

beforeAll(async () => {
  subjects = await emitSubjects();
  await mkdir(join(repository, ".tmp"), { recursive: true });
  directory = await mkdtemp(join(repository, ".tmp/schema-types-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const protocols = [
  { name: "current", source: "generated/a2a-1.0/src/lf/a2a/v1/a2a_types.ts" },
  { name: "draft", source: "generated/a2a-1.0-draft/src/a2a/v1/a2a_types.ts" },
] as const;

const all = protocols.flatMap((protocol) =>
  (["open", "strict"] as const).map((mode) => ({
    ...protocol,
    mode,
    path: mode === "open" ? "a2a.schema.json" : "a2a.schema.strict.json",
  })),
);
const bundles = choose(all);

/** Compiles the files of a directory of their own; empty when the compiler has nothing to say. */
async function check(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const project = join(directory, name);
  await mkdir(project);
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(project, path), text)));
  return compileProject({
    compiler: "typescript",
    directory: project,
    options: {
      ...strictest,
      ...resolutions.nodenext,
      // The sources of the runtime are compiled along.
      types: ["node"],
      customConditions: ["a2agen-source"],
      allowImportingTsExtensions: true,
    },
    include: Object.keys(files),
  });
}

describe.each(bundles)(
  "the types made of the bundle of $name, $mode",
  { tags: "thorough" },
  ({ name, mode, path, source }) => {
    test("compile, each once, by the name of its definition", async () => {
      const bundle = schemaAt(subjects[name], path);
      const text = await compileSchemaTypes(bundle);
      expect(await check(`${name}-${mode}`, { "types.ts": text })).toBe("");
      const names = exportedTypes(text);
      expect(names.filter((type) => /(?<!\d)\d$/.test(type))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      const missing = Object.keys(bundle.$defs ?? {}).filter((type) => !names.includes(toTypeName(type)));
      expect(missing).toEqual([]);
    });

    test("are unions of which one member is set, where the proto has a oneof", async () => {
      const text = await compileSchemaTypes(schemaAt(subjects[name], path));
      const unions = messagesOf(subjects[name])
        .filter(({ oneofs }) => oneofs.length > 0)
        .map(({ identifier, oneofs, fields }) => ({ identifier, oneofs, fields }));
      expect(unions.length).toBeGreaterThan(3);
      for (const { identifier, oneofs } of unions) {
        const members = oneofs.flatMap((oneof) => oneof.members);
        const union =
          new RegExp(`^export type ${toTypeName(identifier)} =([^;]*);`, "m").exec(text)?.[1] ?? "";
        const arms = union.split("|").flatMap((arm) => arm.trim() || []);
        const found = arms.map((arm) => {
          const body =
            new RegExp(`^export interface ${arm} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "";
          const isNever = (member: string) => new RegExp(`^ {2}${member}\\?: never;`, "m").test(body);
          const isMandatory = (member: string) => new RegExp(`^ {2}${member}: `, "m").test(body);
          return { set: members.filter(isMandatory), never: members.filter(isNever) };
        });
        expect([identifier, found]).toEqual([
          identifier,
          members.map((member) => ({ set: [member], never: members.filter((other) => other !== member) })),
        ]);
      }
    });

    test("and the emitted types can be assigned to each other, message by message", async () => {
      const text = await compileSchemaTypes(schemaAt(subjects[name], path), {
        // The emitted types have no index signatures, and lists of any length.
        additionalProperties: false,
        ignoreMinAndMaxItems: true,
        unknownAny: false,
      });
      const types = [...messagesOf(subjects[name]), ...enumsOf(subjects[name])];
      const lines = types.flatMap(({ identifier }) => {
        const theirs = `Theirs.${toTypeName(identifier)}`;
        const ours = `Ours.${identifier}`;
        return [
          `export const to${identifier}: (value: ${theirs}) => ${ours} = (value) => value;`,
          `export const from${identifier}: (value: ${ours}) => ${theirs} = (value) => value;`,
        ];
      });
      const said = await check(`${name}-${mode}-assign`, {
        "theirs.ts": text,
        "assign.ts": [
          'import type * as Theirs from "./theirs.ts";',
          `import type * as Ours from "../../../${source}";`,
          ...lines,
        ].join("\n"),
      });
      const failed = [...said.matchAll(/^assign\.ts\((\d+),/gm)].map(([, line]) => {
        const [, direction, type] = /const (to|from)(\w+)/.exec(lines[Number(line) - 3] ?? "") ?? [];
        return `${direction} ${type}`;
      });
      const known = exceptions.filter((exception) => exception.name === name && exception.mode === mode);
      expect([failed, said.replace(/^assign\.ts\(\d+,[\s\S]*/m, "")]).toEqual([
        known.map(({ type }) => type),
        "",
      ]);
    });
  },
);

interface TypeException {
  readonly name: (typeof protocols)[number]["name"];
  readonly mode: "open" | "strict";
  readonly type: string;
  readonly reason: string;
}

/** Where the types differ, and why. */
const exceptions: readonly TypeException[] = [
  {
    name: "draft",
    mode: "open",
    type: "to ListTasksRequest",
    reason: "receivers take numbers for a 64-bit integer; the emitted type is the text that they make of it",
  },
];

function messagesOf({ model }: EmittedSchemas) {
  return model.files.filter((file) => file.requested).flatMap((file) => file.messages);
}

function enumsOf({ model }: EmittedSchemas) {
  return model.files.filter((file) => file.requested).flatMap((file) => file.enums);
}

/** As json-schema-to-typescript spells a definition's name. */
function toTypeName(definition: string): string {
  return definition
    .replace(/_([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (first) => first.toUpperCase());
}
