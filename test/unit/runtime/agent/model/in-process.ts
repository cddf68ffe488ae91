import type { HostedMethod, IncomingCall } from "@a2agen/runtime/binding";
import type { Host } from "@a2agen/runtime/host";
import { CallError, type CallOptions, type Method, type Transport } from "@a2agen/runtime/service";

/** Carries calls to a host in the same process, as text, without a socket in between. */
export function createInProcessTransport(host: Host, own: Readonly<Record<string, string>> = {}): Transport {
  const find = (method: Method): HostedMethod => {
    const hosted = host.methods.find((candidate) => candidate.method.name === method.name);
    if (hosted === undefined) throw new CallError("UNIMPLEMENTED", `there is no ${method.name}`);
    return hosted;
  };
  return {
    binding: "IN-PROCESS",
    async unary(method, request, options) {
      const sent = method.input.stringify(request);
      const incoming = toIncoming(host, own, options);
      const answer = host.unary(find(method), incoming, () => method.input.parse(sent));
      const { value } = await Promise.race([answer, whenGone(options)]);
      return method.output.copy(value);
    },
    async *stream(method, request, options) {
      const sent = method.input.stringify(request);
      const incoming = toIncoming(host, own, options);
      const stream = await host.stream(find(method), incoming, () => method.input.parse(sent));
      try {
        for (;;) {
          const step = await stream.pull();
          if (step.kind === "event") yield method.output.copy(step.value);
          if (step.kind === "error") throw step.error;
          if (step.kind === "end") return;
        }
      } finally {
        stream.cancel(new CallError("CANCELLED", "the caller ended the call"));
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Rejects when the caller ends the call, as a client over a socket does. */
function whenGone({ signal }: CallOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(new CallError("CANCELLED", "the caller ended the call"));
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** What a host is told of a call: parameters, as headers, and when its client goes. */
function toIncoming(
  { protocol }: Host,
  own: Readonly<Record<string, string>>,
  { headers = {}, signal }: CallOptions,
): IncomingCall {
  const sent = new Headers({ ...own, ...headers });
  const { version, versionParameter } = protocol;
  if (version !== undefined && versionParameter !== undefined) sent.set(versionParameter.name, version);
  return {
    binding: "IN-PROCESS",
    header: (name) => sent.get(name) ?? undefined,
    query: () => undefined,
    onDisconnect(listener) {
      if (signal?.aborted === true) listener();
      else signal?.addEventListener("abort", listener, { once: true });
    },
  };
}
