import type { LegacyManifest } from "../../generators/source/profile/legacy-manifest.ts";
import type { InterfacesPlan, PairPlan, TranslationPlan } from "../../generators/translate/plan.ts";
import { createRenamings } from "../../generators/translate/plan-context.ts";
import type { Fate, TypeFate } from "./fate.ts";
import { answerNames, eventNames, isEnvelope, securitySchemeNames } from "./legacy-schema.ts";
import { interfacesOf, readFates, readTypeFates, typeNameOf } from "./read-fates.ts";

/** A union of 0.3 whose arms are members of an object now, one of which is set. */
export type Wrapper = "answer" | "event" | "securityScheme";

/** What migrations know of the target, all of it from the plan of the translators. */
export interface MigrationFacts {
  readonly packageName: string;
  readonly title: string;
  readonly protocolVersion: string;
  readonly card: string;
  readonly interfaces: InterfacesPlan | undefined;
  /** The translators of values, as people write them: `a2a03ToA2a10Types.Task`; undefined for what has none. */
  translatorOf(typeName: string): string | undefined;
  typeFate(definition: string): TypeFate | undefined;
  /** All types that a type of 0.3 became. */
  typeNames(definition: string): readonly string[];
  fate(definition: string, field: string): Fate;
  /** The name of an enum, all values of which in 0.3 these are. */
  enumOf(values: readonly string[]): string | undefined;
  /** The name of the enum of which these are some values. */
  enumWith(values: readonly string[]): string | undefined;
  hasEnumValue(enumName: string, value: string): boolean;
  /** Undefined for a value that there is none for. */
  enumValue(enumName: string, value: string): string | undefined;
  method(name: string): string | undefined;
  /** What a header or a path of the server is called now. */
  wireName(name: string): string | undefined;
  /** The members of a part that may be set for a `kind`. */
  partMembers(kind: string): readonly string[] | undefined;
  /** Whether a type that could have several of its fields has one of them now. */
  hasOneOf(definition: string): boolean;
  /** The type that has the members. */
  wrapperType(wrapper: Wrapper): string;
  /** The member for a type: `statusUpdate` for TaskStatusUpdateEvent. */
  memberFor(definition: string): string | undefined;
}

/** Reads what a plan says; `legacy` has the names of headers and paths. */
export function readFacts(plan: TranslationPlan, legacy: LegacyManifest): MigrationFacts {
  const { older, newer } = plan;
  const isRenamed = createRenamings(legacy, newer);
  const fates = new Map<string, Fate>();
  const typeFates = new Map<string, readonly TypeFate[]>();
  const wrappers: Readonly<Record<Wrapper, PairPlan | undefined>> = {
    answer: findUnion(plan, answerNames),
    event: findUnion(plan, eventNames),
    securityScheme: findUnion(plan, securitySchemeNames),
  };
  const typesOf = (definition: string): readonly TypeFate[] => {
    const known = typeFates.get(definition);
    if (known !== undefined) return known;
    const found = isEnvelope(definition) ? [] : readTypeFates(plan, definition);
    typeFates.set(definition, found);
    return found;
  };
  const choiceOf = (enumName: string) => plan.choices.find((choice) => choice.newer.name === enumName);
  return {
    packageName: newer.module,
    title: newer.title,
    protocolVersion: newer.protocolVersion,
    card: older.card,
    interfaces: interfacesOf(plan),
    translatorOf(typeName) {
      const pair = plan.pairs.find(
        (one) => typeNameOf(one.newer) === typeName || typeNameOf(one.older) === typeName,
      );
      return pair === undefined ? undefined : `${plan.name}Types.${pair.key}`;
    },
    typeFate(definition) {
      const [only, ...more] = typesOf(definition);
      return more.length === 0 ? only : undefined;
    },
    typeNames: (definition) => typesOf(definition).map(({ name }) => name),
    fate(definition, field) {
      const key = `${definition}.${field}`;
      let fate = fates.get(key);
      if (fate === undefined) {
        const [first, ...more] = readFates(plan, definition, field);
        fate = first !== undefined && more.length === 0 ? first : { kind: "same" };
        fates.set(key, fate);
      }
      return fate;
    },
    enumOf: (values) =>
      plan.choices.find(
        (choice) =>
          choice.older.values.length === values.length &&
          choice.older.values.every(({ json }) => values.includes(json)),
      )?.newer.name,
    enumWith: (values) =>
      plan.choices.find(({ older: { values: all } }) =>
        values.every((value) => all.some(({ json }) => json === value)),
      )?.newer.name,
    hasEnumValue: (enumName, value) =>
      choiceOf(enumName)?.older.values.some(({ json }) => json === value) === true,
    enumValue: (enumName, value) => choiceOf(enumName)?.pairs.find(([from]) => from === value)?.[1],
    method(name) {
      const key = older.methods.find((method) => method.name === name)?.key;
      const pair = plan.methods.find((method) => method.older === key);
      return newer.methods.find((method) => method.key === pair?.newer)?.name;
    },
    wireName: (name) =>
      legacy.names.find(
        (entry) =>
          entry.legacy === name &&
          (entry.kind === "header" || entry.kind === "wellKnownPath") &&
          isRenamed(entry.kind, name, entry.current),
      )?.current,
    partMembers(kind) {
      const members = new Set<string>();
      const unions = plan.pairs.filter(({ older: { name } }) => older.types.get(name)?.kind === "union");
      for (const { body } of unions) {
        for (const one of body.kind === "cases" ? body.cases : []) {
          if (one.kind !== "fields") continue;
          const isKind = one.older.tests.some((test) => test.kind === "constant" && test.value === kind);
          const member = one.newer.tests[0]?.path[0];
          if (isKind && member !== undefined) members.add(member);
        }
      }
      return members.size === 0 ? undefined : [...members];
    },
    hasOneOf: (definition) =>
      plan.pairs.some(
        ({ older: { shape }, body }) =>
          shape.kind === "type" &&
          shape.name === definition &&
          body.kind === "cases" &&
          body.cases.some(
            (one) =>
              one.kind === "fields" &&
              one.older.tests.some((test) => test.kind === "set" && test.isOpen === true),
          ),
      ),
    wrapperType: (wrapper) => wrappers[wrapper]?.newer.name ?? "",
    memberFor(definition) {
      for (const pair of [wrappers.event, wrappers.securityScheme]) {
        for (const one of pair?.body.kind === "cases" ? pair.body.cases : [])
          if (one.kind === "arm" && typeNameOf(one.pair.older) === definition) return one.member;
      }
      return undefined;
    },
  };
}

/** The pair of a union of exactly these types. */
function findUnion(plan: TranslationPlan, names: readonly string[]): PairPlan | undefined {
  return plan.pairs.find(({ body }) => {
    const arms =
      body.kind === "cases"
        ? body.cases.flatMap((one) => (one.kind === "arm" ? [typeNameOf(one.pair.older)] : []))
        : [];
    return arms.length === names.length && names.every((name) => arms.includes(name));
  });
}

/** Which wrapper a union of these types is, or one type that belongs to a wrapper of that kind. */
export function wrapperOf(names: readonly string[]): Wrapper | undefined {
  if (names.length === 0) return undefined;
  if (names.every((name) => answerNames.includes(name))) return "answer";
  if (names.every((name) => eventNames.includes(name))) return "event";
  return names.every((name) => securitySchemeNames.includes(name)) ? "securityScheme" : undefined;
}
