import { isDeepStrictEqual } from "node:util";
import { buildPayload, type MessageName, type PayloadName, payloadNames, payloadTable } from "../payloads.ts";
import { type Contender, type OperationName, operationNames } from "./contender.ts";
import { respell } from "./protobuf-es.ts";

/** What one contender does with one payload. */
export interface Case {
  readonly payload: PayloadName;
  readonly operation: OperationName;
  readonly contender: string;
  /** One call for each variant of the payload. */
  readonly calls: readonly (() => unknown)[];
}

/** Everything that is measured, after a look at whether the contenders do what they are measured at. */
export function buildCases(contenders: readonly Contender[]): readonly Case[] {
  return payloadNames.flatMap((payload) => {
    const texts = buildPayload(payload);
    const { message } = payloadTable[payload];
    return contenders.flatMap(({ name, messages }) => {
      const perVariant = texts.map((text) =>
        buildCalls(name, messages, { message, text, respelled: respell(message, text) }),
      );
      return operationNames.flatMap((operation) => {
        const calls = perVariant.flatMap((all) => all[operation] ?? []);
        return calls.length === 0 ? [] : [{ payload, operation, contender: name, calls }];
      });
    });
  });
}

type Calls = Partial<Record<OperationName, () => unknown>>;

function buildCalls(
  contender: string,
  messages: Contender["messages"],
  { message, text, respelled: other }: { message: MessageName; text: string; respelled: string },
): Calls {
  const { decode, respelled, check, encode, canonical, toBinary, fromBinary } = messages[message];
  const json: unknown = JSON.parse(text);
  const fail = (what: string): never => {
    throw new Error(`${contender}: ${what} of ${message} is not what it should be`);
  };
  const calls: Calls = {};
  if (decode !== undefined) {
    calls.decode = () => decode(text);
  }
  if (respelled !== undefined) {
    if (decode !== undefined && contender !== "JSON" && !isDeepStrictEqual(respelled(other), decode(text))) {
      fail("decode of other spellings");
    }
    calls.respelled = () => respelled(other);
  }
  if (check !== undefined) {
    if (!check(json) || check({ ...(json as object), ...wrong[message] })) fail("check");
    calls.check = () => check(json);
  }
  if (decode === undefined) return calls;
  const value = decode(text);
  if (encode !== undefined) {
    if (!isDeepStrictEqual(JSON.parse(encode(value)), json)) fail("encode");
    calls.encode = () => encode(value);
  }
  if (canonical !== undefined) {
    if (!isDeepStrictEqual(JSON.parse(canonical(value)), json)) fail("canonical");
    calls.canonical = () => canonical(value);
  }
  if (toBinary !== undefined && fromBinary !== undefined) {
    const bytes = toBinary(value);
    if (!isDeepStrictEqual(fromBinary(bytes), value)) fail("binary");
    calls.toBinary = () => toBinary(value);
    calls.fromBinary = () => fromBinary(bytes);
  }
  return calls;
}

/** What makes each message wrong, so that a check which accepts everything is found out. */
const wrong: Readonly<Record<MessageName, object>> = {
  SendMessageRequest: { message: 1 },
  Task: { status: {} },
  AgentCard: { skills: [1] },
  StreamResponse: { artifactUpdate: { taskId: 1 } },
  ListTasksResponse: { tasks: [{}] },
};
