import { bodyFrames } from "../../../packages/exchange/src/record/body-frames.ts";

/** An answer over HTTP as its client sees it. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The body, or the data of each event of a stream, in base64. */
  readonly frames: readonly string[];
}

/** Of one connection, of the bytes as they were compressed, or of the time. */
const passing =
  /^(?:connection|content-encoding|content-length|date|etag|keep-alive|last-modified|transfer-encoding)$/;

/** A `fetch` that notes each answer when its body has been read. */
export function watchFetch(send: typeof fetch): {
  readonly seen: SeenAnswer[];
  readonly fetch: typeof fetch;
} {
  const seen: SeenAnswer[] = [];
  return {
    seen,
    fetch: async (input, init) => {
      const response = await send(input, init);
      const { status, statusText, headers } = response;
      const frames: string[] = [];
      const noted = [...headers].filter(([name]) => !passing.test(name));
      const cut = bodyFrames(headers.get("content-type") ?? "", (bytes) => {
        frames.push(Buffer.from(bytes).toString("base64"));
      });
      const end = (): void => {
        cut.end();
        seen.push({ status, headers: noted, frames });
      };
      if (response.body === null) {
        end();
        return response;
      }
      const body = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(piece, controller) {
            cut.push(piece);
            controller.enqueue(piece);
          },
          flush: end,
        }),
      );
      return new Response(body, { status, statusText, headers });
    },
  };
}
