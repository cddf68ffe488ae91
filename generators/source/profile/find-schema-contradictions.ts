import type { KeyPath } from "./key-path.ts";
import type { ProfileFinding } from "./profile-finding.ts";
import { referenceOf, type SchemaIndex } from "./schema-index.ts";
import type { SchemaProfile } from "./schema-profile.ts";

/** Finds what is allowed in itself and does not fit: the parts of a profile together, or the profile and its schema. */
export function findSchemaContradictions(
  profile: SchemaProfile,
  index: SchemaIndex,
): readonly ProfileFinding[] {
  const context: Context = { profile, index };
  return [
    ...checkTypes(context),
    ...checkMethods(context),
    ...checkErrors(context),
    ...checkParameters(profile),
    ...checkCard(context),
    ...checkTasks(context),
    ...checkPush(profile),
  ];
}

interface Context {
  readonly profile: SchemaProfile;
  readonly index: SchemaIndex;
}

function contradiction(path: KeyPath, expected: string): ProfileFinding {
  return { code: "contradiction", path, at: "value", expected };
}

function checkTypes({ profile, index }: Context): readonly ProfileFinding[] {
  return Object.entries(profile.types).flatMap(([name, { of }]): readonly ProfileFinding[] => {
    const path = ["types", name];
    if (index.has(name)) {
      const expected = "a name that no definition of the schema has";
      return [{ code: "contradiction", path, at: "key", expected, found: JSON.stringify(name) }];
    }
    return of === undefined ? [] : checkMember(of, [...path, "of"], index);
  });
}

function checkMethods({ profile, index }: Context): readonly ProfileFinding[] {
  return Object.entries(profile.service.methods).flatMap(([key, { request, params, response }]) => {
    const path = ["service", "methods", key];
    const hasParams = index.property(`${request}.params`) !== undefined;
    return [
      ...checkProperty(`${request}.method`, "const", { path: [...path, "request"], index }),
      ...checkMember(`${response}.result`, [...path, "response"], index),
      ...(params === undefined && !hasParams
        ? [contradiction([...path, "request"], 'a definition with a property "params", or params beside it')]
        : []),
      ...(params !== undefined && hasParams
        ? [contradiction([...path, "params"], `nothing, since ${request} has params`)]
        : []),
      ...(params !== undefined && !Object.hasOwn(profile.types, params) && !index.has(params)
        ? [contradiction([...path, "params"], "a type of the schema or of types")]
        : []),
    ];
  });
}

function checkErrors({ profile, index }: Context): readonly ProfileFinding[] {
  const { errors, jsonRpcErrors, version, extensions, responses, card } = profile;
  const known = new Set(errors.map(({ name }) => name));
  const used = [
    { path: ["version", "error"], name: version?.error },
    { path: ["extensions", "error"], name: extensions?.error },
    { path: ["responses", "error"], name: responses?.error },
    ...(card?.capabilities ?? []).map(({ error }, i) => ({
      path: ["card", "capabilities", i, "error"],
      name: error,
    })),
  ];
  const repeated = errors.flatMap(({ name }, i): readonly ProfileFinding[] => {
    if (errors.findIndex((other) => other.name === name) === i) return [];
    const path = ["errors", i, "name"];
    return [{ code: "duplicate", path, at: "value", expected: "a name that no other error has" }];
  });
  return [
    ...repeated,
    ...errors.flatMap(({ name }, i) => checkError(name, ["errors", i, "name"], index)),
    ...jsonRpcErrors.flatMap((name, i) => checkError(name, ["jsonRpcErrors", i], index)),
    ...used.flatMap(({ path, name }) =>
      name === undefined || known.has(name)
        ? []
        : [contradiction(path, `one of the errors ${[...known].join(", ")}`)],
    ),
  ];
}

function checkError(name: string, path: KeyPath, index: SchemaIndex): readonly ProfileFinding[] {
  return [
    ...checkProperty(`${name}.code`, "const", { path, index }),
    ...checkProperty(`${name}.message`, "default", { path, index }),
  ];
}

function checkParameters({
  serviceParameters,
  version,
  extensions,
}: SchemaProfile): readonly ProfileFinding[] {
  const names = serviceParameters.map(({ name }) => name);
  const used = [
    { path: ["version", "parameter"], name: version?.parameter },
    { path: ["extensions", "parameter"], name: extensions?.parameter },
  ];
  return used.flatMap(({ path, name }) =>
    name === undefined || names.includes(name)
      ? []
      : [contradiction(path, `one of the service parameters ${names.join(", ")}`)],
  );
}

function checkCard(context: Context): readonly ProfileFinding[] {
  const { card } = context.profile;
  if (card === undefined) return [];
  const { message, interfaces, version, capabilities } = card;
  const at = (keys: KeyPath, path: readonly string[]): readonly ProfileFinding[] =>
    checkPath(path, { path: ["card", ...keys], from: message, index: context.index });
  return [
    ...at(["interfaces", "url"], interfaces.url),
    ...at(["interfaces", "binding"], interfaces.binding),
    ...at(["interfaces", "additional"], interfaces.additional),
    ...checkMember(interfaces.additionalBinding, ["card", "interfaces", "additionalBinding"], context.index),
    ...(version === undefined ? [] : at(["version"], version)),
    ...at(["securitySchemes"], card.securitySchemes),
    ...at(["securityRequirements"], card.securityRequirements),
    ...at(["extensions"], card.extensions),
    ...at(["signatures"], card.signatures),
    ...capabilities.flatMap(({ declaredIn, methods, fields = [] }, i) => [
      ...at(["capabilities", i, "declaredIn"], declaredIn),
      ...methods.flatMap((key, j) => checkKey(key, ["card", "capabilities", i, "methods", j], context)),
      ...fields.flatMap(({ methods: having, field }, j) => {
        const path = ["card", "capabilities", i, "fields", j];
        return [
          ...having.flatMap((key, k) => checkKey(key, [...path, "methods", k], context)),
          ...checkPath(field, { path: [...path, "field"], from: undefined, index: context.index }),
        ];
      }),
    ]),
  ];
}

function checkTasks(context: Context): readonly ProfileFinding[] {
  const { tasks } = context.profile;
  const { index } = context;
  if (tasks === undefined) return [];
  const { state, eventTag, resume, snapshot } = tasks;
  const values = index.valuesOf(state);
  const states = (["terminalStates", "interruptedStates"] as const).flatMap((key) =>
    tasks[key].flatMap((value, i) =>
      values.includes(value)
        ? []
        : [contradiction(["tasks", key, i], `one of the values of ${state}: ${values.join(", ")}`)],
    ),
  );
  const paths = (["eventTaskIds", "eventStates", "eventEnds"] as const).flatMap((key) =>
    tasks[key].flatMap((members, i) => [
      ...checkPath(members, { path: ["tasks", key, i], from: undefined, index }),
      ...checkEvent(definitionOf(members[0] ?? ""), ["tasks", key, i, 0]),
    ]),
  );
  function checkEvent(name: string, path: KeyPath): readonly ProfileFinding[] {
    return checkProperty(`${name}.${eventTag}`, "const", { path, index });
  }
  return [
    ...states,
    ...paths,
    ...tasks.eventMessages.flatMap((name, i) => checkEvent(name, ["tasks", "eventMessages", i])),
    ...checkKey(resume.method, ["tasks", "resume", "method"], context),
    ...checkMember(resume.field, ["tasks", "resume", "field"], index),
    ...(snapshot === undefined
      ? []
      : [
          ...checkKey(snapshot.method, ["tasks", "snapshot", "method"], context),
          ...checkMember(snapshot.field, ["tasks", "snapshot", "field"], index),
          ...checkEvent(snapshot.event, ["tasks", "snapshot", "event"]),
        ]),
  ];
}

function checkKey(key: string, path: KeyPath, { profile }: Context): readonly ProfileFinding[] {
  const { methods } = profile.service;
  return Object.hasOwn(methods, key)
    ? []
    : [contradiction(path, `one of the methods ${Object.keys(methods).join(", ")}`)];
}

function checkMember(member: string, path: KeyPath, index: SchemaIndex): readonly ProfileFinding[] {
  return index.property(member) === undefined ? [contradiction(path, "a property of the schema")] : [];
}

/** That a property is there and has a keyword: a constant for the name of a method, say. */
function checkProperty(
  member: string,
  keyword: "const" | "default",
  { path, index }: { readonly path: KeyPath; readonly index: SchemaIndex },
): readonly ProfileFinding[] {
  const [, property = ""] = member.split(".");
  return index.property(member)?.[keyword] === undefined
    ? [contradiction(path, `a definition of the schema whose property "${property}" has a "${keyword}"`)]
    : [];
}

/** That every property is there, and belongs to what the one before it holds. */
function checkPath(
  members: readonly string[],
  {
    path,
    from,
    index,
  }: { readonly path: KeyPath; readonly from: string | undefined; readonly index: SchemaIndex },
): readonly ProfileFinding[] {
  let owner = from;
  return members.flatMap((member, i): readonly ProfileFinding[] => {
    const wanted = owner;
    const node = index.property(member);
    owner = referenceOf(node);
    if (node === undefined) return [contradiction([...path, i], "a property of the schema")];
    if ((i > 0 || wanted !== undefined) && definitionOf(member) !== wanted) {
      return [
        contradiction(
          [...path, i],
          `a property of ${wanted ?? "nothing, since the one before holds no definition"}`,
        ),
      ];
    }
    return [];
  });
}

function definitionOf(member: string): string {
  return member.slice(0, member.indexOf("."));
}

function checkPush({ push, contentTypes, tasks }: SchemaProfile): readonly ProfileFinding[] {
  if (push === undefined) return [];
  return [
    ...(contentTypes.push === undefined
      ? [contradiction(["push", "tokenHeader"], "contentTypes.push beside it")]
      : []),
    ...(push.payload === "task" && tasks?.snapshot === undefined
      ? [contradiction(["push", "payload"], '"event", since there is no tasks.snapshot')]
      : []),
  ];
}
