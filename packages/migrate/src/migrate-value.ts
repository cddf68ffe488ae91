import { lastName } from "@a2agen/generators/naming/last-name.ts";
import { DecodeError, formatIssue, type Issue } from "@a2agen/runtime";
import { completeNames } from "@a2agen/runtime/codegen/versions";
import { defined, isObject, own } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";
import type { Detection, Dialect, Finding, ServiceTranslation, Translated } from "@a2agen/runtime/versions";
import { chooseFindings } from "./choose-findings.ts";
import { finishCard } from "./finish-card.ts";
import { findLegacyForms } from "./legacy-forms.ts";
import { mendMixed } from "./mend-mixed.ts";
import { joinPath, type Note } from "./note.ts";
import { isSameJson } from "./same-json.ts";
import { isPairOf, type Versions } from "./versions.ts";

/** How values are read, and the version that they are brought to. */
export interface MigrationOptions {
  readonly versions: Versions;
  readonly to: Dialect;
  readonly from?: Dialect;
  /** The type of all values, as the user named it. */
  readonly typeName?: string;
}

export type Migrated =
  /** Of the wanted version already, with what is to be done by hand. */
  | { readonly kind: "same"; readonly notes?: readonly Note[] }
  | {
      readonly kind: "changed";
      readonly value: unknown;
      readonly from: string;
      readonly notes: readonly Note[];
    }
  /** No version accepts the value. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** The value is of a known version and cannot be translated, or is ambiguous. */
  | { readonly kind: "refused"; readonly reason: string; readonly advice?: string };

/** Brings one value to the wanted version; `method` is the method that a response answers. */
export function migrateValue(value: unknown, options: MigrationOptions, method?: string): Migrated {
  const { versions, to, from, typeName } = options;
  const detect = (dialect: Dialect | undefined): Detection =>
    versions.detect(value, defined({ typeName, method, dialects: dialect && [dialect.name] }));
  const detected = detect(from);
  const cards = new Set(versions.dialects.map(({ service }) => service.protocol.card?.typeName ?? ""));
  const choice = { to: to.name, isNamed: typeName !== undefined, cards };
  const found = chooseFindings(detected, choice);
  if (typeof found !== "string") return translateFindings(value, found, options);
  const own = from === undefined ? found : chooseFindings(detect(to), choice);
  if (typeof own !== "string") return translateFindings(value, own, options);
  const mended = mendMixed(value, detected.nearest, versions);
  const after = mended === undefined ? undefined : migrateValue(mended.value, options, method);
  if (mended === undefined || after === undefined || after.kind === "unknown") {
    return { kind: "unknown", reason: found };
  }
  if (after.kind === "refused") return after;
  const { dialect, fields, losses } = mended;
  const changed =
    after.kind === "changed"
      ? after
      : { value: mended.value, from: `${to.name} with parts of ${dialect}`, notes: [] };
  const note = { path: fields, message: `read as ${dialect}` };
  return { ...changed, kind: "changed", notes: [note, ...losses, ...changed.notes] };
}

/**
 * Translates the value as each of the findings, or fills it in where it is of the wanted version but lacks
 * something; all results must be equal.
 */
function translateFindings(
  value: unknown,
  findings: readonly Finding[],
  options: MigrationOptions,
): Migrated {
  const [first] = findings;
  const isOwn = findings.some(({ dialect }) => dialect === options.to.name);
  if (first?.what === "error") return { kind: "same" };
  if (first?.what === "problem") {
    if (isOwn) return { kind: "same" };
    return { kind: "unknown", reason: "the body of an HTTP error is not translated" };
  }
  const ways = findings.flatMap((finding) => findWays(finding, options));
  if (ways.length === 0) {
    const what = describeFindings(findings);
    return { kind: "refused", reason: `${what} has no counterpart in ${options.to.name}` };
  }
  const tried = ways.map((way) => tryWay(value, way, options.to));
  const [best, ...others] = tried.filter((result) => typeof result !== "string");
  if (best === undefined) {
    const [reason = ""] = tried.filter((result) => typeof result === "string");
    return { kind: "refused", reason };
  }
  // What is valid as one of the types is what it should be.
  if (isOwn && [best, ...others].some(({ notes }) => notes.length === 0)) return { kind: "same" };
  if (isOwn && isSameJson(best.value, value)) return { kind: "same", notes: best.notes };
  const isClear = others.every((other) => isSameJson(other.value, best.value));
  // A version that only adds has most values as they were.
  if (isClear && best.notes.length === 0 && isSameJson(best.value, value)) return { kind: "same" };
  return isClear ? { kind: "changed", ...best } : { kind: "refused", ...describeWays(ways) };
}

/** Lists the types that the value may have, and says how to choose one. */
function describeWays(ways: readonly Way[]): { readonly reason: string; readonly advice: string } {
  const types = new Map<string, Set<string>>();
  for (const { finding, method } of ways) {
    const methods = types.get(finding.typeName) ?? new Set();
    types.set(finding.typeName, method === undefined ? methods : methods.add(method.name));
  }
  const names = [...types].map(([typeName, methods]) =>
    methods.size === 0 ? typeName : `${typeName}, of ${[...methods].join(" and ")}`,
  );
  const isOneVersion = new Set(ways.map(({ finding }) => finding.dialect)).size === 1;
  const isResponse = ways.some(({ finding }) => finding.what === "response");
  const advice = isOneVersion ? "choose one with --type" : "choose one with --from";
  const more = isResponse && isOneVersion ? ", or put its request before it in the file" : "";
  return { reason: `it may be ${names.join("; or ")}`, advice: `${advice}${more}` };
}

function describeFindings(findings: readonly Finding[]): string {
  const [first] = findings;
  if (first === undefined) return "it";
  const [method] = first.methods;
  return first.what === "request" && method !== undefined
    ? `the method ${method} of ${first.dialect}`
    : first.typeName;
}

/** One way to translate a value. */
interface Way {
  readonly finding: Finding;
  readonly dialect: Dialect;
  readonly translate: (value: unknown) => Translated<unknown>;
  /** Of a call: in the version of the value, and in the wanted version. */
  readonly method?: Method;
  readonly newMethod?: Method;
}

function findWays(finding: Finding, { versions, to }: MigrationOptions): readonly Way[] {
  const dialect = versions.dialects.find(({ name }) => name === finding.dialect);
  if (dialect === undefined) return [];
  if (dialect === to) return [findOwnWay(finding, to)];
  switch (finding.what) {
    case "message":
    case "event":
      return messageWays(finding, { versions, to, dialect });
    case "request":
    case "response":
      return versions.pairs.flatMap(({ service }) => findMethodWays(finding, service, { dialect, to }));
    case "error":
    case "problem":
      return [];
  }
}

/** Leaves a value of the wanted version as it is, once what it lacks is filled in. */
function findOwnWay(finding: Finding, dialect: Dialect): Way {
  const methods = Object.values<Method>(dialect.service.methods);
  const method = methods.find(({ name }) => finding.methods.includes(name));
  return {
    finding,
    dialect,
    translate: (value) => ({ value, losses: [] }),
    ...defined({ method, newMethod: method }),
  };
}

/** By the translators of the type, or of a union of which it is an arm, such as Part of TextPart. */
function messageWays(
  finding: Finding,
  { versions, to, dialect }: Pick<MigrationOptions, "versions" | "to"> & { readonly dialect: Dialect },
): readonly Way[] {
  const waysOf = (typeName: string): readonly Way[] =>
    versions.pairs.flatMap(({ service, translators }): readonly Way[] => {
      if (isPairOf(service, dialect, to)) {
        const own = translators.filter(({ older }) => older === typeName);
        return own.map(({ upgrade }) => ({ finding, dialect, translate: upgrade }));
      }
      if (!isPairOf(service, to, dialect)) return [];
      const own = translators.filter(({ newer }) => newer === typeName);
      return own.map(({ downgrade }) => ({ finding, dialect, translate: downgrade }));
    });
  const own = waysOf(finding.typeName);
  if (own.length > 0) return own;
  const name = lastName(finding.typeName);
  const unions = dialect.codecs.filter(({ typeName }) => {
    const union = lastName(typeName);
    return union !== name && name.endsWith(union);
  });
  return unions.flatMap(({ typeName }) => waysOf(typeName));
}

function findMethodWays(
  finding: Finding,
  service: ServiceTranslation,
  { dialect, to }: { readonly dialect: Dialect; readonly to: Dialect },
): readonly Way[] {
  const isUpgrade = isPairOf(service, dialect, to);
  const isDowngrade = isPairOf(service, to, dialect);
  if (!isUpgrade && !isDowngrade) return [];
  const methodOf = (side: "older" | "newer", key: string): Method | undefined =>
    (service[side].methods as Readonly<Record<string, Method>>)[key];
  return service.methods.flatMap((row): readonly Way[] => {
    const older = methodOf("older", row.older);
    const newer = methodOf("newer", row.newer);
    const [method, newMethod] = isUpgrade ? [older, newer] : [newer, older];
    if (method === undefined || newMethod === undefined || !finding.methods.includes(method.name)) return [];
    const translator = finding.what === "request" ? row.request : row.response;
    const translate = (value: unknown): Translated<unknown> =>
      isUpgrade ? translator.upgrade(value) : translator.downgrade(value);
    return [{ finding, dialect, translate, method, newMethod }];
  });
}

interface WayResult {
  readonly value: unknown;
  readonly from: string;
  readonly notes: readonly Note[];
}

/** The result, or the reason why there is none. */
function tryWay(root: unknown, way: Way, to: Dialect): WayResult | string {
  try {
    return runWay(root, way, to);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.issues.map((issue) => formatIssue(issue)).join("; ");
  }
}

function runWay(root: unknown, way: Way, to: Dialect): WayResult {
  const { finding, dialect, method, newMethod } = way;
  const given = valueAt(root, finding.at) ?? (finding.what === "request" ? {} : undefined);
  const complete = finding.what === "request" && method !== undefined && isObject(given);
  const warnings: Issue[] = [];
  const codec =
    (finding.what === "request" ? method?.input : method?.output) ??
    dialect.codecs.find(({ typeName }) => typeName === finding.typeName);
  const source = structuredClone(complete ? completeNames(given, method) : given);
  const decoded =
    codec === undefined
      ? source
      : codec.decode(source, { lenient: true, onWarning: (issue) => warnings.push(issue) });
  const { value: translated, losses } = way.translate(decoded);
  const isCard = codec !== undefined && codec.typeName === dialect.service.protocol.card?.typeName;
  const isTranslated = dialect !== to;
  const { card: value, notes: changes } =
    isCard && isObject(translated)
      ? finishCard(translated, { to, isTranslated })
      : { card: translated, notes: [] };
  const prefix = finding.at.join(".");
  const places = findLegacyForms(given, decoded).map((place) => joinPath(prefix, place));
  const legacy = { path: places.join(", "), message: "read in the form of before 0.3 (draft A.2.1)" };
  const notes = [
    ...warnings.map((issue) => ({ path: issue.path, message: describeWarning(issue) })),
    ...losses,
    ...changes,
  ].map(({ path, message, ...rest }: Note) => ({
    path: joinPath(prefix, path),
    message,
    ...(rest.todo === true ? { todo: true } : {}),
  }));
  if (places.length > 0) notes.unshift(legacy);
  const isWhole = finding.at.length === 0 || !isObject(root);
  return {
    value: isWhole ? value : putBack(root, value, { finding, newMethod }),
    from: dialect.name,
    notes,
  };
}

function describeWarning({ code, message }: Issue): string {
  return code === "required" ? "is required but missing; filled in" : `${message}; read leniently`;
}

/** Returns the envelope with its method and its params or result in the wanted version. */
function putBack(
  root: Readonly<Record<string, unknown>>,
  value: unknown,
  { finding, newMethod }: { readonly finding: Finding; readonly newMethod: Method | undefined },
): unknown {
  if (finding.what === "response") return { ...root, result: value };
  const method = newMethod === undefined ? {} : { method: newMethod.name };
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  if (isEmpty && !Object.hasOwn(root, "params")) return { ...root, ...method };
  return { ...root, ...method, params: value };
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) value = isObject(value) ? own(value, name) : undefined;
  return value;
}
