import type { ModelIndex } from "../../model/index-model.ts";
import type { HttpPart, HttpRule, HttpSegment, MethodModel } from "../../model/model.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";

/** A rule of google.api.http as the runtime reads it: fields by their JSON names. */
export interface HttpBinding {
  readonly verb: string;
  readonly path: readonly PathSegment[];
  readonly action?: string;
  readonly body?: string;
  readonly responseBody?: string;
}

type PathSegment = string | { readonly field: string; readonly match: readonly string[] };

export function toHttpBindings(method: MethodModel, index: ModelIndex): readonly HttpBinding[] {
  return method.http.map((rule) => toHttpBinding(rule, method, index));
}

function toHttpBinding(rule: HttpRule, { input, output }: MethodModel, index: ModelIndex): HttpBinding {
  const { verb, segments, action, body, responseBody } = rule;
  const toSegment = (segment: HttpSegment): PathSegment =>
    segment.kind === "variable"
      ? { field: toJsonPath(segment.field, input, index), match: segment.segments.map(partText) }
      : partText(segment);
  return {
    verb,
    path: segments.map(toSegment),
    ...(action === undefined ? {} : { action }),
    ...(body === undefined ? {} : { body: body === "*" ? body : toJsonPath(body, input, index) }),
    ...(responseBody === undefined ? {} : { responseBody: toJsonPath(responseBody, output, index) }),
  };
}

function partText(part: HttpPart): string {
  if (part.kind === "literal") return part.text;
  return part.deep ? "**" : "*";
}

/** "book.author_name" in terms of JSON: "book.authorName". The model has checked that the fields exist. */
function toJsonPath(path: string, typeName: string, index: ModelIndex): string {
  let owner = findWellKnown(typeName) === undefined ? index.message(typeName) : undefined;
  return path
    .split(".")
    .map((name) => {
      const field = owner?.fields.find((candidate) => candidate.name === name);
      owner = field?.shape.type.kind === "message" ? index.message(field.shape.type.typeName) : undefined;
      return field?.jsonName ?? name;
    })
    .join(".");
}
