import { defined } from "@a2agen/runtime/internal";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { ExtensionModel, FileModel, MessageModel, Model, ServiceModel } from "../../model/model.ts";
import { checkExtensions } from "./check-extensions.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findCarrier } from "./find-carrier.ts";
import { resolveError } from "./own-errors.ts";
import { resolveNarrowings } from "./resolve-narrowings.ts";
import { resolveStates } from "./resolve-states.ts";
import type { Carrier, ResolvedData, ResolvedExtension, ResolvedService } from "./resolved-extension.ts";
import { indexTypes, type TypeIndex } from "./type-index.ts";

/** The extensions of the files to generate, in the order of the protos; problems are reported. */
export function resolveExtensions(model: Model, diagnostics: Diagnostics): readonly ResolvedExtension[] {
  const types = indexTypes(model);
  const extensions = model.files
    .filter(({ requested }) => requested)
    .flatMap((file) =>
      [...file.messages, ...file.services].flatMap((declaration) => {
        const { extension: options } = declaration;
        return options === undefined ? [] : [resolve(declaration, options, { file, types, diagnostics })];
      }),
    );
  checkExtensions(extensions, { model, diagnostics });
  return extensions;
}

interface ResolveContext {
  readonly file: FileModel;
  readonly types: TypeIndex;
  readonly diagnostics: Diagnostics;
}

function resolve(
  declaration: MessageModel | ServiceModel,
  options: ExtensionModel,
  context: ResolveContext,
): ResolvedExtension {
  const { file, diagnostics } = context;
  const { typeName, comment, deprecated } = declaration;
  const carriers = resolveObjects(typeName, options, context);
  const named = resolveParams(typeName, options, context);
  const content = declaration.kind === "message" && declaration.fields.length > 0 ? declaration : undefined;
  // A card says the same with or without metadata to put things in: fields that have no object are params.
  const isPlaced = options.objects.length > 0;
  if (content !== undefined && !isPlaced && options.params !== "") {
    diagnostics.report(extensionDiagnostics["extension-unplaced"], options.position, { extension: typeName });
  }
  const message = isPlaced ? content : undefined;
  const params = named ?? (isPlaced ? undefined : content);
  const states = resolveStates(options, { ...context, extension: typeName, data: message });
  const own = declaration.kind === "service" ? [{ service: declaration, file }] : [];
  return {
    typeName,
    name: nameOf(declaration),
    file,
    options,
    comment,
    deprecated,
    ...defined({
      params: params === undefined ? undefined : { kind: "message" as const, message: params },
      states,
    }),
    activation: "header",
    headers: [],
    errors: options.errors.map(resolveError),
    limits: [],
    carriers,
    data: message === undefined ? [] : [toData(message, { options, carriers })],
    services: [...own, ...resolveServices(typeName, options, context)],
    narrows: resolveNarrowings(options, {
      ...context,
      extension: typeName,
      carriers,
      hasData: message !== undefined,
    }),
  };
}

/** The only data of an extension: a message under its URI, or field by field. */
function toData(
  message: MessageModel,
  { options: { key }, carriers }: Pick<ResolvedExtension, "options" | "carriers">,
): ResolvedData {
  const fields = message.fields.map(({ jsonName }) => jsonName);
  return {
    name: "",
    description: "",
    type: { kind: "message", message },
    place: key === "uri" ? { kind: "key" } : { kind: "fields", fields },
    carriers,
    taskStates: [],
  };
}

/** "TaskSearchService" makes an extension TaskSearch. */
function nameOf({ kind, identifier }: MessageModel | ServiceModel): string {
  return kind === "service" ? identifier.replace(/(?<=.)Service$/, "") : identifier;
}

function resolveObjects(
  extension: string,
  { objects, position }: ExtensionModel,
  { types, diagnostics }: ResolveContext,
): readonly Carrier[] {
  return [...new Set(objects)].flatMap((name) => {
    const message = types.message(name);
    if (message === undefined) {
      diagnostics.report(extensionDiagnostics["extension-object"], position, { extension, name });
      return [];
    }
    const carrier = findCarrier(message, types);
    if (carrier !== undefined) return [carrier];
    diagnostics.report(extensionDiagnostics["extension-metadata"], position, { extension, object: name });
    return [];
  });
}

function resolveParams(
  extension: string,
  { params: name, position }: ExtensionModel,
  { file, types, diagnostics }: ResolveContext,
): MessageModel | undefined {
  if (name === "") return undefined;
  const message = types.message(name, file.package);
  if (message === undefined)
    diagnostics.report(extensionDiagnostics["extension-params"], position, { extension, name });
  return message;
}

function resolveServices(
  extension: string,
  { services, position }: ExtensionModel,
  { file, types, diagnostics }: ResolveContext,
): readonly ResolvedService[] {
  return [...new Set(services)].flatMap((name) => {
    const found = types.service(name, file.package);
    if (found !== undefined) return [found];
    const problem = `names the service "${name}", which no proto of the request declares; give a name of the same package or a full name`;
    diagnostics.report(extensionDiagnostics["extension-services"], position, { extension, problem });
    return [];
  });
}
