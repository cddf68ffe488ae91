import { A2AService as Service03 } from "@a2agen/a2a-0.3";
import { A2AService as ProtoService03 } from "@a2agen/a2a-0.3/proto";
import { A2AService } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import type { Codec } from "@a2agen/runtime";
import type { Method, ServiceDefinition } from "@a2agen/runtime/service";
import type { ServiceTranslation } from "@a2agen/runtime/versions";
import { a2a03ProtoToA2a10, a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import type { ProtocolName } from "./protocol-names.ts";

export type { ProtocolName } from "./protocol-names.ts";

export interface VersionRow {
  readonly service: ServiceDefinition;
  /** How it is called in the types of 1.0; absent for 1.0 itself, and for 1.1, which adds to them. */
  readonly translation?: ServiceTranslation<object, A2AService>;
}

/** The versions that can be spoken, by the name that users give. */
export const versions: Readonly<Record<ProtocolName, VersionRow>> = {
  "1.0": { service: A2AService },
  "0.3": { service: Service03, translation: a2a03ToA2a10 },
  draft: { service: DraftService, translation: draftToA2a10 },
  "1.1-dev": { service: NextService },
};

/** 0.3 over HTTP+JSON and gRPC, where its messages are those of its proto. */
export const proto03: VersionRow = { service: ProtoService03, translation: a2a03ProtoToA2a10 };

/** The versions to try after 1.0, in this order, without --protocol. */
export const older: readonly ServiceTranslation<object, A2AService>[] = [
  ...Object.values(versions),
  proto03,
].flatMap(({ translation }) => translation ?? []);

/** The versions that came after 1.0 and add to its types. */
export const later: readonly VersionRow[] = Object.values(versions).filter(
  (row) => row.translation === undefined && row !== versions["1.0"],
);

/** The version of an interface, by the number that its card gives it; over other bindings 0.3 is that of its proto. */
export function versionOf(number: string, binding: string): VersionRow {
  const found = Object.values(versions).find(({ service: { protocol } }) =>
    `${number}.`.startsWith(`${protocol.version}.`),
  );
  if (found === versions["0.3"] || number.startsWith("0.")) {
    return binding === "JSONRPC" ? versions["0.3"] : proto03;
  }
  return found ?? versions["1.0"];
}

/** The codecs of the agent cards of every version. */
export const cardCodecs: readonly Codec<object>[] = [...Object.values(versions), proto03].flatMap(
  ({ service: { methods, protocol } }) => {
    const outputs = Object.values<Method>(methods).map(({ output }) => output);
    // The codec of a card is that of an object.
    return (
      (outputs.find(({ typeName }) => typeName === protocol.card?.typeName) as Codec<object> | undefined) ??
      []
    );
  },
);

/** A card of 0.3 as its proto has it, for the bindings whose messages are of that form; undefined for another card. */
export function toProtoCard(received: unknown): object | undefined {
  const { translation: json } = versions["0.3"];
  const codec = Object.values<Method>(versions["0.3"].service.methods).find(
    ({ output }) => output.typeName === json?.older.protocol.card?.typeName,
  )?.output;
  const read = codec?.tryDecode(structuredClone(received), { lenient: true });
  if (json === undefined || read?.ok !== true) return undefined;
  return proto03.translation?.card.downgrade(json.card.upgrade(read.value).value).value as object;
}
