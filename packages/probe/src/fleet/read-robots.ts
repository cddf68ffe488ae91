import { errorMessage, isObject, parseUrl } from "@a2agen/runtime/internal";
import type { createNodeFetch } from "@a2agen/runtime/node";
import { everythingAllowed, parseRobots, type Robots } from "./robots.ts";
import { product, userAgent } from "./user-agent.ts";

export interface FoundRobots extends Robots {
  /** Why nothing may be asked. */
  readonly refusal?: string;
}

interface RobotsInit {
  readonly fetch: ReturnType<typeof createNodeFetch>;
  /** Whether gRPC is spoken there. */
  readonly isGrpc: boolean;
  /** Resolves when the host may get another request. */
  readonly wait: () => Promise<void>;
}

/** Bytes of a robots.txt that are read (RFC 9309, 2.5). */
const maximumBytes = 500 * 1024;
const timeoutMs = 10_000;

/**
 * Reads the robots.txt of an origin. A file that is not there allows everything; one that cannot be had,
 * nothing (RFC 9309, 2.3.1). Never rejects.
 */
export async function readRobots({ origin }: URL, { fetch, isGrpc, wait }: RobotsInit): Promise<FoundRobots> {
  const refuse = (refusal: string): FoundRobots => ({ ...everythingAllowed, refusal });
  try {
    let url = new URL("/robots.txt", origin);
    for (let hops = 0; hops <= 5; hops++) {
      await wait();
      const signal = AbortSignal.timeout(timeoutMs);
      const init = { headers: { "user-agent": userAgent }, redirect: "manual", signal } as const;
      const { status, headers, body } = await fetch(url, init);
      if (status >= 200 && status < 300) return parseRobots(await readStart(body), product);
      await body?.cancel();
      if (status >= 500) {
        return refuse(`${origin}/robots.txt cannot be read (HTTP ${status}), which disallows everything`);
      }
      const target = parseUrl(headers.get("location") ?? "", url);
      if (status >= 400 || target?.hostname !== url.hostname) return everythingAllowed;
      url = target;
    }
    return everythingAllowed;
  } catch (error) {
    // A server of gRPC alone has no files.
    if (isGrpc) return everythingAllowed;
    const why = errorMessage(isObject(error) ? (error["cause"] ?? error) : error);
    return refuse(`${origin} does not answer (${why}): is the agent running there?`);
  }
}

async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maximumBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maximumBytes).toString();
}
