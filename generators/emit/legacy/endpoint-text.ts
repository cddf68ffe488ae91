import type { HttpRule, HttpSegment } from "../../model/model.ts";

/**
 * An endpoint with its variables left open, "GET /v1/tasks/*:cancel": what they are called does not count.
 */
export function endpointOfRule({ verb, segments, action }: HttpRule): string {
  const path = segments.flatMap(expand).join("/");
  return `${verb} /${path}${action === undefined ? "" : `:${action}`}`;
}

/** The same of an endpoint as manifests write it, "GET /v1/tasks/{id}:cancel". */
export function endpointOfText(text: string): string {
  return text.replace(/\{[^}]*\}/g, "*");
}

function expand(segment: HttpSegment): readonly string[] {
  switch (segment.kind) {
    case "literal":
      return [segment.text];
    case "wildcard":
      return [segment.deep ? "**" : "*"];
    case "variable":
      return segment.segments.flatMap(expand);
  }
}
