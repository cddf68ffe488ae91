import type { Decoder } from "../core/codec.ts";
import type { ClientDefinition, ClientMethod } from "../service/method.ts";
import type { CardRules } from "../service/protocol.ts";
import { isSameService } from "../service/same-service.ts";
import type { ServiceTranslation } from "./translate/service-translation.ts";

/** A version of the protocol in which an agent can be called. */
export interface SpokenVersion {
  readonly service: ClientDefinition;
  /** What its cards are like. */
  readonly rules: CardRules;
  readonly codec: Decoder<unknown>;
  /** How the connected service is called in it; undefined for that service's own version. */
  readonly translation: ServiceTranslation | undefined;
}

/**
 * The version of a service, and the older ones in their order. Throws a TypeError for a service without
 * cards, and for a translation of another service.
 */
export function listVersions(
  service: ClientDefinition,
  {
    cardCodec,
    older,
  }: { readonly cardCodec: Decoder<unknown> | undefined; readonly older: readonly ServiceTranslation[] },
): readonly [SpokenVersion, ...SpokenVersion[]] {
  return [
    toVersion(service, undefined, cardCodec),
    ...older.map((translation, index) => {
      const { newer } = translation;
      if (isSameService(newer, service)) return toVersion(translation.older, translation);
      throw new TypeError(
        `older[${index}]: expected a translation to ${service.typeName} of ${service.protocol.name}, found one to ${newer.typeName} of ${newer.protocol.name}`,
      );
    }),
  ];
}

function toVersion(
  service: ClientDefinition,
  translation: ServiceTranslation | undefined,
  codec = cardCodecOf(service),
): SpokenVersion {
  const { name, card } = service.protocol;
  if (card !== undefined) return { service, rules: card, codec, translation };
  throw new TypeError(`service: the profile ${name} has no agent card; make a client of a transport`);
}

/** The codec of the card: that of a method that returns cards. Throws a TypeError when there is none. */
function cardCodecOf(service: ClientDefinition): Decoder<unknown> {
  const { name, card } = service.protocol;
  const methods: readonly ClientMethod[] = Object.values(service.methods);
  const method = methods.find(({ output }) => output.typeName === card?.typeName);
  if (card === undefined || method !== undefined) return method?.output as Decoder<unknown>;
  throw new TypeError(
    `cardCodec: no method of ${service.typeName} returns a card of the profile ${name}; give its codec`,
  );
}
