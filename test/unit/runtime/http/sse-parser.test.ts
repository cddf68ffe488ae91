import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SseEvent, SseParser } from "../../../../packages/runtime/src/http/sse.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = chooseSeed();

/** The events of a stream that comes in these pieces. */
function parse(pieces: readonly string[], maximumCharacters = 1000): readonly SseEvent[] {
  const events: SseEvent[] = [];
  const parser = new SseParser({ onEvent: (event) => events.push(event), maximumCharacters });
  for (const piece of pieces) parser.push(piece);
  return events;
}

function message(data: string, more: Partial<SseEvent> = {}): SseEvent {
  return { event: "message", data, id: "", ...more };
}

const streams: { name: string; given: string; want: readonly SseEvent[] }[] = [
  { name: "nothing", given: "", want: [] },
  { name: "one event", given: "data: a\n\n", want: [message("a")] },
  { name: "no space after the colon", given: "data:a\n\n", want: [message("a")] },
  { name: "only one space is taken away", given: "data:  a \n\n", want: [message(" a ")] },
  { name: "several data lines", given: "data: a\ndata:\ndata: b\n\n", want: [message("a\n\nb")] },
  { name: "a field without colon", given: "data\n\n", want: [message("")] },
  { name: "two of them", given: "data\ndata\n\n", want: [message("\n")] },
  { name: "an event without data is none", given: "event: a\n\ndata: b\n\n", want: [message("b")] },
  { name: "CRLF", given: "data: a\r\ndata: b\r\n\r\n", want: [message("a\nb")] },
  { name: "CR", given: "data: a\rdata: b\r\r", want: [message("a\nb")] },
  { name: "all line ends mixed", given: "data: a\r\ndata: b\rdata: c\n\r\n", want: [message("a\nb\nc")] },
  { name: "LF after CRLF is an empty line", given: "data: a\r\n\n", want: [message("a")] },
  { name: "a byte order mark", given: "\ufeffdata: a\n\n", want: [message("a")] },
  { name: "only one byte order mark", given: "\ufeff\ufeffdata: a\n\n", want: [] },
  { name: "a byte order mark elsewhere", given: "data: \ufeffa\n\n", want: [message("\ufeffa")] },
  { name: "comments", given: ":\n: a\n:data: b\ndata: c\n:\n\n", want: [message("c")] },
  { name: "an unknown field", given: "date: a\nData: b\n data: c\ndata: d\n\n", want: [message("d")] },
  {
    name: "a name, for one event only",
    given: "event: a\ndata: b\n\ndata: c\n\n",
    want: [message("b", { event: "a" }), message("c")],
  },
  {
    name: "the last name counts",
    given: "event: a\nevent: b\ndata: c\n\n",
    want: [message("c", { event: "b" })],
  },
  { name: "an empty name is none", given: "event: a\nevent\ndata: b\n\n", want: [message("b")] },
  {
    name: "an identifier, which stays",
    given: "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
    want: [message("a", { id: "1" }), message("b", { id: "1" }), message("c")],
  },
  {
    name: "an identifier with NUL is ignored",
    given: "id: 1\nid: 2\0\ndata: a\n\n",
    want: [message("a", { id: "1" })],
  },
  { name: "an event without an empty line after it", given: "data: a\n\ndata: b\n", want: [message("a")] },
  { name: "a line without end", given: "data: a\n\ndata: b", want: [message("a")] },
];

describe("SseParser reads", () => {
  test.each(streams)("$name", ({ given, want }) => {
    expect(parse([given])).toEqual(want);
    expect(parse([...given])).toEqual(want);
  });

  test("the time to wait, and only a whole number of it", () => {
    const waits: number[] = [];
    const parser = new SseParser({
      onEvent: () => undefined,
      onRetry: (ms) => waits.push(ms),
      maximumCharacters: 100,
    });
    parser.push("retry: 10\nretry: -1\nretry: 1.5\nretry: x\nretry\nretry:20\nretry: 0\n");
    expect(waits).toEqual([10, 20, 0]);
  });
});

const fields = fc.oneof(
  fc.constantFrom("data", "event", "id", "retry", "dat", "", " data"),
  fc.string({ maxLength: 4 }),
);
const values = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("", " ", "\0", "\ufeff", ":"),
);
const lines = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  {
    weight: 6,
    arbitrary: fc.tuple(fields, fc.constantFrom(":", ": ", ""), values).map((parts) => parts.join("")),
  },
);
const ends = fc.constantFrom("\n", "\r", "\r\n");
const texts = fc
  .tuple(fc.constantFrom("", "\ufeff"), fc.array(fc.tuple(lines, ends), { maxLength: 20 }), lines)
  .map(([mark, all, rest]) => `${mark}${all.flat().join("")}${rest}`);

/** What the standard says, without any regard to speed: the whole text at once, line by line. */
function readSlowly(text: string): readonly SseEvent[] {
  const all = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  // What follows the last line end is no line.
  all.pop();
  const events: SseEvent[] = [];
  let [data, event, id] = ["", "", ""];
  for (const line of all) {
    if (line === "") {
      if (data !== "") events.push({ event: event === "" ? "message" : event, data: data.slice(0, -1), id });
      [data, event] = ["", ""];
      continue;
    }
    const [, name = "", value = ""] = /^([^:]*)(?::(?: )?([\s\S]*))?$/.exec(line) ?? [];
    if (name === "data") data += `${value}\n`;
    if (name === "event") event = value;
    if (name === "id" && !value.includes("\0")) id = value;
  }
  return events;
}

function cut(text: string, places: readonly number[]): readonly string[] {
  const at = places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b);
  return [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length));
}

test("cutting a stream anywhere changes nothing", { tags: "thorough" }, () => {
  console.info(`cuts of streams: repeat with A2AGEN_SEED=${seed}`);
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
      const want = readSlowly(text);
      expect(parse([text])).toEqual(want);
      expect(parse(cut(text, places))).toEqual(want);
      expect(parse(text.split(""))).toEqual(want);
    }),
    { seed: Number(seed), numRuns: runs(200) },
  );
});

describe("SseParser refuses", () => {
  const long = "x".repeat(21);

  test.each([
    { name: "a line that is too long", given: `data:${"x".repeat(16)}\n\n` },
    { name: "an event of too many lines", given: `${"data: 123456789\n".repeat(3)}\n` },
    { name: "a comment that is too long", given: `:${long}\n` },
    { name: "a line without end", given: long },
  ])("$name, however it is cut", ({ given }) => {
    for (const pieces of [[given], given.split(""), cut(given, [7, 15])]) {
      expect(() => parse(pieces, 20)).toThrow(new RangeError("an event is longer than 20 characters"));
    }
  });

  test("nothing that is as long as allowed", () => {
    const given = `data:${"x".repeat(15)}\n\n${":\n".repeat(30)}data: 123456789\ndata: 123456789\n\n`;
    const want = [message("x".repeat(15)), message("123456789\n123456789")];
    expect(parse([given], 20)).toEqual(want);
    expect(parse(given.split(""), 20)).toEqual(want);
  });
});

describe("SseParser takes time in proportion to the text", () => {
  /** How many characters the searches of a parser for line ends have passed over. */
  function countSearched(run: () => void): number {
    const { indexOf } = String.prototype;
    let searched = 0;
    String.prototype.indexOf = function (this: string, ...[wanted, from]: Parameters<typeof indexOf>) {
      const found = indexOf.call(this, wanted, from);
      searched += (found < 0 ? this.length : found + 1) - (from ?? 0);
      return found;
    };
    try {
      run();
    } finally {
      String.prototype.indexOf = indexOf;
    }
    return searched;
  }

  test.each([
    { name: "lines that end in LF", line: "data: 12345\n" },
    { name: "lines that end in CR", line: "data: 12345\r" },
    { name: "lines that end in CRLF", line: "data: 12345\r\n" },
  ])("$name", ({ line }) => {
    const text = line.repeat(10_000);
    // Each character is passed over by the search for CR, for LF and for the colon at most.
    expect(countSearched(() => parse([text], text.length))).toBeLessThan(4 * text.length);
  });

  test("a line that comes character by character", () => {
    const pieces = ["data: ", ...Array.from({ length: 100_000 }, () => "x"), "\n\n"];
    let want: readonly SseEvent[] = [];
    const searched = countSearched(() => {
      want = parse(pieces, 200_000);
    });
    expect(want).toEqual([message("x".repeat(100_000))]);
    expect(searched).toBeLessThan(500_000);
  });
});
