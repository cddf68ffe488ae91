import {
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMethod,
  getExtension,
  hasExtension,
  type JsonObject,
  type Message,
  toJson,
} from "@bufbuild/protobuf";
import { object } from "./option-values.ts";

/** The options of google.api that the model reads; all are absent when the protos do not import them. */
export interface GoogleApiOptions {
  /** Whether google.api.field_behavior says REQUIRED. */
  isRequired(field: DescField | DescExtension): boolean;
  /** The JSON of google.api.http, as the google.api.HttpRule of the input has it. */
  httpRule(method: DescMethod): JsonObject | undefined;
  methodSignatures(method: DescMethod): readonly string[];
}

const requiredBehavior = 2;

export function readGoogleApiOptions(files: readonly DescFile[]): GoogleApiOptions {
  const extensions = new Map<string, DescExtension>(
    files.flatMap((file) => file.extensions.map((extension) => [extension.typeName, extension])),
  );
  const fieldBehavior = extensions.get("google.api.field_behavior");
  const http = extensions.get("google.api.http");
  const methodSignature = extensions.get("google.api.method_signature");
  return {
    isRequired({ proto: { options } }) {
      if (fieldBehavior === undefined || options === undefined || !hasExtension(options, fieldBehavior))
        return false;
      const behaviors: unknown = getExtension(options, fieldBehavior);
      return Array.isArray(behaviors) && behaviors.includes(requiredBehavior);
    },
    httpRule({ proto: { options } }) {
      if (http?.message === undefined || options === undefined || !hasExtension(options, http))
        return undefined;
      // The extension's type is a message, so its value is one.
      return object(toJson(http.message, getExtension(options, http) as Message));
    },
    methodSignatures({ proto: { options } }) {
      if (methodSignature === undefined || options === undefined || !hasExtension(options, methodSignature))
        return [];
      const signatures: unknown = getExtension(options, methodSignature);
      return Array.isArray(signatures) ? signatures.map(String) : [];
    },
  };
}
