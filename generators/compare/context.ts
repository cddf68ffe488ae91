import type { ModelIndex } from "../model/index-model.ts";
import type { FieldModel, Presence, ValueType } from "../model/model.ts";
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
    for (const { methods } of services.values()) {
      for (const { input, output } of methods) {
        collect(input, { index, into: requests });
        collect(output, { index, into: answers });
      }
    }
  }
  return (typeName) => {
    const [request, answer] = [requests.has(typeName), answers.has(typeName)];
    // A type of no method goes both ways.
    return request || answer ? { request, answer } : { request: true, answer: true };
  };
}

function collect(
  typeName: string,
  { index, into }: { readonly index: ModelIndex; readonly into: Set<string> },
): void {
  if (into.has(typeName) || typeName.startsWith("google.protobuf.")) return;
  into.add(typeName);
  const type = index.type(typeName);
  const types =
    type.kind === "message"
      ? type.fields.map(({ shape }) => shape.type)
      : type.kind === "union"
        ? type.arms
        : [];
  for (const each of types) for (const name of namesIn(each)) collect(name, { index, into });
}

function namesIn(type: ValueType): readonly string[] {
  switch (type.kind) {
    case "enum":
    case "message":
    case "union":
      return [type.typeName];
    case "list":
      return namesIn(type.element);
    case "map":
      return namesIn(type.value);
    case "scalar":
    case "wellKnown":
    case "literal":
    case "json":
      return [];
  }
}
