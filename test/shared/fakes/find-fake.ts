import * as a2a03 from "@a2agen/a2a-0.3/fakes";
import * as a2a10 from "@a2agen/a2a-1.0/fakes";
import * as draft from "@a2agen/a2a-1.0-draft/fakes";
import { arbitraryOf } from "@a2agen/runtime/arbitraries";
import { type Fake, fakeOf } from "@a2agen/runtime/fakes";
import type fc from "fast-check";

/** The fakes of generated modules, by the full names of their types. */
export function listFakes(...modules: readonly object[]): ReadonlyMap<string, Fake<unknown>> {
  const fakes = modules.flatMap((module) => Object.values(module) as readonly Fake<unknown>[]);
  return new Map(fakes.map((fake) => [fake.typeName, fake]));
}

const tables = [a2a03.fakeTask, draft.fakeTask, a2a10.fakeTask].map(({ types }) => types);

/** The fake of a type of the versions, also of an enum, by its full name. */
export function findFake(typeName: string): Fake<unknown> {
  const types = tables.find((table) => Object.hasOwn(table, typeName));
  if (types === undefined) throw new Error(`${typeName}: no version has it`);
  return fakeOf(types, typeName);
}

export function valuesOf(typeName: string): fc.Arbitrary<unknown> {
  return arbitraryOf(findFake(typeName));
}
