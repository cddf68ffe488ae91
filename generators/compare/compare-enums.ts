import { defined } from "@a2agen/runtime/internal";
import type { EnumModel, EnumValueModel } from "../model/model.ts";
import { at, type CompareContext } from "./context.ts";
import { differences } from "./differences.ts";
import { effects } from "./effects.ts";

export function compareEnums(before: EnumModel, after: EnumModel, context: CompareContext): void {
  const reach = context.reachOf(after.typeName);
  const { crossings } = context;
  if (context.hasBinary && before.closed !== after.closed) {
    at(
      { subject: "enum", older: before.typeName, newer: after.typeName, place: before.typeName },
      reach,
      context,
    ).add(after.closed ? differences.enum.closed : differences.enum.open);
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
    ).add(differences.enumValue.removed(value.json, value.key), { before: value.json });
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
    ).add(differences.enumValue.added(value.unspecified ? effects.none : effects.addedValue), {
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
    changes.add(differences.enumValue.renamed(now.name), { before: value.name, after: now.name });
  }
  const { number, json, typescript, first, second, deprecated } = differences.enumValue;
  if (context.hasBinary) changes.compare(number, value.number, now.number);
  if (!(value.unspecified && now.unspecified)) changes.compare(json, value.json, now.json);
  changes.compare(typescript, value.key, now.key);
  if (value.alias !== now.alias) changes.add(now.alias ? second(now.number) : first(now.number));
  if (now.deprecated && !value.deprecated) changes.add(deprecated);
}
