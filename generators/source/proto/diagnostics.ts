import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What can be wrong with protos. */
export const protoDiagnostics = defineDiagnostics({
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
  "extension-elsewhere": {
    severity: "warning",
    text: (p: { extension: string; message: string; file: string }) =>
      `the extension ${p.extension} is not in generated code, since ${p.message} is declared in another file; declare it in ${p.file}, or give ${p.message} a field or an Any`,
  },
  "extension-option": {
    severity: "error",
    text: (p: { extension: string; path: string; expected: string; found: string }) =>
      `${p.path} of ${p.extension}: expected ${p.expected}, found ${p.found}`,
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
  "other-version": {
    severity: "warning",
    text: (p: { protoPackage: string; profile: string; missing: string; fallback: string }) =>
      `package ${p.protoPackage} is that of the profile ${p.profile}, but this version of it has no ${p.missing}; the profile "${p.fallback}" rules it, plain ProtoJSON: give the option profile= to choose another one`,
  },
  "validate-rule": {
    severity: "warning",
    text: (p: { rule: string; of: string; reason: string }) =>
      `the rule ${p.rule} of ${p.of} is left out, so that codecs and schemas take what it refuses: ${p.reason}`,
  },
  "http-rule": {
    severity: "warning",
    text: (p: { method: string; template: string; problem: string }) =>
      `the HTTP rule of ${p.method}, "${p.template}", is left out: ${p.problem}`,
  },
  "http-body": {
    severity: "warning",
    text: (p: { method: string; template: string; body: string }) =>
      `the HTTP rule of ${p.method}, "${p.template}", has the body "${p.body}", which a GET cannot carry: its fields become query parameters`,
  },
});
