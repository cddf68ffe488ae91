import type { DescField, DescMessage, DescMethod, JsonObject } from "@bufbuild/protobuf";
import { defined } from "../../../runtime/core/object.ts";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { HttpRule, HttpSegment, Position } from "../../model/model.ts";
import { protoDiagnostics } from "./diagnostics.ts";
import { list, object, text } from "./option-values.ts";
import { parseHttpTemplate } from "./parse-http-template.ts";

interface RuleContext {
  readonly rule: JsonObject | undefined;
  readonly position: Position;
  readonly diagnostics: Diagnostics;
}

/** The rule of google.api.http and its additional bindings, in that order; none when there is no option. */
export function buildHttpRules(
  method: DescMethod,
  { rule, position, diagnostics }: RuleContext,
): readonly HttpRule[] {
  if (rule === undefined) return [];
  return [rule, ...list(rule["additionalBindings"]).map(object)].flatMap((binding) => {
    const built = buildRule(method, { rule: binding, position, diagnostics });
    return built === undefined ? [] : [built];
  });
}

function buildRule(
  method: DescMethod,
  { rule, position, diagnostics }: RuleContext & { rule: JsonObject },
): HttpRule | undefined {
  const name = `${method.parent.typeName}.${method.name}`;
  const pattern = readPattern(rule);
  if (pattern === undefined) {
    diagnostics.report(protoDiagnostics["http-rule"], position, {
      method: name,
      template: "",
      problem: "it has no verb and path",
    });
    return undefined;
  }
  const { verb, template } = pattern;
  const parsed = parseHttpTemplate(template);
  if (!parsed.ok) {
    diagnostics.report(protoDiagnostics["http-rule"], position, {
      method: name,
      template,
      problem: parsed.problem,
    });
    return undefined;
  }
  const body = text(rule["body"]);
  const responseBody = text(rule["responseBody"]);
  const fields = [
    ...variableFields(parsed.segments).map((field) => ({ field, of: method.input })),
    ...(body === "" || body === "*" ? [] : [{ field: body, of: method.input }]),
    ...(responseBody === "" ? [] : [{ field: responseBody, of: method.output }]),
  ];
  for (const { field, of } of fields) {
    if (hasField(of, field)) continue;
    diagnostics.report(protoDiagnostics["http-field"], position, {
      method: name,
      template,
      field,
      message: of.typeName,
    });
  }
  return {
    verb,
    template,
    segments: parsed.segments,
    ...defined({ action: parsed.action, body: body || undefined, responseBody: responseBody || undefined }),
  };
}

const verbs = ["get", "put", "post", "delete", "patch"];

function readPattern(rule: JsonObject): { verb: string; template: string } | undefined {
  for (const verb of verbs) {
    const template = text(rule[verb]);
    if (template !== "") return { verb: verb.toUpperCase(), template };
  }
  const { kind, path } = object(rule["custom"]);
  return text(path) === "" ? undefined : { verb: text(kind), template: text(path) };
}

function variableFields(segments: readonly HttpSegment[]): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === "variable" ? [segment.field] : []));
}

function hasField(message: DescMessage, path: string): boolean {
  let at: DescMessage | undefined = message;
  for (const name of path.split(".")) {
    const field: DescField | undefined = at?.fields.find((candidate) => candidate.name === name);
    if (field === undefined) return false;
    at = field.fieldKind === "message" ? field.message : undefined;
  }
  return true;
}
