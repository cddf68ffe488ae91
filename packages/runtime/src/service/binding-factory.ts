import { parseUrl } from "../core/url.ts";
import type { AnswerWarning } from "./answer-warning.ts";
import type { ClientDefinition, ServiceDefinition } from "./method.ts";
import type { ClientProtocol, Protocol } from "./protocol.ts";
import type { ClientTransport, Transport } from "./transport.ts";

/** Where calls go, which decides what may be sent there. */
export interface Endpoint {
  /** Scheme, host and port: credentials for one origin are not sent to another. */
  readonly origin: string;
  /** In lower case, IPv6 addresses in brackets. */
  readonly hostname: string;
  /** Whether what is sent cannot be read on the way. */
  readonly isEncrypted: boolean;
}

/** An interface that a binding has to reach, for a service as its clients need it. */
export interface ClientBindingTarget {
  readonly service: ClientDefinition;
  readonly protocol: ClientProtocol;
  /** As the card has it. */
  readonly url: string;
  /** For bindings that send HTTP requests; adds what the URL of a request has to carry. */
  readonly fetch: typeof fetch;
  /** Bytes of an answer or event that are read; the binding's own default when absent. */
  readonly maximumBytes?: number;
  /** Called for each deviation of an answer from the protocol that can still be read. */
  readonly onWarning?: (warning: AnswerWarning) => void;
}

/** An interface that a binding has to reach. */
export interface BindingTarget extends ClientBindingTarget {
  readonly service: ServiceDefinition;
  readonly protocol: Protocol;
}

/** A binding that a client has installed: makes transports to the interfaces that a card offers. */
export interface BindingFactory {
  /** Its name in cards: "JSONRPC", "HTTP+JSON", "GRPC", or the URI of a custom binding. */
  readonly binding: string;
  /** Whether calls are made with the target's `fetch`, so that they can carry query parameters. */
  readonly usesFetch: boolean;
  /** Reads the URL of an interface; undefined for one that the binding cannot reach. Never throws. */
  locate(url: string): Endpoint | undefined;
  /** Whether the methods of a service can be called over it; any can when absent. */
  carries?(service: ServiceDefinition): boolean;
  connect(target: BindingTarget): Transport;
}

/**
 * A binding that needs of services only what clients need: functions are compared by their parameters,
 * methods are not.
 */
export interface ClientBindingFactory extends BindingFactory {
  readonly carries?: (service: ClientDefinition) => boolean;
  readonly connect: (target: ClientBindingTarget) => ClientTransport;
}

/** Reads an absolute `http:` or `https:` URL without user and password; undefined for anything else. */
export function locateHttp(url: string): Endpoint | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined || parsed.username !== "" || parsed.password !== "") return undefined;
  const { protocol, origin, hostname } = parsed;
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return { origin, hostname, isEncrypted: protocol === "https:" };
}
