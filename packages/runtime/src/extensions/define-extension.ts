import type { Codec } from "../core/codec.ts";
import type { JsonObject } from "../core/json.ts";
import { defined } from "../core/object.ts";
import { type ExtensionSupport, urisOf } from "../service/extension-support.ts";
import { isUri, show } from "../service/service-parameters.ts";
import type { DeclareInit, ExtensionDeclaration } from "./declaration.ts";
import { decodeBelow } from "./decode-below.ts";
import type { Extension, ExtensionInit } from "./extension.ts";
import { createProblemFinder } from "./find-problems.ts";
import { createAccess } from "./metadata-access.ts";
import { createStateFinder } from "./state-finder.ts";

/** Makes an extension from its generated terms. Throws a TypeError for contradictory ones. */
export function defineExtension<Data, Params, Target extends object>(
  init: ExtensionInit<Data, Params>,
): Extension<Data, Params, Target> {
  checkTerms(init);
  const access = createAccess(init);
  return {
    ...init,
    metadataKeys: access.keys,
    declare: (given) => declare(init, given),
    paramsIn(declared = []) {
      const entry = declared.find(({ uri }) => uri !== undefined && urisOf(init).includes(uri));
      if (entry === undefined || init.params === undefined) return undefined;
      return decodeBelow(init.params, entry.params ?? {}, ["params"]);
    },
    problemsIn: createProblemFinder(init, access),
    ...defined({ stateIn: createStateFinder(init, access) }),
    get: (object, at) => access.get(object, at),
    set: (object, data, given) => access.set(object, data, given),
    has: (object) => access.has(object),
    remove: (object) => access.remove(object),
  };
}

function declare<Data, Params>(
  { uri, kind, params, ...init }: ExtensionInit<Data, Params>,
  { required = init.required, description = init.description, params: given }: DeclareInit<Params> = {},
): ExtensionDeclaration<Params> {
  if (required && kind === "data") {
    throw new TypeError(
      `${uri}: a data-only extension cannot be required, since it says nothing of requests (A2A extensions, "Required Extensions"); leave required out`,
    );
  }
  if (params === undefined && given !== undefined) {
    throw new TypeError(`${uri}: expected no params, for the extension defines none`);
  }
  return {
    uri,
    ...(description === "" ? {} : { description }),
    ...(required ? { required } : {}),
    // Absent params are checked as well: the extension may ask for some.
    ...(params === undefined ? {} : checkedParams(params, given)),
  };
}

function checkedParams<Params>(
  codec: Codec<Params>,
  given: Params | undefined,
): Pick<ExtensionDeclaration<Params>, "params"> {
  const params = decodeBelow(codec, given ?? {}, ["params"]);
  // What a codec has accepted is a message, and so a JSON object.
  return given === undefined ? {} : { params: codec.encode(params) as Params & JsonObject };
}

/** Throws a TypeError for terms of an extension that contradict each other. */
function checkTerms<Data, Params>(init: ExtensionInit<Data, Params>): void {
  const { uri, kind, required, dependencies, data, fields, key = "uri", placements = [] } = init;
  if (!isUri(uri)) throw new TypeError(`uri: expected the URI of an extension, found ${show(uri)}`);
  const refuse = (text: string): never => {
    throw new TypeError(`${uri}: ${text}`);
  };
  if (required && kind === "data") {
    refuse('a data-only extension cannot be required (A2A extensions, "Required Extensions")');
  }
  const seen = new Set<string>();
  for (const dependency of dependencies) {
    if (!isUri(dependency.uri)) refuse(`dependencies: expected URIs, found ${show(dependency.uri)}`);
    if (urisOf(init).includes(dependency.uri)) refuse("dependencies: the extension depends on itself");
    if (seen.has(dependency.uri)) refuse(`dependencies: ${dependency.uri} is there twice`);
    seen.add(dependency.uri);
  }
  if (data === undefined) return;
  if (placements.length === 0) refuse("placements: the extension has data, but no type that carries it");
  if (key === "uri") return;
  if (fields === undefined || fields.length === 0) refuse('fields: the key "fields" needs their names');
  if (new Set(fields).size !== fields?.length) refuse("fields: a name is there twice");
}

/**
 * The support of an extension that only declares something in the card: for those that a card declares
 * without a definition at hand.
 */
export function dataOnly(uri: string): ExtensionSupport {
  return { extension: { uri, kind: "data" } };
}
