import type { FieldLimits, Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";
import { joinWithOr } from "./describe-value.ts";
import type { KeyPath } from "./key-path.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** Finds what a schema cannot: parts of a profile that each are allowed but do not fit together. */
export function findContradictions(profile: Profile): readonly ProfileFinding[] {
  return [
    ...findRepeatedErrors(profile),
    ...findRepeatedParameters(profile),
    ...Object.entries(profile.fields).flatMap(([name, limits]) => checkLimits(["fields", name], limits)),
    ...checkParameterNames(profile),
    ...checkErrorNames(profile),
    ...checkCard(profile),
    ...checkAliases(profile),
    ...checkTasks(profile),
    ...profile.resourceNames.flatMap((resource, index) => checkParts(["resourceNames", index], resource)),
    ...checkMediaTypes(profile),
    ...checkPush(profile),
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

function checkParameterNames({ version, extensions, serviceParameters }: Profile): readonly ProfileFinding[] {
  const used = [
    ...(version === undefined ? [] : [{ path: ["version", "parameter"], name: version.parameter }]),
    ...(extensions === undefined ? [] : [{ path: ["extensions", "parameter"], name: extensions.parameter }]),
  ];
  return used
    .filter(({ name }) => !serviceParameters.some((parameter) => parameter.name === name))
    .map(({ path }) => contradiction(path, "the name of a service parameter"));
}

function contradiction(path: KeyPath, expected: string): ProfileFinding {
  return { code: "contradiction", path, at: "value", expected };
}

function checkErrorNames({
  errors,
  version,
  extensions,
  responses,
  contentTypes,
  tasks,
  card,
}: Profile): readonly ProfileFinding[] {
  const used = [
    { path: ["version", "error"], name: version?.error },
    { path: ["extensions", "error"], name: extensions?.error },
    { path: ["responses", "error"], name: responses?.error },
    { path: ["contentTypes", "refusal"], name: contentTypes.refusal },
    { path: ["tasks", "cancel", "error"], name: tasks?.cancel?.error },
    ...(card?.capabilities ?? []).map(({ error }, index) => ({
      path: ["card", "capabilities", index, "error"],
      name: error,
    })),
  ];
  return used
    .filter(({ name }) => name !== undefined && !errors.some((row) => row.name === name))
    .map(({ path }) => contradiction(path, "the name of an error"));
}

function checkCard({ card, wellKnownPaths, signatures, bindings }: Profile): readonly ProfileFinding[] {
  if (card === undefined) return [];
  const names = card.capabilities.map(({ name }, index) => ({
    path: ["card", "capabilities", index, "name"],
    value: name,
  }));
  const missing = (key: string, value: object | undefined): readonly ProfileFinding[] =>
    value === undefined
      ? [
          {
            code: "missing-key",
            path: [key],
            at: "parent",
            expected: "an object, as there is a card",
            found: "nothing",
          },
        ]
      : [];
  return [
    ...findRepeated(names, "a name that no other capability has"),
    // A form that some bindings have need not be that of the public card.
    ...(bindings === undefined ? missing("wellKnownPaths", wellKnownPaths) : []),
    ...missing("signatures", signatures ?? card.signatures),
    ...(signatures !== undefined && signatures.message !== card.message
      ? [contradiction(["signatures", "message"], `the message of the card, ${card.message}`)]
      : []),
  ];
}

/** What a JSON-RPC server calls its methods must tell them apart; letter case counts there. */
function checkAliases({ methods = {} }: Profile): readonly ProfileFinding[] {
  const owners = new Map(Object.keys(methods).map((name) => [lastName(name), name]));
  return Object.entries(methods).flatMap(([method, { aliases = [] }]) =>
    aliases.flatMap((alias, index): readonly ProfileFinding[] => {
      const owner = owners.get(alias);
      owners.set(alias, method);
      if (owner === undefined) return [];
      const path = ["methods", method, "aliases", index];
      const expected = "a name that no other method has";
      return [{ code: "duplicate", path, at: "value", expected, found: `${JSON.stringify(alias)} again` }];
    }),
  );
}

function checkTasks({ tasks, resourceNames }: Profile): readonly ProfileFinding[] {
  if (tasks === undefined) return [];
  const { terminalStates, interruptedStates, resume, snapshot } = tasks;
  const both = interruptedStates.flatMap((name, index) =>
    terminalStates.includes(name)
      ? [contradiction(["tasks", "interruptedStates", index], "a state that is not terminal")]
      : [],
  );
  const namesOneTask = (field: string): boolean => {
    const resource = resourceNames.find(({ fields }) => fields.includes(field));
    return resource === undefined || resource.pattern.match(/\{\w+\}/g)?.length === 1;
  };
  const others = Object.entries({ resume, snapshot })
    .filter(([, rule]) => rule !== undefined && !namesOneTask(rule.field))
    .map(([key]) => contradiction(["tasks", key, "field"], "a field whose resource name has one variable"));
  return [...both, ...others];
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

function checkPush({ push, contentTypes, tasks }: Profile): readonly ProfileFinding[] {
  if (push === undefined) return [];
  const finding = (key: keyof typeof push, expected: string): ProfileFinding => ({
    code: "contradiction",
    path: ["push", key],
    at: "value",
    expected,
    found: JSON.stringify(push[key]),
  });
  return [
    ...(contentTypes.push === undefined ? [finding("tokenHeader", "contentTypes.push beside it")] : []),
    ...(push.payload === "task" && tasks?.snapshot === undefined
      ? [finding("payload", '"event", since there is no tasks.snapshot')]
      : []),
  ];
}
