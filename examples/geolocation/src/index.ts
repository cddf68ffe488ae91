import { type Message, SendMessageRequestCodec } from "@a2agen/a2a-1.0";
import { type ExtensionDeclaration, type ExtensionSupport, requestOf } from "@a2agen/runtime/extensions";
import { type CallContext, CallError, type FieldViolation } from "@a2agen/runtime/service";
import { type Geolocation, GeolocationExtension, type GeolocationParams } from "../generated/index.js";

export * from "../generated/index.js";

/** For `extensions` of `createHost`, with what the card says of it. */
export interface GeolocationSupport extends ExtensionSupport {
  readonly declaration: ExtensionDeclaration<GeolocationParams>;
}

/**
 * Supports the extension in a server: calls that use it are refused with INVALID_ARGUMENT when the position
 * of their message is none, or not as exact as `maxAccuracy` wants it.
 */
export function geolocation(params: GeolocationParams = {}): GeolocationSupport {
  return {
    extension: GeolocationExtension,
    declaration: GeolocationExtension.declare({ params }),
    check(call) {
      const request = requestOf(call, SendMessageRequestCodec);
      if (request === undefined) return;
      // Throws a DecodeError for data that does not have the form of a position.
      const position = GeolocationExtension.get(request.message, ["message"]);
      const violations = position === undefined ? [] : findViolations(position, params);
      if (violations.length === 0) return;
      throw new CallError("INVALID_ARGUMENT", "the message has a position that is none or of no use", {
        violations,
      });
    },
  };
}

/**
 * Where the sender of a message is; undefined when it does not say so, or the call does not use the
 * extension.
 */
export function positionOf(
  message: Message,
  { activated }: Pick<CallContext, "activated">,
): Geolocation | undefined {
  return activated.includes(GeolocationExtension.uri) ? GeolocationExtension.get(message) : undefined;
}

interface Limits {
  readonly minimum: number;
  readonly maximum: number;
}

/** What the proto says in words. Doubles of ProtoJSON may be texts, "NaN" or "Infinity". */
function findViolations(
  position: Geolocation,
  { maxAccuracy }: GeolocationParams,
): readonly FieldViolation[] {
  const limits: Readonly<Record<"latitude" | "longitude" | "accuracy", Limits>> = {
    latitude: { minimum: -90, maximum: 90 },
    longitude: { minimum: -180, maximum: 180 },
    accuracy: { minimum: 0, maximum: Number(maxAccuracy ?? Infinity) },
  };
  return (["latitude", "longitude", "accuracy"] as const).flatMap((name) => {
    const value = position[name];
    const { minimum, maximum } = limits[name];
    if (value === undefined || (Number(value) >= minimum && Number(value) <= maximum)) return [];
    const field = `message.metadata[${JSON.stringify(GeolocationExtension.uri)}].${name}`;
    return [{ field, description: `expected a number from ${minimum} to ${maximum}, got ${value}` }];
  });
}
