/** Name of the binding in agent cards, where none is given. */
export const webSocketBinding = "WEBSOCKET";

/** Names a call on its connection: chosen by the client, free again after the call's last message. */
export type CallId = string | number;

/** What a client sends. Members that are not listed are ignored. */
export type ClientFrame =
  | {
      readonly type: "call";
      readonly id: CallId;
      /** Name of the method in the proto, or "package.Service/Method". */
      readonly method: string;
      readonly params: unknown;
      /** Service parameters and headers of the call. */
      readonly parameters: unknown;
      /** How many events of a stream the client takes before it says that it takes more. */
      readonly credit: number | undefined;
      /** Milliseconds that the client waits for the call. */
      readonly timeoutMs: number | undefined;
    }
  /** A message of a client's stream. */
  | { readonly type: "message"; readonly id: CallId; readonly params: unknown }
  /** The client's stream has ended. */
  | { readonly type: "done"; readonly id: CallId }
  | { readonly type: "credit"; readonly id: CallId; readonly credit: number }
  | { readonly type: "cancel"; readonly id: CallId }
  | { readonly type: "ping" };

export type CallFrame = Extract<ClientFrame, { type: "call" }>;

/** What a server sends. */
export type ServerFrame =
  | { readonly type: "result"; readonly id: CallId; readonly result: unknown; readonly parameters: unknown }
  | { readonly type: "event"; readonly id: CallId; readonly event: unknown; readonly parameters: unknown }
  | { readonly type: "end"; readonly id: CallId; readonly parameters: unknown }
  | { readonly type: "error"; readonly id: CallId; readonly error: unknown; readonly parameters: unknown }
  /** Allows that many more messages of the client's stream. */
  | { readonly type: "credit"; readonly id: CallId; readonly credit: number }
  | { readonly type: "pong" }
  /** The connection takes no further calls. */
  | { readonly type: "goaway" };

/** How connections are closed; what the standard has no code for is from the range of applications. */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  notText: 1003,
  tooLarge: 1009,
  internal: 1011,
  /** A message that is none of the binding's. */
  malformed: 4400,
  /** Nothing has come for too long. */
  silent: 4408,
  /** A call with the id of one that is open. */
  duplicateId: 4409,
} as const;

/** Name of the subprotocol for a profile: "a2a-1.0.websocket". */
export function subprotocolOf(protocol: { readonly name: string }): string {
  return `${protocol.name}.websocket`;
}

/** The default credit: events that a client accepts, and messages of its stream that a server accepts. */
export const defaultCredit = 16;

/** A message that is none of the binding's; the text says what is wrong with it. */
export class FrameError extends Error {}

/** Reads a message of a client; throws a FrameError. */
export function parseClientFrame(text: string): ClientFrame {
  const frame = parseObject(text);
  const { type } = frame;
  switch (type) {
    case "call": {
      const { method, params, parameters } = frame;
      if (typeof method !== "string") throw new FrameError("method: expected a text");
      const credit = frame["credit"] === undefined ? undefined : readCredit(frame);
      return { type, id: readId(frame), method, params, parameters, credit, timeoutMs: readTimeout(frame) };
    }
    case "message":
      return { type, id: readId(frame), params: frame.params };
    case "done":
      return { type, id: readId(frame) };
    case "credit":
      return { type, id: readId(frame), credit: readCredit(frame) };
    case "cancel":
      return { type, id: readId(frame) };
    case "ping":
      return { type };
    default:
      throw new FrameError("type: expected call, message, done, credit, cancel or ping");
  }
}

/** Reads a message of a server; throws a FrameError. */
export function parseServerFrame(text: string): ServerFrame {
  const frame = parseObject(text);
  const { type } = frame;
  switch (type) {
    case "result":
      return { type, id: readId(frame), result: frame["result"], parameters: frame["parameters"] };
    case "event":
      return { type, id: readId(frame), event: frame["event"], parameters: frame["parameters"] };
    case "end":
      return { type, id: readId(frame), parameters: frame["parameters"] };
    case "error":
      return { type, id: readId(frame), error: frame["error"], parameters: frame["parameters"] };
    case "credit":
      return { type, id: readId(frame), credit: readCredit(frame) };
    case "pong":
    case "goaway":
      return { type };
    default:
      throw new FrameError("type: expected result, event, end, error, credit, pong or goaway");
  }
}

interface Members {
  readonly type?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly parameters?: unknown;
  readonly [name: string]: unknown;
}

function parseObject(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new FrameError("expected JSON", { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new FrameError("expected a JSON object");
}

const maximumIdLength = 64;

function readId({ id }: Members): CallId {
  if (typeof id === "string" && id !== "" && id.length <= maximumIdLength) return id;
  if (Number.isSafeInteger(id)) return id as number;
  throw new FrameError(`id: expected an integer or a text of 1 to ${maximumIdLength} characters`);
}

function readCredit({ credit }: Members): number {
  if (typeof credit === "number" && Number.isInteger(credit) && credit > 0 && credit < 2 ** 31) return credit;
  throw new FrameError("credit: expected an integer above 0");
}

function readTimeout({ timeoutMs }: Members): number | undefined {
  if (timeoutMs === undefined) return undefined;
  if (typeof timeoutMs === "number" && timeoutMs > 0) return timeoutMs;
  throw new FrameError("timeoutMs: expected a number above 0");
}
