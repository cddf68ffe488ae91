import { builtinLegacy } from "@a2agen/generators/source/profile/builtin-legacy.ts";
import type { CasePlan, ChoicePlan, PairPlan, TranslationPlan } from "@a2agen/generators/translate/plan.ts";
import { createRenamings } from "@a2agen/generators/translate/plan-context.ts";
import type { FieldChange, TypeChange } from "./changes.ts";
import { answerNames, eventNames, isEnvelope, securitySchemeNames, type Wrapper } from "./legacy-model.ts";
import { fieldCases, findInterfaces, readFieldChange, readTypeChanges, typeNameOf } from "./read-changes.ts";

/** Facts about the target, from the plan of the translators. */
export class MigrationFacts {
  readonly packageName: string;
  readonly title: string;
  readonly protocolVersion: string;
  /** The type of the agent card in 0.3. */
  readonly card: string;
  readonly interfaces: ReturnType<typeof findInterfaces>;
  readonly #plan: TranslationPlan;
  readonly #fieldChanges = new Map<string, FieldChange>();
  readonly #typeChanges = new Map<string, readonly TypeChange[]>();
  readonly #isRenamed: ReturnType<typeof createRenamings>;
  readonly #wrappers: Readonly<Record<Wrapper, PairPlan | undefined>>;

  constructor(plan: TranslationPlan) {
    this.packageName = plan.newer.module;
    this.title = plan.newer.title;
    this.protocolVersion = plan.newer.protocolVersion;
    this.card = plan.older.card;
    this.interfaces = findInterfaces(plan);
    this.#plan = plan;
    this.#isRenamed = createRenamings(builtinLegacy, plan.newer);
    this.#wrappers = {
      answer: findUnion(plan, answerNames),
      event: findUnion(plan, eventNames),
      securityScheme: findUnion(plan, securitySchemeNames),
    };
  }

  /** The translator of a type, as code names it: `a2a03ToA2a10Types.Task`. */
  translatorOf(typeName: string): string | undefined {
    const { name, pairs } = this.#plan;
    const pair = pairs.find((one) => [one.newer, one.older].map(typeNameOf).includes(typeName));
    return pair && `${name}Types.${pair.key}`;
  }

  /** Undefined for a type that became several types or none. */
  typeChange(definition: string): TypeChange | undefined {
    const known = this.#typeChanges.get(definition);
    const changes = known ?? (isEnvelope(definition) ? [] : readTypeChanges(this.#plan, definition));
    this.#typeChanges.set(definition, changes);
    return changes.length === 1 ? changes[0] : undefined;
  }

  fieldChange(definition: string, field: string): FieldChange {
    const key = `${definition}.${field}`;
    const change = this.#fieldChanges.get(key) ?? readFieldChange(this.#plan, definition, field);
    this.#fieldChanges.set(key, change);
    return change;
  }

  /** The enum that has exactly these values in 0.3. */
  enumOf(values: readonly string[]): string | undefined {
    return this.#plan.choices.find(
      (choice) => choice.older.values.length === values.length && hasValues(choice, values),
    )?.newer.name;
  }

  /** The enum that has these values in 0.3, and perhaps more. */
  enumWith(values: readonly string[]): string | undefined {
    return this.#plan.choices.find((choice) => hasValues(choice, values))?.newer.name;
  }

  hasEnumValue(enumName: string, value: string): boolean {
    return this.#plan.choices.some((choice) => choice.newer.name === enumName && hasValues(choice, [value]));
  }

  /** Undefined for a value without a counterpart. */
  enumValue(enumName: string, value: string): string | undefined {
    const choice = this.#plan.choices.find(({ newer }) => newer.name === enumName);
    return choice?.pairs.find(([from]) => from === value)?.[1];
  }

  method(name: string): string | undefined {
    const { older, newer, methods } = this.#plan;
    const key = older.methods.find((method) => method.name === name)?.key;
    const pair = methods.find((method) => method.older === key);
    return newer.methods.find((method) => method.key === pair?.newer)?.name;
  }

  /** The new name of a header or of a path of the server. */
  wireName(name: string): string | undefined {
    return builtinLegacy.names.find(
      ({ kind, legacy, current }) =>
        legacy === name &&
        (kind === "header" || kind === "wellKnownPath") &&
        this.#isRenamed(kind, name, current),
    )?.current;
  }

  /** The members of a part that may be set for a `kind`. */
  partMembers(kind: string): readonly string[] | undefined {
    const { pairs, older } = this.#plan;
    const unions = pairs.filter((pair) => older.types.get(pair.older.name)?.kind === "union");
    const members = unions
      .flatMap(fieldCases)
      .filter((one) => one.older.tests.some((test) => test.kind === "constant" && test.value === kind))
      .flatMap((one) => one.newer.tests[0]?.path[0] ?? []);
    return members.length === 0 ? undefined : [...new Set(members)];
  }

  /** True for a type that could have several of its fields and has exactly one of them now. */
  hasOneOf(definition: string): boolean {
    return this.#plan.pairs
      .filter(({ older: { shape } }) => shape.kind === "type" && shape.name === definition)
      .flatMap(fieldCases)
      .some((one) => one.older.tests.some((test) => test.kind === "set" && test.isOpen === true));
  }

  /** The type that has the members. */
  wrapperType(wrapper: Wrapper): string {
    return this.#wrappers[wrapper]?.newer.name ?? "";
  }

  /** The member for a type: `statusUpdate` for TaskStatusUpdateEvent. */
  memberFor(definition: string): string | undefined {
    return [this.#wrappers.event, this.#wrappers.securityScheme]
      .flatMap(armCases)
      .find(({ pair }) => typeNameOf(pair.older) === definition)?.member;
  }
}

function hasValues({ older }: ChoicePlan, values: readonly string[]): boolean {
  return values.every((value) => older.values.some(({ json }) => json === value));
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
