import type { ServiceModel } from "../../model/model.ts";
import { derived, deriveNames } from "../../naming/derived-names.ts";

/** What the service file of a proto exports for a service: interface and table have one name. */
export function serviceNames(service: ServiceModel): Readonly<Record<keyof typeof derived.service, string>> {
  return deriveNames(derived.service, service);
}
