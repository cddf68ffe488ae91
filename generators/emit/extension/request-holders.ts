import type { FileModel, MessageModel } from "../../model/model.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

type HeldField = { readonly field: string; readonly typeName: string; readonly map?: true };

/** The types from requests down to those with data or rules of an extension, and the fields of each that lead there. */
export function findRequestHolders(
  { data, carriers, narrows }: ResolvedExtension,
  files: readonly FileModel[],
): { readonly [typeName: string]: readonly HeldField[] } {
  const messages = new Map(files.flatMap((file) => file.messages.map((one) => [one.typeName, one])));
  const placed = data === undefined ? [] : carriers;
  const leading = new Set([...placed, ...narrows].map(({ message }) => message.typeName));
  for (let size = -1; size < leading.size; ) {
    size = leading.size;
    for (const message of messages.values()) {
      if (partsOf(message).some(({ typeName }) => leading.has(typeName))) leading.add(message.typeName);
    }
  }
  const requests = files.flatMap((file) =>
    file.services.flatMap(({ methods }) => methods.map(({ input }) => input)),
  );
  const reached = new Set(requests.filter((typeName) => leading.has(typeName)));
  const rows: [string, readonly HeldField[]][] = [];
  // The set grows while it is walked.
  for (const typeName of reached) {
    const message = messages.get(typeName);
    const parts = message === undefined ? [] : partsOf(message).filter((part) => leading.has(part.typeName));
    for (const part of parts) reached.add(part.typeName);
    if (parts.length > 0) rows.push([typeName, parts]);
  }
  return Object.fromEntries(rows);
}

function partsOf({ fields }: MessageModel): readonly HeldField[] {
  return fields.flatMap(({ jsonName, shape }) => {
    if (shape.type.kind !== "message") return [];
    return [
      {
        field: jsonName,
        typeName: shape.type.typeName,
        ...(shape.kind === "map" ? { map: true as const } : {}),
      },
    ];
  });
}
