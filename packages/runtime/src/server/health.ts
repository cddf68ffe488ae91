import { startTimer } from "../core/time.ts";
import type { Host } from "../host/host.ts";
import type { HttpHandler, HttpResponse } from "../http/http-message.ts";
import { pathOf } from "../http/incoming.ts";

/** Where those who run the server ask how it is. */
export interface HealthOptions {
  /** Path that answers 200 as long as the process answers. Default: "/healthz". */
  readonly live?: string;
  /** Path that answers 200 if calls may come, and otherwise 503. Default: "/readyz". */
  readonly ready?: string;
  /**
   * Whether what the server needs is there: `() => store.check()`. Not ready if it returns false, rejects, or
   * takes longer than `checkMs`. It is called at most once a second.
   */
  readonly check?: () => unknown;
  /** Milliseconds that a check may take. Default: 2,000. */
  readonly checkMs?: number;
}

/** Milliseconds for which a check holds, so that strangers who ask do not keep the database busy. */
const heldMs = 1000;

/**
 * Answers GET and HEAD: whether the process lives, and whether calls may come to it, which they may not once
 * a host closes. Says nothing of causes, which go to the host's `onError` when the server ceases to be ready.
 */
export function createHealthHandler(hosts: readonly Host[], options: HealthOptions = {}): HttpHandler {
  const { live = "/healthz", ready = "/readyz", check, checkMs = 2000 } = options;
  let held: { readonly at: number; readonly isReady: Promise<boolean> } | undefined;
  let wasReady = true;
  const look = async (): Promise<boolean> => {
    let isReady = false;
    let cause: unknown = new Error("the check of readiness returned false");
    try {
      isReady = (await within(checkMs, check?.())) !== false;
    } catch (error) {
      cause = error;
    }
    if (wasReady && !isReady) hosts[0]?.report(cause, { method: "readiness", binding: "HTTP" });
    wasReady = isReady;
    return isReady;
  };
  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const path = pathOf(request.target);
    if (path === live) return Promise.resolve(answer(200, "alive"));
    if (path !== ready) return undefined;
    if (hosts.some((host) => host.closing)) return Promise.resolve(answer(503, "draining"));
    const now = performance.now();
    if (held === undefined || now - held.at >= heldMs) held = { at: now, isReady: look() };
    return held.isReady.then((isReady) => (isReady ? answer(200, "ready") : answer(503, "not ready")));
  };
}

function answer(status: number, text: string): HttpResponse {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify({ status: text }) };
}

async function within(ms: number, work: unknown): Promise<unknown> {
  let stop: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = startTimer(ms, () => reject(new Error(`the check of readiness took longer than ${ms} ms`)));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop?.();
  }
}
