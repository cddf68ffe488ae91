import { defined } from "@a2agen/runtime/internal";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { Model } from "../../model/model.ts";
import { lastName } from "../../naming/last-name.ts";
import { code, importValue, join, type Piece } from "../../print/piece.ts";
import type { Literal } from "../../print/print-literal.ts";
import { runtimeType, runtimeValue } from "../../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { serviceNames } from "../service/names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { moduleImport, modulePath } from "../shared/module-path.ts";
import { findCoreStates } from "./core-states.ts";
import { accessType, dataCodec, dataType, holderTypes } from "./data-types.ts";
import { extensionDoc } from "./extension-doc.ts";
import { dataName, descriptionOf, exportName, isRequired, movesName, statesName } from "./extension-names.ts";
import { toNarrowing } from "./narrowing-literal.ts";
import { namingPlacements, placementsOf } from "./placement-literal.ts";
import { createProperty } from "./print-property.ts";
import { printStates } from "./print-states.ts";
import { createHolderFinder } from "./request-holders.ts";
import { resolveExtensions } from "./resolve-extensions.ts";
import type { ResolvedData, ResolvedExtension } from "./resolved-extension.ts";
import { type LiteralUse, type PrintShared, printShared } from "./shared-literals.ts";

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
    const printed = extensions.map((extension) => ({
      extension,
      holders: findHolders(extension),
      coreStates: tellsCoreStates(extension) ? coreStates : {},
    }));
    const shared = printShared(out, printed.flatMap(listUses));
    printed.forEach((each, i) => {
      if (i > 0) out.blank();
      printExtension(each, { out, index, shared });
    });
    return out;
  };
}

function declareNames(extension: ResolvedExtension, out: SourceFile): void {
  const { states, data } = extension;
  out.declare(exportName(extension));
  if (states !== undefined) out.declare(statesName(extension));
  if (states?.by !== undefined) out.declare(movesName(extension), "type");
  if (namedData(data).length > 0) out.declare(dataName(extension), "type");
}

/** An extension with what the model of the core says of it. */
interface PrintedExtension {
  readonly extension: ResolvedExtension;
  /** What leads from calls to its data; empty where there is none. */
  readonly holders: Readonly<Record<string, Literal>>;
  readonly coreStates: Readonly<Record<string, Literal>>;
}

interface PrintContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  /** Prints what several extensions of the file may have. */
  readonly shared: PrintShared;
}

/** Whether the data says something of the core states of a task. */
function tellsCoreStates({ data, states }: ResolvedExtension): boolean {
  return data.some(({ taskStates }) => taskStates.length > 0) || (states?.taskStates.size ?? 0) > 0;
}

function listUses({ extension, holders, coreStates }: PrintedExtension): readonly LiteralUse[] {
  const init = runtimeType("ExtensionInit", "extensions");
  const member = (name: string): Piece => code`NonNullable<${init}<never, never>[${JSON.stringify(name)}]>`;
  const uses: readonly LiteralUse[] = [
    { name: "holders", type: member("holders"), value: holders },
    { name: "coreStates", type: member("coreStates"), value: coreStates },
    ...extension.data.map((data) => ({
      name: `on${data.carriers.map(({ message }) => lastName(message.typeName)).join("Or")}`,
      type: code`readonly ${runtimeType("Placement", "extensions")}[]`,
      value: placementsOf(data, extension),
    })),
  ];
  return uses.filter(({ value }) => Object.keys(value as object).length > 0);
}

function printExtension({ extension, holders, coreStates }: PrintedExtension, context: PrintContext): void {
  const { out, index, shared } = context;
  const { options, params, data, narrows, services } = extension;
  printStates(extension, context);
  if (namedData(data).length > 0) printDataType(extension, context);
  const type = constantType(extension, index);
  const parameters = namedData(data).length === 0 ? "" : accessArguments(extension, index);
  out.doc(extensionDoc(extension));
  out.block(
    code`export const ${exportName(extension)}${ts`: ${type}`} = /* @__PURE__ */ ${runtimeValue("defineExtension", "extensions")}${parameters}({`,
    () => {
      const property = createProperty(out);
      const list = (name: string, values: readonly Literal[]): void => {
        if (values.length > 0) property(name, values);
      };
      property("uri", options.uri);
      list("otherUris", options.otherUris);
      if (options.versionOf !== undefined) property("versionOf", options.versionOf);
      property("kind", options.kind);
      property("description", descriptionOf(extension));
      property("required", isRequired(extension));
      property(
        "dependencies",
        options.dependencies.map(({ uri, optional }) => ({ uri, optional })),
      );
      if (extension.activation !== "header") property("activation", extension.activation);
      list(
        "headers",
        extension.headers.map((one) => ({ ...one })),
      );
      if (params !== undefined) out.line(code`params: ${dataCodec(params, index)},`);
      printData(extension, context);
      if (Object.keys(holders).length > 0) shared("holders", holders);
      if (Object.keys(coreStates).length > 0) shared("coreStates", coreStates);
      list("narrows", narrows.map(toNarrowing));
      if (extension.states !== undefined) out.line(`states: ${statesName(extension)},`);
      list(
        "limits",
        extension.limits.map((one) => ({ ...one })),
      );
      if (extension.errors.length > 0) {
        property("errors", Object.fromEntries(extension.errors.map(({ name, ...rest }) => [name, rest])));
      }
      const values = [
        ...services.map(({ service, file }) =>
          importValue(serviceNames(service).service, moduleImport(file.name, "service")),
        ),
        ...(extension.tables ?? []).map(({ name, stem }) => importValue(name, `./${stem}_service`)),
      ];
      if (values.length > 0) {
        out.line(code`services: [${join(values, ", ")}],`);
      }
    },
    "});",
  );
}

function namedData(data: readonly ResolvedData[]): readonly ResolvedData[] {
  return data.filter(({ name }) => name !== "");
}

function constantType(extension: ResolvedExtension, index: ModelIndex): Piece {
  const { data, params, carriers, errors } = extension;
  const ofParams = params === undefined ? "never" : dataType(params, index);
  const own =
    errors.length === 0
      ? []
      : [code`${runtimeType("ExtensionErrors", "extensions")}<${errorNames(extension)}>`];
  if (namedData(data).length > 0) {
    const given = params === undefined ? "" : code`, ${ofParams}`;
    const withData = code`${runtimeType("ExtensionWith", "extensions")}<${dataName(extension)}${given}>`;
    return join([withData, ...own], " & ");
  }
  const [only] = data;
  const holders = only?.carriers ?? carriers;
  const parameters: readonly Piece[] = [
    only === undefined ? "never" : dataType(only.type, index),
    ofParams,
    holders.length === 0 ? "never" : holderTypes(holders, index),
    ...(only?.from === undefined ? [] : [JSON.stringify(only.from)]),
  ];
  const type = code`${runtimeType("Extension", "extensions")}<${join(parameters, ", ")}>`;
  return join([type, ...own], " & ");
}

function errorNames({ errors }: ResolvedExtension): string {
  return errors.map(({ name }) => JSON.stringify(name)).join(" | ");
}

/** TypeScript does not infer the accesses from their inits. */
function accessArguments(extension: ResolvedExtension, index: ModelIndex): Piece {
  const { params, errors } = extension;
  const ofErrors = errors.length === 0 ? "" : `, ${errorNames(extension)}`;
  return ts`<${params === undefined ? "never" : dataType(params, index)}, ${dataName(extension)}${ofErrors}>`;
}

function printDataType(extension: ResolvedExtension, { out, index }: PrintContext): void {
  out.doc(`The data of ${exportName(extension)}.`);
  out.block(
    ts`export type ${dataName(extension)} = {`,
    () => {
      for (const one of namedData(extension.data)) {
        if (one.description !== "") out.doc(one.description);
        out.line(ts`readonly ${one.name}: ${accessType(one, index)};`);
      }
    },
    ts`};`,
  );
  out.blank();
}

function printData(extension: ResolvedExtension, { out, index, shared }: PrintContext): void {
  const { data } = extension;
  const property = createProperty(out);
  const printTerms = (one: ResolvedData): void => {
    shared("placements", placementsOf(one, extension));
    if (one.from !== undefined) property("from", one.from);
    if (one.invalid !== undefined) property("invalid", one.invalid);
    if (one.taskStates.length > 0) property("taskStates", one.taskStates);
    if (one.check !== undefined) out.line(code`check: ${importValue(one.check.name, one.check.module)},`);
  };
  const named = namedData(data);
  const [only] = data;
  if (only === undefined) {
    const placements = namingPlacements(extension);
    if (placements.length > 0) property("placements", placements);
  } else if (named.length === 0) {
    out.line(code`data: ${dataCodec(only.type, index)},`);
    printKey(only, out);
    printTerms(only);
  } else {
    out.block(
      "several: {",
      () => {
        for (const one of named) {
          out.block(
            `${one.name}: {`,
            () => {
              out.line(code`codec: ${dataCodec(one.type, index)},`);
              property("place", { ...one.place });
              printTerms(one);
            },
            "},",
          );
        }
      },
      "},",
    );
  }
}

/** Where the only data is: the two places under the URI have short names. */
function printKey({ place }: ResolvedData, out: SourceFile): void {
  const property = createProperty(out);
  if (place.kind === "key" && place.keys === undefined && place.suffix === undefined) property("key", "uri");
  else if (place.kind === "fields" && place.prefixes === undefined) {
    property("key", "fields");
    property("fields", place.fields);
  } else property("key", { ...place });
}
