import { defined } from "@a2agen/runtime/internal";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { MessageModel, Model } from "../../model/model.ts";
import { code, importType, importValue, join, type Piece } from "../../print/piece.ts";
import { literalText, printLiteral } from "../../print/print-literal.ts";
import { runtimeType, runtimeValue } from "../../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { typeNames } from "../json/names.ts";
import { serviceNames } from "../service/names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { moduleImport, modulePath } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import { findCoreStates } from "./core-states.ts";
import { extensionDoc } from "./extension-doc.ts";
import { dataName, descriptionOf, exportName, isRequired, movesName, statesName } from "./extension-names.ts";
import { createHolderFinder } from "./request-holders.ts";
import { resolveExtensions } from "./resolve-extensions.ts";
import type {
  Carrier,
  DataType,
  ResolvedData,
  ResolvedExtension,
  ResolvedNarrowing,
  ResolvedStates,
} from "./resolved-extension.ts";

/**
 * Emits a file for every proto that declares extensions: for each a constant with its declaration and
 * the access to its data. It imports types, codecs and services from the files of other targets.
 */
export const emitExtension: Emitter = (model, diagnostics) => {
  const extensions = resolveExtensions(model, diagnostics);
  const print = createExtensionPrinter(model);
  return model.files.flatMap((file) => {
    const own = extensions.filter((extension) => extension.file === file);
    return own.length === 0 ? [] : [print(own, modulePath(file.name, "extension"))];
  });
};

/** Makes the function that prints extensions of one source to a file of TypeScript; `model` has the core. */
export function createExtensionPrinter(
  model: Model,
): (extensions: readonly ResolvedExtension[], path: string) => SourceFile {
  const index = indexModel(model);
  const findHolders = createHolderFinder(model.files);
  const coreStates = findCoreStates(model.files);
  return (extensions, path) => {
    const out = createSourceFile(defined({ path, source: extensions[0]?.file.name }));
    for (const extension of extensions) declareNames(extension, out);
    const sharedHolders = printSharedHolders(extensions, { out, findHolders });
    extensions.forEach((extension, i) => {
      if (i > 0) out.blank();
      printExtension(extension, { out, index, findHolders, coreStates, sharedHolders });
    });
    return out;
  };
}

function declareNames(extension: ResolvedExtension, out: SourceFile): void {
  const { states, several } = extension;
  out.declare(exportName(extension));
  if (states !== undefined) out.declare(statesName(extension));
  if (states?.by !== undefined) out.declare(movesName(extension), "type");
  if (several.some(({ name }) => name !== "")) out.declare(dataName(extension), "type");
}

interface PrintContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  readonly findHolders: ReturnType<typeof createHolderFinder>;
  readonly coreStates: ReturnType<typeof findCoreStates>;
  /** The constants for holders that several extensions have, by their text. */
  readonly sharedHolders: ReadonlyMap<string, string>;
}

/** Prints what leads to the same objects in several extensions once, and gives its name by its text. */
function printSharedHolders(
  extensions: readonly ResolvedExtension[],
  { out, findHolders }: Pick<PrintContext, "out" | "findHolders">,
): ReadonlyMap<string, string> {
  const all = extensions.map(findHolders).filter((holders) => Object.keys(holders).length > 0);
  const texts = all.map(literalText);
  const names = new Map<string, string>();
  all.forEach((holders, i) => {
    const text = texts[i] ?? "";
    if (names.has(text) || texts.indexOf(text, i + 1) === -1) return;
    const name = names.size === 0 ? "holders" : `holders${names.size + 1}`;
    names.set(text, name);
    const type = runtimeType("ExtensionInit", "extensions");
    printLiteral(out, holders, {
      open: code`const ${name}${ts`: NonNullable<${type}<never, never>["holders"]>`} = `,
      close: ";",
    });
    out.blank();
  });
  return names;
}

/** The states of a task and the moves between them, typed by the enum. */
function printStates(extension: ResolvedExtension, { out, index }: PrintContext): void {
  const { states } = extension;
  if (states === undefined) return;
  const state =
    states.type.kind === "enum"
      ? typeReference(states.type.enumeration, index)
      : code`${dataType(states.type.of, index)}[${JSON.stringify(states.field)}]`;
  const moves = states.by === undefined ? undefined : movesName(extension);
  if (states.by !== undefined) {
    out.doc(`The moves of each side between the states of ${exportName(extension)}.`);
    printMovesType(movesName(extension), states.by, out);
    out.blank();
  }
  const parameters = moves === undefined ? state : code`${state}, ${moves}`;
  const type = code`${runtimeType("StateMachine", "extensions")}<${parameters}>`;
  out.doc(`The states that ${exportName(extension)} tells, and the moves between them.`);
  out.block(
    code`export const ${statesName(extension)}${ts`: ${type}`} = /* @__PURE__ */ ${runtimeValue("defineStates", "extensions")}${moves === undefined ? ts`<${parameters}>` : ""}({`,
    () => {
      const property = createProperty(out);
      property("field", states.field);
      if (states.data !== "") property("data", states.data);
      if (states.initial.length > 0) property("initial", states.initial);
      property("moves", Object.fromEntries(states.moves));
      if (states.by !== undefined) {
        const { agent, client } = states.by;
        property("by", { agent: Object.fromEntries(agent), client: Object.fromEntries(client) });
      }
      if (states.carries.size > 0) property("carries", Object.fromEntries(states.carries));
      if (states.taskStates.size > 0) property("taskStates", Object.fromEntries(states.taskStates));
    },
    "});",
  );
  out.blank();
}

function printMovesType(name: string, by: NonNullable<ResolvedStates["by"]>, out: SourceFile): void {
  out.block(
    ts`export type ${name} = {`,
    () => {
      for (const side of ["agent", "client"] as const) {
        out.block(
          ts`readonly ${side}: {`,
          () => {
            for (const [from, to] of by[side]) {
              const list = to.map((one) => JSON.stringify(one)).join(" | ");
              out.line(
                ts`readonly ${JSON.stringify(from)}: readonly ${to.length === 1 ? list : `(${list})`}[];`,
              );
            }
          },
          ts`};`,
        );
      }
    },
    ts`};`,
  );
}

type PrintProperty = (name: string, value: Parameters<typeof printLiteral>[1]) => void;

function createProperty(out: SourceFile): PrintProperty {
  return (name, value) => printLiteral(out, value, { open: `${name}: `, close: "," });
}

function printExtension(extension: ResolvedExtension, context: PrintContext): void {
  const { out, index, findHolders } = context;
  const { options, data, params, carriers, several, narrows, services } = extension;
  printStates(extension, context);
  const named = several.filter(({ name }) => name !== "");
  const only = several.find(({ name }) => name === "");
  const type = printTypes(extension, { named, only }, context);
  out.doc(extensionDoc(extension));
  out.block(
    code`export const ${exportName(extension)}${ts`: ${type}`} = /* @__PURE__ */ ${runtimeValue("defineExtension", "extensions")}${named.length === 0 ? "" : typeArguments(extension, index)}({`,
    () => {
      const property = createProperty(out);
      property("uri", options.uri);
      if (options.otherUris.length > 0) property("otherUris", options.otherUris);
      property("kind", options.kind);
      property("description", descriptionOf(extension));
      property("required", isRequired(extension));
      property(
        "dependencies",
        options.dependencies.map(({ uri, optional }) => ({ uri, optional })),
      );
      if (extension.activation !== "header") property("activation", extension.activation);
      if (extension.headers.length > 0)
        property(
          "headers",
          extension.headers.map((one) => ({ ...one })),
        );
      if (params !== undefined) out.line(code`params: ${dataCodec(params, index)},`);
      if (data !== undefined) {
        out.line(code`data: ${codecOf(data, index)},`);
        property("key", options.key);
        if (options.key === "fields") {
          const fields = data.fields.map(({ jsonName }) => jsonName);
          property("fields", fields);
        }
      }
      if (only !== undefined) printOnly(only, { extension, property, context });
      if (carriers.length > 0) {
        const needs = { parts: false, sides: false, task: extension.states !== undefined };
        property(
          "placements",
          carriers.map((carrier) => toPlacement(carrier, needs)),
        );
      }
      if (named.length > 0) printNamed(named, { extension, property, context });
      const holders = findHolders(extension);
      const shared = context.sharedHolders.get(literalText(holders));
      if (shared !== undefined) out.line(shared === "holders" ? "holders," : `holders: ${shared},`);
      else if (Object.keys(holders).length > 0) property("holders", holders);
      if (hasCoreStates(extension)) property("coreStates", context.coreStates);
      if (narrows.length > 0) property("narrows", narrows.map(toNarrowing));
      if (extension.states !== undefined) out.line(`states: ${statesName(extension)},`);
      if (extension.limits.length > 0)
        property(
          "limits",
          extension.limits.map((one) => ({ ...one })),
        );
      if (extension.errors.length > 0) {
        property("errors", Object.fromEntries(extension.errors.map(({ name, ...rest }) => [name, rest])));
      }
      if (services.length > 0) {
        const values = services.map(({ service, file }) =>
          importValue(serviceNames(service).service, moduleImport(file.name, "service")),
        );
        out.line(code`services: [${join(values, ", ")}],`);
      }
    },
    "});",
  );
}

interface DataOfExtension {
  readonly named: readonly ResolvedData[];
  readonly only: ResolvedData | undefined;
}

/** The type of the constant; prints that of the accesses before it. */
function printTypes(
  extension: ResolvedExtension,
  { named, only }: DataOfExtension,
  { out, index }: PrintContext,
): Piece {
  const { data, params, carriers } = extension;
  const holders = (only?.carriers ?? carriers).map(({ message }) => typeReference(message, index));
  const ofData = only === undefined ? data && typeReference(data, index) : valueType(only, index);
  const parameters: readonly Piece[] = [
    ofData ?? "never",
    params === undefined ? "never" : dataType(params, index),
    holders.length === 0 ? "never" : join(holders, " | "),
  ];
  const type = code`${runtimeType("Extension", "extensions")}<${join(parameters, ", ")}>`;
  const errors = extension.errors.length === 0 ? [] : [errorsType(extension)];
  if (named.length > 0) {
    printDataType(extension, named, { out, index });
    const ofParams = params === undefined ? "" : code`, ${dataType(params, index)}`;
    const withData = code`${runtimeType("ExtensionWith", "extensions")}<${dataName(extension)}${ofParams}>`;
    return join([withData, ...errors], " & ");
  }
  const part = only === undefined ? undefined : partTypeOf(only);
  const access = part === undefined || only === undefined ? [] : [accessType(only, index)];
  return join([type, ...access, ...errors], " & ");
}

function errorsType({ errors }: ResolvedExtension): Piece {
  return code`${runtimeType("ExtensionErrors", "extensions")}<${errorNames(errors)}>`;
}

function errorNames(errors: ResolvedExtension["errors"]): string {
  return errors.map(({ name }) => JSON.stringify(name)).join(" | ");
}

/** TypeScript does not infer the accesses from their inits. */
function typeArguments(extension: ResolvedExtension, index: PrintContext["index"]): Piece {
  const { params, errors } = extension;
  const ofErrors = errors.length === 0 ? "" : `, ${errorNames(errors)}`;
  return ts`<${params === undefined ? "never" : dataType(params, index)}, ${dataName(extension)}${ofErrors}>`;
}

function printDataType(
  extension: ResolvedExtension,
  named: readonly ResolvedData[],
  { out, index }: Pick<PrintContext, "out" | "index">,
): void {
  out.doc(`The data of ${exportName(extension)}.`);
  out.block(
    ts`export type ${dataName(extension)} = {`,
    () => {
      for (const one of named) {
        if (one.description !== "") out.doc(one.description);
        out.line(ts`readonly ${one.name}: ${accessType(one, index)};`);
      }
    },
    ts`};`,
  );
  out.blank();
}

function accessType(data: ResolvedData, index: ModelIndex): Piece {
  const part = partTypeOf(data);
  const targets = join(
    data.carriers.map(({ message }) => typeReference(message, index)),
    " | ",
  );
  const value = valueType(data, index);
  return part === undefined
    ? code`${runtimeType("ExtensionData", "extensions")}<${value}, ${targets}>`
    : code`${runtimeType("ExtensionPartData", "extensions")}<${value}, ${targets}, ${typeReference(part, index)}>`;
}

function partTypeOf({ place, carriers }: ResolvedData): MessageModel | undefined {
  const isPart = place.kind === "part-key" || place.kind === "part-type";
  return isPart ? carriers.find(({ parts }) => parts !== undefined)?.parts?.part : undefined;
}

/** What is read: of parts of a media type, all that they hold. */
function valueType({ type, place }: ResolvedData, index: ModelIndex): Piece {
  const value = dataType(type, index);
  return place.kind === "part-type" ? code`readonly ${value}[]` : value;
}

interface PrintData {
  readonly extension: ResolvedExtension;
  readonly property: PrintProperty;
  readonly context: PrintContext;
}

function printOnly(data: ResolvedData, { extension, property, context: { out, index } }: PrintData): void {
  out.line(code`data: ${dataCodec(data.type, index)},`);
  property("key", { ...data.place });
  printTerms(data, extension, property);
}

function printNamed(
  named: readonly ResolvedData[],
  { extension, property, context: { out, index } }: PrintData,
): void {
  out.block(
    "several: {",
    () => {
      for (const data of named) {
        out.block(
          `${data.name}: {`,
          () => {
            out.line(code`codec: ${dataCodec(data.type, index)},`);
            property("place", { ...data.place });
            printTerms(data, extension, property);
          },
          "},",
        );
      }
    },
    "},",
  );
}

function printTerms(data: ResolvedData, extension: ResolvedExtension, property: PrintProperty): void {
  const { carriers, from, invalid, taskStates } = data;
  const needs = needsOf(data, extension);
  property(
    "placements",
    carriers.map((carrier) => toPlacement(carrier, needs)),
  );
  if (from !== undefined) property("from", from);
  if (invalid !== undefined) property("invalid", invalid);
  if (taskStates.length > 0) property("taskStates", taskStates);
}

function codecOf(message: MessageModel, index: ModelIndex): Piece {
  const file = index.fileOf(message.typeName).name;
  return importValue(typeNames(message).codec, moduleImport(file, "json"));
}

function dataCodec(type: DataType, index: ModelIndex): Piece {
  return type.kind === "message"
    ? codecOf(type.message, index)
    : importValue(`${type.name}Codec`, `./${type.stem}_json`);
}

function dataType(type: DataType, index: ModelIndex): Piece {
  return type.kind === "message"
    ? typeReference(type.message, index)
    : importType(type.name, `./${type.stem}_types`);
}

/** What accesses and checks have to know of an object beside where its metadata is. */
interface PlacementNeeds {
  readonly parts: boolean;
  /** Who wrote the object. */
  readonly sides: boolean;
  readonly task: boolean;
}

function needsOf({ name, from, place }: ResolvedData, { states }: ResolvedExtension): PlacementNeeds {
  return {
    parts: place.kind === "part-key" || place.kind === "part-type",
    sides: from !== undefined,
    task: states !== undefined && states.data === name,
  };
}

function toPlacement(
  { message, metadata, extensions, parts, role, task, isRequest }: Carrier,
  needs: PlacementNeeds,
) {
  return {
    typeName: message.typeName,
    metadata: metadata.jsonName,
    extensions: extensions?.jsonName,
    required: message.fields
      .filter(({ presence }) => presence === "required")
      .map(({ jsonName }) => jsonName),
    parts:
      parts === undefined || !needs.parts
        ? undefined
        : {
            field: parts.field.jsonName,
            data: parts.data.jsonName,
            metadata: parts.metadata.jsonName,
            mediaType: parts.mediaType?.jsonName,
          },
    role: role === undefined || !needs.sides ? undefined : toRole(role),
    from: role === undefined && needs.sides ? (isRequest ? "client" : "agent") : undefined,
    task: needs.task ? task?.jsonName : undefined,
  };
}

/** Users are the clients' side: A2A has these two roles. */
function toRole({ field, enumeration }: NonNullable<Carrier["role"]>) {
  const valuesOf = (pattern: RegExp): readonly string[] =>
    enumeration.values.filter(({ name }) => pattern.test(name)).map(({ json }) => json);
  return { field: field.jsonName, client: valuesOf(/(?:^|_)USER$/i), agent: valuesOf(/(?:^|_)AGENT$/i) };
}

/** Whether the data says something of the core states of a task. */
function hasCoreStates({ several, states }: ResolvedExtension): boolean {
  return several.some(({ taskStates }) => taskStates.length > 0) || (states?.taskStates.size ?? 0) > 0;
}

function toNarrowing({ message, carrier, fields }: ResolvedNarrowing) {
  return {
    typeName: message.typeName,
    ...(carrier === undefined ? {} : { carriesData: true }),
    ...(fields.length === 0
      ? {}
      : {
          fields: fields.map(({ field, required, values, members, minItems, maxItems }) => ({
            field: field.jsonName,
            ...(field.shape.kind === "map" ? { map: true } : {}),
            ...(required ? { required } : {}),
            ...(values.length > 0 ? { values } : {}),
            ...(members.length > 0 ? { members } : {}),
            minItems,
            maxItems,
          })),
        }),
  };
}
