import type { ChoicePlan, Relation } from "./plan.ts";
import type { PlanContext } from "./plan-context.ts";
import type { Shape } from "./version.ts";

/** How two shapes become each other; undefined, with a problem noted, when they cannot. */
export function relate(
  older: Shape,
  newer: Shape,
  { place, context }: { readonly place: string; readonly context: PlanContext },
): Relation | undefined {
  const same: Relation = { kind: "same" };
  if (older.kind === "type" || newer.kind === "type") {
    const pair = context.pairOf({ name: nameOf(older), shape: older }, { name: nameOf(newer), shape: newer });
    return { kind: "pair", pair };
  }
  if (older.kind === "text" && newer.kind === "text") {
    if (older.form === newer.form) return same;
    if (older.form === "plain" && newer.form === "base64") return { kind: "base64" };
    if (older.form === "plain" && newer.form === "timestamp") return { kind: "timestamp" };
    if (older.form === "int64" && newer.form === "timestamp") return { kind: "milliseconds" };
  }
  if (older.kind === "choice" && newer.kind === "choice") return relateChoices(older, newer, context);
  if (older.kind === "integer" && newer.kind === "integer") return { kind: "integer", older, newer };
  if (older.kind === "list" && newer.kind === "list") {
    const element = relate(older.element, newer.element, { place, context });
    if (element === undefined) return undefined;
    return isPlain(element) && older.filled === newer.filled ? same : { kind: "list", element };
  }
  if (older.kind === "map" && newer.kind === "map") {
    const value = relate(older.value, newer.value, { place, context });
    if (value === undefined) return undefined;
    return isPlain(value) ? same : { kind: "map", value };
  }
  if (older.kind === "list" && newer.kind === "text" && older.element.kind === "text")
    return { kind: "first" };
  if (older.kind === "null" && newer.kind === "empty") return { kind: "nothing" };
  if (older.kind === "empty" && newer.kind === "empty") return { kind: "nothing" };
  if (
    older.kind === newer.kind &&
    (older.kind === "boolean" || older.kind === "object" || older.kind === "value")
  ) {
    return same;
  }
  if (older.kind === "object" && newer.kind === "value") return same;
  context.problems.push({
    path: ["types"],
    expected: `shapes that can become each other for ${place}`,
    found: `${describe(older)} in ${context.older.title} and ${describe(newer)} in ${context.newer.title}`,
  });
  return undefined;
}

/** Whether values can be shared by both versions. */
export function isPlain(relation: Relation): boolean {
  return relation.kind === "same";
}

function nameOf(shape: Shape): string {
  return shape.kind === "type" ? shape.name : "";
}

function describe(shape: Shape): string {
  if (shape.kind === "text") return shape.form === "plain" ? "text" : `text (${shape.form})`;
  if (shape.kind === "list") return `a list of ${describe(shape.element)}`;
  if (shape.kind === "map") return `a map of ${describe(shape.value)}`;
  return shape.kind === "type" ? shape.name : shape.kind;
}

type Choice = ChoicePlan["older"];

function relateChoices(older: Choice, newer: Choice, context: PlanContext): Relation {
  const texts = ({ values }: Choice): string =>
    values
      .map(({ json }) => json)
      .toSorted()
      .join();
  if (texts(older) === texts(newer)) {
    // Names with a point are those of fields: unknown names of enum values stay as they are.
    if (!newer.name.includes(".")) return { kind: "same" };
    return { kind: "known", values: newer.values.map(({ json }) => json) };
  }
  const key = newer.name;
  const known = context.choices.get(key);
  if (known !== undefined) return { kind: "choice", choice: known };
  const rules = context.manifest.choices ?? [];
  const index = rules.findIndex((rule) => rule.newer === newer.name && rule.older === older.name);
  const standIns = { older: rules[index]?.standIns.older ?? {}, newer: rules[index]?.standIns.newer ?? {} };
  const pairs = older.values.flatMap((value) => {
    const renamed = newer.values.find(({ json }) =>
      context.isRenamed("enumValue", `${newer.name}.${value.json}`, `${newer.name}.${json}`),
    );
    const found = renamed ?? newer.values.find(({ plain }) => plain === value.plain);
    return found === undefined ? [] : [[value.json, found.json] as const];
  });
  const choice: ChoicePlan = { key, older, newer, pairs, standIns };
  for (const [side, shape, at] of [
    ["older", older, 0],
    ["newer", newer, 1],
  ] as const) {
    for (const { json } of shape.values) {
      if (pairs.some((pair) => pair[at] === json) || Object.hasOwn(standIns[side], json)) continue;
      context.problems.push({
        path: index < 0 ? [] : ["choices", index],
        expected: `a value of the same name, a renamed one in the list of earlier names, or a stand-in for ${JSON.stringify(json)} of ${shape.name} in ${context[side].title}`,
        found: "none",
      });
    }
    const other = side === "older" ? newer : older;
    for (const [value, { value: standIn }] of Object.entries(standIns[side])) {
      const path = ["choices", index, "standIns", side, value];
      if (!shape.values.some(({ json }) => json === value)) {
        context.problems.push({
          path,
          expected: `a value of ${shape.name} in ${context[side].title}`,
          found: JSON.stringify(value),
        });
      }
      if (!other.values.some(({ json }) => json === standIn)) {
        const expected = `a value of ${other.name} in the other version`;
        context.problems.push({ path: [...path, "value"], expected, found: JSON.stringify(standIn) });
      }
    }
  }
  context.choices.set(key, choice);
  return { kind: "choice", choice };
}
