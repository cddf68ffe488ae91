import { defined } from "../../runtime/core/object.ts";
import type { EnumModel, EnumValueModel } from "../model/model.ts";
import { at, type CompareContext } from "./context.ts";
import { effects } from "./effects.ts";

export function compareEnums(before: EnumModel, after: EnumModel, context: CompareContext): void {
  const reach = context.reachOf(after.typeName);
  const { crossings } = context;
  if (context.hasBinary && before.closed !== after.closed) {
    at(
      { subject: "enum", older: before.typeName, newer: after.typeName, place: before.typeName },
      reach,
      context,
    ).major(
      after.closed
        ? {
            kind: "closed",
            reason: "is closed now: unknown numbers are refused",
            effects: effects.narrower,
          }
        : {
            kind: "closed",
            reason: "is open now: numbers may be unknown",
            effects: { ...effects.wider, reader: true },
          },
    );
  }
  const taken = new Set<EnumValueModel>();
  for (const value of after.values) {
    const was = olderValue(value, { before, after, context });
    if (was !== undefined) taken.add(was);
  }
  for (const value of before.values) {
    if (taken.has(value)) continue;
    const place = `${before.typeName}.${value.name}`;
    at(
      defined({
        subject: "value",
        older: place,
        place,
        announced: value.deprecated,
        crossing: value.unspecified ? undefined : crossings?.value("older", before.identifier, value.json),
      }),
      reach,
      context,
    ).major({
      kind: "removed",
      reason: `is gone: ${value.json} in JSON and ${value.key} in TypeScript are unknown now`,
      effects: effects.removedValue,
      before: value.json,
    });
  }
  for (const value of after.values) {
    const place = `${after.typeName}.${value.name}`;
    const was = olderValue(value, { before, after, context });
    if (was !== undefined) {
      compareValue(was, value, { before, after, context });
      continue;
    }
    at(
      defined({
        subject: "value",
        newer: place,
        place,
        crossing: value.unspecified ? undefined : crossings?.value("newer", after.identifier, value.json),
      }),
      reach,
      context,
    ).minor({
      kind: "added",
      reason: "is new",
      effects: value.unspecified ? effects.none : effects.addedValue,
      after: value.json,
    });
  }
}

interface Enums {
  readonly before: EnumModel;
  readonly after: EnumModel;
  readonly context: CompareContext;
}

/** The value of the older enum that a value of the newer one is. */
function olderValue(value: EnumValueModel, { before, after, context }: Enums): EnumValueModel | undefined {
  const named = before.values.find(({ name }) => name === value.name);
  if (named !== undefined || value.unspecified) return named;
  const json = context.crossings?.olderValue(after.identifier, value.json);
  const planned = before.values.find((one) => one.json === json);
  if (planned !== undefined || before.typeName === after.typeName) return planned;
  return before.values.find(({ key }) => key === value.key);
}

function compareValue(value: EnumValueModel, now: EnumValueModel, { before, after, context }: Enums): void {
  const place = `${before.typeName}.${value.name}`;
  const changes = at(
    defined({
      subject: "value",
      older: place,
      newer: `${after.typeName}.${now.name}`,
      place,
      crossing: context.crossings?.value("newer", after.identifier, now.json),
    }),
    context.reachOf(after.typeName),
    context,
  );
  if (context.hasBinary && value.name !== now.name) {
    changes.major({
      kind: "name",
      reason: `is named ${now.name} now`,
      effects: effects.none,
      before: value.name,
      after: now.name,
    });
  }
  if (context.hasBinary) {
    changes.same("the number", [value.number, now.number], {
      kind: "number",
      reason: "the binary form of one is not read by the other",
      effects: effects.binary,
    });
  }
  if (!(value.unspecified && now.unspecified)) {
    changes.same("the spelling in JSON", [value.json, now.json], {
      kind: "json",
      reason: "JSON of one is not read by the other",
      effects: effects.json,
    });
  }
  changes.same("the key in TypeScript", [value.key, now.key], {
    kind: "typescript",
    reason: "code that names it does not compile",
    effects: effects.code,
  });
  if (value.alias !== now.alias) {
    changes.major({ kind: "alias", reason: aliasReason(now), effects: effects.json });
  }
  if (now.deprecated && !value.deprecated) {
    changes.minor({ kind: "deprecated", reason: "is deprecated", effects: effects.none });
  }
}

function aliasReason({ alias, number }: EnumValueModel): string {
  return alias
    ? `is a second name of ${number} now: JSON is written with the other`
    : `is the first name of ${number} now: JSON is written with it`;
}
