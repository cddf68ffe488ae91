import type { Extension, ExtensionManifest, PlacedData, States } from "../../model/extension-manifest.ts";
import { findOwnErrorProblems } from "../../model/own-errors.ts";
import { isUri } from "../../naming/is-uri.ts";
import { isDangerous } from "../validate/backtracking.ts";
import { joinWithOr } from "./describe-value.ts";
import { isRegularExpression } from "./is-regular-expression.ts";
import type { KeyPath } from "./key-path.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** What the generated constant has beside the accesses to data by name. */
const members = new Set(
  "activation active addTo check checkCalls coreStates data dataNames declare dependencies description error errors excessIn fields from get has headers holders in invalid isError key kind limits metadataKeys narrows otherUris params paramsIn placements problemsIn remove require required services set stateIn states uri versionOf".split(
    " ",
  ),
);

/** Finds what the schema of extension.yaml cannot: names and URIs that are there twice, or lead nowhere. */
export function findExtensionContradictions({ extensions }: ExtensionManifest): readonly ProfileFinding[] {
  const names = new Set<string>();
  const uris = new Set<string>();
  const documents = new Set<string>();
  return extensions.flatMap((extension, index) => {
    const path: KeyPath = ["extensions", index];
    const findings: ProfileFinding[] = [];
    const add = (at: KeyPath, expected: string, code: ProfileFinding["code"] = "contradiction"): void => {
      findings.push({ code, path: [...path, ...at], at: "value", expected });
    };
    if (names.has(extension.name)) add(["name"], "each name once", "duplicate");
    names.add(extension.name);
    [extension.uri, ...(extension.otherUris ?? [])].forEach((uri, i) => {
      const at: KeyPath = i === 0 ? ["uri"] : ["otherUris", i - 1];
      if (!isUri(uri)) add(at, "an absolute URI of printable ASCII without spaces, quotes and commas");
      else if (uris.has(uri)) add(at, "each URI once", "duplicate");
      uris.add(uri);
    });
    if (extension.required === true && extension.kind === "data")
      add(["required"], "no requirement of a data-only extension");
    if (extension.versionOf === extension.uri) add(["versionOf"], "another extension");
    (extension.dependencies ?? []).forEach((dependency, i) => {
      if (dependency.uri === extension.uri) add(["dependencies", i, "uri"], "another extension");
    });
    for (const { index: i, member, expected, isDuplicate } of findOwnErrorProblems(extension.errors ?? []))
      add(["errors", i, ...(member === undefined ? [] : [member])], expected, isDuplicate && "duplicate");
    (extension.methods ?? []).forEach(({ openrpc }, i) => {
      if (documents.has(openrpc)) add(["methods", i, "openrpc"], "each document once", "duplicate");
      documents.add(openrpc);
    });
    checkHeaders(extension, add);
    checkData(extension, add);
    checkLimits(extension, add);
    if (extension.states !== undefined) checkStates(extension.states, extension, add);
    return findings;
  });
}

/** The terms that proto options have as well. */
type SharedTerms = Pick<Extension, "kind" | "required" | "activation"> & {
  readonly headers?: NonNullable<Extension["headers"]>;
  readonly data?: readonly PlacedData[];
};

/** Finds what is wrong with terms that proto options have as well, where nothing has to be looked up. */
export function findTermContradictions(terms: SharedTerms): readonly ProfileFinding[] {
  const findings: ProfileFinding[] = [];
  const add: Add = (path, expected, code = "contradiction") => {
    findings.push({ code, path, at: "value", expected });
  };
  checkHeaders(terms, add);
  checkData(terms, add);
  return findings;
}

type Add = (at: KeyPath, expected: string, code?: ProfileFinding["code"]) => void;

/** What clients send is matched against the patterns. */
function checkHeaders({ headers = [] }: SharedTerms, add: Add): void {
  headers.forEach(({ pattern }, i) => {
    if (pattern !== undefined && isRegularExpression(pattern) && mayTakeLong(pattern))
      add(
        ["headers", i, "pattern"],
        "repeated parts with different first characters, so that matching is quick",
      );
  });
}

function mayTakeLong(pattern: string): boolean {
  try {
    return isDangerous(pattern);
  } catch (error) {
    // What it does not know, such as a lookaround, may take any time.
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function checkData({ kind, required, activation, data = [] }: SharedTerms, add: Add): void {
  if (required === true && activation === "none") add(["required"], "an activation by header");
  const names = data.map(({ name }) => name);
  data.forEach(({ name, at, onInvalid }, i) => {
    const isList = typeof at === "object" && "mediaType" in at;
    const isInParts = isList || (typeof at === "object" && "partKey" in at);
    if (kind === "data") add(["data", i], "no data on objects of a data-only extension; set kind to profile");
    if (name === undefined && data.length > 1) add(["data", i], "a name for each of several data");
    else if (name === undefined && isInParts) add(["data", i], "a name for data in parts");
    if (name !== undefined && names.indexOf(name) !== i)
      add(["data", i, "name"], "each name once", "duplicate");
    if (name !== undefined && members.has(name)) {
      add(["data", i, "name"], "a name that the generated constant has no other member of");
    }
    if (onInvalid === "skip" && !isList)
      add(["data", i, "onInvalid"], "refuse or ignore: nothing can be left out");
  });
}

function isDataName(wanted: string | undefined, data: readonly PlacedData[]): boolean {
  return data.some(({ name }) => name === wanted);
}

function describeNames(data: readonly PlacedData[]): string {
  const names = data.flatMap(({ name }) => name ?? []);
  return names.length === 0
    ? "no name, since its data has none"
    : `the name of its data, ${joinWithOr(names)}`;
}

function checkLimits({ limits = [], data = [], params }: Extension, add: Add): void {
  limits.forEach((limit, i) => {
    if (!isDataName(limit.data, data)) add(["limits", i, "data"], describeNames(data));
    if (params === undefined) add(["limits", i, "param"], "params, which could set a limit");
  });
}

function checkStates({ data, moves, ...lists }: States, extension: Extension, add: Add): void {
  if (extension.kind !== "state-machine") add(["kind"], "state-machine, as it has states");
  const known = extension.data ?? [];
  if (!isDataName(data, known)) add(["states", "data"], describeNames(known));
  const states = new Set(moves.flatMap(({ from, to }) => [from, ...to]));
  const expected = joinWithOr([...states]);
  (lists.initial ?? []).forEach((state, i) => {
    if (!states.has(state)) add(["states", "initial", i], expected);
  });
  for (const key of ["carries", "taskStates"] as const) {
    for (const state of Object.keys(lists[key] ?? {}))
      if (!states.has(state)) add(["states", key, state], expected);
  }
}
