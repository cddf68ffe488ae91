import { defineDiagnostics } from "../../model/diagnostics.ts";

/** What documents of OpenAPI and OpenRPC leave out. */
export const openApiDiagnostics = defineDiagnostics({
  "query-parameter": {
    severity: "warning",
    text: (p: { method: string; verb: string; path: string; name: string; type: string }) =>
      `${p.verb} ${p.path} of ${p.method} leaves out "${p.name}" (${p.type}), which cannot be a query parameter; send it through a binding that has a body, and give the method one if there is none`,
  },
  "openapi-same-path": {
    severity: "warning",
    text: (p: { method: string; place: string; other: string }) =>
      `${p.method} is not in the OpenAPI document, which can describe one operation for each verb and path: ${p.other} has ${p.place} as well, with other names or patterns of its variables; change one of the paths, or describe the method elsewhere`,
  },
  "openapi-verb": {
    severity: "warning",
    text: (p: { method: string; verb: string; version: string }) =>
      `${p.method} is not in the document of OpenAPI ${p.version}, which has no HTTP method "${p.verb}"; use another one, or the document of 3.2`,
  },
});
