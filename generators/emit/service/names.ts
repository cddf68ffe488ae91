import type { ServiceModel } from "../../model/model.ts";

/** What the service file of a proto exports for a service: interface and table have one name. */
export function serviceNames({
  identifier,
}: ServiceModel): Readonly<Record<"service" | "client" | "unimplemented", string>> {
  return {
    service: identifier,
    client: `${identifier}Client`,
    unimplemented: `Unimplemented${identifier}`,
  };
}
