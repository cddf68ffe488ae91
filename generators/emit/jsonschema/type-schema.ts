import type { TypeModel } from "../../model/index-model.ts";
import { unionSchema } from "./field-schema.ts";
import { enumSchema, messageSchema } from "./message-schema.ts";
import { annotate, type SchemaObject } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";

/** The schema of a type, under the name of its definition. */
export function typeSchema(
  type: TypeModel,
  { name, context }: { readonly name: string; readonly context: SchemaContext },
): SchemaObject {
  switch (type.kind) {
    case "message":
      return messageSchema(type, { name, context });
    case "enum":
      return enumSchema(type);
    case "union": {
      const { comment, deprecated } = type;
      return annotate(unionSchema(type, context), { description: comment, deprecated });
    }
  }
}
