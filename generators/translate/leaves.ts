import { type Field, typeOf, type Version } from "./version.ts";

/** A field of a type or of what it holds, by its path. */
export interface Leaf {
  readonly path: readonly string[];
  readonly field: Field;
  /** The types on the way, under whose names lists of renamed fields may have it. */
  readonly owners: readonly string[];
}

/** The fields of one alternative of a type. */
export interface SideCase {
  readonly leaves: readonly Leaf[];
  /** The objects on the way to the leaves, the type itself first. */
  readonly objects: readonly SideObject[];
  /** How the alternative is known; none for a type without alternatives. */
  readonly tests: readonly CaseTest[];
}

export interface SideObject {
  readonly path: readonly string[];
  /** The type as the code writes it. */
  readonly type: string;
  readonly fields: readonly Field[];
}

export type CaseTest =
  | { readonly kind: "constant"; readonly path: readonly string[]; readonly value: string }
  /** `isOpen`: any number of the members may be there. */
  | { readonly kind: "set"; readonly path: readonly string[]; readonly isOpen?: boolean }
  | { readonly kind: "in"; readonly path: readonly string[] };

export interface CaseInit {
  readonly version: Version;
  readonly type: string;
  /** Path of the member that is the alternative. */
  readonly member?: string;
  /** Fields whose own fields count as fields of the type. */
  readonly flat: readonly string[];
}

/** Lists the fields of an alternative of a type; undefined when the type does not have it. */
export function listLeaves({ version, type, member, flat }: CaseInit): SideCase | undefined {
  const leaves: Leaf[] = [];
  const objects: SideObject[] = [];
  const tests: CaseTest[] = [];
  const found = visit({ name: type, path: [], owners: [], rest: member?.split(".") ?? [] });
  return found ? { leaves, objects, tests } : undefined;

  function visit({ name, path, owners, rest }: Visit): boolean {
    const declared = typeOf(version, name);
    const [next, ...further] = rest;
    const through = [...owners, name];
    if (declared.kind === "union") {
      const arm = declared.arms.find((one) => next !== undefined && hasField(version, one, next));
      if (arm === undefined) return false;
      const { fields } = objectOf(version, arm);
      const constant = fields.find(({ constant }) => constant !== undefined);
      tests.push(
        constant?.constant === undefined
          ? { kind: "in", path: [...path, next ?? ""] }
          : { kind: "constant", path: [...path, constant.name], value: constant.constant },
      );
      return visit({ name: arm, path, owners: through, rest });
    }
    if (next !== undefined && !hasField(version, name, next)) return false;
    objects.push({ path, type: name, fields: declared.fields });
    const others = declared.oneofs.flatMap((members) =>
      next !== undefined && members.includes(next) ? members.filter((one) => one !== next) : [],
    );
    const isMember = declared.oneofs.some((members) => next !== undefined && members.includes(next));
    if (isMember) tests.push({ kind: "set", path: [...path, next ?? ""] });
    return declared.fields.every((field) => {
      if (others.includes(field.name)) return true;
      const at = [...path, field.name];
      const isNext = field.name === next;
      const required = field.required || isNext;
      const isFlat = flat.includes(at.join(".")) || (isNext && further.length > 0);
      if (isFlat && field.shape.kind === "type") {
        return visit({ name: field.shape.name, path: at, owners: through, rest: isNext ? further : [] });
      }
      leaves.push({ path: at, field: { ...field, required }, owners: through });
      return true;
    });
  }
}

interface Visit {
  readonly name: string;
  readonly path: readonly string[];
  readonly owners: readonly string[];
  readonly rest: readonly string[];
}

function objectOf(version: Version, name: string): { readonly fields: readonly Field[] } {
  const type = typeOf(version, name);
  return type.kind === "object" ? type : { fields: [] };
}

export function hasField(version: Version, type: string, field: string): boolean {
  return objectOf(version, type).fields.some(({ name }) => name === field);
}
