import { defineDiagnostics } from "../model/diagnostics.ts";

/** What can be wrong with JSON Schemas as a source of types, and what their types leave out. */
export const schemaDiagnostics = defineDiagnostics({
  "schema-dialect": {
    severity: "error",
    text: (p: { found: string }) =>
      `expected JSON Schema 2020-12 or draft 7; found ${p.found}; translate the schema to one of them`,
  },
  "schema-value": {
    severity: "error",
    text: (p: { expected: string; found: string }) => `expected ${p.expected}; found ${p.found}`,
  },
  "schema-limit": {
    severity: "error",
    text: (p: { most: number; what: string }) =>
      `expected at most ${p.most} ${p.what}; there are more; make the schema simpler or divide it`,
  },
  "schema-reference": {
    severity: "error",
    text: (p: { reference: string; found: string }) =>
      `expected a reference to a schema of the given files; ${JSON.stringify(p.reference)} ${p.found}`,
  },
  "schema-id": {
    severity: "error",
    text: (p: { id: string; other: string }) =>
      `expected an identifier that no other schema has; ${JSON.stringify(p.id)} is that of ${p.other} too; change one of them`,
  },
  "schema-endless": {
    severity: "error",
    text: () =>
      "expected a schema that ends; it applies itself to the same value again; let it refer to itself for a member or an element only",
  },
  "schema-pattern": {
    severity: "error",
    text: (p: { pattern: string; found: string }) =>
      `expected a regular expression of ECMAScript with the flag u; found ${JSON.stringify(p.pattern)}, ${p.found}`,
  },
  "schema-name": {
    severity: "error",
    text: (p: { name: string; other: string }) =>
      `expected a name that is generated once; "${p.name}" is generated for ${p.other} too; rename one of them`,
  },
  "schema-path": {
    severity: "error",
    text: () => "expected a path below the folder of the other files; write it without .. and a beginning /",
  },
  "schema-loose": {
    severity: "warning",
    text: (p: { as: string; because: string }) => `typed ${p.as} because ${p.because}; it is still checked`,
  },
});
