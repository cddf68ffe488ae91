import { accepts, parseJson } from "../core/codec.ts";
import { isObject } from "../core/object.ts";
import { mayHoldLoneSurrogate } from "../core/well-formed.ts";
import type { HttpTransportOptions } from "../http/outgoing.ts";
import type { ClientMethod, HttpBinding, Method } from "../service/method.ts";

/**
 * The JSON text of an answer or event: the whole message, or the one field that the rule names, null
 * when that is not set.
 */
export function writeAnswer({ output }: Method, { responseBody }: HttpBinding, value: unknown): string {
  if (responseBody === undefined) return output.stringify(value);
  const encoded = output.encode(value);
  const field =
    isObject(encoded) && Object.hasOwn(encoded, responseBody)
      ? encoded[responseBody]
      : defaultOf(value, responseBody);
  return JSON.stringify(field ?? null);
}

/** A default is not encoded, but is what a body consists of. */
function defaultOf(value: unknown, field: string): unknown {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

/**
 * Reads what `writeAnswer` wrote, where it can be read; throws a DecodeError. No text at all is a
 * message without fields, where the method may return that.
 */
export function readAnswer(
  method: ClientMethod,
  { responseBody }: HttpBinding,
  { text, onWarning }: { readonly text: string; readonly onWarning: HttpTransportOptions["onWarning"] },
): unknown {
  const { output } = method;
  const options = {
    wellFormed: !mayHoldLoneSurrogate(text),
    lenient: true,
    ...(onWarning === undefined
      ? {}
      : {
          onWarning: ({ path, message }: { path: string; message: string }) =>
            onWarning({ method: method.name, path, message }),
        }),
  };
  if (responseBody !== undefined) {
    const value: unknown = text === "" ? null : JSON.parse(text);
    return output.decodeParsed(value === null ? {} : { [responseBody]: value }, options);
  }
  return output.decodeParsed(
    text === "" && accepts(output, {}) ? {} : parseJson(output.typeName, text),
    options,
  );
}
