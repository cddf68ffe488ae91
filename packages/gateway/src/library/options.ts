import type { Losses } from "../observe/call-losses.ts";

/** What happens to answers of the upstream that break the rules of its version. */
export const checks = ["off", "report", "enforce"] as const;

/** An agent behind a gateway. */
export interface UpstreamOptions {
  /** URL of the agent, or of its card when it ends in ".json". */
  readonly upstream: string;
  /**
   * Origins that the upstream's card may name beside its own, "https://grpc.example.com": they are called
   * and receive credentials of callers.
   */
  readonly origins?: readonly string[];
  /**
   * Headers of every call to the upstream, in place of what callers send. The card of the gateway asks for no
   * credentials then: only those who may use these headers may reach it.
   */
  readonly upstreamHeaders?: Readonly<Record<string, string>>;
  /** Names of headers of callers that go to the upstream beside the credentials that its card asks for. */
  readonly passedHeaders?: readonly string[];
  /** Whether credentials may go to the upstream unencrypted, beyond this machine. Default: false. */
  readonly insecure?: boolean;
  /**
   * What happens to answers of the upstream that break the rules of its version: they pass, they pass and
   * `onProblem` is called, or the call fails. Requests are always checked. Default: "report".
   */
  readonly check?: (typeof checks)[number];
}

/** One of several agents. */
export interface PlacedUpstream extends UpstreamOptions {
  /**
   * Calls that name this tenant go to it as well: over gRPC, which has no paths, and over HTTP at the root.
   * The upstream is not told of it. Default: none.
   */
  readonly tenant?: string;
}

/** How a gateway serves. */
export interface ServingOptions {
  /** The address to listen on. Default: "127.0.0.1". */
  readonly host?: string;
  /** The port of JSON-RPC and HTTP+JSON. Default: 0, a free one. */
  readonly port?: number;
  /** The port of gRPC, 0 for a free one. Default: no gRPC. */
  readonly grpcPort?: number;
  /** The origin at which clients and the upstream reach it. Default: `http://localhost` and the port. */
  readonly url?: string;
  /** The address at which clients reach gRPC, "agents.example.com:443". Default: `localhost` and the port. */
  readonly grpcUrl?: string;
  /** A private key as a JWK with `kid` and `alg`, which signs the card of the gateway. */
  readonly signingKey?: Readonly<Record<string, unknown>>;
  /**
   * Seals the addresses of webhooks: the same in every process, and after a restart. At least 32 characters.
   * Default: a random one for this process.
   */
  readonly secret?: string;
  /** Which webhooks of clients may be called; those at public addresses over https by default. */
  readonly webhooks?: WebhookRules;
  /** Limits other than the defaults; of several upstreams, for each. */
  readonly limits?: Partial<GatewayLimits>;
  /** A path that answers with the report of migration, to anyone who reaches it. Default: none. */
  readonly reportPath?: string;
  /**
   * A file to which the exchanges with upstreams are added, without credentials: JSON Lines, a new file at
   * each 100 MB, and five of them. Default: none.
   */
  readonly record?: string;
  /**
   * A file that keeps the last good cards of upstreams, for its owner alone: with it a gateway starts while
   * an upstream is down. Default: none, and it does not start.
   */
  readonly cardFile?: string;
  /** Called with what a call loses between the versions of its client and of the upstream. */
  readonly onLosses?: (losses: Losses) => void;
  /** Called with what is wrong with an upstream: its card, its answers, its connections. */
  readonly onProblem?: (text: string) => void;
}

/** An agent, or several by the paths below which they are served, and how a gateway serves them. */
export type GatewayOptions = ServingOptions &
  (
    | UpstreamOptions
    | {
        /** By a path such as "/billing". */
        readonly upstreams: Readonly<Record<string, PlacedUpstream>>;
      }
  );

/** Which webhooks may be called. */
export interface WebhookRules {
  /** Whether webhooks may be called without encryption. Default: false. */
  readonly http?: boolean;
  /** Networks outside of the public internet, in CIDR notation. */
  readonly networks?: readonly string[];
  /** Names of hosts, or "*." and a name. Default: all. */
  readonly hosts?: readonly string[];
}

/** The limits of a gateway. */
export interface GatewayLimits {
  /** Bytes of a request, and of a notification. 10 MiB. */
  readonly bodyBytes: number;
  /** Bytes of an answer of the upstream, and of one event. 50 MiB. */
  readonly answerBytes: number;
  /** Open streams. 10,000. */
  readonly streams: number;
  /** Milliseconds for a call, and for the first event of a stream. 10 min. */
  readonly callMs: number;
  /** Notifications that are sent on at the same time. 64. */
  readonly notifications: number;
  /** Milliseconds between two readings of a card, at least: one that has expired is read again. 10 s. */
  readonly cardMs: number;
}

export const defaultLimits: GatewayLimits = {
  bodyBytes: 10 * 1024 * 1024,
  answerBytes: 50 * 1024 * 1024,
  streams: 10_000,
  callMs: 600_000,
  notifications: 64,
  cardMs: 10_000,
};
