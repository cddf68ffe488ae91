import { isObject, own } from "@a2agen/runtime/internal";
import type { CoreTypes } from "./known-extension.ts";

/** A core object in an answer. */
export interface FoundObject {
  readonly typeName: string;
  readonly object: object;
  /** Names and indexes from the answer on. */
  readonly place: readonly (string | number)[];
  /** Of its task; undefined for what is in lists, which the task said before. */
  readonly coreState: string | undefined;
}

/** The core objects in an answer that the agent has written, from its top down. */
export function listObjects(core: CoreTypes, typeName: string, value: unknown): readonly FoundObject[] {
  const found: FoundObject[] = [];
  visit({ typeName, value, place: [], coreState: undefined });
  return found;

  function visit({ value: object, coreState: around, ...at }: Visit): void {
    // A history has what the client wrote.
    if (!isObject(object) || own(object, "role") === "ROLE_USER") return;
    const path = Object.hasOwn(core.coreStates, at.typeName) ? core.coreStates[at.typeName] : undefined;
    const told = path?.reduce<unknown>(
      (inner, name) => (isObject(inner) ? own(inner, name) : undefined),
      object,
    );
    const coreState = typeof told === "string" ? told : around;
    found.push({ ...at, object, coreState });
    for (const { name, typeName: inner } of core.fields.get(at.typeName) ?? []) {
      const held = own(object, name);
      const place = [...at.place, name];
      if (!Array.isArray(held)) visit({ typeName: inner, value: held, place, coreState });
      for (const [at, one] of (Array.isArray(held) ? (held as unknown[]) : []).entries()) {
        visit({ typeName: inner, value: one, place: [...place, at], coreState: undefined });
      }
    }
  }
}

interface Visit extends Omit<FoundObject, "object"> {
  readonly value: unknown;
}
