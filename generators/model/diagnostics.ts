import { extensionDiagnostics } from "./extension-diagnostics.ts";
import type { Position } from "./model.ts";

/** Every problem that can be reported: its severity and its sentence, which says what to do. */
const catalogue = {
  "identifier-collision": {
    severity: "error",
    text: (p: { identifier: string; first: string; second: string; firstAt: string }) =>
      `${p.second} and ${p.first} (${p.firstAt}) are both named "${p.identifier}" in TypeScript; rename one of them`,
  },
  "derived-name-collision": {
    severity: "error",
    text: (p: { name: string; first: string; second: string }) =>
      `"${p.name}" is generated for both ${p.first} and ${p.second}; rename one of them`,
  },
  "index-collision": {
    severity: "error",
    text: (p: { name: string; first: string; second: string }) =>
      `"${p.name}" is exported by both ${p.first} and ${p.second}; leave "index" out of the targets and import the files themselves`,
  },
  "json-name-collision": {
    severity: "error",
    text: (p: { jsonName: string; first: string; second: string }) =>
      `fields ${p.first} and ${p.second} have the same JSON name "${p.jsonName}"; set json_name on one of them`,
  },
  "json-name-proto": {
    severity: "error",
    text: (p: { field: string }) =>
      `field ${p.field} has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name`,
  },
  "enum-spelling-collision": {
    severity: "error",
    text: (p: { first: string; second: string; json: string }) =>
      `enum values ${p.first} and ${p.second} are both spelled "${p.json}" in this dialect; rename one of them, or use the profile "proto"`,
  },
  "message-set": {
    severity: "error",
    text: (p: { message: string }) =>
      `message ${p.message} uses message_set_wire_format, which is not supported; use an ordinary message with an Any field`,
  },
  "delimited-well-known": {
    severity: "error",
    text: (p: { field: string; type: string }) =>
      `field ${p.field} of type ${p.type} has message_encoding DELIMITED, which is not supported for types with a JSON form of their own; set features.message_encoding = LENGTH_PREFIXED on it`,
  },
  "required-in-oneof": {
    severity: "warning",
    text: (p: { field: string }) =>
      `REQUIRED has no effect on ${p.field}, a member of a oneof; list the oneof in the profile under oneofs.exactlyOne instead`,
  },
  "http-rule": {
    severity: "error",
    text: (p: { method: string; template: string; problem: string }) =>
      `the HTTP rule of ${p.method}, "${p.template}", does not parse: ${p.problem}`,
  },
  "http-field": {
    severity: "error",
    text: (p: { method: string; template: string; field: string; message: string }) =>
      `the HTTP rule of ${p.method}, "${p.template}", names the field "${p.field}", which ${p.message} does not have`,
  },
  "profile-name": {
    severity: "error",
    text: (p: { profile: string; key: string; name: string; source: "proto" | "json-schema" }) =>
      `profile ${p.profile} names "${p.name}" under ${p.key}, which the ${p.source === "proto" ? "proto" : "schema"} does not have; correct the profile`,
  },
  "profile-path": {
    severity: "error",
    text: (p: { profile: string; key: string; name: string; expected: string }) =>
      `profile ${p.profile} has "${p.name}" in a path under ${p.key}, where it should have ${p.expected}; correct the profile`,
  },
  "profile-rule": {
    severity: "error",
    text: (p: { profile: string; field: string; rule: string; wants: string }) =>
      `profile ${p.profile} gives ${p.field} the rule "${p.rule}", which is for ${p.wants}; correct the profile`,
  },
  "profile-http": {
    severity: "error",
    text: (p: { profile: string; method: string; verb: string; found: string }) =>
      `profile ${p.profile} adds ${p.verb} to ${p.method}, which has ${p.found}; correct the profile`,
  },
  "query-parameter": {
    severity: "warning",
    text: (p: { method: string; verb: string; path: string; name: string; type: string }) =>
      `${p.verb} ${p.path} of ${p.method} leaves out "${p.name}" (${p.type}), which cannot be a query parameter; send it through a binding that has a body, and give the method one if there is none`,
  },
  "openapi-same-path": {
    severity: "warning",
    text: (p: { method: string; place: string; other: string }) =>
      `${p.method} is not in the OpenAPI document: ${p.other} has ${p.place} as well; change one of the paths`,
  },
  "openapi-verb": {
    severity: "warning",
    text: (p: { method: string; verb: string; version: string }) =>
      `${p.method} is not in the document of OpenAPI ${p.version}, which has no HTTP method "${p.verb}"; use another one, or the document of 3.2`,
  },
  "client-stream": {
    severity: "warning",
    text: (p: { method: string; document: string; binding: string }) =>
      `${p.method} is not in the ${p.document} document: its client sends a stream, which ${p.binding} cannot carry; call it over gRPC`,
  },
  "legacy-missing": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; package: string }) =>
      `the ${p.what} "${p.legacy}" has no alias: package ${p.package} has neither it nor "${p.current}", its current name; correct the manifest`,
  },
  "legacy-declared": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; package: string }) =>
      `the ${p.what} "${p.legacy}" has no alias: package ${p.package} has it beside "${p.current}", its current name; take it out of the manifest for this package`,
  },
  "legacy-replaced": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; target: string }) =>
      `the ${p.what} "${p.legacy}" is an alias of "${p.target}", since the proto does not have "${p.current}", its current name, any more; use "${p.target}", and if that is as it should be, say "replaced" for the package under resolves`,
  },
  "legacy-inverted": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string }) =>
      `the ${p.what} "${p.current}" is an alias of "${p.legacy}", its earlier name, which is the one that the proto has; use either, and if that is as it should be, say "inverted" for the package under resolves`,
  },
  "legacy-resolves": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; known: string }) =>
      `the ${p.what} "${p.legacy}" leads to "${p.current}", its current name, where the manifest says "${p.known}" under resolves; take the package out there`,
  },
  "legacy-removable": {
    severity: "warning",
    text: (p: { profile: string; version: string; removal: string; names: readonly string[] }) =>
      `profile ${p.profile} is version ${p.version}, and names could be removed in ${p.removal}: ${p.names.join(", ")}; take those that nobody needs out of the manifest, and set reviewed to ${p.version} to keep the others`,
  },
  "legacy-heading": {
    severity: "warning",
    text: (p: { what: string; name: string; ids: readonly string[]; package: string }) =>
      `the anchor "${p.ids.join('", "')}" leads nowhere: package ${p.package} does not have the ${p.what} "${p.name}", nor an alias of it; correct the manifest`,
  },
  ...extensionDiagnostics,
  template: {
    severity: "error",
    text: (p: { problem: string }) => p.problem,
  },
} as const satisfies Record<string, { severity: Severity; text: (parameters: never) => string }>;

export type Severity = "error" | "warning";
export type DiagnosticCode = keyof typeof catalogue;

/** A problem with its place; `formatDiagnostic` makes the line that users read. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly position: Position;
  readonly text: string;
}

/** Collects problems, so that all are reported and not just the first. */
export interface Diagnostics {
  readonly list: readonly Diagnostic[];
  report<C extends DiagnosticCode>(
    code: C,
    position: Position,
    parameters: Parameters<(typeof catalogue)[C]["text"]>[0],
  ): void;
}

export function createDiagnostics(): Diagnostics {
  const list: Diagnostic[] = [];
  const reported = new Set<string>();
  return {
    list,
    report(code, position, parameters) {
      const { severity, text } = catalogue[code];
      // The compiler cannot see that `parameters` belongs to this code's `text`; the signature above does.
      const sentence = (text as (p: typeof parameters) => string)(parameters);
      const diagnostic = { code, severity, position, text: sentence };
      // Emitters that look at the same things find the same problems.
      const line = formatDiagnostic(diagnostic);
      if (reported.has(line)) return;
      reported.add(line);
      list.push(diagnostic);
    },
  };
}

/** "a2a/v1/a2a.proto:12:3: error: ... [code]". */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { severity, text, code } = diagnostic;
  return `${formatPosition(diagnostic.position)}: ${severity}: ${text} [${code}]`;
}

/** "a2a/v1/a2a.proto:12:3", "a2a.schema.json#/definitions/Part". */
export function formatPosition({ file, line, column, pointer }: Position): string {
  return pointer === undefined ? `${file}:${line}:${column}` : `${file}${pointer}`;
}
