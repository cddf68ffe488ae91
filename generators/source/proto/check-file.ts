import type { Diagnostics } from "../../model/diagnostics.ts";
import type { EnumModel, FileModel, MessageModel } from "../../model/model.ts";
import { protoDiagnostics } from "./diagnostics.ts";

/** Reports names of a file that would be the same in JSON. */
export function checkFile(file: FileModel, diagnostics: Diagnostics): void {
  for (const message of file.messages) checkJsonNames(message, diagnostics);
  for (const enumeration of file.enums) checkSpellings(enumeration, diagnostics);
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
