import type { FileModel, MessageModel } from "../../model/model.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

type HolderField = { readonly field: string; readonly typeName: string; readonly map?: true };

/** Fields by the name of the type that has them. */
type Holders = { readonly [typeName: string]: readonly HolderField[] };

/**
 * Finds, for an extension, the types from requests and answers down to those with its data or rules, and the
 * fields of each that lead there. What the messages hold is looked up once for all
 * extensions.
 */
export function createHolderFinder(files: readonly FileModel[]): (extension: ResolvedExtension) => Holders {
  const parts = new Map(
    files.flatMap((file) => file.messages.map((message) => [message.typeName, partsOf(message)])),
  );
  const holdersOf = new Map<string, Set<string>>();
  for (const [typeName, held] of parts) {
    for (const part of held) {
      holdersOf.set(part.typeName, (holdersOf.get(part.typeName) ?? new Set()).add(typeName));
    }
  }
  const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
  const inputs = methods.map(({ input }) => input);
  const toOrder = (typeNames: readonly string[]): ReadonlyMap<string, number> =>
    new Map([...new Set(typeNames)].map((typeName, order) => [typeName, order]));
  const ofRequests = toOrder(inputs);
  const ofCalls = toOrder([...inputs, ...methods.map(({ output }) => output)]);
  return ({ data, narrows }) => {
    const placed = data.flatMap(({ carriers }) => carriers);
    // Rules hold in requests, data in answers too.
    const calls = placed.length === 0 ? ofRequests : ofCalls;
    const leading = new Set([...placed, ...narrows].map(({ message }) => message.typeName));
    // Both sets grow while they are walked.
    for (const typeName of leading) {
      for (const holder of holdersOf.get(typeName) ?? []) leading.add(holder);
    }
    const order = (typeName: string): number => calls.get(typeName) ?? 0;
    const reached = new Set(
      [...leading]
        .filter((typeName) => calls.has(typeName))
        .toSorted((one, other) => order(one) - order(other)),
    );
    const rows: [string, readonly HolderField[]][] = [];
    for (const typeName of reached) {
      const held = (parts.get(typeName) ?? []).filter((part) => leading.has(part.typeName));
      for (const part of held) reached.add(part.typeName);
      if (held.length > 0) rows.push([typeName, held]);
    }
    return Object.fromEntries(rows);
  };
}

function partsOf({ fields }: MessageModel): readonly HolderField[] {
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
