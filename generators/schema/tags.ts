import type { JsonValue } from "@a2agen/runtime";
import { oncePer } from "../emit/shared/once-per.ts";
import type { SchemaNode } from "./schema-node.ts";
import { valuesOf } from "./type-sets.ts";

/** What a schema says of an object's members, by itself and by all that it always applies. */
export interface Members {
  readonly required: ReadonlySet<string>;
  /** The constants that a member may be, where only scalars are allowed. */
  readonly constants: ReadonlyMap<string, readonly JsonValue[]>;
}

export const membersOf: (node: SchemaNode) => Members = oncePer((node) => {
  const required = new Set(node.says.required);
  const constants = new Map<string, readonly JsonValue[]>();
  for (const [name, member] of node.says.properties ?? []) {
    const values = constantsOf(member);
    if (values !== undefined) constants.set(name, values);
  }
  for (const part of [...node.refs, ...(node.says.allOf ?? [])]) {
    const inner = membersOf(part);
    for (const name of inner.required) required.add(name);
    for (const [name, values] of inner.constants) if (!constants.has(name)) constants.set(name, values);
  }
  return { required, constants };
});

/** The scalars that a schema leaves; undefined where others are valid. */
function constantsOf({ says, refs }: SchemaNode): readonly JsonValue[] | undefined {
  const values = valuesOf(says) ?? refs.map(constantsOf).find((each) => each !== undefined);
  return values?.every((value) => typeof value !== "object" || value === null) ? values : undefined;
}

/** What names a schema among others beside it: a short title, a constant, or its one member. */
export function tagOf(node: SchemaNode): string | undefined {
  const { title } = node.says;
  if (title !== undefined && /^\w+(?: \w+){0,2}$/.test(title)) return title;
  const { required, constants } = membersOf(node);
  for (const [name, [value, ...others]] of constants) {
    if (required.has(name) && typeof value === "string" && others.length === 0) return value;
  }
  const [only, ...others] = required;
  return others.length === 0 ? only : undefined;
}
