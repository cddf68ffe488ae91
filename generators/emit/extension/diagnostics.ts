import { defineDiagnostics } from "../../model/diagnostics.ts";

const scope = 'A2A extensions, "Scope of Extensions"; specification 4.6';

/** What can be wrong with the options of a2agen/options.proto. */
export const extensionDiagnostics = defineDiagnostics({
  "extension-uri": {
    severity: "error",
    text: (p: { extension: string; found: string; what: string }) =>
      `the ${p.what} of ${p.extension} is ${p.found === "" ? "missing" : JSON.stringify(p.found)}; give an absolute URI of printable ASCII without spaces, quotes and commas, such as "https://example.com/ext/name/v1"`,
  },
  "extension-uri-version": {
    severity: "warning",
    text: (p: { extension: string; uri: string }) =>
      `the uri of ${p.extension}, "${p.uri}", has no version; end it in one, such as "/v1", since a breaking change needs a new uri (A2A extensions, "Versioning"; specification 4.6.3)`,
  },
  "extension-uri-twice": {
    severity: "error",
    text: (p: { extension: string; uri: string; other: string; otherAt: string }) =>
      `${p.extension} has the uri "${p.uri}" of ${p.other} (${p.otherAt}); give each extension a uri of its own (A2A extensions, "Extension Declaration"; specification 4.6.1)`,
  },
  "extension-kind": {
    severity: "error",
    text: (p: { extension: string }) =>
      `${p.extension} has no kind; set kind to EXTENSION_KIND_DATA, _PROFILE, _METHOD or _STATE_MACHINE (${scope})`,
  },
  "extension-object": {
    severity: "error",
    text: (p: { extension: string; name: string }) =>
      `${p.extension} names the object "${p.name}", which no proto of the request declares; give the full name of a message, such as "lf.a2a.v1.Message", and import its proto`,
  },
  "extension-metadata": {
    severity: "error",
    text: (p: { extension: string; object: string }) =>
      `${p.extension} cannot have data on ${p.object}, which has no field "metadata" of the type google.protobuf.Struct; name an object that has one (${scope})`,
  },
  "manifest-object": {
    severity: "error",
    text: (p: { extension: string; name: string; names: readonly string[] }) =>
      `${p.extension} names the object "${p.name}", which cannot carry its data; name one of ${p.names.join(", ")} (${scope})`,
  },
  "extension-error": {
    severity: "error",
    text: (p: { extension: string; error: string; at: string; expected: string }) =>
      `the error ${JSON.stringify(p.error)} of ${p.extension}${p.at}: expected ${p.expected}; correct it`,
  },
  "extension-error-name": {
    severity: "warning",
    text: (p: { extension: string; name: string; owner: string }) =>
      `${p.extension} has an error ${p.name}, which is the reason of ${p.owner} as well, so that clients take it for that; choose another name (specification 9.5)`,
  },
  "extension-error-code": {
    severity: "warning",
    text: (p: { extension: string; name: string; code: number; owner: string }) =>
      `${p.extension} gives ${p.name} the JSON-RPC code ${p.code} of ${p.owner}, from which clients cannot tell it by the code alone; choose another one (specification 9.5)`,
  },
  "extension-data": {
    severity: "error",
    text: (p: { extension: string; name: string }) =>
      p.name === ""
        ? `${p.extension} has data without a type, and no fields of its own that could be it; set type to a message`
        : `${p.extension} has data of the type "${p.name}", which no proto of the request declares as a message; give a name of the same package or a full name`,
  },
  "extension-core-state": {
    severity: "error",
    text: (p: { extension: string; name: string; names: readonly string[] }) =>
      `${p.extension} asks for the task state "${p.name}", which the core does not have; name one of ${p.names.join(", ")}`,
  },
  "extension-limit": {
    severity: "error",
    text: (p: { extension: string; path: string; problem: string }) =>
      `the limit of "${p.path}" of ${p.extension} ${p.problem}`,
  },
  "extension-params": {
    severity: "error",
    text: (p: { extension: string; name: string }) =>
      `the params of ${p.extension} are "${p.name}", which no proto of the request declares as a message; give a name of the same package or a full name`,
  },
  "extension-unplaced": {
    severity: "error",
    text: (p: { extension: string }) =>
      `${p.extension} has fields and no objects to put them on, and its params are another message; list the objects, or take the fields out`,
  },
  "extension-dependency": {
    severity: "error",
    text: (p: { extension: string; uri: string; problem: string }) =>
      `${p.extension} depends on "${p.uri}"${p.problem}; take that dependency out (A2A extensions, "Extension Dependencies")`,
  },
  "extension-cycle": {
    severity: "error",
    text: (p: { extension: string; path: readonly string[] }) =>
      `${p.extension} depends on itself: ${p.path.join(" -> ")}; take one of these dependencies out (A2A extensions, "Extension Dependencies")`,
  },
  "extension-required": {
    severity: "warning",
    text: (p: { extension: string }) =>
      `${p.extension} is data-only and required, which cards do not say by themselves: it has no effect on requests (A2A extensions, "Required Extensions"); take required out`,
  },
  "extension-data-only": {
    severity: "warning",
    text: (p: { extension: string; has: readonly string[] }) =>
      `${p.extension} is data-only and has ${p.has.join(", ")}; a data-only extension adds to the agent card alone, so give it another kind (${scope})`,
  },
  "extension-core-type": {
    severity: "error",
    text: (p: { extension: string; package: string; profile: string }) =>
      `${p.extension} is declared in package ${p.package}, which is that of ${p.profile}; an extension must not add to the core types, so give it a package of its own (${scope})`,
  },
  "extension-core-field": {
    severity: "error",
    text: (p: { extension: string; object: string; field: string }) =>
      `${p.extension} narrows "${p.field}", which ${p.object} does not have; an extension must not add fields to core types, so name a field that is there, or put the value into the data of the extension (${scope})`,
  },
  "extension-core-enum": {
    severity: "error",
    text: (p: { extension: string; field: string; value: string; values: readonly string[] }) =>
      `${p.extension} allows "${p.value}" for ${p.field}, whose values are ${p.values.join(", ")}; an extension must not add values to enums, so use one of these and tell more in the data of the extension (${scope})`,
  },
  "extension-core-required": {
    severity: "error",
    text: (p: { extension: string; field: string }) =>
      `${p.extension} lets ${p.field} have no elements, which must have one; an extension must not take required fields away, so raise max_items (${scope})`,
  },
  "extension-narrowing": {
    severity: "error",
    text: (p: { extension: string; field: string; problem: string }) =>
      `${p.extension} narrows ${p.field}, but ${p.problem}`,
  },
  "extension-conflict": {
    severity: "warning",
    text: (p: { extension: string; field: string; other: string; otherAt: string }) =>
      `no value of ${p.field} follows the rules of both ${p.extension} and ${p.other} (${p.otherAt}), so that they cannot be active for one request; let them have values in common (${scope})`,
  },
  "extension-key": {
    severity: "error",
    text: (p: {
      extension: string;
      key: string;
      object: string;
      other: string;
      otherAt: string;
      isOwn: boolean;
    }) =>
      `${p.extension} has data at "${p.key}" in the metadata of ${p.object}, where ${p.other} (${p.otherAt}) has some; ${p.isOwn ? "put one of them elsewhere" : "change the uri of one of them, or rename the field"} (${scope})`,
  },
  "extension-states": {
    severity: "error",
    text: (p: { extension: string; problem: string }) =>
      `the state machine of ${p.extension} ${p.problem} (${scope})`,
  },
  "extension-services": {
    severity: "error",
    text: (p: { extension: string; problem: string }) => `${p.extension} ${p.problem}`,
  },
});
