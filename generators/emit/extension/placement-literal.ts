import type { DataSide } from "@a2agen/runtime/extensions";
import type { Literal } from "../../print/print-literal.ts";
import type { Carrier, ResolvedData, ResolvedExtension } from "./resolved-extension.ts";

/** The objects of one kind of data, as the runtime knows them. */
export function placementsOf(data: ResolvedData, extension: ResolvedExtension): readonly Literal[] {
  const needs = needsOf(data, extension);
  return data.carriers.map((carrier) => toPlacement(carrier, needs));
}

/** The objects of an extension that has no data: they name it. */
export function namingPlacements({ carriers }: ResolvedExtension): readonly Literal[] {
  return carriers.map((carrier) => toPlacement(carrier, { parts: false, sides: false, task: false }));
}

/** What accesses and checks have to know of an object beside where its metadata is. */
interface PlacementNeeds {
  readonly parts: boolean;
  /** Who wrote the object. */
  readonly sides: boolean;
  readonly task: boolean;
}

function needsOf({ name, from, place }: ResolvedData, { states }: ResolvedExtension): PlacementNeeds {
  return {
    parts: place.kind === "part-key" || place.kind === "part-type",
    sides: from !== undefined,
    task: states !== undefined && states.data === name,
  };
}

function toPlacement(
  { message, metadata, extensions, parts, role, task, isRequest }: Carrier,
  needs: PlacementNeeds,
): Literal {
  return {
    typeName: message.typeName,
    metadata: metadata.jsonName,
    extensions: extensions?.jsonName,
    required: message.fields
      .filter(({ presence }) => presence === "required")
      .map(({ jsonName }) => jsonName),
    parts:
      parts === undefined || !needs.parts
        ? undefined
        : {
            field: parts.field.jsonName,
            data: parts.data.jsonName,
            metadata: parts.metadata.jsonName,
            mediaType: parts.mediaType?.jsonName,
          },
    role: role === undefined || !needs.sides ? undefined : toRole(role),
    from: role === undefined && needs.sides ? (isRequest ? "client" : "agent") : undefined,
    task: needs.task ? task?.jsonName : undefined,
  };
}

function toRole(role: NonNullable<Carrier["role"]>): Literal {
  return { field: role.field.jsonName, ...rolesOf(role) };
}

/** Users are the clients' side: A2A has these two roles. */
export function rolesOf({
  enumeration,
}: NonNullable<Carrier["role"]>): Readonly<Record<DataSide, readonly string[]>> {
  const valuesOf = (pattern: RegExp): readonly string[] =>
    enumeration.values.filter(({ name }) => pattern.test(name)).map(({ json }) => json);
  return { client: valuesOf(/(?:^|_)USER$/i), agent: valuesOf(/(?:^|_)AGENT$/i) };
}
