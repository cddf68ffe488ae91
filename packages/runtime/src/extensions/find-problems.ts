import type { Issue } from "../core/issue.ts";
import { isObject, own } from "../core/object.ts";
import { formatPath } from "../core/problems.ts";
import { isDecodeError } from "../service/request-error.ts";
import type { ExtensionInit, FieldNarrowing, HolderField, Narrowing } from "./extension.ts";
import type { MetadataAccess } from "./metadata-access.ts";

type Place = readonly (string | number | { readonly key: string })[];

/**
 * Finds what is wrong with the data of an extension in a request, and what its narrowing does not allow. In
 * requests of another version than that of its proto the data is at the same places; the narrowing is of
 * fields that may be others there, and does not apply.
 */
export function createProblemFinder<Data, Params>(
  init: ExtensionInit<Data, Params>,
  access: MetadataAccess<Data>,
): (typeName: string, request: unknown) => readonly Issue[] {
  const { holders = {}, narrows = [], placements = [], uri, data } = init;
  return (typeName, request) => {
    const issues: Issue[] = [];
    const known = knownName(typeName, init);
    const isOwn = known === typeName;
    visit({ typeName: known, value: request, place: [] });
    return issues;

    function visit({ typeName, value, place }: Visit): void {
      if (!isObject(value)) return;
      if (data !== undefined && placements.some((one) => one.typeName === typeName)) checkData(value, place);
      for (const narrowing of narrows)
        if (isOwn && narrowing.typeName === typeName) checkNarrowing(narrowing, value, place);
      for (const held of holdersOf(typeName)) {
        for (const inner of valuesIn(own(value, held.field), held, place)) {
          visit({ typeName: held.typeName, ...inner });
        }
      }
    }

    function checkData(value: object, place: Place): void {
      try {
        access.get(value, place);
      } catch (error) {
        if (!isDecodeError(error)) throw error;
        issues.push(...error.issues);
      }
    }

    function checkNarrowing(
      { carriesData = false, fields = [] }: Narrowing,
      value: Visit["value"],
      place: Place,
    ): void {
      const report = (at: Place, code: Issue["code"], message: string): void => {
        const path = [...place, ...at];
        const segments = path.map((step) => (typeof step === "object" ? step.key : step));
        issues.push({ code, path: formatPath(path), segments, message: `${message} (${uri})` });
      };
      if (carriesData && !access.has(value as object)) {
        report([], "required", "expected the data of the extension in its metadata");
      }
      for (const rule of fields)
        for (const [code, at, message] of problemsOf(rule, value as object)) report(at, code, message);
    }
  };

  function holdersOf(typeName: string): readonly HolderField[] {
    return Object.hasOwn(holders, typeName) ? (holders[typeName] ?? []) : [];
  }
}

/** The type of the same name in the version of the extension's proto. */
export function knownName(
  typeName: string,
  { holders = {}, placements = [] }: Pick<ExtensionInit<unknown, unknown>, "holders" | "placements">,
): string {
  const known = [...Object.keys(holders), ...placements.map((placement) => placement.typeName)];
  if (known.includes(typeName)) return typeName;
  const name = lastName(typeName);
  return known.find((other) => lastName(other) === name) ?? typeName;
}

function lastName(typeName: string): string {
  return typeName.slice(typeName.lastIndexOf(".") + 1);
}

interface Visit {
  readonly typeName: string;
  readonly value: unknown;
  readonly place: Place;
}

type Problem = readonly [code: Issue["code"], at: Place, message: string];

function problemsOf(rule: FieldNarrowing, object: object): readonly Problem[] {
  const { field, required, values = [], members = [], minItems = 0, maxItems = Infinity } = rule;
  const value = own(object, field) ?? undefined;
  if (value === undefined) return required === true ? [["required", [field], "required"]] : [];
  const problems: Problem[] = [];
  if (Array.isArray(value) && value.length < minItems) {
    problems.push([
      value.length === 0 ? "empty" : "range",
      [field],
      `expected at least ${minItems}, found ${value.length}`,
    ]);
  }
  if (Array.isArray(value) && value.length > maxItems) {
    problems.push(["range", [field], `expected at most ${maxItems}, found ${value.length}`]);
  }
  for (const { value: one, place } of valuesIn(value, { field, map: rule.map === true }, [])) {
    if (values.length > 0 && !values.includes(one as string)) {
      problems.push(["enum", place, `expected ${values.join(" or ")}, found ${JSON.stringify(one)}`]);
    }
    if (members.length > 0 && isObject(one) && !members.some((member) => own(one, member) !== undefined)) {
      problems.push(["oneof-none", place, `expected ${members.join(" or ")}`]);
    }
  }
  return problems;
}

/** The value of a field, or each of its values. */
function valuesIn(
  value: unknown,
  { field, map = false }: Pick<HolderField, "field" | "map">,
  place: Place,
): readonly Omit<Visit, "typeName">[] {
  if (Array.isArray(value))
    return value.map((one: unknown, index) => ({ value: one, place: [...place, field, index] }));
  if (!map || !isObject(value)) return [{ value, place: [...place, field] }];
  return Object.entries(value).map(([key, one]) => ({ value: one, place: [...place, field, { key }] }));
}
