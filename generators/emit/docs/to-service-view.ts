import type { HttpRule, MethodModel, ServiceModel } from "../../model/model.ts";
import { code, deprecation, joinTexts } from "../shared/markdown.ts";
import { safeMarkdown } from "./safe-markdown.ts";
import { toDeclarationView } from "./to-declaration-view.ts";
import { messageText, type TypeContext } from "./type-text.ts";

export interface ServiceContext extends TypeContext {
  /** The anchor of the service, or of a method by full name. */
  readonly anchorOf: (fullName: string) => string;
  readonly hasJsonRpc: boolean;
}

export function toServiceView(service: ServiceModel, context: ServiceContext): object {
  const { typeName, methods } = service;
  return {
    ...toDeclarationView(service, context.anchorOf(typeName), context),
    hasHttp: methods.some(({ http }) => http.length > 0),
    hasJsonRpc: context.hasJsonRpc,
    methods: methods.map((method) => toMethodView(method, `${typeName}.${method.name}`, context)),
  };
}

function toMethodView(method: MethodModel, fullName: string, context: ServiceContext) {
  return {
    name: code(method.name),
    anchor: context.anchorOf(fullName),
    formerAnchors: context.formerAnchorsOf?.(fullName) ?? "",
    request: messageText(method.input, context),
    response: messageText(method.output, context),
    streaming: streamingTexts[method.streaming],
    http: method.http.map((rule) => toHttpView(rule, method, context)),
    jsonRpc: code(method.jsonRpcName ?? method.name),
    description: safeMarkdown(method.comment),
    deprecated: method.deprecated,
    /** All that is said of it, for one cell. */
    summary: joinTexts(deprecation(method), safeMarkdown(method.comment)),
  };
}

const streamingTexts: Readonly<Record<MethodModel["streaming"], string>> = {
  unary: "no",
  server: "responses",
  client: "requests",
  bidi: "both",
};

function toHttpView(
  { verb, template, body, responseBody }: HttpRule,
  method: MethodModel,
  context: TypeContext,
) {
  return {
    rule: code(`${verb} ${template}`),
    body: body === "*" ? "the request" : body === undefined ? "" : fieldName(method.input, body, context),
    responseBody: responseBody === undefined ? "" : fieldName(method.output, responseBody, context),
  };
}

/** A field of a message as JSON has it, given its proto name. */
function fieldName(typeName: string, name: string, { index }: TypeContext): string {
  const field = index.message(typeName).fields.find((candidate) => candidate.name === name);
  return code(field?.jsonName ?? name);
}
