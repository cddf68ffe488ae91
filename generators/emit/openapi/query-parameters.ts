import type { FieldModel, MessageModel } from "../../model/model.ts";
import type { Schema } from "../jsonschema/schema.ts";
import type { SchemaContext } from "../jsonschema/schema-context.ts";
import { fieldDoc } from "../types/doc-text.ts";
import { parameterSchema } from "./parameter-schema.ts";

export interface QueryParameter {
  /** JSON names joined with ".": "filter.author". */
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly schema: Schema;
}

export interface QueryPlan {
  readonly parameters: readonly QueryParameter[];
  /** The fields that a query cannot hold, with their paths in JSON. */
  readonly leftOut: readonly { readonly name: string; readonly field: FieldModel }[];
}

/**
 * The parameters of a request without body: its fields, and those of the messages in it. `bound` has
 * the paths in proto names of what is elsewhere in the request.
 */
export function planQuery(
  input: MessageModel,
  { bound, schemas }: { readonly bound: ReadonlySet<string>; readonly schemas: SchemaContext },
): QueryPlan {
  const parameters: QueryParameter[] = [];
  const leftOut: { name: string; field: FieldModel }[] = [];
  const visit = (message: MessageModel, place: Place): void => {
    for (const field of message.fields) {
      const path = `${place.protoPrefix}${field.name}`;
      if (bound.has(path)) continue;
      const name = `${place.jsonPrefix}${field.jsonName}`;
      const required = place.required && field.presence === "required";
      const schema = parameterSchema(field, schemas);
      if (schema !== undefined) {
        const description = fieldDoc({ ...field, deprecated: false });
        parameters.push({ name, description, required, deprecated: field.deprecated, schema });
        continue;
      }
      const { shape } = field;
      const target =
        shape.kind === "singular" && shape.type.kind === "message"
          ? schemas.index.message(shape.type.typeName)
          : undefined;
      if (target === undefined || place.within.has(target.typeName)) leftOut.push({ name, field });
      else {
        visit(target, {
          protoPrefix: `${path}.`,
          jsonPrefix: `${name}.`,
          required,
          within: new Set([...place.within, target.typeName]),
        });
      }
    }
  };
  visit(input, { protoPrefix: "", jsonPrefix: "", required: true, within: new Set([input.typeName]) });
  return { parameters, leftOut };
}

interface Place {
  readonly protoPrefix: string;
  readonly jsonPrefix: string;
  /** Whether everything on the way here is required. */
  readonly required: boolean;
  /** The messages on the way here, so that a recursive one ends. */
  readonly within: ReadonlySet<string>;
}
