import type { Codec, DecodeOptions } from "../core/codec.ts";
import { copyJson } from "../core/copy-json.ts";
import type { Method, ServiceDefinition } from "../service/method.ts";
import { isDecodeError } from "../service/request-error.ts";
import { ConnectError } from "./connect-error.ts";

/** The codec of the card: that of a method that returns cards. Throws a TypeError when there is none. */
export function cardCodecOf(service: ServiceDefinition): Codec<unknown> {
  const { name, card } = service.protocol;
  const methods: readonly Method[] = Object.values(service.methods);
  const method = methods.find(({ output }) => output.typeName === card?.typeName);
  if (method !== undefined) return method.output;
  throw new TypeError(
    `cardCodec: no method of ${service.typeName} returns a card of the profile ${name}; give its codec`,
  );
}

/**
 * Checks a card leniently, as peers' cards want it; the value is left alone. Throws a ConnectError with
 * every problem.
 */
export function readCard(
  value: unknown,
  {
    codec,
    where,
    onWarning,
  }: {
    readonly codec: Codec<unknown>;
    /** Where the card comes from, for the error. */
    readonly where: string;
    readonly onWarning: NonNullable<DecodeOptions["onWarning"]>;
  },
): object {
  let card: unknown;
  try {
    card = codec.decode(copyJson(value), { lenient: true, onWarning });
  } catch (cause) {
    if (!isDecodeError(cause)) throw cause;
    throw new ConnectError("card-invalid", `${where}: ${cause.message}`, { cause });
  }
  // Cards are messages, and messages are objects.
  return card as object;
}
