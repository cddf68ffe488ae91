import { setTimeout as delay } from "node:timers/promises";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { isLoopback, parseUrl } from "@a2agen/runtime/internal";
import { createNodeFetch } from "@a2agen/runtime/node";
import { headerOf } from "../core/outcome.ts";
import { hostOf } from "../core/reach.ts";
import { NotReached } from "../core/trial.ts";
import type { Wire } from "../core/wire.ts";
import { type FoundRobots, readRobots } from "./read-robots.ts";
import { userAgent } from "./user-agent.ts";

/** The longest pause between two requests that a robots.txt can ask for. */
const longestPauseMs = 10_000;
/** How long a host can make the probe wait by Retry-After, in all. */
const longestWaitMs = 60_000;
/** For an answer 429 that does not say how long to wait. */
const usualWaitMs = 10_000;

/** All names of this machine are one host. */
export function politeHostOf(url: string): string {
  const host = hostOf(url) || url;
  return isLoopback(host) ? "localhost" : host;
}

/** A host, which gets one request at a time. */
interface Host {
  /** Resolves when the request before is answered. */
  turn: Promise<void>;
  /** When the next request may be sent, as `performance.now()`. */
  next: number;
  intervalMs: number;
  waitedMs: number;
  /** Why it gets no more requests. */
  refusal?: string;
}

/** The hosts of a run, each with its pace, its robots.txt and its wishes. */
export class PoliteHosts {
  readonly #hosts = new Map<string, Host>();
  readonly #robots = new Map<string, Promise<FoundRobots>>();
  readonly #fetch = createNodeFetch({ env: process.env });
  readonly #rate: number | undefined;

  /** `rate` is that of requests in a second; 5 when absent, and without limit for this machine. */
  constructor(rate: number | undefined) {
    this.#rate = rate;
  }

  /** A wire that keeps to the manners; `stop` ends it, with its reason. What it leaves out is `noted`. */
  wrap(wire: Wire, stop: AbortSignal, noted: (reason: string) => void): Wire {
    const leave = (reason: string): never => {
      noted(reason);
      throw new NotReached(reason);
    };
    const check = (): void => {
      if (stop.aborted) leave(String(stop.reason));
    };
    return {
      ...wire,
      send: async (id, request, wanted) => {
        const url = parseUrl(request.url);
        if (url === undefined) return wire.send(id, request, wanted);
        const host = this.#hostOf(request.url);
        const headers = [{ name: "user-agent", value: userAgent }, ...(request.headers ?? [])];
        const isGrpc = headers.some(({ name, value }) => name === "te" && value === "trailers");
        const signal = AbortSignal.any([stop, ...(wanted.signal === undefined ? [] : [wanted.signal])]);
        for (;;) {
          // In an object, since a promise by itself would be waited for: streams stay open beside others.
          const { sent } = await alone(host, async () => {
            const robots = await this.#robotsOf(url, isGrpc, () => pace(host, stop));
            check();
            if (robots.refusal !== undefined) leave(robots.refusal);
            if (robots.crawlDelay !== undefined) {
              host.intervalMs = Math.max(host.intervalMs, Math.min(robots.crawlDelay * 1000, longestPauseMs));
            }
            if (!robots.isAllowed(url.pathname + url.search)) {
              leave(`the robots.txt of ${url.host} disallows ${url.pathname}`);
            }
            if (host.refusal !== undefined) leave(host.refusal);
            await pace(host, stop);
            check();
            const sent = wire.send(id, { ...request, headers }, { ...wanted, signal });
            if (wanted.signal === undefined) await sent;
            return { sent };
          });
          const exchange = await sent;
          check();
          const waitMs = waitOf(exchange);
          if (waitMs === undefined) return exchange;
          host.waitedMs += waitMs;
          if (host.waitedMs <= longestWaitMs) host.next = performance.now() + waitMs;
          else {
            const asked = `HTTP ${exchange?.answer?.status}, Retry-After of ${Math.ceil(waitMs / 1000)} s`;
            host.refusal = `${url.host} asks to be left alone (${asked})`;
            leave(host.refusal);
          }
        }
      },
    };
  }

  #hostOf(url: string): Host {
    const name = politeHostOf(url);
    const rate = this.#rate ?? (name === "localhost" ? Number.POSITIVE_INFINITY : 5);
    const host = this.#hosts.get(name) ?? {
      turn: Promise.resolve(),
      next: 0,
      intervalMs: 1000 / rate,
      waitedMs: 0,
    };
    this.#hosts.set(name, host);
    return host;
  }

  #robotsOf(url: URL, isGrpc: boolean, wait: () => Promise<void>): Promise<FoundRobots> {
    const found = this.#robots.get(url.origin) ?? readRobots(url, { fetch: this.#fetch, isGrpc, wait });
    this.#robots.set(url.origin, found);
    return found;
  }
}

/** Does work when that of others with the host is done. */
async function alone<T>(host: Host, work: () => Promise<T>): Promise<T> {
  const before = host.turn;
  const own = before.then(work);
  host.turn = own.then(
    () => undefined,
    () => undefined,
  );
  return own;
}

/** Waits until the host may get its next request, or until the end. */
async function pace(host: Host, stop: AbortSignal): Promise<void> {
  const at = Math.max(performance.now(), host.next);
  host.next = at + host.intervalMs;
  const ms = at - performance.now();
  // What ends the pause is said by who asks next.
  if (ms > 0) await delay(ms, undefined, { signal: stop }).catch(() => undefined);
}

/** How long an answer asks to wait before the same is asked again. */
function waitOf(exchange: Exchange | undefined): number | undefined {
  const { status = 0, headers } = exchange?.answer ?? {};
  const text = headerOf(headers, "retry-after");
  if (status !== 429 && (status !== 503 || text === undefined)) return undefined;
  const ms = /^\d+$/.test(text ?? "") ? Number(text) * 1000 : Date.parse(text ?? "") - Date.now();
  return Number.isNaN(ms) ? usualWaitMs : Math.max(ms, 0);
}
