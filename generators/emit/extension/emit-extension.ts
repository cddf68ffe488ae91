import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { MessageModel } from "../../model/model.ts";
import { code, importValue, join, type Piece } from "../../print/piece.ts";
import { printLiteral } from "../../print/print-literal.ts";
import { runtimeType, runtimeValue } from "../../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { typeNames } from "../json/names.ts";
import { serviceNames } from "../service/names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { moduleImport, modulePath } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import { extensionDoc } from "./extension-doc.ts";
import { descriptionOf, exportName, isRequired, statesName } from "./extension-names.ts";
import { createHolderFinder } from "./request-holders.ts";
import { resolveExtensions } from "./resolve-extensions.ts";
import type { Carrier, ResolvedExtension, ResolvedNarrowing } from "./resolved-extension.ts";

/**
 * Emits a file for every proto that declares extensions: for each a constant with its declaration and
 * the access to its data. It imports types, codecs and services from the files of other targets.
 */
export const emitExtension: Emitter = (model, diagnostics) => {
  const index = indexModel(model);
  const extensions = resolveExtensions(model, diagnostics);
  const findHolders = createHolderFinder(model.files);
  return model.files.flatMap((file) => {
    const own = extensions.filter((extension) => extension.file === file);
    if (own.length === 0) return [];
    const out = createSourceFile({ path: modulePath(file.name, "extension"), source: file.name });
    for (const extension of own) {
      out.declare(exportName(extension));
      if (extension.states !== undefined) out.declare(statesName(extension));
    }
    own.forEach((extension, i) => {
      if (i > 0) out.blank();
      printExtension(extension, { out, index, findHolders });
    });
    return [out];
  });
};

interface PrintContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  readonly findHolders: ReturnType<typeof createHolderFinder>;
}

/** The states of a task and the moves between them, typed by the enum. */
function printStates(extension: ResolvedExtension, { out, index }: PrintContext): void {
  const { states, options } = extension;
  if (states === undefined) return;
  const type = code`${runtimeType("StateMachine", "extensions")}<${typeReference(states.enumeration, index)}>`;
  out.doc(`The states that ${exportName(extension)} tells, \`${options.uri}\`, and the moves between them.`);
  out.block(
    code`export const ${statesName(extension)}${ts`: ${type}`} = /* @__PURE__ */ ${runtimeValue("defineStates", "extensions")}${ts`<${typeReference(states.enumeration, index)}>`}({`,
    () => {
      printLiteral(out, states.field.jsonName, { open: "field: ", close: "," });
      if (states.initial.length > 0) printLiteral(out, states.initial, { open: "initial: ", close: "," });
      printLiteral(out, Object.fromEntries(states.moves), { open: "moves: ", close: "," });
    },
    "});",
  );
  out.blank();
}

function printExtension(extension: ResolvedExtension, { out, index, findHolders }: PrintContext): void {
  const { options, data, params, carriers, narrows, services } = extension;
  printStates(extension, { out, index, findHolders });
  const targets = carriers.map(({ message }) => typeReference(message, index));
  const parameters: readonly Piece[] = [
    data === undefined ? "never" : typeReference(data, index),
    params === undefined ? "never" : typeReference(params, index),
    targets.length === 0 ? "never" : join(targets, " | "),
  ];
  const type = code`${runtimeType("Extension", "extensions")}<${join(parameters, ", ")}>`;
  out.doc(extensionDoc(extension));
  out.block(
    code`export const ${exportName(extension)}${ts`: ${type}`} = /* @__PURE__ */ ${runtimeValue("defineExtension", "extensions")}({`,
    () => {
      const property = (name: string, value: Parameters<typeof printLiteral>[1]): void =>
        printLiteral(out, value, { open: `${name}: `, close: "," });
      property("uri", options.uri);
      if (options.otherUris.length > 0) property("otherUris", options.otherUris);
      property("kind", options.kind);
      property("description", descriptionOf(extension));
      property("required", isRequired(extension));
      property(
        "dependencies",
        options.dependencies.map(({ uri, optional }) => ({ uri, optional })),
      );
      if (params !== undefined) out.line(code`params: ${codecOf(params, index)},`);
      if (data !== undefined) {
        out.line(code`data: ${codecOf(data, index)},`);
        property("key", options.key);
        if (options.key === "fields") {
          const fields = data.fields.map(({ jsonName }) => jsonName);
          property("fields", fields);
        }
      }
      if (carriers.length > 0) property("placements", carriers.map(toPlacement));
      const holders = findHolders(extension);
      if (Object.keys(holders).length > 0) property("holders", holders);
      if (narrows.length > 0) property("narrows", narrows.map(toNarrowing));
      if (extension.states !== undefined) out.line(`states: ${statesName(extension)},`);
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

function codecOf(message: MessageModel, index: ModelIndex): Piece {
  const file = index.fileOf(message.typeName).name;
  return importValue(typeNames(message).codec, moduleImport(file, "json"));
}

function toPlacement({ message, metadata, extensions }: Carrier) {
  return {
    typeName: message.typeName,
    metadata: metadata.jsonName,
    extensions: extensions?.jsonName,
    required: message.fields
      .filter(({ presence }) => presence === "required")
      .map(({ jsonName }) => jsonName),
  };
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
