import type { ClientDefinition } from "./method.ts";

/** What a client is made from. */
export interface ClientOrigin {
  readonly service: ClientDefinition;
  /** Whether its transport resumes streams that break. */
  readonly resumes: boolean;
}

/** The same in every copy of this package: clients of one may come to functions of another. */
const key: unique symbol = Symbol.for("a2agen.origin");

/** Lets functions find out what a client is made from; nothing else about it changes. */
export function markClient<Client extends object>(client: Client, origin: ClientOrigin): Client {
  return Object.defineProperty(client, key, { value: origin, configurable: true });
}

/** What a client is made from; undefined for objects that only have its methods. */
export function originOf(client: object): ClientOrigin | undefined {
  return (client as { readonly [key]?: ClientOrigin })[key];
}
