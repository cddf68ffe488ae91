import { type ArtifactEvent, channel, streamText, working } from "@a2agen/runtime/agent";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  createGate,
  outline,
  start,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../../shared/agent/start-agent.ts";
import { collect } from "../../../../shared/collect.ts";

/** An event in short: "+" for one that is appended, "." for the last one. */
function show({ artifact, append, lastChunk }: ArtifactEvent): string {
  const text = artifact.parts.map((part) => part.text).join("|");
  return `${append === true ? "+" : ""}${text}${lastChunk === true ? "." : ""}`;
}

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

/** Not due before the test is over, however slow the machine. */
const everyMs = 60_000;

const read = async (events: AsyncIterable<ArtifactEvent>): Promise<readonly string[]> =>
  (await collect(events)).map(show);

/** Reads events into a list, until the error that it returns. */
async function readToError(events: AsyncIterable<ArtifactEvent>, into: string[]): Promise<unknown> {
  try {
    for await (const event of events) into.push(show(event));
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}

/** A source that is given its pieces from outside, and says what is done with it. */
function createSource() {
  const pieces = channel<string>();
  const did: string[] = [];
  const inner = pieces[Symbol.asyncIterator]();
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => inner.next(),
      return: () => {
        did.push("returned");
        // Never resolves, as that of a generator does not while it waits.
        return new Promise(() => undefined);
      },
    }),
  };
  const { push, end } = pieces;
  return { push: (piece: string) => void push(piece), end, source, did };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("pieces are joined by size; the first begins the artifact, the last one ends it", async () => {
  const pieces = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(4));
  const options = {
    name: "Answer",
    description: "Of the model",
    mediaType: "text/markdown",
    metadata: { n: 1 },
  };
  expect(await collect(streamText("a", each(pieces), { ...options, everyBytes: 16 }))).toEqual([
    {
      artifact: {
        artifactId: "a",
        name: "Answer",
        description: "Of the model",
        parts: [{ text: "0000111122223333", mediaType: "text/markdown" }],
        metadata: { n: 1 },
      },
      append: false,
    },
    {
      artifact: { artifactId: "a", parts: [{ text: "4444555566667777", mediaType: "text/markdown" }] },
      append: true,
    },
    {
      artifact: { artifactId: "a", parts: [{ text: "88889999", mediaType: "text/markdown" }] },
      append: true,
      lastChunk: true,
    },
  ]);
});

test.each([
  ["nothing", [], []],
  ["empty pieces", ["", "", ""], []],
  ["one piece", ["one"], ["one."]],
  ["a piece between empty ones", ["", "one", ""], ["one."]],
  ["empty pieces after an event", ["one", "two", "", ""], ["one", "+two."]],
])("a source of %s", async (_, pieces, events) => {
  expect(await read(streamText("a", each(pieces), { everyBytes: 1 }))).toEqual(events);
});

test("a text goes on with that which is there", async () => {
  expect(await read(streamText("a", each(["one", "two"]), { append: true, everyBytes: 1 }))).toEqual([
    "+one",
    "+two.",
  ]);
});

test("bytes are those of UTF-8", async () => {
  expect(await read(streamText("a", each(["é", "é", "é", "é"]), { everyBytes: 4 }))).toEqual(["éé", "+éé."]);
});

test("no event ends within a pair of surrogates, and halves without a partner are replaced", async () => {
  const [high = "", low = ""] = "😀".split("");
  const pieces = ["a", high, low, "b", high, low, high, "c", low];
  expect(await read(streamText("a", each(pieces), { everyBytes: 1 }))).toEqual([
    "a",
    "+😀",
    "+b",
    "+😀",
    "+\ufffdc",
    "+\ufffd.",
  ]);
  expect(await read(streamText("a", each(["x", high]), { everyBytes: 1 }))).toEqual(["x", "+\ufffd."]);
});

test("a piece of 5 MB is several events, none of which ends within a pair of surrogates", async () => {
  const piece = `a${"😀".repeat(1_250_000)}`;
  const events = await collect(streamText("a", each(["begin", piece, "end"])));
  const texts = events.map(({ artifact }) => artifact.parts[0]?.text ?? "");
  expect(texts.join("")).toBe(`begin${piece}end`);
  expect(Math.max(...texts.map((text) => text.length))).toBe(262_144);
  expect(texts.some((text) => /[\ud800-\udfff]/u.test(text))).toBe(false);
  expect(events.map((event) => [event.append, event.lastChunk])).toEqual([
    [false, undefined],
    ...texts.slice(2).map(() => [true, undefined]),
    [true, true],
  ]);
}, 30_000);

test("a text in pieces of many sizes arrives whole and in order", async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => (index % 7 === 0 ? "😀" : String(index))).join(
    " ",
  );
  const pieces: string[] = [];
  for (let at = 0, size = 0; at < text.length; at += size) {
    // Every size from 0 to 12, of which the first gives an empty piece.
    size = pieces.length % 13;
    pieces.push(text.slice(at, at + size));
  }
  const events = await collect(streamText("a", each(pieces), { everyBytes: 100 }));
  expect(events.map(({ artifact }) => artifact.parts[0]?.text).join("")).toBe(text);
  expect(events.filter(({ append }) => append === false)).toHaveLength(1);
  expect(events.filter(({ lastChunk }) => lastChunk === true)).toEqual([events.at(-1)]);
});

test("a source is read no faster than its events are taken", async () => {
  let count = 0;
  async function* endless(): AsyncGenerator<string> {
    for (;;) {
      count++;
      yield "piece";
    }
  }
  const events = streamText("a", endless(), { everyBytes: 50, everyMs });
  for (let taken = 1; taken <= 100; taken++) {
    await events.next();
    await settle();
    expect(count).toBe(taken * 10 + 1);
  }
  await events.return();
});

test("a source that has all of its pieces at once leaves their turn to others", async () => {
  const turn = new AbortController();
  async function* endless(): AsyncGenerator<string> {
    while (!turn.signal.aborted) yield "";
  }
  setImmediate(() => turn.abort());
  expect(await read(streamText("a", endless()))).toEqual([]);
});

test.each([
  ["everyMs", { everyMs: -1 }, "everyMs: expected a number from 0 to 2147483647, found -1"],
  ["everyBytes", { everyBytes: Number.NaN }, "everyBytes: expected a number from 0 to Infinity, found NaN"],
])("%s out of range is refused", (_, options, message) => {
  expect(() => streamText("a", each(["x"]), options)).toThrow(new RangeError(`streamText("a"): ${message}`));
});

test.each([
  [Promise.resolve("x"), "a promise: await it first"],
  ["x", "string"],
  [null, "null"],
  [["x"], "an object of Array"],
])("a source that is no source is refused (%#)", (source, found) => {
  const message = `streamText("a"): expected an async iterable or a ReadableStream of text, found ${found}`;
  expect(() => streamText("a", source as unknown as AsyncIterable<string>)).toThrow(new TypeError(message));
});

test("a piece that is no text is an error after the text before, and closes the source", async () => {
  let isClosed = false;
  async function* mixed(): AsyncGenerator<string> {
    try {
      yield "text";
      yield { delta: "x" } as unknown as string;
    } finally {
      isClosed = true;
    }
  }
  const seen: string[] = [];
  const message = 'streamText("a"): expected pieces of text, found an object of Object';
  expect(await readToError(streamText("a", mixed()), seen)).toEqual(new TypeError(message));
  expect(seen).toEqual(["text"]);
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test("an error of the source is thrown after all that came before it", async () => {
  async function* failing(): AsyncGenerator<string> {
    yield "one";
    yield "two";
    throw new Error("no more");
  }
  const seen: string[] = [];
  expect(await readToError(streamText("a", failing()), seen)).toEqual(new Error("no more"));
  expect(seen).toEqual(["onetwo"]);
  const none: string[] = [];
  const stream = new ReadableStream<string>({ start: (controller) => controller.error(new Error("lost")) });
  expect(await readToError(streamText("a", stream), none)).toEqual(new Error("lost"));
  expect(none).toEqual([]);
});

test("a ReadableStream is read to its end", async () => {
  const stream = new ReadableStream<string>({
    start(controller) {
      for (const piece of ["one", "two", "three"]) controller.enqueue(piece);
      controller.close();
    },
  });
  expect(await read(streamText("a", stream, { everyBytes: 1, everyMs }))).toEqual(["one", "+two", "+three."]);
});

test("a ReadableStream is canceled when its reader leaves, or the signal is aborted while it waits", async () => {
  const canceled: string[] = [];
  const endless = (name: string): ReadableStream<string> =>
    new ReadableStream({ start: (one) => one.enqueue("text"), cancel: () => void canceled.push(name) });
  const controller = new AbortController();
  const seen: string[] = [];
  const failed = readToError(streamText("a", endless("first"), { signal: controller.signal, everyMs }), seen);
  await settle();
  controller.abort("enough");
  expect(await failed).toBe("enough");
  expect(seen).toEqual(["text"]);
  const events = streamText("a", endless("second"), { everyMs });
  const next = events.next();
  await settle();
  expect(await events.return()).toEqual({ done: true, value: undefined });
  expect(show((await next).value as ArtifactEvent)).toBe("text");
  // Nothing was read of it.
  await streamText("a", endless("third")).return();
  expect(canceled).toEqual(["first", "second", "third"]);
});

test.each(["before it is read", "while it waits", "while an event is taken", "after its end"])(
  "an abort %s returns the source at once, and loses nothing that has come",
  async (when) => {
    const { source, did, push, end } = createSource();
    const controller = new AbortController();
    const events = streamText("a", source, { signal: controller.signal, everyBytes: 1, everyMs });
    const reason = new Error("canceled");
    const seen: string[] = [];
    if (when === "before it is read") controller.abort(reason);
    push("one");
    push("two");
    if (when === "while an event is taken") push("three");
    if (when === "after its end") {
      end();
      expect(await read(events)).toEqual(["one", "+two."]);
      controller.abort(reason);
      expect(did).toEqual([]);
      return;
    }
    const failed = (async () => {
      try {
        for await (const event of events) {
          seen.push(show(event));
          if (when === "while an event is taken") controller.abort(reason);
        }
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    await settle();
    if (when === "while it waits") controller.abort(reason);
    expect(await failed).toBe(reason);
    expect(did).toEqual(["returned"]);
    expect(seen).toEqual(when === "before it is read" ? [] : ["one", "+two"]);
  },
);

test("what comes after the abort is not the text's", async () => {
  const { source, push, end } = createSource();
  const controller = new AbortController();
  const seen: string[] = [];
  const failed = readToError(streamText("a", source, { signal: controller.signal, everyMs }), seen);
  push("one");
  await settle();
  controller.abort("enough");
  push("two");
  end();
  expect(await failed).toBe("enough");
  expect(seen).toEqual(["one"]);
});

test("a reader that leaves returns the source, once", async () => {
  const { source, did, push } = createSource();
  push("one");
  push("two");
  for await (const event of streamText("a", source, { everyBytes: 1, everyMs })) {
    expect(show(event)).toBe("one");
    break;
  }
  expect(did).toEqual(["returned"]);
});

test("errors of a source that was left are nobody's", async () => {
  const failing: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise((_, reject) => setImmediate(() => reject(new Error("late")))),
      return: () => {
        throw new Error("no");
      },
    }),
  };
  const events = streamText("a", failing);
  const next = events.next();
  expect(await events.return()).toEqual({ done: true, value: undefined });
  expect(await next).toEqual({ done: true, value: undefined });
  // An unhandled rejection would fail the test.
  await settle();
  await settle();
});

test("signals are let go of, whatever ends the text", async () => {
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, "removeEventListener");
  for (let count = 1; count <= 3; count++) {
    await read(streamText("a", each(["one"]), { signal }));
    expect(removed).toHaveBeenCalledTimes(count);
  }
});

test("a slow source shows its text in time, all but a character that may be the last one", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { source, push, end } = createSource();
  const seen: string[] = [];
  const done = (async () => {
    for await (const event of streamText("a", source)) seen.push(show(event));
  })();
  push("Let me ");
  await settle();
  push("see 😀");
  await settle();
  await vi.advanceTimersByTimeAsync(49);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["Let me see "]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(["Let me see "]);
  push("!");
  await settle();
  await vi.advanceTimersByTimeAsync(50);
  expect(seen).toEqual(["Let me see ", "+😀"]);
  push("?");
  end();
  await done;
  expect(seen).toEqual(["Let me see ", "+😀", "+!?."]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the kit streams a text that a canceled task keeps as far as it came", async () => {
  const begun = createGate();
  const { source, did, push } = createSource();
  const { client, reported } = await start({
    async *execute({ signal }) {
      yield working();
      push("as far ");
      push("as it came");
      begun.open();
      yield* streamText("answer", source, { signal, everyMs });
    },
  });
  const message = userMessage("go");
  const { id } = taskOf(await client.sendMessage({ message, configuration: { returnImmediately: true } }));
  await begun.opened;
  await settle();
  expect(stateOf(await client.cancelTask({ id }))).toBe("canceled");
  expect(summary(await client.getTask({ id }))).toEqual({
    state: "canceled",
    history: ["user: go"],
    artifacts: ["answer: as far as it came"],
  });
  expect(did).toEqual(["returned"]);
  expect(reported).toEqual([]);
});

test("5,000 pieces are some events and one text", async () => {
  const pieces = Array.from({ length: 5000 }, (_, index) => `${index} `);
  const { client } = await start({ execute: async () => streamText("answer", each(pieces)) });
  const events = outline(await collect(client.sendStreamingMessage({ message: userMessage("go") })));
  expect(events.length).toBeLessThan(60);
  expect(events.at(-2)).toMatch(/^artifact answer \+ last: /);
  const { task } = await client.sendMessage({ message: userMessage("again") });
  expect(task?.artifacts).toEqual([{ artifactId: "answer", parts: [{ text: pieces.join("") }] }]);
});
