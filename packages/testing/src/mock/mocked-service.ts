import type { StreamResponse } from "@a2agen/a2a-1.0";
import type { Fault } from "@a2agen/exchange/faults/faults.ts";
import { current } from "@a2agen/exchange/versions.ts";
import type { CallContext, Method } from "@a2agen/runtime/service";
import type { Faults } from "./add-faults.ts";
import type { MockedCall } from "./contract.ts";
import { type Breaks, breakMark } from "./play.ts";

export interface MockedServiceInit {
  readonly breaks: Breaks;
  readonly faults: Faults;
  /** Called with each call before it is answered; may reject with its error. */
  readonly onCall: (call: MockedCall, context: CallContext) => Promise<void> | void;
}

/** The methods of a handler by their keys. */
export type Answers = Readonly<Record<string, (request: unknown, context: CallContext) => unknown>>;

/** A handler that answers, counts the calls, and ends them as their steps say. */
export function createMockedService(answers: Answers, { breaks, faults, onCall }: MockedServiceInit): object {
  const methods: Readonly<Record<string, Method>> = current.service.methods;
  const begin = async (request: unknown, context: CallContext): Promise<Fault | undefined> => {
    const { method, binding, version, extensions } = context;
    for (const uri of extensions) context.activate(uri);
    await onCall({ method, binding, version, request }, context);
    return faults.begin(context);
  };
  const end = (context: CallContext): void => {
    const error = breaks.get(context);
    if (error !== undefined) throw error;
  };
  return Object.fromEntries(
    Object.entries(methods).flatMap(([key, { kind }]) => {
      const member = answers[key];
      if (member === undefined) return [];
      const answer = async (request: unknown, context: CallContext): Promise<unknown> => {
        await begin(request, context);
        const answered = await member(request, context);
        end(context);
        return answered;
      };
      const stream = async function* (request: unknown, context: CallContext) {
        const { times = 1 } = (await begin(request, context)) ?? {};
        for await (const event of member(request, context) as AsyncIterable<StreamResponse>) {
          const { statusUpdate } = event;
          if (statusUpdate?.metadata?.[breakMark] === undefined) {
            for (let sent = 0; sent < times; sent++) yield event;
          } else {
            end(context);
            // To others it is a repeated status: they count events.
            const { metadata: _, ...status } = statusUpdate;
            yield { statusUpdate: status };
          }
        }
        end(context);
      };
      return [[key, kind === "unary" ? answer : stream] as const];
    }),
  );
}
