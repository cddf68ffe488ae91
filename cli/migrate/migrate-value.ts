import { isDeepStrictEqual } from "node:util";
import { DecodeError, formatIssue, type Issue } from "@a2agen/runtime";
import { completeNames } from "@a2agen/runtime/codegen/versions";
import type { Method } from "@a2agen/runtime/service";
import type { Dialect, Finding, ServiceTranslation, Translated, Translator } from "@a2agen/runtime/versions";
import { chooseFindings } from "./choose-findings.ts";
import { joinPath } from "./join-path.ts";
import { mendMixed } from "./mend-mixed.ts";
import type { Versions } from "./versions.ts";

/** What to make of every value. */
export interface Aim {
  readonly versions: Versions;
  readonly to: Dialect;
  readonly from?: Dialect;
  /** The type of all values, as the user named it. */
  readonly typeName?: string;
}

/** A message with a path from the root of the value, which is empty for the value itself. */
export interface Note {
  readonly path: string;
  readonly message: string;
}

export type Migrated =
  /** Of the wanted version already. */
  | { readonly kind: "same" }
  | {
      readonly kind: "changed";
      readonly value: unknown;
      readonly from: string;
      readonly notes: readonly Note[];
    }
  /** No version accepts the value. */
  | { readonly kind: "unknown"; readonly reason: string; readonly isNear: boolean }
  /** It is known and cannot be translated, or it is known in more than one way. */
  | { readonly kind: "refused"; readonly reason: string };

/** Brings one value to the wanted version; `method` is the method that a response answers. */
export function migrateValue(value: unknown, aim: Aim, method?: string): Migrated {
  const { versions, to, from, typeName } = aim;
  const hints = {
    ...(typeName === undefined ? {} : { typeName }),
    ...(method === undefined ? {} : { method }),
  };
  const detected = versions.detect(value, {
    ...hints,
    ...(from === undefined ? {} : { dialects: [from.name] }),
  });
  const choice = chooseFindings(detected, to.name);
  if (choice.kind === "none") {
    if (from !== undefined && isOf(value, { versions, to, hints })) return { kind: "same" };
    const mended = mendMixed(value, detected.nearest, versions);
    if (mended === undefined) {
      return { kind: "unknown", reason: choice.reason, isNear: detected.nearest.length > 0 };
    }
    const after = migrateValue(mended.value, aim, method);
    if (after.kind === "unknown") {
      return { kind: "unknown", reason: choice.reason, isNear: detected.nearest.length > 0 };
    }
    const notes = [
      { path: mended.fields, message: `read in the form of ${mended.dialect}` },
      ...mended.losses,
    ];
    if (after.kind === "same") {
      return {
        kind: "changed",
        value: mended.value,
        from: `${to.name} with parts of ${mended.dialect}`,
        notes,
      };
    }
    return after.kind === "changed" ? { ...after, notes: [...notes, ...after.notes] } : after;
  }
  const findings = choice.findings;
  if (findings.some(({ dialect }) => dialect === to.name)) return { kind: "same" };
  return translateFindings(value, findings, aim);
}

function isOf(
  value: unknown,
  { versions, to, hints }: { versions: Versions; to: Dialect; hints: { typeName?: string; method?: string } },
): boolean {
  return chooseFindings(versions.detect(value, { ...hints, dialects: [to.name] }), to.name).kind === "some";
}

/** Translates in every way in which the value was understood, which must all come to the same. */
function translateFindings(value: unknown, findings: readonly Finding[], aim: Aim): Migrated {
  const [first] = findings;
  if (first?.what === "error") return { kind: "same" };
  if (first?.what === "problem") {
    return { kind: "unknown", reason: "the body of an HTTP error is not translated", isNear: false };
  }
  const ways = findings.flatMap((finding) => findWays(finding, aim));
  if (ways.length === 0) {
    const what = describeFindings(findings);
    return { kind: "refused", reason: `${what} has no counterpart in ${aim.to.name}` };
  }
  const tried = ways.map((way) => ({ way, result: tryWay(value, way) }));
  const results = tried.flatMap(({ way, result }) => (typeof result === "string" ? [] : [{ way, result }]));
  const [failure] = tried.flatMap(({ result }) => (typeof result === "string" ? [result] : []));
  if (results.length === 0 && failure !== undefined) return { kind: "refused", reason: failure };
  const [best, ...others] = results;
  const isClear = others.every(({ result }) => isDeepStrictEqual(result.value, best?.result.value));
  if (best === undefined || !isClear) {
    return { kind: "refused", reason: describeWays(ways) };
  }
  return {
    kind: "changed",
    value: best.result.value,
    from: best.way.finding.dialect,
    notes: best.result.notes,
  };
}

/** What a value may be, and how to say which. */
function describeWays(ways: readonly Way[]): string {
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
  const advice = isOneVersion ? "say which with --type" : "say which with --from";
  const more = isResponse && isOneVersion ? ", or put the request before it into the file" : "";
  return `it may be ${names.join("; or ")}: ${advice}${more}`;
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
  /** Of a request: as it is in the version of the value, and its name in the wanted version. */
  readonly method?: Method;
  readonly newMethod?: Method;
}

function findWays(finding: Finding, { versions, to }: Aim): readonly Way[] {
  const dialect = versions.dialects.find(({ name }) => name === finding.dialect);
  if (dialect === undefined) return [];
  switch (finding.what) {
    case "message":
    case "event":
      return versions.translators.flatMap((translator): readonly Way[] => {
        const translate = findDirection(translator, finding.typeName, to);
        return translate === undefined ? [] : [{ finding, dialect, translate }];
      });
    case "request":
    case "response":
      return versions.services.flatMap((service) => findMethodWays(finding, service, { dialect, to }));
    case "error":
    case "problem":
      return [];
  }
}

function findDirection(
  translator: Translator,
  typeName: string,
  to: Dialect,
): ((value: unknown) => Translated<unknown>) | undefined {
  const hasType = (name: string): boolean => to.codecs.some((codec) => codec.typeName === name);
  if (translator.older === typeName && hasType(translator.newer)) return (value) => translator.upgrade(value);
  if (translator.newer === typeName && hasType(translator.older))
    return (value) => translator.downgrade(value);
  return undefined;
}

function findMethodWays(
  finding: Finding,
  service: ServiceTranslation,
  { dialect, to }: { readonly dialect: Dialect; readonly to: Dialect },
): readonly Way[] {
  const isUpgrade = isService(service.older, dialect) && isService(service.newer, to);
  const isDowngrade = isService(service.newer, dialect) && isService(service.older, to);
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

function isService(service: ServiceTranslation["older"], dialect: Dialect): boolean {
  return service.typeName === dialect.service.typeName;
}

interface WayResult {
  readonly value: unknown;
  readonly notes: readonly Note[];
}

/** The result, or why there is none. */
function tryWay(root: unknown, way: Way): WayResult | string {
  try {
    return runWay(root, way);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.issues.map((issue) => formatIssue(issue)).join("; ");
  }
}

function runWay(root: unknown, way: Way): WayResult {
  const { finding, dialect, method, newMethod } = way;
  const given = valueAt(root, finding.at) ?? (finding.what === "request" ? {} : undefined);
  const complete = finding.what === "request" && method !== undefined && isObject(given);
  const warnings: Issue[] = [];
  const codec =
    method === undefined
      ? dialect.codecs.find(({ typeName }) => typeName === finding.typeName)
      : finding.what === "request"
        ? method.input
        : method.output;
  const source = structuredClone(complete ? completeNames(given, method) : given);
  const decoded =
    codec === undefined
      ? source
      : codec.decode(source, { lenient: true, onWarning: (issue) => warnings.push(issue) });
  const { value, losses } = way.translate(decoded);
  const prefix = finding.at.join(".");
  const notes = [
    ...warnings.map((issue) => ({
      path: joinPath(prefix, issue.path),
      message: describeWarning(issue),
    })),
    ...losses.map((loss) => ({ path: joinPath(prefix, loss.path), message: loss.message })),
  ];
  if (finding.at.length === 0 || !isObject(root)) return { value, notes };
  return { value: putBack(root, value, { finding, newMethod }), notes };
}

function describeWarning({ code, message }: Issue): string {
  return code === "required" ? "is missing, though it is required; filled in" : `${message}; read leniently`;
}

/** The envelope with its method and its params or result in the wanted version; all else stays. */
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
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
