import { describe, expect, test } from "vitest";
import { comparePackages } from "../../../../packages/cli/src/pack/compare-packages.ts";
import { compareRanges } from "../../../../packages/cli/src/pack/version-range.ts";
import { textFile } from "../../../../packages/cli/src/package/package-file.ts";

const manifest = {
  name: "@acme/notes",
  version: "1.0.0",
  engines: { node: ">=20.19" },
  exports: {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./schemas/*": "./schemas/*",
    "./package.json": "./package.json",
  },
  bin: { notes: "./dist/notes.js" },
  dependencies: { "@a2agen/runtime": "^1.2.0" },
  peerDependencies: { "@grpc/grpc-js": "^1.14.0" },
  peerDependenciesMeta: { "@grpc/grpc-js": { optional: true } },
  a2a: {
    protocolVersion: "1.0",
    profile: "a2a-1.0",
    dialect: { enums: "proto-name", spellings: "protojson", timestamps: "offset" },
  },
};

const schema = {
  $id: "https://acme.example/notes.schema.json",
  $defs: {
    Kind: { description: "A kind.", enum: ["KIND_LIST", "KIND_ROW"], type: "string" },
    Note: {
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        tags: { type: "array", items: { type: "string" }, maxItems: 10 },
        size: { type: "integer", minimum: 0 },
        body: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Kind" }] },
      },
    },
  },
};

const protocol = `export declare const protocol: {
    readonly name: "a2a-1.0";
    readonly errors: {
        readonly NotFound: {
            readonly title: "Not Found";
            readonly http: 404;
        };
    };
    readonly versionParameter: {
        readonly aliases: readonly [];
    };
};
`;

const release = {
  manifest: JSON.stringify(manifest),
  schema: JSON.stringify(schema),
  legacy: JSON.stringify({ $id: "legacy", $defs: { Memo: { $ref: "notes.schema.json#/$defs/Note" } } }),
  protocol,
  index: 'export * from "./notes.js";\nexport { A as B, type C } from "./notes.js";\n',
  notes: "export interface Note {\n}\nexport declare const NoteCodec: unknown;\ndeclare const hidden: 1;\n",
  /** Of a single type. */
  type: "Note",
};

type Release = typeof release;

async function findings(before: Release, after: Release): Promise<readonly string[]> {
  const files = (given: Release) => [
    textFile("package.json", given.manifest),
    textFile("schemas/notes.schema.json", given.schema),
    textFile("schemas/notes.legacy.schema.json", given.legacy),
    textFile(`schemas/notes/${given.type}.schema.json`, "{}"),
    textFile("dist/a2a-1.0_protocol.d.ts", given.protocol),
    textFile("dist/index.d.ts", given.index),
    textFile("dist/notes.d.ts", given.notes),
  ];
  const list = await comparePackages({ before: files(before), after: files(after) });
  return list.map(({ step, place, reason }) => `${step} ${place}: ${reason}`);
}

interface Difference {
  readonly name: string;
  readonly key: keyof Release;
  readonly from: string;
  readonly to: string;
  /** From the release to the changed one. */
  readonly there: readonly string[];
  /** From the changed one to the release. */
  readonly back: readonly string[];
}

const note = "schemas/notes.schema.json#/$defs/Note";

describe("the differences of two packages", () => {
  test("are none for one and the same, and for what only people read", async () => {
    expect(await findings(release, release)).toEqual([]);
    const said = {
      ...release,
      schema: release.schema.replace("A kind.", "A kind of notes."),
      protocol: protocol.replace("Not Found", "Missing"),
      manifest: release.manifest.replace("./dist/index.js", "./dist/other.js"),
    };
    expect(await findings(release, said)).toEqual([]);
  });

  test.each<Difference>([
    {
      name: "a module that is not exported",
      key: "manifest",
      from: '"./package.json":"./package.json"',
      to: '"./openapi.json":"./openapi.json"',
      there: [
        "major package.json: exports: ./package.json: is gone: imports of it fail",
        "minor package.json: exports: ./openapi.json: is new",
      ],
      back: [
        "major package.json: exports: ./openapi.json: is gone: imports of it fail",
        "minor package.json: exports: ./package.json: is new",
      ],
    },
    {
      name: "declarations",
      key: "manifest",
      from: '"types":"./dist/index.d.ts",',
      to: "",
      there: [
        "major package.json: exports: .: no longer has declarations: TypeScript does not know its types",
      ],
      back: [],
    },
    {
      name: "a program",
      key: "manifest",
      from: '"notes":"./dist/notes.js"',
      to: "",
      there: ["major package.json: bin: notes: is gone: scripts that run it fail"],
      back: ["minor package.json: bin: notes: is new"],
    },
    {
      name: "the major version of a dependency",
      key: "manifest",
      from: "^1.2.0",
      to: "^2.0.0",
      there: [
        "major package.json: dependencies: @a2agen/runtime: was ^1.2.0 and is ^2.0.0: its types and errors are of another major version",
      ],
      back: [],
    },
    {
      name: "the minor version of a dependency",
      key: "manifest",
      from: "^1.2.0",
      to: "^1.9.0",
      there: [],
      back: [],
    },
    {
      name: "a dependency that is no range",
      key: "manifest",
      from: "^1.2.0",
      to: "latest",
      there: [
        "minor package.json: dependencies: @a2agen/runtime: was ^1.2.0 and is latest: the effect on users is unknown",
      ],
      back: [
        "minor package.json: dependencies: @a2agen/runtime: was latest and is ^1.2.0: the effect on users is unknown",
      ],
    },
    {
      name: "the major version of a peer",
      key: "manifest",
      from: "^1.14.0",
      to: "^2.0.0",
      there: [
        "major package.json: peerDependencies: @grpc/grpc-js: was ^1.14.0 and is ^2.0.0: users who have the earlier one cannot install both",
      ],
      back: ["minor package.json: peerDependencies: @grpc/grpc-js: was ^2.0.0 and is ^1.14.0"],
    },
    {
      name: "a peer that has to be installed",
      key: "manifest",
      from: '"optional":true',
      to: '"optional":false',
      there: ["major package.json: peerDependencies: @grpc/grpc-js: is required now: users must install it"],
      back: [],
    },
    {
      name: "a peer",
      key: "manifest",
      from: '"@grpc/grpc-js":"^1.14.0"',
      to: '"@grpc/grpc-js":"^1.14.0","zod":"^4.0.0"',
      there: ["major package.json: peerDependencies: zod: is new: users must install it"],
      back: [],
    },
    {
      name: "versions of Node",
      key: "manifest",
      from: ">=20.19",
      to: ">=22.12",
      there: [
        "major package.json: engines.node: was >=20.19 and is >=22.12: earlier versions of Node are refused",
      ],
      back: ["minor package.json: engines.node: was >=22.12 and is >=20.19: accepts more versions of Node"],
    },
    {
      name: "the version of the protocol",
      key: "manifest",
      from: '"protocolVersion":"1.0"',
      to: '"protocolVersion":"1.1"',
      there: [
        "major package.json: a2a: protocolVersion was 1.0 and is 1.1: clients and servers of one refuse the other",
      ],
      back: [
        "major package.json: a2a: protocolVersion was 1.1 and is 1.0: clients and servers of one refuse the other",
      ],
    },
    {
      name: "the profile",
      key: "manifest",
      from: '"profile":"a2a-1.0"',
      to: '"profile":"proto"',
      there: [
        "major package.json: a2a: profile was a2a-1.0 and is proto: JSON, limits and errors are by other rules",
      ],
      back: [
        "major package.json: a2a: profile was proto and is a2a-1.0: JSON, limits and errors are by other rules",
      ],
    },
    {
      name: "the spelling of enums",
      key: "manifest",
      from: '"enums":"proto-name"',
      to: '"enums":"kebab-case"',
      there: [
        "major package.json: a2a: dialect.enums was proto-name and is kebab-case: values of enums in JSON are not read by the other",
      ],
      back: [
        "major package.json: a2a: dialect.enums was kebab-case and is proto-name: values of enums in JSON are not read by the other",
      ],
    },
    {
      name: "spellings and timestamps that are taken",
      key: "manifest",
      from: '"spellings":"protojson","timestamps":"offset"',
      to: '"spellings":"canonical","timestamps":"utc"',
      there: [
        "major package.json: a2a: dialect.spellings: takes only the canonical spellings of JSON now: others are refused",
        "major package.json: a2a: dialect.timestamps: takes only timestamps in UTC now: others are refused",
      ],
      back: [
        "minor package.json: a2a: dialect.spellings: takes all spellings of ProtoJSON now",
        "minor package.json: a2a: dialect.timestamps: takes timestamps with offsets now",
      ],
    },
    {
      name: "the dialect of an earlier generator, which does not say it",
      key: "manifest",
      from: '"dialect":{"enums":"proto-name","spellings":"protojson","timestamps":"offset"}',
      to: '"generator":"a2agen 0.0.1"',
      there: [],
      back: [],
    },
    {
      name: "the code of an error",
      key: "protocol",
      from: "http: 404",
      to: "http: 410",
      there: [
        "major protocol.errors.NotFound.http: was 404 and is 410: clients and servers of one do not expect the other",
      ],
      back: [
        "major protocol.errors.NotFound.http: was 410 and is 404: clients and servers of one do not expect the other",
      ],
    },
    {
      name: "an error",
      key: "protocol",
      from: "    };\n    readonly versionParameter",
      to: "        readonly Gone: {\n            readonly http: 410;\n        };\n    };\n    readonly versionParameter",
      there: ["minor protocol.errors.Gone.http: is 410 now, and was nothing"],
      back: ["major protocol.errors.Gone.http: was 410 and is gone: code that relies on it fails"],
    },
    {
      name: "names of a header",
      key: "protocol",
      from: "readonly []",
      to: 'readonly ["X-Version"]',
      there: [
        'major protocol.versionParameter.aliases: was [] and is ["X-Version"]: clients and servers of one do not expect the other',
      ],
      back: [
        'major protocol.versionParameter.aliases: was ["X-Version"] and is []: clients and servers of one do not expect the other',
      ],
    },
    {
      name: "values of an enum",
      key: "schema",
      from: '"KIND_ROW"',
      to: '"KIND_ROW","KIND_TREE"',
      there: ["minor schemas/notes.schema.json#/$defs/Kind: takes KIND_TREE too"],
      back: ["major schemas/notes.schema.json#/$defs/Kind: no longer takes KIND_TREE"],
    },
    {
      name: "what is required",
      key: "schema",
      from: '"required":["id"]',
      to: '"required":["id","size"]',
      there: [`major ${note}: size: is required now: values without it are refused`],
      back: [`major ${note}: size: is no longer required: code that reads it must handle its absence`],
    },
    {
      name: "limits",
      key: "schema",
      from: '"maxItems":10},"size":{"type":"integer","minimum":0',
      to: '"maxItems":5},"size":{"type":"integer","minimum":1',
      there: [
        `major ${note}/properties/tags: maxItems was 10 and is 5: values between are refused`,
        `major ${note}/properties/size: minimum was 0 and is 1: values between are refused`,
      ],
      back: [
        `minor ${note}/properties/tags: maxItems was 5 and is 10`,
        `minor ${note}/properties/size: minimum was 1 and is 0`,
      ],
    },
    {
      name: "a pattern",
      key: "schema",
      from: '"id":{"type":"string"',
      to: '"id":{"type":"string","pattern":"^n"',
      there: [
        `major ${note}/properties/id: pattern was nothing and is ^n: what one takes the other may refuse`,
      ],
      back: [`minor ${note}/properties/id: pattern is gone: more values are taken`],
    },
    {
      name: "a type inside of a union",
      key: "schema",
      from: '"anyOf":[{"type":"string"}',
      to: '"anyOf":[{"type":"number"}',
      there: [
        `major ${note}/properties/body/anyOf/0: no longer takes string`,
        `minor ${note}/properties/body/anyOf/0: takes number too`,
      ],
      back: [
        `major ${note}/properties/body/anyOf/0: no longer takes number`,
        `minor ${note}/properties/body/anyOf/0: takes string too`,
      ],
    },
    {
      name: "a property",
      key: "schema",
      from: '"id":{"type":"string"}',
      to: '"id":{"type":"string"},"__proto__":{"type":"string"}',
      there: [`minor ${note}/properties/__proto__: is new`],
      back: [`major ${note}/properties/__proto__: is gone: the property is unknown now`],
    },
    {
      name: "a name of a schema",
      key: "schema",
      from: '"Kind":',
      to: '"Sort":',
      there: [
        "major schemas/notes.schema.json#/$defs/Kind: is gone: references to it lead nowhere",
        "minor schemas/notes.schema.json#/$defs/Sort: is new",
      ],
      back: [
        "major schemas/notes.schema.json#/$defs/Sort: is gone: references to it lead nowhere",
        "minor schemas/notes.schema.json#/$defs/Kind: is new",
      ],
    },
    {
      name: "the $id",
      key: "schema",
      from: "acme.example/notes",
      to: "acme.example/v2/notes",
      there: [
        "major schemas/notes.schema.json: $id was https://acme.example/notes.schema.json and is https://acme.example/v2/notes.schema.json: references to it lead nowhere",
      ],
      back: [
        "major schemas/notes.schema.json: $id was https://acme.example/v2/notes.schema.json and is https://acme.example/notes.schema.json: references to it lead nowhere",
      ],
    },
    {
      name: "an earlier name",
      key: "legacy",
      from: '"Memo":{"$ref":"notes.schema.json#/$defs/Note"}',
      to: "",
      there: [
        "major schemas/notes.legacy.schema.json#/$defs/Memo: the earlier name is gone: references to it lead nowhere",
      ],
      back: ["minor schemas/notes.legacy.schema.json#/$defs/Memo: is new"],
    },
    {
      name: "a file that a pattern exports",
      key: "type",
      from: "Note",
      to: "Remark",
      there: ["major ./schemas/notes/Note.schema.json: the file is gone: imports of it fail"],
      back: ["major ./schemas/notes/Remark.schema.json: the file is gone: imports of it fail"],
    },
    {
      name: "what a module exports",
      key: "notes",
      from: "export declare const NoteCodec",
      to: "export declare function parseNote(): void;\ndeclare const NoteCodec",
      there: [
        "major package.json: exports: .: no longer exports NoteCodec: imports of it fail",
        "minor package.json: exports: .: exports parseNote now",
      ],
      back: [
        "major package.json: exports: .: no longer exports parseNote: imports of it fail",
        "minor package.json: exports: .: exports NoteCodec now",
      ],
    },
    {
      name: "what a module exports under another name",
      key: "index",
      from: "A as B",
      to: "A",
      there: [
        "major package.json: exports: .: no longer exports B: imports of it fail",
        "minor package.json: exports: .: exports A now",
      ],
      back: [
        "major package.json: exports: .: no longer exports A: imports of it fail",
        "minor package.json: exports: .: exports B now",
      ],
    },
  ])("$name", async ({ key, from, to, there, back }) => {
    const changed = { ...release, [key]: release[key].replace(from, () => to) };
    expect(changed[key]).not.toBe(release[key]);
    expect(await findings(release, changed)).toEqual(there);
    expect(await findings(changed, release)).toEqual(back);
  });
});

describe("ranges of versions", () => {
  test.each([
    ["^1.2.3", "^2.0.0", "next-major"],
    ["^0.1.0", "^0.2.0", "next-major"],
    ["^0.1.0", "^0.1.4", "higher"],
    ["~1.2", "1.4.x", "higher"],
    ["^1.0.0 || ^2.0.0", "^2.0.0", "next-major"],
    ["^1.0.0", "^1.0.0 || ^2.0.0", "same"],
    [">=20.19", ">= 22 <25", "next-major"],
    [">=18", ">20", "next-major"],
    ["1.2.0 - 2.0.0", "1.5 - 2", "higher"],
    ["*", "^1.0.0", "next-major"],
    ["^2.0.0", "<3", "lower"],
    ["^1.0.0-rc.1", "^1.0.0", "higher"],
    ["latest", "^1.0.0", "unknown"],
    ["latest", "latest", "same"],
    ["github:acme/notes", "github:acme/notes#v2", "unknown"],
  ] as const)("%s and then %s: %s", (before, after, want) => {
    expect(compareRanges(before, after)).toBe(want);
  });
});
