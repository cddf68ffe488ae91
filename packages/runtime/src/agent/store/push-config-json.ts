import type { JsonValue } from "../../core/index.ts";
import { defined } from "../../core/object.ts";
import type { StoredPushConfig } from "../contract/webhook-store.ts";

/** Where the JSON of a configuration has the trace: no field of a configuration has such a name. */
const carrierMember = "a2agen.carrier";

interface KeptConfig extends Pick<StoredPushConfig, "config"> {
  readonly carrier?: StoredPushConfig["carrier"] | undefined;
}

/** What stores keep of a webhook as one JSON text: its configuration, and the trace beside it. */
export function pushConfigToJson({ config, carrier }: KeptConfig): string {
  return JSON.stringify(carrier === undefined ? config : { ...config, [carrierMember]: carrier });
}

/** The value of what `pushConfigToJson` has written. */
export function pushConfigFromJson(value: JsonValue): Pick<StoredPushConfig, "config" | "carrier"> {
  const { [carrierMember]: carrier, ...config } = value as unknown as StoredPushConfig["config"] & {
    readonly [carrierMember]?: StoredPushConfig["carrier"];
  };
  return { config, ...defined({ carrier }) };
}
