import type { ModelIndex } from "../../model/index-model.ts";
import type { FileModel, MethodModel, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { shortName } from "../docs/anchors.ts";
import { messageText, type TypeContext } from "../docs/type-text.ts";
import { findMethodRules } from "../service/method-rules.ts";
import { code, codeLink } from "../shared/markdown.ts";
import { toExtensionView } from "./extension-view.ts";
import { linksFrom, type Places } from "./find-places.ts";
import type { PageView } from "./page-view.ts";

export interface OperationPageInit {
  readonly file: FileModel;
  readonly service: ServiceModel;
  readonly profile: Profile;
  readonly index: ModelIndex;
  readonly places: Places;
}

/** The page of an operation; texts are Markdown, and links are relative to the page. */
export function toOperationPage(method: MethodModel, init: OperationPageInit): PageView {
  const { file, service, profile, index, places } = init;
  const path = places.get(`${service.typeName}.${method.name}`) ?? "";
  const linkOf = linksFrom(path, places);
  const context: TypeContext = { index, package: file.package, linkOf };
  const { idempotent, authenticated, aliases } = findMethodRules(method, service, profile);
  const view = {
    path,
    name: method.name,
    service: shortName(service.typeName, file.package),
    file: file.name,
    line: method.position.line,
    description: method.comment,
    deprecated: method.deprecated,
    request: messageText(method.input, context),
    response: messageText(method.output, context),
    streaming: streamingTexts[method.streaming],
    isStreaming: method.streaming !== "unary",
    idempotent,
    authenticated,
    aliases,
    http: method.http.map(({ verb, template, body = "" }) => ({ verb, template, body })),
    grpc: `/${service.typeName}/${method.name}`,
    capabilities: capabilityTexts(method, init),
    extensions:
      service.extension === undefined ? [] : [toExtensionView(service.extension, { fields: [], linkOf })],
  };
  return view;
}

const streamingTexts: Readonly<Record<MethodModel["streaming"], string>> = {
  unary: "One request, one answer.",
  server: "One request, a stream of answers.",
  client: "A stream of requests, one answer.",
  bidi: "Streams of requests and answers.",
};

/** What the card has to say before the operation may be called, as sentences. */
function capabilityTexts(method: MethodModel, { profile, service }: OperationPageInit): readonly string[] {
  const fullName = `${service.typeName}.${method.name}`;
  return (profile.card?.capabilities ?? [])
    .filter(({ methods }) => methods.includes(fullName))
    .map(({ name, error }) => {
      const link = codeLink(error, `../errors.html#error-${error.toLowerCase()}`);
      return `Needs the capability ${code(name)} in the agent card; without it the answer is ${link}.`;
    });
}
