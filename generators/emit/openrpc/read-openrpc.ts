import { isObject } from "@a2agen/runtime/internal";
import { parsePointer, printFragment, type Tokens, valueAt } from "../../json-schema/json-pointer.ts";
import { type Diagnostics, defineDiagnostics } from "../../model/diagnostics.ts";
import { toCamelWords, toPascalWords } from "../../naming/casing.ts";
import { isInheritedName } from "../../naming/identifiers.ts";
import type { GivenDocument } from "../../schema/read-documents.ts";

export const openRpcDiagnostics = defineDiagnostics({
  openrpc: {
    severity: "error",
    text: (p: { expected: string; found: unknown }) =>
      `expected ${p.expected}; found ${p.found === undefined ? "nothing" : (JSON.stringify(p.found) ?? "nothing").slice(0, 100)}`,
  },
});

/** A method of a document, with the names of its generated types. */
export interface OpenRpcTableMethod {
  /** As JSON-RPC calls it. */
  readonly name: string;
  /** The member of the interface: "createCheckoutSession". */
  readonly member: string;
  readonly params: string;
  readonly result: string;
  readonly isStream: boolean;
  readonly comment: string;
  readonly deprecated: boolean;
}

/** The methods of a document, and its schemas: each params and result is a definition. */
export interface OpenRpcTable {
  readonly title: string;
  readonly methods: readonly OpenRpcTableMethod[];
  readonly document: GivenDocument;
  /** Where what the definitions are made of stands in the document: by its place in a definition. */
  readonly origins: readonly (readonly [string, string])[];
}

/** A document has no more methods, and a method no more params. */
const maximumEntries = 1000;

/** Whether JSON is an OpenRPC document. */
export function isOpenRpc(json: unknown): json is Readonly<Record<string, unknown>> {
  return isObject(json) && typeof json["openrpc"] === "string";
}

/** Reads an OpenRPC document of version 1; what is wrong or not supported is reported with its place. */
export function readOpenRpc({ path, json }: GivenDocument, diagnostics: Diagnostics): OpenRpcTable {
  const report = (at: Tokens, expected: string, found?: unknown): undefined => {
    const position = { file: path, line: 1, column: 1, pointer: printFragment(at) };
    diagnostics.report(openRpcDiagnostics.openrpc, position, { expected, found });
  };
  /** An object, or what it refers to in the document. */
  const resolve = (
    at: Tokens,
  ): { readonly value: Readonly<Record<string, unknown>>; readonly at: Tokens } | undefined => {
    let place = at;
    for (let hops = 0; hops < 10; hops++) {
      const value = valueAt(json, place);
      if (!isObject(value)) return report(place, "an object", value);
      const reference = value["$ref"];
      if (reference === undefined) return { value, at: place };
      const target =
        typeof reference === "string" && reference.startsWith("#")
          ? parsePointer(decodeURI(reference.slice(1)))
          : undefined;
      if (target === undefined) return report([...place, "$ref"], "a reference into the document", reference);
      place = target;
    }
    return report(at, "a reference that leads somewhere");
  };
  const list = (at: Tokens): readonly Tokens[] => {
    const value = valueAt(json, at);
    if (!Array.isArray(value) || value.length > maximumEntries) {
      report(at, `a list of at most ${maximumEntries} entries`, Array.isArray(value) ? value.length : value);
      return [];
    }
    return value.map((_, i) => [...at, String(i)]);
  };
  const isVersion1 = isOpenRpc(json) && /^1\.\d+\.\d+$/.test(String(json["openrpc"]));
  if (!isVersion1) report(["openrpc"], "version 1 of OpenRPC, such as 1.3.2", valueAt(json, ["openrpc"]));

  const definitions: [string, unknown][] = [];
  const origins: [string, string][] = [];
  const members = new Map<string, string>();
  const define = (name: string, schema: unknown, places: readonly (readonly [Tokens, Tokens])[]): void => {
    definitions.push([name, schema]);
    for (const [inside, at] of places) {
      origins.push([printFragment(["$defs", name, ...inside]), printFragment(at)]);
    }
  };
  const readParams = (at: Tokens, name: string): void => {
    const properties = new Map<string, unknown>();
    const required: string[] = [];
    const places: (readonly [Tokens, Tokens])[] = [];
    for (const entry of list([...at, "params"])) {
      const found = resolve(entry);
      if (found === undefined) continue;
      const { name: param, schema = {}, required: isRequired, description } = found.value;
      if (typeof param !== "string" || param === "" || param === "__proto__" || properties.has(param)) {
        report([...found.at, "name"], "a name that no other parameter has", param);
        continue;
      }
      properties.set(param, describe(schema, description));
      if (isRequired === true) required.push(param);
      places.push([
        ["properties", param],
        [...found.at, "schema"],
      ]);
    }
    const schema = { type: "object", properties: Object.fromEntries(properties), required };
    define(name, schema, [...places, [[], at]]);
  };
  const methods = list(["methods"]).flatMap((entry): readonly OpenRpcTableMethod[] => {
    const found = resolve(entry);
    if (found === undefined) return [];
    const { value, at } = found;
    const { name, summary, description, deprecated } = value;
    const words = typeof name === "string" ? toPascalWords(name) : "";
    if (typeof name !== "string" || !/^[A-Z][A-Za-z0-9]*$/.test(words) || name.startsWith("rpc.")) {
      report(
        [...at, "name"],
        "a name of letters and digits, with other characters between them, that does not begin with rpc.",
        name,
      );
      return [];
    }
    const camel = toCamelWords(name);
    // A client with `then` would be taken for a promise.
    const member = camel === "then" || isInheritedName(camel) ? `${camel}$` : camel;
    const other = members.get(member);
    members.set(member, name);
    if (other !== undefined) {
      report(
        [...at, "name"],
        `a name that makes another member than ${JSON.stringify(other)} does, ${member}`,
        name,
      );
      return [];
    }
    if (value["paramStructure"] === "by-position") {
      report([...at, "paramStructure"], "parameters by name: a request is one object", "by-position");
    }
    if (value["x-client-streaming"] === true) {
      report([...at, "x-client-streaming"], "a single request: streams of clients have no table here", true);
    }
    const [params, result] = [`${words}Params`, `${words}Result`];
    readParams(at, params);
    if (value["result"] === undefined)
      report(at, "a result: notifications have no answer that a client could wait for");
    else {
      const answer = resolve([...at, "result"]);
      if (answer !== undefined)
        define(result, answer.value["schema"] ?? {}, [[[], [...answer.at, "schema"]]]);
    }
    const texts = [summary, description].filter((text): text is string => typeof text === "string");
    const comment = [...new Set(texts)].join("\n\n");
    return [
      {
        name,
        member,
        params,
        result,
        isStream: value["x-streaming"] === true,
        comment,
        deprecated: deprecated === true,
      },
    ];
  });
  const { $schema: _, ...content } = isObject(json) ? json : {};
  const title = valueAt(json, ["info", "title"]);
  return {
    title: typeof title === "string" ? title : "",
    methods,
    document: { path, json: { ...content, $defs: Object.fromEntries(definitions) } },
    origins,
  };
}

/** A schema with the text of its parameter, unless it has one. */
function describe(schema: unknown, description: unknown): unknown {
  if (!isObject(schema) || typeof description !== "string" || "description" in schema) return schema;
  return { ...schema, description };
}

/** Diagnostics that tell places of the document for those of its definitions. */
export function atOrigins(diagnostics: Diagnostics, { document, origins }: OpenRpcTable): Diagnostics {
  return {
    get list() {
      return diagnostics.list;
    },
    report(kind, position, parameters) {
      const { file, pointer = "" } = position;
      const origin = origins.find(([place]) => pointer === place || pointer.startsWith(`${place}/`));
      const isMoved = file === document.path && origin !== undefined;
      const moved = isMoved
        ? { ...position, pointer: `${origin[1]}${pointer.slice(origin[0].length)}` }
        : position;
      diagnostics.report(kind, moved, parameters);
    },
  };
}
