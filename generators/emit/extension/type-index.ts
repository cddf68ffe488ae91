import type { EnumModel, MessageModel, Model } from "../../model/model.ts";
import type { ResolvedService } from "./resolved-extension.ts";

/** Looks up what options name: full names, or names of a package. */
export interface TypeIndex {
  message(name: string, protoPackage?: string): MessageModel | undefined;
  enumeration(typeName: string): EnumModel | undefined;
  /** Whether a method takes the message. */
  isRequest(typeName: string): boolean;
  service(name: string, protoPackage?: string): ResolvedService | undefined;
}

export function indexTypes({ files }: Model): TypeIndex {
  const messages = new Map<string, MessageModel>();
  const enums = new Map<string, EnumModel>();
  const services = new Map<string, ResolvedService>();
  const requests = new Set<string>();
  for (const file of files) {
    for (const message of file.messages) messages.set(message.typeName, message);
    for (const enumeration of file.enums) enums.set(enumeration.typeName, enumeration);
    for (const service of file.services) {
      services.set(service.typeName, { service, file });
      for (const { input } of service.methods) requests.add(input);
    }
  }
  return {
    message: (name, protoPackage) => messages.get(qualify(name, protoPackage)) ?? messages.get(name),
    enumeration: (typeName) => enums.get(typeName),
    isRequest: (typeName) => requests.has(typeName),
    service: (name, protoPackage) => services.get(qualify(name, protoPackage)) ?? services.get(name),
  };
}

function qualify(name: string, protoPackage = ""): string {
  return protoPackage === "" ? name : `${protoPackage}.${name}`;
}
