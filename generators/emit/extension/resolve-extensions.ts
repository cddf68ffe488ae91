import { defined } from "@a2agen/runtime/internal";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { PlacedData, TypeOf } from "../../model/extension-manifest.ts";
import type { ExtensionModel, FileModel, MessageModel, Model, ServiceModel } from "../../model/model.ts";
import { checkExtensions } from "./check-extensions.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { findCarrier } from "./find-carrier.ts";
import { resolveNarrowings } from "./resolve-narrowings.ts";
import { resolveTerms } from "./resolve-terms.ts";
import type { Carrier, ResolvedExtension, ResolvedService } from "./resolved-extension.ts";
import type { FoundType } from "./terms-context.ts";
import { indexTypes, type TypeIndex } from "./type-index.ts";

/** The extensions of the files to generate, in the order of the protos; problems are reported. */
export function resolveExtensions(model: Model, diagnostics: Diagnostics): readonly ResolvedExtension[] {
  const types = indexTypes(model);
  const extensions = model.files
    .filter(({ requested }) => requested)
    .flatMap((file) =>
      [...file.messages, ...file.services].flatMap((declaration) => {
        const { extension: options } = declaration;
        return options === undefined
          ? []
          : [resolve(declaration, options, { file, files: model.files, types, diagnostics })];
      }),
    );
  checkExtensions(extensions, { model, diagnostics });
  return extensions;
}

interface ResolveContext {
  readonly file: FileModel;
  readonly files: readonly FileModel[];
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
  const findObject = createObjectFinder(typeName, options, context);
  const named = resolveParams(typeName, options, context);
  const content = declaration.kind === "message" && declaration.fields.length > 0 ? declaration : undefined;
  const placed = listData(options, content !== undefined);
  // A card says the same with or without metadata to put things in: fields that have no object are params.
  const isPlaced = placed.some(({ type }) => type === "");
  if (content !== undefined && !isPlaced && options.params !== "") {
    diagnostics.report(extensionDiagnostics["extension-unplaced"], options.position, { extension: typeName });
  }
  const message = named ?? (isPlaced ? undefined : content);
  const params = message === undefined ? undefined : ({ kind: "message", message } as const);
  const terms = resolveTerms(
    { ...options, data: placed },
    {
      ...context,
      extension: typeName,
      params,
      findType: (type) => findType(type, { extension: typeName, options, content, context }),
      findObject,
      nameOf: (object) => object.typeName,
    },
  );
  const { data } = terms;
  const carriers =
    placed.length > 0
      ? [...new Set(data.flatMap((one) => one.carriers))]
      : [...new Set(options.objects)].flatMap((name) => findObject(name) ?? []);
  const own = declaration.kind === "service" ? [{ service: declaration, file }] : [];
  return {
    typeName,
    name: nameOf(declaration),
    file,
    options,
    comment,
    deprecated,
    ...terms,
    ...defined({ params }),
    carriers,
    services: [...own, ...resolveServices(typeName, options, context)],
    narrows: resolveNarrowings(options, {
      ...context,
      extension: typeName,
      carriers,
      hasData: data.length > 0,
    }),
  };
}

/** The kinds of data, with what they leave out; without any the message itself is on the objects. */
function listData({ data, objects, key }: ExtensionModel, hasFields: boolean): readonly PlacedData[] {
  const implied: readonly PlacedData[] = hasFields && objects.length > 0 ? [{ type: "", on: [] }] : [];
  return (data.length > 0 ? data : implied).map(({ on, at = key, ...one }) => ({
    ...one,
    at,
    on: on.length === 0 ? [...objects] : on,
  }));
}

interface TypeContext {
  readonly extension: string;
  readonly options: ExtensionModel;
  /** The message with the option, if it has fields. */
  readonly content: MessageModel | undefined;
  readonly context: ResolveContext;
}

/** The message that is a kind of data. */
function findType(
  type: TypeOf,
  { extension, options: { position }, content, context: { file, types, diagnostics } }: TypeContext,
): FoundType | undefined {
  const name = typeof type === "string" ? type : "";
  const message = name === "" ? content : types.message(name, file.package);
  if (message !== undefined)
    return { type: { kind: "message", message }, members: message.fields.map(({ jsonName }) => jsonName) };
  diagnostics.report(extensionDiagnostics["extension-data"], position, { extension, name });
  return undefined;
}

/** "TaskSearchService" makes an extension TaskSearch. */
function nameOf({ kind, identifier }: MessageModel | ServiceModel): string {
  return kind === "service" ? identifier.replace(/(?<=.)Service$/, "") : identifier;
}

/** Finds the objects of an extension by their full names; each is looked up, and reported, once. */
function createObjectFinder(
  extension: string,
  { position }: ExtensionModel,
  { types, diagnostics }: ResolveContext,
): (name: string) => Carrier | undefined {
  const found = new Map<string, Carrier | undefined>();
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name);
  };

  function find(name: string): Carrier | undefined {
    const message = types.message(name);
    if (message === undefined) {
      diagnostics.report(extensionDiagnostics["extension-object"], position, { extension, name });
      return undefined;
    }
    const carrier = findCarrier(message, types);
    if (carrier === undefined)
      diagnostics.report(extensionDiagnostics["extension-metadata"], position, { extension, object: name });
    return carrier;
  }
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
