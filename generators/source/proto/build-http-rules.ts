import type { DescField, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { isReflectList, isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { HttpRule, HttpSegment, Position } from "../../model/model.ts";
import { protoDiagnostics } from "./diagnostics.ts";
import { parseHttpTemplate } from "./parse-http-template.ts";

interface RuleContext {
  readonly rule: ReflectMessage | undefined;
  readonly position: Position;
  readonly diagnostics: Diagnostics;
}

/** The rule of google.api.http and its additional bindings, in that order; none when there is no option. */
export function buildHttpRules(
  method: DescMethod,
  { rule, position, diagnostics }: RuleContext,
): readonly HttpRule[] {
  if (rule === undefined) return [];
  const additional = read(rule, "additional_bindings");
  const bindings = isReflectList(additional)
    ? [...additional].filter((binding) => isReflectMessage(binding))
    : [];
  return [rule, ...bindings].flatMap((binding) => {
    const built = buildRule(method, { rule: binding, position, diagnostics });
    return built === undefined ? [] : [built];
  });
}

function buildRule(
  method: DescMethod,
  { rule, position, diagnostics }: RuleContext & { rule: ReflectMessage },
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
  const body = readText(rule, "body");
  const responseBody = readText(rule, "response_body");
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
    ...(parsed.action === undefined ? {} : { action: parsed.action }),
    ...(body === "" ? {} : { body }),
    ...(responseBody === "" ? {} : { responseBody }),
  };
}

const verbs = ["get", "put", "post", "delete", "patch"];

function readPattern(rule: ReflectMessage): { verb: string; template: string } | undefined {
  for (const verb of verbs) {
    const template = readText(rule, verb);
    if (template !== "") return { verb: verb.toUpperCase(), template };
  }
  const custom = read(rule, "custom");
  if (!isReflectMessage(custom)) return undefined;
  const template = readText(custom, "path");
  return template === "" ? undefined : { verb: readText(custom, "kind"), template };
}

/** Reads a field by its proto name; undefined when it is not set or the message does not have it. */
function read(message: ReflectMessage, name: string): unknown {
  const field = message.fields.find((candidate) => candidate.name === name);
  return field !== undefined && message.isSet(field) ? message.get(field) : undefined;
}

function readText(message: ReflectMessage, name: string): string {
  const value = read(message, name);
  return typeof value === "string" ? value : "";
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
