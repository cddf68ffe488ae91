import type { FileModel } from "../../model/model.ts";
import { enumNames, typeNames } from "../json/names.ts";
import { serviceNames } from "../service/names.ts";

/** What the types, codecs and services of a package are called in TypeScript, and the full proto name of what is called so. */
export function listExports(files: readonly FileModel[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { messages, enums, services } of files) {
    for (const message of messages) add(message.typeName, message.identifier, typeNames(message));
    for (const enumeration of enums)
      add(enumeration.typeName, enumeration.identifier, enumNames(enumeration));
    for (const service of services) add(service.typeName, service.identifier, serviceNames(service));
  }
  return owners;

  function add(owner: string, identifier: string, names: Readonly<Record<string, string>>): void {
    for (const name of [identifier, ...Object.values(names)]) owners.set(name, owner);
  }
}
