import { joinWithOr } from "./describe-value.ts";
import type { KeyPath } from "./key-path.ts";
import type { FieldLimits, Profile } from "./profile.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** Finds what a schema cannot: parts of a profile that each are allowed but do not fit together. */
export function findContradictions(profile: Profile): readonly ProfileFinding[] {
  return [
    ...findRepeatedErrors(profile),
    ...findRepeatedParameters(profile),
    ...Object.entries(profile.fields).flatMap(([name, limits]) => checkLimits(["fields", name], limits)),
    ...checkVersion(profile),
    ...profile.resourceNames.flatMap((resource, index) => checkParts(["resourceNames", index], resource)),
    ...checkMediaTypes(profile),
  ];
}

interface Named {
  readonly path: KeyPath;
  readonly value: string | number;
}

function findRepeated(all: readonly Named[], expected: string): readonly ProfileFinding[] {
  const seen = new Set<string | number>();
  return all.flatMap(({ path, value }): readonly ProfileFinding[] => {
    const comparable = typeof value === "string" ? value.toLowerCase() : value;
    if (!seen.has(comparable)) {
      seen.add(comparable);
      return [];
    }
    return [{ code: "duplicate", path, at: "value", expected, found: `${JSON.stringify(value)} again` }];
  });
}

function findRepeatedErrors({ errors, jsonRpcErrors }: Profile): readonly ProfileFinding[] {
  const rows = [
    ...errors.map((row, index) => ({ row, path: ["errors", index] })),
    ...jsonRpcErrors.map((row, index) => ({ row, path: ["jsonRpcErrors", index] })),
  ];
  const column = (key: "name" | "jsonRpc" | "reason" | "problemType"): readonly Named[] =>
    rows.flatMap(({ row, path }) => {
      const value = key in row ? (row as Partial<Record<typeof key, string | number>>)[key] : undefined;
      return value === undefined ? [] : [{ path: [...path, key], value }];
    });
  return [
    ...findRepeated(column("name"), "a name that no other error has"),
    ...findRepeated(column("jsonRpc"), "a code that no other error has"),
    ...findRepeated(column("reason"), "a reason that no other error has"),
    ...findRepeated(column("problemType"), "a type that no other error has"),
  ];
}

function findRepeatedParameters({ serviceParameters }: Profile): readonly ProfileFinding[] {
  const names = serviceParameters.flatMap(({ name, aliases }, index): readonly Named[] => [
    { path: ["serviceParameters", index, "name"], value: name },
    ...aliases.map((value, position) => ({ path: ["serviceParameters", index, "aliases", position], value })),
  ]);
  return findRepeated(names, "a name that no other parameter has");
}

function checkLimits(path: KeyPath, limits: FieldLimits): readonly ProfileFinding[] {
  const { minimum, maximum, default: absent, values, pattern } = limits;
  const findings: ProfileFinding[] = [];
  const contradicts = (key: string, expected: string): void => {
    findings.push({ code: "contradiction", path: [...path, key], at: "value", expected });
  };
  if (minimum !== undefined && maximum !== undefined && maximum < minimum) {
    contradicts("maximum", `at least the minimum ${minimum}`);
  }
  if (absent === undefined) return findings;
  if (minimum !== undefined && !(typeof absent === "number" && absent >= minimum)) {
    contradicts("default", `at least the minimum ${minimum}`);
  }
  if (maximum !== undefined && !(typeof absent === "number" && absent <= maximum)) {
    contradicts("default", `at most the maximum ${maximum}`);
  }
  if (values !== undefined && !values.some((value) => value === absent)) {
    contradicts("default", `one of the values ${joinWithOr(values.map((value) => JSON.stringify(value)))}`);
  }
  if (pattern !== undefined && !(typeof absent === "string" && new RegExp(pattern, "u").test(absent))) {
    contradicts("default", `text that matches ${pattern}`);
  }
  return findings;
}

function checkVersion({ version, serviceParameters }: Profile): readonly ProfileFinding[] {
  if (version === undefined || serviceParameters.some(({ name }) => name === version.parameter)) return [];
  const expected = "the name of a service parameter";
  return [{ code: "contradiction", path: ["version", "parameter"], at: "value", expected }];
}

function checkParts(
  path: KeyPath,
  { pattern, parts }: Profile["resourceNames"][number],
): readonly ProfileFinding[] {
  const variables = [...pattern.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const missing = variables.filter((name) => !Object.hasOwn(parts, name));
  const unknown = Object.keys(parts).filter((name) => !variables.includes(name));
  return [
    ...missing.map(
      (name): ProfileFinding => ({
        code: "missing-key",
        path: [...path, "parts", name],
        at: "parent",
        expected: "a list",
        found: "nothing",
      }),
    ),
    ...unknown.map(
      (name): ProfileFinding => ({
        code: "unknown-key",
        path: [...path, "parts", name],
        at: "key",
        expected: `a variable of ${pattern}`,
        found: JSON.stringify(name),
      }),
    ),
  ];
}

function checkMediaTypes({ contentTypes }: Profile): readonly ProfileFinding[] {
  return (["http", "jsonRpc", "error", "push"] as const).flatMap((kind): readonly ProfileFinding[] => {
    const types = contentTypes[kind];
    if (types === undefined || types.accept.includes(types.send)) return [];
    const path = ["contentTypes", kind, "accept"];
    const expected = `${types.send}, which is sent, among the types`;
    return [{ code: "contradiction", path, at: "value", expected, found: types.accept.join(", ") }];
  });
}
