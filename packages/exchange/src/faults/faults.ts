/** What an agent does at the edge of the protocol, or wrong: the probe tries it, and mocks can do it. */
export interface Fault {
  /** What the agent does: "has comments and empty lines between events". */
  readonly does: string;
  /** Writes an event; `at` counts them. */
  readonly event?: (data: string, at: number) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Events that are sent before the connection breaks off; with a fraction, the next one in part. */
  readonly cutAfter?: number;
  /** How often each event of a stream, and each notification, is sent. */
  readonly times?: number;
  /** The error of A2A that answers every call. */
  readonly error?: "VersionNotSupportedError";
  /** Milliseconds for which a request is not read. */
  readonly readAfterMs?: number;
}

/** The faults by their names; right clients understand all but a cut and an error. */
export const faults = {
  comments: {
    does: "has comments and empty lines between events",
    event: (data) => `: still here\n\n\ndata: ${data}\n\n:\n`,
  },
  "line-ends": { does: "ends lines with CR LF", event: (data) => `data: ${data}\r\n\r\n` },
  "carriage-returns": { does: "ends lines with CR", event: (data) => `data: ${data}\r\r` },
  fields: {
    does: "has id, retry, event and unknown fields in its events",
    event: (data, at) => `id: ${at}\nretry: 100\nlater: a\ndata: ${data}\n\n`,
  },
  lines: {
    does: "writes the JSON of an event in several lines",
    event: (data) =>
      `${JSON.stringify(JSON.parse(data), undefined, 1)
        .split("\n")
        .map((line) => `data: ${line}`)
        .join("\n")}\n\n`,
  },
  "no-space": { does: "writes no space after data:", event: (data) => `data:${data}\n\n` },
  bom: {
    does: "begins the stream with a byte order mark",
    event: (data, at) => `${at === 0 ? "\ufeff" : ""}data: ${data}\n\n`,
  },
  charset: {
    does: "says text/event-stream;charset=utf-8",
    headers: { "content-type": "text/event-stream;charset=utf-8" },
  },
  cut: {
    does: "closes the connection in the middle of an event",
    cutAfter: 2.5,
  },
  duplicates: { does: "sends each event twice", times: 2 },
  "wrong-version": { does: "answers with VersionNotSupportedError", error: "VersionNotSupportedError" },
  "slow-reader": { does: "reads a request half a second later", readAfterMs: 500 },
} as const satisfies Readonly<Record<string, Fault>>;

/** The fault with a name of the table, or "cut-after-3". Throws a TypeError for another name. */
export function findFault(name: string): Fault {
  const [, count] = /^cut-after-(\d{1,6})$/.exec(name) ?? [];
  if (count !== undefined) {
    return { does: `closes the connection behind ${count} events`, cutAfter: Number(count) };
  }
  const found = Object.entries<Fault>(faults).find(([each]) => each === name)?.[1];
  if (found !== undefined) return found;
  const known = [...Object.keys(faults), "cut-after-3"].join(", ");
  throw new TypeError(`expected a fault of ${known}; found ${JSON.stringify(name)}`);
}

/** The pieces of some events, the last one in part for a fraction. */
export function takeEvents<Piece extends string | Uint8Array>(
  pieces: readonly Piece[],
  count: number,
): readonly Piece[] {
  const whole = Math.floor(count);
  const part = pieces[whole];
  const length = Math.floor((part?.length ?? 0) * (count - whole));
  return [
    ...pieces.slice(0, whole),
    ...(part === undefined || length === 0 ? [] : [part.slice(0, length) as Piece]),
  ];
}
