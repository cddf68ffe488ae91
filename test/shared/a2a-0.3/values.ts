import fc from "fast-check";
import { valuesOf } from "../fakes/find-fake.ts";
import { schema } from "./codecs.ts";

/** Values that a definition allows. */
export function validValue(name: string): fc.Arbitrary<unknown> {
  const definition = new Map<string, object>(Object.entries(schema.definitions)).get(name);
  // No type refers to some enums.
  if (definition !== undefined && "enum" in definition) {
    return fc.constantFrom(...(definition.enum as readonly string[]));
  }
  return valuesOf(`a2a-0.3.${name}`);
}

const replacements = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 2 ** 60, "", "text", "task", true, [], {}, [null], {
    kind: "text",
  }),
  fc.jsonValue({ maxDepth: 1 }),
);

/** Valid values with a change somewhere: another value, one more member, or one less. */
export function mutatedValue(name: string): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      validValue(name),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), replacements), { minLength: 1, maxLength: 2 }),
    )
    .map(([value, changes]) => {
      const root = { value: structuredClone(value) };
      for (const [place, way, replacement] of changes)
        change(root, { place, way, replacement: structuredClone(replacement) });
      return root.value;
    });
}

interface Change {
  readonly place: number;
  readonly way: number;
  readonly replacement: unknown;
}

function change(root: object, { place, way, replacement }: Change): void {
  const places = placesIn(root);
  const [holder, key] = places[place % places.length] ?? [root, "value"];
  if (way === 0 && holder !== root && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
  else if (way === 1 && holder !== root && !Array.isArray(holder)) define(holder, "uri", replacement);
  else define(holder, key, replacement);
}

function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(holder: object): readonly (readonly [object, string])[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    [holder, key] as const,
    ...(typeof value === "object" && value !== null ? placesIn(value) : []),
  ]);
}
