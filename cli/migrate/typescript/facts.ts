import type { LegacyManifest } from "../../../generators/source/profile/legacy-manifest.ts";
import type {
  CasePlan,
  InterfacesPlan,
  PairPlan,
  TranslationPlan,
} from "../../../generators/translate/plan.ts";
import { createRenamings } from "../../../generators/translate/plan-context.ts";
import type { FieldChange, TypeChange } from "./changes.ts";
import { answerNames, eventNames, isEnvelope, securitySchemeNames, type Wrapper } from "./legacy-model.ts";
import { fieldCases, findInterfaces, readFieldChange, readTypeChanges, typeNameOf } from "./read-changes.ts";

/** Facts about the target, all from the plan of the translators. */
export interface MigrationFacts {
  readonly packageName: string;
  readonly title: string;
  readonly protocolVersion: string;
  readonly card: string;
  readonly interfaces: InterfacesPlan | undefined;
  /** The translator of a type, as code names it: `a2a03ToA2a10Types.Task`. */
  translatorOf(typeName: string): string | undefined;
  /** Undefined for a type that became several types or none. */
  typeChange(definition: string): TypeChange | undefined;
  fieldChange(definition: string, field: string): FieldChange;
  /** The enum that has exactly these values in 0.3. */
  enumOf(values: readonly string[]): string | undefined;
  /** The enum that has these values and perhaps more. */
  enumWith(values: readonly string[]): string | undefined;
  hasEnumValue(enumName: string, value: string): boolean;
  /** Undefined for a value without a counterpart. */
  enumValue(enumName: string, value: string): string | undefined;
  method(name: string): string | undefined;
  /** The new name of a header or of a path of the server. */
  wireName(name: string): string | undefined;
  /** The members of a part that may be set for a `kind`. */
  partMembers(kind: string): readonly string[] | undefined;
  /** True for a type that could have several of its fields and has exactly one of them now. */
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
  const fieldChanges = new Map<string, FieldChange>();
  const typeChanges = new Map<string, readonly TypeChange[]>();
  const wrappers: Readonly<Record<Wrapper, PairPlan | undefined>> = {
    answer: findUnion(plan, answerNames),
    event: findUnion(plan, eventNames),
    securityScheme: findUnion(plan, securitySchemeNames),
  };
  const choiceOf = (enumName: string) => plan.choices.find((choice) => choice.newer.name === enumName);
  return {
    packageName: newer.module,
    title: newer.title,
    protocolVersion: newer.protocolVersion,
    card: older.card,
    interfaces: findInterfaces(plan),
    translatorOf(typeName) {
      const pair = plan.pairs.find(
        (one) => typeNameOf(one.newer) === typeName || typeNameOf(one.older) === typeName,
      );
      return pair === undefined ? undefined : `${plan.name}Types.${pair.key}`;
    },
    typeChange(definition) {
      const known = typeChanges.get(definition);
      const changes = known ?? (isEnvelope(definition) ? [] : readTypeChanges(plan, definition));
      typeChanges.set(definition, changes);
      return changes.length === 1 ? changes[0] : undefined;
    },
    fieldChange(definition, field) {
      const key = `${definition}.${field}`;
      const change = fieldChanges.get(key) ?? readFieldChange(plan, definition, field);
      fieldChanges.set(key, change);
      return change;
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
      for (const { older: side, newer: target } of unions.flatMap(fieldCases)) {
        const isKind = side.tests.some((test) => test.kind === "constant" && test.value === kind);
        const member = target.tests[0]?.path[0];
        if (isKind && member !== undefined) members.add(member);
      }
      return members.size === 0 ? undefined : [...members];
    },
    hasOneOf: (definition) =>
      plan.pairs
        .filter(({ older: { shape } }) => shape.kind === "type" && shape.name === definition)
        .flatMap(fieldCases)
        .some((one) => one.older.tests.some((test) => test.kind === "set" && test.isOpen === true)),
    wrapperType: (wrapper) => wrappers[wrapper]?.newer.name ?? "",
    memberFor: (definition) =>
      [wrappers.event, wrappers.securityScheme]
        .flatMap(armCases)
        .find(({ pair }) => typeNameOf(pair.older) === definition)?.member,
  };
}

/** The pair of a union of exactly these types. */
function findUnion(plan: TranslationPlan, names: readonly string[]): PairPlan | undefined {
  return plan.pairs.find((union) => {
    const arms = armCases(union).map(({ pair }) => typeNameOf(pair.older));
    return arms.length === names.length && names.every((name) => arms.includes(name));
  });
}

function armCases(pair: PairPlan | undefined): readonly Extract<CasePlan, { kind: "arm" }>[] {
  return pair?.body.kind === "cases" ? pair.body.cases.filter((one) => one.kind === "arm") : [];
}
