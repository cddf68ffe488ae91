import { defineCommand } from "@a2agen/terminal/command.ts";

export const compose = defineCommand({
  path: ["compose"],
  group: "Generate",
  summary: "compose a JSON Schema with extensions, for protocols such as ACP that are defined by one",
  description: [
    "ACP is the Agentic Commerce Protocol; the rules are those of its extensions framework, and hold for any JSON Schema. Extensions of A2A are protos and need no compose: see a2agen init --kind extension.",
    'An extension says what it adds by a definition that is allOf of a reference to an object of the base and the new properties. It may add optional fields, and values to enums that are open: those that the base writes as anyOf of the enum and { "type": "string" }, and those that the manifest names. All else is reported, with the section of the framework that it breaks, and so are fields that two extensions define differently.',
    "References lead to the files given and to nothing else: nothing is fetched, and no other file is read. For URLs of references, and of schemas of extensions that have no file, files of --answer stand.",
    {
      title: "Written to --out, the same bytes in whatever order the extensions are given:",
      rows: [
        ["composed.schema.json", "as strict as the base"],
        ["composed.open.schema.json", "for readers: unknown fields are ignored"],
        ["composed.strict.schema.json", "for writers: unknown fields are mistakes"],
        ["types.ts", "TypeScript types"],
        ["validate.open.js, .d.ts", "a function for every definition, without imports; also .strict"],
        [
          "composition.ts",
          "what @a2agen/runtime/negotiation composes the schema of the active extensions from",
        ],
      ],
    },
    [
      "The manifest is JSON; every key can be left out:",
      '  { "targets": { "checkout.request": ["#/$defs/CheckoutRequest"] },',
      '    "openEnums": ["#/$defs/MessageCode"],',
      '    "extensions": [{',
      '      "file": "discount.json", "name": "discount@2026-01-27", "state": "stable",',
      '      "extends": ["$.CheckoutSession.discounts"],',
      '      "schema": "URL", "spec": "URL",',
      '      "fields": {',
      '        "checkout.request": { "discounts": "#/$defs/discounts_object" } },',
      '      "values": { "#/$defs/MessageCode": "#/$defs/discount_error_code" } }] }',
    ].join("\n"),
    'What an extension extends is a path, a definition of the base and a field, as ACP has it since 2026-01-30, or a part of the API that targets name. Paths are JSONPath (RFC 9535) of names alone. A field whose schema no definition adds and no fields name is that of the property or definition of its name, "discounts" or "discounts_object".',
    "Without --out the composed schema goes to standard output.",
  ],
  examples: [
    "compose --base api.json --extension discount.json --out src/schema",
    "compose --base api.json --extension discount.json --manifest m.json",
  ],
  flags: {
    base: { value: "FILE", help: "the base schema; JSON Schema 2020-12" },
    extension: {
      value: "FILE",
      list: true,
      help: "schemas of extensions; the name of the file is that of the extension, unless the manifest has another",
    },
    reference: { value: "FILE", list: true, help: "other schemas that these refer to" },
    answer: {
      value: "URL=PATH",
      list: true,
      help: "a file that answers for a URL, or a directory for what is below a URL that ends in /",
    },
    manifest: {
      value: "FILE",
      help: "names and states of extensions, parts of the API, and enums that are open",
    },
    out: { value: "DIR", help: "where to write" },
    check: { help: "write nothing; report the files in --out that would change" },
    "schemas-only": { help: "write the three schemas only, no code" },
  },
  exclusive: [],
  run: async (input, terminal) => {
    const { composeFiles } = await import("./compose-files.ts");
    return composeFiles(input, terminal);
  },
});
