import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  findLoneSurrogate,
  isWellFormed,
  mayHoldLoneSurrogate,
} from "../../../../packages/runtime/src/core/well-formed.ts";
import { runs } from "../../../shared/runs.ts";

type WellFormed = typeof import("../../../../packages/runtime/src/core/well-formed.ts");

/** The module as it loads where strings have no isWellFormed. */
async function loadPortable(): Promise<WellFormed> {
  const native = Object.getOwnPropertyDescriptor(String.prototype, "isWellFormed");
  vi.resetModules();
  Reflect.deleteProperty(String.prototype, "isWellFormed");
  try {
    return await import("../../../../packages/runtime/src/core/well-formed.ts");
  } finally {
    if (native !== undefined) Object.defineProperty(String.prototype, "isWellFormed", native);
  }
}

const portable = await loadPortable();

describe("isWellFormed and findLoneSurrogate", () => {
  const texts: { name: string; given: string; want: number }[] = [
    { name: "nothing", given: "", want: -1 },
    { name: "ASCII", given: "text", want: -1 },
    { name: "Latin-1", given: "\u00e9", want: -1 },
    { name: "a pair", given: "a\ud83d\ude00b", want: -1 },
    { name: "two pairs", given: "\ud83d\ude00\ud83d\ude00", want: -1 },
    { name: "the neighbours of the surrogates", given: "\ud7ff\ue000", want: -1 },
    { name: "a high surrogate at the end", given: "ab\ud83d", want: 2 },
    { name: "a low surrogate at the start", given: "\ude00ab", want: 0 },
    { name: "a pair the wrong way round", given: "\ude00\ud83d", want: 0 },
    { name: "two high surrogates before a low one", given: "\ud83d\ud83d\ude00", want: 0 },
    { name: "a low surrogate after a pair", given: "\ud83d\ude00\ude00", want: 2 },
  ];
  for (const { name, given, want } of texts) {
    test(`judge ${name}`, () => {
      expect({
        native: isWellFormed(given),
        portable: portable.isWellFormed(given),
        at: findLoneSurrogate(given),
      }).toEqual({
        native: want === -1,
        portable: want === -1,
        at: want,
      });
    });
  }

  test("have a portable form that agrees with the native one", () => {
    const unit = fc.constantFrom("a", "\u4e2d", "\ud800", "\udbff", "\udc00", "\udfff", "\ud7ff", "\ue000");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
        expect(portable.isWellFormed(text)).toBe(isWellFormed(text));
      }),
    );
  });
});

describe("mayHoldLoneSurrogate", () => {
  const texts: { name: string; given: string; want: boolean }[] = [
    { name: "no escape", given: '{"a":"b"}', want: false },
    { name: "an escape of another character", given: '"\\u0041\\ue000\\ud7ff\\u00d8"', want: false },
    { name: "a character beyond Latin-1, where each string is looked at", given: '"\u20ac"', want: true },
    { name: "Latin-1", given: '"\u00ff"', want: false },
    { name: "an escaped pair, which it does not take apart", given: '"\\ud83d\\ude00"', want: true },
    { name: "an escaped high surrogate", given: '"\\ud800"', want: true },
    { name: "an escaped low surrogate in capitals", given: '"\\uDFFF"', want: true },
    { name: "an escaped surrogate after other escapes", given: '"\\n\\u0041\\uDbcd"', want: true },
    { name: "a surrogate that is not escaped", given: '"\ud800"', want: true },
    { name: "an escape that ends early", given: '"\\ud', want: false },
    { name: "an escape without digits", given: '"\\u', want: false },
  ];
  for (const { name, given, want } of texts) {
    test(`judges ${name}`, () => {
      expect(mayHoldLoneSurrogate(given)).toBe(want);
    });
  }

  test("finds each escape of a surrogate and no other", () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x10000; code++) {
      const hex = code.toString(16).padStart(4, "0");
      for (const text of [`"\\u${hex}"`, `"\\u${hex.toUpperCase()}"`]) {
        if (mayHoldLoneSurrogate(text) !== (code >= 0xd800 && code <= 0xdfff)) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("lets no text through that parses to a lone surrogate", { tags: "thorough" }, () => {
    const unit = fc.constantFrom("a", "\\u", "d8", "D", "8", "0", "00", "\\\\", "\ud83d", "\ude00", "u");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (inner) => {
        const text = `"${inner}"`;
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          // Not JSON: nothing is parsed from it.
          return;
        }
        if (!mayHoldLoneSurrogate(text)) expect(isWellFormed(String(parsed))).toBe(true);
      }),
      { numRuns: runs(600) },
    );
  });
});
