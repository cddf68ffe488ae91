import type { PushTranslation } from "../agent/index.ts";
import type { BackoffRules } from "../core/time.ts";
import { createAddressGuard } from "./address-guard.ts";
import type { FindCredentials } from "./authorization.ts";
import { defaultLookup, guardLookup, type Lookup } from "./guarded-lookup.ts";
import { type ClientTls, Poster } from "./post.ts";
import { Slots } from "./slots.ts";
import { createUrlGuard, type UrlGuard } from "./url-guard.ts";

/** Which URLs may be called, and how. */
export interface WebhookOptions {
  /**
   * Translations for clients of older versions, which are notified in the form of their version: those of the
   * agent's host family, `[a2a03ToA2a10, draftToA2a10]`. A configuration of any other version is refused with
   * UNIMPLEMENTED.
   */
  readonly older?: readonly PushTranslation[];
  /** Allowed hosts: "hooks.example.com", or "*.example.com" for all names below it. All when absent. */
  readonly hosts?: readonly string[];
  /** Ports that may be called. Default: 443 and 80 by scheme, and those from 1024. */
  readonly ports?: readonly number[];
  /** Whether webhooks may be called without encryption. Default: false. */
  readonly http?: boolean;
  /**
   * Networks outside of the public internet that may be called, in CIDR notation: "127.0.0.0/8"
   * and "::1/128" for the machine itself, "10.1.0.0/16" for an intranet.
   */
  readonly networks?: readonly string[];
  /**
   * Resolves a host name; every address is checked, and one of them is used.
   * Default: `lookup` of `node:dns/promises` with `all`, which shares its threads with file access.
   */
  readonly lookup?: Lookup;
  /** Trusted authorities, and the agent's own certificate. */
  readonly tls?: ClientTls;
  /**
   * Finds the credentials for a configuration that names an authentication scheme without them (section
   * 4.3.2). Without this function, or if it finds none, no Authorization header is sent.
   */
  readonly credentials?: FindCredentials;
  /** Limits other than the defaults. `webhooks` throws a RangeError for invalid ones. */
  readonly limits?: Partial<WebhookLimits>;
}

/** The limits of deliveries, with their defaults. */
export interface WebhookLimits extends BackoffRules {
  /** Configurations of one task; further ones are refused with RESOURCE_EXHAUSTED. 16. */
  readonly perTask: number;
  /** Configurations in memory. Those without further deliveries make room, the oldest first. 10,000. */
  readonly configurations: number;
  /** Configurations for the tasks of one scope, so that a caller leaves room for the others. 5,000. */
  readonly configurationsPerScope: number;
  /** Attempts at a notification before it is given up. 10. */
  readonly attempts: number;
  /** Notifications given up in a row before the webhook is given up. 10. */
  readonly failures: number;
  /** Milliseconds of one attempt, from the look-up of the name to the answer, redirects included. 15,000. */
  readonly attemptMs: number;
  /** Milliseconds before the second attempt, doubled before each further one. 1,000. */
  readonly initialDelayMs: number;
  /** Milliseconds that no wait exceeds, not even Retry-After of a webhook. 60,000. */
  readonly maximumDelayMs: number;
  /** Redirects of one notification. 3. */
  readonly redirects: number;
  /** Concurrent requests. 64. */
  readonly requests: number;
  /** Concurrent requests to one host. 8. */
  readonly requestsPerHost: number;
  /** Concurrent requests for one scope, so that one caller's slow webhooks do not delay another's. 32. */
  readonly requestsPerScope: number;
  /**
   * Milliseconds of the lease on a webhook in a store that several processes share, renewed after a third of
   * the time. Another process takes over when it expires. 30,000.
   */
  readonly leaseMs: number;
}

const defaults: WebhookLimits = {
  perTask: 16,
  configurations: 10_000,
  configurationsPerScope: 5000,
  attempts: 10,
  failures: 10,
  attemptMs: 15_000,
  initialDelayMs: 1000,
  maximumDelayMs: 60_000,
  redirects: 3,
  requests: 64,
  requestsPerHost: 8,
  requestsPerScope: 32,
  leaseMs: 30_000,
};

/** The minima of limits; 1 for the others. */
const least: Partial<WebhookLimits> = { initialDelayMs: 0, maximumDelayMs: 0, redirects: 0 };

/** Shared by all deliveries. */
export interface Tools {
  readonly limits: WebhookLimits;
  readonly guard: UrlGuard;
  readonly poster: Poster;
  /** Of hosts. */
  readonly slots: Slots;
  readonly scopeSlots: Slots;
  readonly credentials: FindCredentials | undefined;
}

/** Throws a TypeError or RangeError for invalid options. */
export function buildTools(options: WebhookOptions): Tools {
  const limits = resolveLimits(options.limits);
  const addresses = createAddressGuard(options.networks);
  const { http = false, hosts, ports, lookup = defaultLookup, tls = {} } = options;
  const guard = createUrlGuard({ http, hosts, ports, addresses });
  return {
    limits,
    guard,
    poster: new Poster({
      guard,
      lookup: guardLookup(lookup, addresses),
      tls,
      redirects: limits.redirects,
      connectionsPerHost: limits.requestsPerHost,
    }),
    slots: new Slots(limits.requests, limits.requestsPerHost),
    scopeSlots: new Slots(Number.POSITIVE_INFINITY, limits.requestsPerScope),
    credentials: options.credentials,
  };
}

function resolveLimits(given: Partial<WebhookLimits> = {}): WebhookLimits {
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries<number>({ ...limits })) {
    const minimum = least[name as keyof WebhookLimits] ?? 1;
    if (Number.isInteger(value) && value >= minimum) continue;
    throw new RangeError(`limits.${name}: expected a whole number from ${minimum}, found ${String(value)}`);
  }
  return limits;
}
