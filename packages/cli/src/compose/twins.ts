import { printFragment, valueAt } from "@a2agen/generators/json-schema/json-pointer.ts";
import { listSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { applyExtensions, type Composition, formatExtensionName } from "@a2agen/runtime/negotiation";
import { openComposition, type TwinContext } from "./open-twin.ts";
import { strictComposition } from "./strict-twin.ts";
import { createUniverse, referenceOf } from "./universe.ts";

/** The same composition for readers and for writers. */
export interface Twins {
  /**
   * Objects take unknown fields: what extensions add that one does not know is ignored (ACP extensions, 4.1).
   */
  readonly open: Composition;
  /** Objects take no other fields than their own and those of the extensions. */
  readonly strict: Composition;
}

export function createTwins(composition: Composition, context: TwinContext): Twins {
  const document = applyAll(composition);
  const universe = createUniverse(document);
  const twins = {
    open: openComposition(composition, universe, context),
    strict: strictComposition(composition, universe),
  };
  for (const twin of [composition, twins.open, twins.strict]) checkReferences(applyAll(twin), context);
  return twins;
}

function applyAll(composition: Composition): SchemaObject {
  return applyExtensions(composition, composition.extensions.map(formatExtensionName));
}

/** References into what a twin has in another form lead nowhere. */
function checkReferences(document: SchemaObject, { problems, file }: TwinContext): void {
  const visit = (schema: SchemaObject | boolean): void => {
    const target = referenceOf(schema);
    if (target !== undefined && valueAt(document, target) === undefined) {
      const message = `expected references to definitions; found ${printFragment(target)}, which leads into a schema that has another form in the composed schemas; make a definition of it`;
      problems.error({ code: "unsupported", file, pointer: printFragment(target), message });
    }
    for (const { schema: inner } of listSubschemas(schema)) visit(inner);
  };
  visit(document);
}
