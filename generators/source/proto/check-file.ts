import { type Diagnostics, formatPosition } from "../../model/diagnostics.ts";
import type { EnumModel, FileModel, MessageModel } from "../../model/model.ts";
import { protoDiagnostics } from "./diagnostics.ts";

/** Reports names of a file that would be the same in TypeScript or in JSON. */
export function checkFile(file: FileModel, diagnostics: Diagnostics): void {
  checkIdentifiers(file, diagnostics);
  for (const message of file.messages) checkJsonNames(message, diagnostics);
  for (const enumeration of file.enums) checkSpellings(enumeration, diagnostics);
}

function checkIdentifiers(file: FileModel, diagnostics: Diagnostics): void {
  const owners = new Map<string, MessageModel | EnumModel>();
  for (const type of [...file.messages, ...file.enums]) {
    const owner = owners.get(type.identifier);
    if (owner === undefined) {
      owners.set(type.identifier, type);
      continue;
    }
    diagnostics.report(protoDiagnostics["identifier-collision"], type.position, {
      identifier: type.identifier,
      first: owner.typeName,
      second: type.typeName,
      firstAt: formatPosition(owner.position),
    });
  }
}

function checkJsonNames(message: MessageModel, diagnostics: Diagnostics): void {
  const owners = new Map<string, string>();
  for (const field of message.fields) {
    const fullName = `${message.typeName}.${field.name}`;
    if (field.jsonName === "__proto__") {
      diagnostics.report(protoDiagnostics["json-name-proto"], field.position, { field: fullName });
    }
    const first = owners.get(field.jsonName);
    if (first === undefined) owners.set(field.jsonName, fullName);
    else
      diagnostics.report(protoDiagnostics["json-name-collision"], field.position, {
        jsonName: field.jsonName,
        first,
        second: fullName,
      });
  }
}

function checkSpellings(enumeration: EnumModel, diagnostics: Diagnostics): void {
  const owners = new Map<string, string>();
  for (const { json, name } of enumeration.values) {
    const first = owners.get(json);
    if (first === undefined) owners.set(json, name);
    else
      diagnostics.report(protoDiagnostics["enum-spelling-collision"], enumeration.position, {
        first,
        second: name,
        json,
      });
  }
}
