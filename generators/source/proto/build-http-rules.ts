import { defined } from "@a2agen/runtime/internal";
import type { DescField, DescMessage, DescMethod, JsonObject } from "@bufbuild/protobuf";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { HttpRule, HttpSegment, Position } from "../../model/model.ts";
import { protoDiagnostics } from "./diagnostics.ts";
import { list, object, text } from "./option-values.ts";
import { parseHttpTemplate } from "./parse-http-template.ts";
import { toWellKnown } from "./well-known.ts";

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
  const leaveOut = (template: string, problem: string): undefined => {
    diagnostics.report(protoDiagnostics["http-rule"], position, { method: name, template, problem });
  };
  const pattern = readPattern(rule);
  if (pattern === undefined) return leaveOut("", "it has no verb and path");
  const { verb, template } = pattern;
  const parsed = parseHttpTemplate(template);
  if (!parsed.ok) return leaveOut(template, parsed.problem);
  const body = text(rule["body"]);
  const responseBody = text(rule["responseBody"]);
  const problem =
    variableProblem(variableFields(parsed.segments), method.input) ??
    (body === "" || body === "*" ? undefined : bodyProblem("body", body, method.input)) ??
    (responseBody === "" ? undefined : bodyProblem("response_body", responseBody, method.output));
  if (problem !== undefined) return leaveOut(template, problem);
  const canHaveBody = verb !== "GET" && verb !== "HEAD";
  if (body !== "" && !canHaveBody) {
    diagnostics.report(protoDiagnostics["http-body"], position, { method: name, template, body });
  }
  return {
    verb,
    template,
    segments: parsed.segments,
    ...defined({
      action: parsed.action,
      body: canHaveBody ? body || undefined : undefined,
      responseBody: responseBody || undefined,
    }),
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

/** What is wrong with the variables of a path; each has one value, and a value that is a piece of text. */
function variableProblem(variables: readonly string[], input: DescMessage): string | undefined {
  for (const [i, variable] of variables.entries()) {
    if (variables.indexOf(variable) !== i) return `it has the variable "${variable}" twice`;
    const field = findField(input, variable);
    if (field === undefined) return absent(variable, input);
    if (field.fieldKind === "list" || field.fieldKind === "map") {
      return `its variable "${variable}" is a ${field.fieldKind === "list" ? "repeated field" : "map"}`;
    }
    if (field.fieldKind === "message" && !isTextual(field.message.typeName)) {
      return `its variable "${variable}" is the message ${field.message.typeName}; name one of its fields`;
    }
  }
  return undefined;
}

function bodyProblem(option: string, name: string, message: DescMessage): string | undefined {
  if (findField(message, name) === undefined) return absent(name, message);
  return name.includes(".")
    ? `its ${option} "${name}" is a path; name a field of ${message.typeName}`
    : undefined;
}

function absent(field: string, message: DescMessage): string {
  return `it names the field "${field}", which ${message.typeName} does not have`;
}

/** Whether a message is a scalar in JSON. */
function isTextual(typeName: string): boolean {
  const wellKnown = toWellKnown(typeName);
  return wellKnown !== undefined && !["Any", "Empty", "ListValue", "Struct", "Value"].includes(wellKnown);
}

function findField(message: DescMessage, path: string): DescField | undefined {
  let at: DescMessage | undefined = message;
  let field: DescField | undefined;
  for (const name of path.split(".")) {
    field = at?.fields.find((candidate) => candidate.name === name);
    if (field === undefined) return undefined;
    at = field.fieldKind === "message" ? field.message : undefined;
  }
  return field;
}
