/** What a proxy does with the answer to one call. */
export type Harm =
  /** Breaks it off so many characters after its first event. */
  | { readonly kind: "cut"; readonly after: number }
  /** Leaves out an event after the first. */
  | { readonly kind: "lose"; readonly event: number }
  | { readonly kind: "none" };

/** The events that proxies have left out. */
export interface Losses {
  count: number;
}

/** A server's answer after a proxy has handled its server-sent events; `cut` ends its connection. */
export function harmedAnswer(response: Response, harm: Harm, losses: Losses, cut?: () => void): Response {
  const { body, status, headers } = response;
  return body === null ? response : new Response(harmed(body, harm, { losses, cut }), { status, headers });
}

function harmed(
  body: ReadableStream<Uint8Array>,
  harm: Harm,
  { losses, cut }: { readonly losses: Losses; readonly cut: (() => void) | undefined },
): ReadableStream<Uint8Array> {
  let text = "";
  let events = 0;
  let written = 0;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        text += decoder.decode(piece, { stream: true });
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const event = text.slice(0, end + 2);
          text = text.slice(end + 2);
          const at = events;
          events++;
          if (harm.kind === "lose" && at === harm.event) {
            losses.count++;
            continue;
          }
          if (harm.kind === "cut" && at > 0 && written + event.length > harm.after) {
            controller.enqueue(encoder.encode(event.slice(0, harm.after - written)));
            controller.error(new Error("the proxy cut the stream"));
            cut?.();
            return;
          }
          if (at > 0) written += event.length;
          controller.enqueue(encoder.encode(event));
        }
      },
      flush(controller) {
        // Of answers that are no streams.
        controller.enqueue(encoder.encode(text));
      },
    }),
  );
}
