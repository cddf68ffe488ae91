/** How many names one message has fields for. */
const inMessage = 80;

/** The types of fields whose code differs. */
const types = [
  "string",
  "InnerZq",
  "repeated InnerZq",
  "map<string, InnerZq>",
  "GradeZq",
  "repeated GradeZq",
  "optional bytes",
  "google.protobuf.Any",
  "repeated int32",
];

const head = `syntax = "proto3";
import "google/api/annotations.proto";
import "google/protobuf/any.proto";
import "a2agen/options.proto";
import "lf/a2a/v1/a2a.proto";
`;

const common = `message InnerZq {
  string a = 1;
}
enum GradeZq {
  GRADE_UNSPECIFIED = 0;
  GRADE_GOOD = 1;
}
`;

/**
 * Protos, by path, that have every name as that of a field, a oneof, its member, an enum's value, a package
 * and a file.
 */
export function protosOfMembers(names: readonly string[]): Readonly<Record<string, string>> {
  // In JSON each field has a name of its own.
  const fields = differing(names, toJsonName);
  return {
    "names/fields.proto": `${head}package names.fields;\n${common}${chunks(fields).map(fieldMessages).join("")}`,
    "names/wide.proto": `${head}package names.wide;\n${common}${wideMessage(differing(fields, toEntryName))}`,
    "names/oneofs.proto": `${head}package names.oneofs;\n${common}${chunks(fields, 4).map(oneofMessages).join("")}`,
    "names/values.proto": `${head}package names.values;\n${lists(names, toEntryName)
      .flatMap((list) => chunks(list))
      .map(valueEnum)
      .join("")}`,
    "names/methods.proto": `${head}package names.methods;\n${common}${methodService(differing(names, (name) => name.toLowerCase()))}`,
    "names/paths.proto": `${head}package names.paths;\n${chunks(fields).map(pathService).join("")}`,
    ...Object.fromEntries(chunks(names, 10).map(packageProto)),
  };
}

/**
 * Protos of the names as messages, enums and services; `apart` says in which file of several a name stands.
 */
export function protosOfTypes(
  names: readonly string[],
  apart: ReadonlyMap<string, number>,
): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const kind of ["messages", "enums", "services", "extensions"] as const) {
    // An extension's constant begins in lower case, whatever its message does.
    const all = kind === "extensions" ? differing(names, (name) => name.toLowerCase()) : names;
    for (const [number, group] of groupBy(all, (name) => apart.get(`${kind} ${name}`) ?? 0)) {
      const text = `${head}package names.${kind}${number};\n${common}`;
      files[`names/${kind}${number}.proto`] = text + declare[kind](group, `.names.${kind}${number}`);
    }
  }
  return files;
}

const declare = {
  messages: (names: readonly string[], scope: string): string =>
    names
      .map((name, i) => {
        const next = names[(i + 1) % names.length] ?? "";
        // Some refer to themselves, so that their depth is counted.
        const self = i % 3 === 0 ? `  ${scope}.${name} self = 4;\n` : "";
        return `message ${name} {\n  string a = 1;\n  repeated InnerZq b = 2;\n  oneof c {\n    string d = 5;\n    GradeZq e = 6;\n  }\n${self}}\nmessage Uses${i}Zq {\n  ${scope}.${next} a = 1;\n  map<int32, ${scope}.${name}> b = 2;\n}\n`;
      })
      .join(""),
  enums: (names: readonly string[], scope: string): string => {
    const enums = names.map((name, i) => `enum ${name} {\n  V${i}_ZERO = 0;\n  V${i}_ONE = 1;\n}\n`);
    const uses = chunks(
      names.map((name, i) => `  ${i % 2 ? "repeated " : ""}${scope}.${name} a${i} = ${i + 1};\n`),
    );
    return [...enums, ...uses.map((lines, i) => `message Uses${i}Zq {\n${lines.join("")}}\n`)].join("");
  },
  extensions: (names: readonly string[]): string =>
    names
      .map((name) => {
        const option = `{ uri: "https://example.com/${name}/v1" kind: EXTENSION_KIND_PROFILE objects: "lf.a2a.v1.Message" }`;
        return `message ${name} {\n  option (a2agen.extension) = ${option};\n  string a = 1;\n}\n`;
      })
      .join(""),
  services: (names: readonly string[]): string =>
    names
      .map(
        (name) =>
          `service ${name} {\n  rpc Get(InnerZq) returns (InnerZq);\n  rpc Watch(InnerZq) returns (stream InnerZq);\n}\n`,
      )
      .join(""),
};

function fieldMessages(names: readonly string[], number: number): string {
  // Three of the types for each name, so that each has one of several kinds of code.
  return [0, 1, 4]
    .map((shift) => {
      const fields = names.map((name, i) => `  ${types[(i + shift) % types.length]} ${name} = ${i + 1};\n`);
      return `message Fields${number}Zq${shift} {\n${fields.join("")}}\n`;
    })
    .join("");
}

/** So many fields that their code is emitted in parts, and a oneof with as many members. */
function wideMessage(names: readonly string[]): string {
  const more = Array.from({ length: 1600 - names.length }, (_, i) => `wide_${i}`);
  const fields = [...names, ...more].map((name, i) => `  ${types[i % types.length]} ${name} = ${i + 1};\n`);
  const members = fields.map((_, i) => `    ${i % 2 ? "InnerZq" : "string"} member_${i} = ${i + 10_000};\n`);
  return `message WideZq {\n${fields.join("")}  oneof zq {\n${members.join("")}  }\n}\n`;
}

function oneofMessages(names: readonly string[], number: number): string {
  const members = names.map((name, i) => `    ${i % 2 === 0 ? "InnerZq" : "string"} ${name} = ${i + 1};\n`);
  const oneofs = names.map(
    (name, i) =>
      `  oneof ${name} {\n    InnerZq zq_a${i} = ${2 * i + 1};\n    string zq_b${i} = ${2 * i + 2};\n  }\n`,
  );
  return `message Members${number}Zq {\n  oneof zq {\n${members.join("")}  }\n}\nmessage Oneofs${number}Zq {\n${oneofs.join("")}}\n`;
}

function valueEnum(names: readonly string[], number: number): string {
  const values = names.map((name, i) => `    ${name} = ${i + 1};\n`);
  return `message Holder${number}Zq {\n  enum Values {\n    ZQ_UNSPECIFIED = 0;\n${values.join("")}  }\n  Values a = 1;\n  repeated Values b = 2;\n}\n`;
}

function methodService(names: readonly string[]): string {
  const streams = [
    ["", ""],
    ["", "stream "],
    ["stream ", ""],
    ["stream ", "stream "],
  ] as const;
  const methods = names.map((name, i) => {
    const [input = "", output = ""] = streams[i % streams.length] ?? [];
    return `  rpc ${name}(${input}InnerZq) returns (${output}InnerZq);\n`;
  });
  return `service MethodsZq {\n${methods.join("")}}\n`;
}

function pathService(names: readonly string[], number: number): string {
  const fields = names.map((name, i) => `  string ${name} = ${i + 1};\n`);
  const methods = names.map(
    (name, i) =>
      `  rpc Get${i}Zq(Path${number}Zq) returns (Path${number}Zq) {\n    option (google.api.http) = { get: "/v1/${name}/{${name}}/p${number}x${i}" };\n  }\n`,
  );
  return `message Path${number}Zq {\n${fields.join("")}}\nservice Paths${number}Zq {\n${methods.join("")}}\n`;
}

function packageProto(names: readonly string[], number: number): readonly [string, string] {
  const [first = "", ...rest] = names;
  const path = `${names.join("/")}/${first}.proto`;
  return [
    path,
    `${head}package ${[first, ...rest].join(".")};\nmessage Package${number}Zq {\n  Package${number}Zq a = 1;\n}\nservice Service${number}Zq {\n  rpc Get(Package${number}Zq) returns (Package${number}Zq);\n}\n`,
  ];
}

function chunks(names: readonly string[], size = inMessage): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / size) }, (_, i) =>
    names.slice(i * size, (i + 1) * size),
  );
}

function groupBy(
  names: readonly string[],
  keyOf: (name: string) => number,
): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const name of names) groups.set(keyOf(name), [...(groups.get(keyOf(name)) ?? []), name]);
  return groups;
}

/** The first of those that come out the same. */
function differing(names: readonly string[], toForm: (name: string) => string): readonly string[] {
  const forms = new Set<string>();
  return names.filter((name) => !forms.has(toForm(name)) && forms.add(toForm(name)));
}

/** All names, in lists whose names differ in a form. */
function lists(names: readonly string[], toForm: (name: string) => string): readonly (readonly string[])[] {
  if (names.length === 0) return [];
  const first = new Set(differing(names, toForm));
  return [
    [...first],
    ...lists(
      names.filter((name) => !first.has(name)),
      toForm,
    ),
  ];
}

/** What protoc tells the entries of maps, and the values of an enum, apart by. */
function toEntryName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function toJsonName(name: string): string {
  return name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
}
