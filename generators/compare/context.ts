import { findHeldTypes } from "../model/held-types.ts";
import type { FieldModel, Presence } from "../model/model.ts";
import type { Change, Changes, Common, Reach } from "./change.ts";
import { changesOf } from "./change.ts";
import type { Correspondence, Side } from "./correspondence.ts";
import type { Crossings } from "./crossing.ts";

/** What the comparison of one part knows of the whole. */
export interface CompareContext extends Correspondence {
  readonly crossings: Crossings | undefined;
  readonly list: Change[];
  /** Whether both models have a wire form. */
  readonly hasBinary: boolean;
  /** By full name in either model. */
  reachOf(typeName: string): Reach;
}

export function at(common: Omit<Common, "reach">, reach: Reach, context: CompareContext): Changes {
  return changesOf({ ...common, reach }, context.list);
}

export function isRequired({ presence, rules }: FieldModel): boolean {
  return presence === "required" || rules.nonEmpty === true;
}

/** Presence as it can differ between two models: a JSON Schema does not tell the default from absence. */
export function presenceIn({ presence }: FieldModel, { hasBinary }: CompareContext): Presence {
  return hasBinary || presence === "required" ? presence : "implicit";
}

/** Which types are in requests, and which in answers. */
export function reachFrom(sides: readonly Side[]): (typeName: string) => Reach {
  const requests = new Set<string>();
  const answers = new Set<string>();
  for (const { services, index } of sides) {
    const held = (typeName: string): ReadonlySet<string> =>
      findHeldTypes(typeName.startsWith("google.protobuf.") ? [] : [typeName], index);
    for (const { methods } of services.values()) {
      for (const { input, output } of methods) {
        for (const typeName of held(input)) requests.add(typeName);
        for (const typeName of held(output)) answers.add(typeName);
      }
    }
  }
  return (typeName) => {
    const [request, answer] = [requests.has(typeName), answers.has(typeName)];
    // A type of no method goes both ways.
    return request || answer ? { request, answer } : { request: true, answer: true };
  };
}
