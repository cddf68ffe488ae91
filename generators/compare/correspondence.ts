import { indexModel, type ModelIndex, type TypeModel, typesOf } from "../model/index-model.ts";
import type { FileModel, MethodModel, Model, ServiceModel } from "../model/model.ts";
import type { TranslationPlan } from "../translate/plan.ts";

/** One of two models, with what is compared in it. */
export interface Side {
  readonly model: Model;
  readonly index: ModelIndex;
  readonly files: readonly FileModel[];
  readonly types: ReadonlyMap<string, TypeModel>;
  readonly services: ReadonlyMap<string, ServiceModel>;
  /** By full name: that of the service, a dot, and its own. */
  readonly methods: ReadonlyMap<string, MethodModel>;
}

export type Names = ReadonlyMap<string, string>;

/** Which type, service, method or package of one model is which of the other one. */
export interface Correspondence {
  readonly older: Side;
  readonly newer: Side;
  readonly toOlder: Names;
  readonly toNewer: Names;
  readonly plan: TranslationPlan | undefined;
}

/** Relates two models: by full names, by the translators' plan, and across packages by names in the code. */
export function correspond(before: Model, after: Model, plan: TranslationPlan | undefined): Correspondence {
  const [older, newer] = [readSide(before), readSide(after)];
  const toOlder = new Map<string, string>();
  const toNewer = new Map<string, string>();
  const relate = (old: string | undefined, now: string | undefined): void => {
    if (old === undefined || now === undefined) return;
    if (!toOlder.has(now)) toOlder.set(now, old);
    if (!toNewer.has(old)) toNewer.set(old, now);
  };
  for (const part of ["types", "services", "methods"] as const) {
    for (const name of newer[part].keys()) if (older[part].has(name)) relate(name, name);
  }
  for (const { package: name } of newer.files) {
    if (older.files.some((file) => file.package === name)) relate(name, name);
  }
  for (const [from, to] of movedPackages({ older, newer }, plan)) {
    relate(from, to);
    const old = within(older, from);
    const now = within(newer, to);
    relateTypes({ old: old.types, now: now.types, plan, relate });
    for (const [at, service] of now.services.entries()) {
      const same = old.services.find(({ identifier }) => identifier === service.identifier);
      relate((same ?? old.services[at])?.typeName, service.typeName);
    }
    const member = (methods: readonly (readonly [string, MethodModel])[], name: string): string | undefined =>
      methods.find(([, method]) => method.member === name)?.[0];
    for (const method of plan?.methods ?? []) {
      relate(member(old.methods, method.older), member(now.methods, method.newer));
    }
    for (const [name, method] of now.methods) relate(member(old.methods, method.member), name);
  }
  return { older, newer, toOlder, toNewer, plan };
}

interface RelateTypes {
  readonly old: readonly TypeModel[];
  readonly now: readonly TypeModel[];
  readonly plan: TranslationPlan | undefined;
  readonly relate: (old: string | undefined, now: string | undefined) => void;
}

/** By the plan, first where names agree; types that it does not know by their names. */
function relateTypes({ old, now, plan, relate }: RelateTypes): void {
  const typeOf = (types: readonly TypeModel[], name: string): TypeModel | undefined =>
    types.find(({ identifier }) => identifier === name);
  const pairs = [
    ...(plan?.pairs ?? []).map((pair) => [pair.older.name, pair.newer.name] as const),
    ...(plan?.choices ?? []).map((choice) => [choice.older.name, choice.newer.name] as const),
  ];
  const planned = [
    ...pairs.filter(([older, newer]) => older === newer),
    ...pairs.filter(([older, newer]) => older !== newer),
  ];
  for (const [older, newer] of planned) relate(typeOf(old, older)?.typeName, typeOf(now, newer)?.typeName);
  for (const type of now) {
    const same = typeOf(old, type.identifier);
    const isPlanned = pairs.some(([older, newer]) => older === same?.identifier || newer === type.identifier);
    if (same !== undefined && !isPlanned) relate(same.typeName, type.typeName);
  }
}

/** Packages that are one and the same under two names. */
function movedPackages(
  { older, newer }: Pick<Correspondence, "older" | "newer">,
  plan: TranslationPlan | undefined,
): readonly (readonly [older: string, newer: string])[] {
  if (plan !== undefined) return [[plan.older.namespace, plan.newer.namespace]];
  const only = (side: Side, other: Side): readonly string[] => {
    const known = new Set(other.files.map((file) => file.package));
    return [...new Set(side.files.map((file) => file.package))].filter((name) => !known.has(name));
  };
  const [gone, come] = [only(older, newer), only(newer, older)];
  const [from] = gone;
  const [to] = come;
  return gone.length === 1 && come.length === 1 && from !== undefined && to !== undefined ? [[from, to]] : [];
}

function readSide(model: Model): Side {
  const files = model.files.filter(({ requested }) => requested);
  const services = files.flatMap((file) => file.services);
  return {
    model,
    index: indexModel(model),
    files,
    types: new Map(files.flatMap(typesOf).map((type) => [type.typeName, type])),
    services: new Map(services.map((service) => [service.typeName, service])),
    methods: new Map(
      services.flatMap(({ typeName, methods }) =>
        methods.map((method) => [`${typeName}.${method.name}`, method] as const),
      ),
    ),
  };
}

function within(side: Side, name: string) {
  const files = side.files.filter((file) => file.package === name);
  const services = files.flatMap((file) => file.services);
  return {
    types: files.flatMap(typesOf),
    services,
    methods: services.flatMap(({ typeName, methods }) =>
      methods.map((method) => [`${typeName}.${method.name}`, method] as const),
    ),
  };
}
