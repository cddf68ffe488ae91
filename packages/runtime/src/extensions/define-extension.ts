import type { Codec } from "../core/codec.ts";
import type { JsonObject } from "../core/json.ts";
import { defined } from "../core/object.ts";
import { type ExtensionSupport, urisOf } from "../service/extension-support.ts";
import { isUri, show } from "../service/service-parameters.ts";
import { checkCalls } from "./check-calls.ts";
import { createAccess, type DataAccess } from "./data-access.ts";
import type { DataPlace, DataSide } from "./data-place.ts";
import type { DeclareInit, ExtensionDeclaration } from "./declaration.ts";
import { decodeBelow } from "./decode-below.ts";
import type {
  DataInit,
  DataInits,
  Extension,
  ExtensionInit,
  ExtensionWith,
  NamedAccesses,
} from "./extension.ts";
import { createErrors, type ExtensionErrors } from "./extension-errors.ts";
import { createProblemFinder, type DataKind } from "./find-problems.ts";
import { findExcess, limitsOf } from "./limits.ts";
import { NameAccess } from "./name-access.ts";
import { createStateFinder } from "./state-finder.ts";

/** The terms of an extension that has several kinds of data, each under a name. */
export interface SeveralInit<Params, Accesses> extends ExtensionInit<never, Params> {
  readonly several: DataInits<Accesses>;
}

interface WithErrors<Name extends string> {
  readonly errors: ExtensionErrors<Name>["errors"];
}

/** Makes an extension from its generated terms. Throws a TypeError for contradictory ones. */
export function defineExtension<Params, Accesses extends NamedAccesses, Name extends string>(
  init: SeveralInit<Params, Accesses> & WithErrors<Name>,
): ExtensionWith<Accesses, Params> & ExtensionErrors<Name>;
export function defineExtension<Params, Accesses extends NamedAccesses>(
  init: SeveralInit<Params, Accesses>,
): ExtensionWith<Accesses, Params>;
export function defineExtension<
  Data,
  Params,
  Target extends object,
  Name extends string,
  Side extends DataSide = DataSide,
>(
  init: ExtensionInit<Data, Params> & WithErrors<Name> & { readonly from?: Side },
): Extension<Data, Params, Target, Side> & ExtensionErrors<Name>;
export function defineExtension<Data, Params, Target extends object, Side extends DataSide = DataSide>(
  init: ExtensionInit<Data, Params> & { readonly from?: Side },
): Extension<Data, Params, Target, Side>;
export function defineExtension<Data, Params>(
  init: ExtensionInit<Data, Params> & { readonly several?: { readonly [name: string]: DataInit<unknown> } },
): Extension<Data, Params, never> {
  checkTerms(init);
  const { several = {}, ...terms } = init;
  const uris = urisOf(init);
  const single = singleData(init);
  const access = single === undefined ? undefined : createAccess({ ...single, uris, name: "" });
  const names = new NameAccess(uris, init.placements ?? []);
  const named = Object.entries(several).map(([name, data]): DataKind => {
    const hasOther = (object: object): boolean =>
      named.some((other) => other.name !== name && other.access.has(object));
    return { name, init: data, access: createAccess({ ...data, uris, name, hasOther }) };
  });
  const kinds: readonly DataKind[] =
    single === undefined || access === undefined ? named : [{ name: "", init: single, access }];
  const set = (object: object, data: Data, given: Parameters<DataAccess<Data>["set"]>[2]): void => {
    if (access === undefined) throw new TypeError(`${init.uri}: the extension has no data that could be set`);
    access.set(object, data, given);
  };
  const problemsIn = createProblemFinder(init, { kinds, names });
  return {
    ...terms,
    dataNames: kinds.map(({ name }) => name),
    metadataKeys: [...new Set(kinds.flatMap((kind) => kind.access.keys))],
    declare: (given) => declare(init, given),
    paramsIn(declared = []) {
      const entry = declared.find(({ uri }) => uri !== undefined && uris.includes(uri));
      if (entry === undefined || init.params === undefined) return undefined;
      return decodeBelow(init.params, entry.params ?? {}, ["params"]);
    },
    problemsIn,
    excessIn: (data, params, name = "") => findExcess(data, params, limitsOf(init, name)),
    checkCalls: (given) => checkCalls({ ...terms, problemsIn }, given),
    ...defined({ stateIn: createStateFinder(init, kinds) }),
    get: (object, at) => access?.get(object, at),
    require(object, at) {
      if (access === undefined) throw new TypeError(`${init.uri}: the extension has no data to ask for`);
      return access.require(object, at);
    },
    set,
    has: (object) => (access === undefined ? names.has(object) : access.has(object)),
    remove: (object) => (access === undefined ? names.remove(object) : access.remove(object)),
    ...(init.errors !== undefined && createErrors(init.errors, uris)),
    ...Object.fromEntries(named.map((kind) => [kind.name, toPublic(kind)])),
  };
}

/** The access to one of several kinds of data as users have it. */
function toPublic({ access, init: { from, placements } }: DataKind): object {
  const { parts, keys: _keys, look: _look, ...accesses } = access;
  const own = { ...accesses, placements, ...defined({ from }) };
  if (parts === undefined) return own;
  return {
    ...own,
    toParts: (data: unknown) => parts.toParts(data),
    isPart: (part: object) => parts.isPart(part),
    ofPart: (part: object) => parts.readAll([part], [], "copy"),
  };
}

function singleData<Data, Params>(init: ExtensionInit<Data, Params>): DataInit<Data> | undefined {
  const { data: codec, key = "uri", fields = [], placements = [], from, invalid, taskStates, check } = init;
  if (codec === undefined) return undefined;
  return { codec, place: toPlace(key, fields), placements, ...defined({ from, invalid, taskStates, check }) };
}

function toPlace(key: "uri" | "fields" | DataPlace, fields: readonly string[]): DataPlace {
  if (key === "uri") return { kind: "key" };
  return key === "fields" ? { kind: "fields", fields } : key;
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
  if (key !== "fields") return;
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
