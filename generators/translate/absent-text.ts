import type { Mapping, Side } from "./plan.ts";
import { access } from "./value-path.ts";
import type { Field } from "./version.ts";

/** What an absent field stands for, if it is another thing in both versions. */
export function absentText({ rule, ...places }: Mapping, side: Side): string | undefined {
  const absent = rule?.absent?.[side];
  if (absent !== undefined)
    return typeof absent === "object" ? access(absent.field.split(".")) : JSON.stringify(absent);
  const field: Field | undefined = places[side][0]?.leaf.field;
  if (rule?.inverted !== true && rule?.absent === undefined) return undefined;
  return field?.hasDefault === true && field.shape.kind === "boolean" ? "false" : undefined;
}
