import { type Client, ClientFactory } from "@a2a-js/sdk-0.3/client";

/** A client of the SDK of 0.3, made from the card of an agent. */
export function createSdkClient(origin: string): Promise<Client> {
  return new ClientFactory().createFromUrl(origin);
}
