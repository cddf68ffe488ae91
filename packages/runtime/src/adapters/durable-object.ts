import type { HttpHandler } from "../http/http-message.ts";
import { type FetchHandler, type FetchOptions, toFetchHandler } from "./fetch.ts";

/** A class of Durable Objects: export it from the Worker, and bind it in its configuration. */
export type DurableObjectClass<State, Env> = new (
  state: State,
  env: Env,
) => { readonly fetch: (request: Request) => Promise<Response> };

/**
 * Serves a handler from a Durable Object: `export const Agent = toDurableObject((state, env) =>
 * createHttpHandler(host))`, with the agent and its host made inside. Workers share nothing between requests,
 * neither promises nor streams, so that an agent cannot live in the Worker itself; in an object all calls for
 * it meet. `make` is called once for each object; give `createAgent` the option `background: (work) =>
 * state.waitUntil(work)`, so that turns outlast their calls.
 */
export function toDurableObject<State = unknown, Env = unknown>(
  make: (state: State, env: Env) => HttpHandler,
  options?: FetchOptions,
): DurableObjectClass<State, Env> {
  return class {
    readonly #handle: FetchHandler;

    constructor(state: State, env: Env) {
      this.#handle = toFetchHandler(make(state, env), options);
    }

    fetch(request: Request): Promise<Response> {
      return this.#handle(request);
    }
  };
}
