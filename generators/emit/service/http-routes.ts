import { defined } from "@a2agen/runtime/internal";
import type { ModelIndex } from "../../model/index-model.ts";
import type { HttpPart, HttpRule, HttpSegment, MethodModel } from "../../model/model.ts";
import { literalText } from "../../print/print-literal.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";

/** A rule of google.api.http as the runtime's type `HttpRoute` has it: fields by their JSON names. */
export interface HttpRoute extends Omit<HttpBinding, "path"> {
  readonly path: string | readonly PathSegment[];
  readonly scope?: string;
}

interface HttpBinding {
  readonly verb: string;
  readonly path: readonly PathSegment[];
  readonly action?: string;
  readonly body?: string;
  readonly responseBody?: string;
}

type PathSegment = string | { readonly field: string; readonly match: readonly string[] };

/** A rule and the same one below a variable, "/{tenant}", are one route. */
export function toHttpRoutes(method: MethodModel, index: ModelIndex): readonly HttpRoute[] {
  const bindings = method.http.map((rule) => toHttpBinding(rule, method, index));
  const routes: HttpRoute[] = [];
  for (let i = 0; i < bindings.length; i++) {
    const binding = bindings[i];
    if (binding === undefined) continue;
    const path = pathText(binding.path);
    const scope = typeof path === "string" ? scopeOf(binding, bindings[i + 1]) : undefined;
    if (scope !== undefined) i++;
    routes.push({ ...binding, path, ...(scope === undefined ? {} : { scope }) });
  }
  return routes;
}

/** The variable that the second rule has in front of the path of the first, and no other difference. */
function scopeOf(rule: HttpBinding, next: HttpBinding | undefined): string | undefined {
  const [first, ...rest] = next?.path ?? [];
  if (next === undefined || typeof first !== "object" || first.match.join("/") !== "*") return undefined;
  return literalText({ ...next, path: rest }) === literalText({ ...rule }) ? first.field : undefined;
}

/** The path as text, where its parts have no character that stands for something else there. */
function pathText(path: readonly PathSegment[]): string | readonly PathSegment[] {
  const isPlain = path.every((segment) =>
    typeof segment === "string"
      ? !/[{}/]/.test(segment)
      : !/[{}=]/.test([segment.field, ...segment.match].join("")),
  );
  if (!isPlain) return path;
  return path
    .map((segment) => {
      if (typeof segment === "string") return `/${segment}`;
      const match = segment.match.join("/");
      return `/{${segment.field}${match === "*" ? "" : `=${match}`}}`;
    })
    .join("");
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
    ...defined({
      action,
      body: body === undefined || body === "*" ? body : toJsonPath(body, input, index),
      responseBody: responseBody === undefined ? undefined : toJsonPath(responseBody, output, index),
    }),
  };
}

function partText(part: HttpPart): string {
  if (part.kind === "literal") return part.text;
  return part.deep ? "**" : "*";
}

/** "book.author_name" in terms of JSON: "book.authorName". The model has checked that the fields exist. */
export function toJsonPath(path: string, typeName: string, index: ModelIndex): string {
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
