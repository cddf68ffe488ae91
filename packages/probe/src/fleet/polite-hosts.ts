import { setTimeout as delay } from "node:timers/promises";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { version } from "@a2agen/generators/model/version.ts";
import { errorMessage, isLoopback, isObject, parseUrl } from "@a2agen/runtime/internal";
import { createNodeFetch } from "@a2agen/runtime/node";
import { headerOf } from "../core/outcome.ts";
import { hostOf } from "../core/reach.ts";
import { NotReached } from "../core/trial.ts";
import type { Wire } from "../core/wire.ts";
import { everythingAllowed, parseRobots, type Robots } from "./robots.ts";

/** The name under which a robots.txt speaks to this program. */
const product = "a2agen";

/** What each request says of its sender: the package on npm, where one can read about it. */
export const userAgent = `${product}/${version} (npm package ${product}; ${product} fleet)`;

/** Bytes of a robots.txt that are read (RFC 9309, 2.5). */
const maximumRobots = 500 * 1024;
const robotsMs = 10_000;
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
            const robots = await this.#robotsOf(url, { host, stop, isGrpc });
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

  #robotsOf(url: URL, around: RobotsInit): Promise<FoundRobots> {
    const found = this.#robots.get(url.origin) ?? this.#readRobots(url, around);
    this.#robots.set(url.origin, found);
    return found;
  }

  /** A file that is not there allows everything; one that cannot be had, nothing (RFC 9309, 2.3.1). */
  async #readRobots({ origin }: URL, { host, stop, isGrpc }: RobotsInit): Promise<FoundRobots> {
    const refused = (why: string): FoundRobots => ({
      ...everythingAllowed,
      refusal: `${origin}/robots.txt cannot be read (${why}), which disallows everything`,
    });
    try {
      let url = new URL("/robots.txt", origin);
      for (let hops = 0; hops <= 5; hops++) {
        await pace(host, stop);
        const signal = AbortSignal.timeout(robotsMs);
        const init = { headers: { "user-agent": userAgent }, redirect: "manual", signal } as const;
        const { status, headers, body } = await this.#fetch(url, init);
        if (status >= 200 && status < 300) return parseRobots(await readStart(body), product);
        await body?.cancel();
        if (status >= 500) return refused(`HTTP ${status}`);
        const target = parseUrl(headers.get("location") ?? "", url);
        if (status >= 400 || target?.hostname !== url.hostname) return everythingAllowed;
        url = target;
      }
      return everythingAllowed;
    } catch (error) {
      // A server of gRPC alone has no files.
      if (isGrpc) return everythingAllowed;
      const why = errorMessage(isObject(error) ? (error["cause"] ?? error) : error);
      return {
        ...everythingAllowed,
        refusal: `${origin} does not answer (${why}): is the agent running there?`,
      };
    }
  }
}

interface FoundRobots extends Robots {
  /** Why nothing may be asked. */
  readonly refusal?: string;
}

interface RobotsInit {
  readonly host: Host;
  readonly stop: AbortSignal;
  readonly isGrpc: boolean;
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

async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maximumRobots) break;
  }
  return Buffer.concat(pieces).subarray(0, maximumRobots).toString();
}

/** How long an answer asks to wait before the same is asked again. */
function waitOf(exchange: Exchange | undefined): number | undefined {
  const { status = 0, headers } = exchange?.answer ?? {};
  const text = headerOf(headers, "retry-after");
  if (status !== 429 && (status !== 503 || text === undefined)) return undefined;
  const ms = /^\d+$/.test(text ?? "") ? Number(text) * 1000 : Date.parse(text ?? "") - Date.now();
  return Number.isNaN(ms) ? usualWaitMs : Math.max(ms, 0);
}
