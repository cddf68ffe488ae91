import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import * as withBuffer from "../../../../packages/runtime/src/core/base64.ts";
import { runs } from "../../../shared/runs.ts";

type Base64 = typeof import("../../../../packages/runtime/src/core/base64.ts");

/** The module as it loads where there is no Buffer. */
async function loadPortable(): Promise<Base64> {
  const { Buffer } = globalThis;
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "Buffer");
  try {
    return await import("../../../../packages/runtime/src/core/base64.ts");
  } finally {
    globalThis.Buffer = Buffer;
  }
}

const portable = await loadPortable();
const implementations: { name: string; base64: Base64 }[] = [
  { name: "with Buffer", base64: withBuffer },
  { name: "without Buffer", base64: portable },
];

const texts: { name: string; given: string; want: string | undefined }[] = [
  { name: "nothing", given: "", want: "" },
  { name: "a whole group", given: "AAAA", want: "AAAA" },
  { name: "one character of padding", given: "AAA=", want: "AAA=" },
  { name: "two characters of padding", given: "AA==", want: "AA==" },
  { name: "unused bits that are not zero", given: "AB==", want: "AB==" },
  { name: "every special character", given: "+/+/", want: "+/+/" },
  { name: "the URL alphabet", given: "-_-_", want: "+/+/" },
  { name: "both alphabets", given: "-/+_", want: "+/+/" },
  { name: "missing padding of two", given: "AA", want: "AA==" },
  { name: "missing padding of one", given: "AAA", want: "AAA=" },
  { name: "URL alphabet with padding", given: "-_==", want: "+/==" },
  { name: "one character over", given: "AAAAA", want: undefined },
  { name: "three characters of padding", given: "A===", want: undefined },
  { name: "padding alone", given: "====", want: undefined },
  { name: "a single padding character", given: "=", want: undefined },
  { name: "half of the padding", given: "AA=", want: undefined },
  { name: "more padding than a group takes", given: "AAAAA=", want: undefined },
  { name: "padding inside", given: "AA==AAAA", want: undefined },
  { name: "one padding character inside", given: "AA=A", want: undefined },
  { name: "a line break", given: "AAA\n", want: undefined },
  { name: "a space", given: "AA A", want: undefined },
  { name: "an exclamation mark", given: "AAA!", want: undefined },
  { name: "the character after Z", given: "AAA[", want: undefined },
  { name: "the character before a", given: "AAA`", want: undefined },
  { name: "the character before 0", given: "AAA.", want: undefined },
  { name: "the character after 9", given: "AAA:", want: undefined },
  { name: "Latin-1", given: "AAA\u00e9", want: undefined },
  { name: "a character whose low byte is a letter", given: "AAA\u0141", want: undefined },
  { name: "a lone surrogate", given: "AAA\ud800", want: undefined },
];

for (const { name: environment, base64 } of implementations) {
  describe(`base64 ${environment}`, () => {
    for (const { name, given, want } of texts) {
      test(`normalises or rejects ${name}`, () => {
        expect({ normal: base64.normalizeBase64(given), is: base64.isBase64(given) }).toEqual({
          normal: want,
          is: want === given,
        });
      });

      test(`writes the bytes of ${name} into others, or nothing`, () => {
        const room = new Uint8Array(10);
        const size = base64.writeBase64(given, room, 2);
        const bytes = want === undefined ? undefined : [...Buffer.from(want, "base64")];
        expect(size).toBe(bytes?.length);
        if (size !== undefined) expect([...room.subarray(0, 2 + size)]).toEqual([0, 0, ...(bytes ?? [])]);
      });

      test(`judges ${name} at the end of a long text alike`, () => {
        const long = "QUJD".repeat(20_000);
        expect({ normal: base64.normalizeBase64(long + given), is: base64.isBase64(long + given) }).toEqual({
          normal: want === undefined ? undefined : long + want,
          is: want === given,
        });
      });
    }

    test("finds one wrong character wherever it stands in a long text", () => {
      const good = "QUJD".repeat(33_000);
      const accepted: string[] = [];
      for (const at of [0, 1, 2, 3, 65_534, 65_535, 65_536, 65_537, 131_071, 131_072, good.length - 3]) {
        for (const wrong of ["-", "_", "=", " ", "\n", "!", "\u00c3", "\u0141", "\ud800", "\u0000"]) {
          const text = good.slice(0, at) + wrong + good.slice(at + 1);
          if (base64.isBase64(text)) accepted.push(`${at}: ${JSON.stringify(wrong)}`);
        }
      }
      expect(accepted).toEqual([]);
    });

    test("accepts every long text that bytes encode to", () => {
      for (const size of [12_288, 12_289, 12_290, 49_151, 49_152, 49_153, 98_304, 98_305, 1_000_000]) {
        const text = Buffer.alloc(size, "a2a").toString("base64");
        expect({ size, is: base64.isBase64(text) }).toEqual({ size, is: true });
      }
    });

    test("gives bytes back", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
          const text = base64.bytesToBase64(bytes);
          expect(text).toBe(Buffer.from(bytes).toString("base64"));
          expect(base64.base64ToBytes(text)).toEqual(bytes);
          expect(base64.base64ToBytes(Buffer.from(bytes).toString("base64url"))).toEqual(bytes);
        }),
      );
    });

    test("gives a megabyte back", () => {
      const bytes = Uint8Array.from({ length: 1_000_001 }, (_, index) => (index * 31) ^ (index >> 8));
      const text = base64.bytesToBase64(bytes);
      expect(text === Buffer.from(bytes).toString("base64")).toBe(true);
      expect(Buffer.compare(base64.base64ToBytes(text), bytes)).toBe(0);
    });

    // Seven seconds and more where each character is replaced for itself.
    test("reads megabytes of what only the URL alphabet has", { timeout: 5000 }, () => {
      const count = 6_000_000;
      expect(base64.normalizeBase64("-_-_".repeat(count)) === "+/+/".repeat(count)).toBe(true);
    });

    test("encodes only the part of a buffer that a view shows", () => {
      const bytes = Uint8Array.of(1, 2, 3, 4, 5);
      expect(base64.bytesToBase64(bytes.subarray(1, 3))).toBe("AgM=");
      expect(base64.base64Of(bytes.subarray(1), 0, 2)).toBe("AgM=");
    });

    test("decodes to a plain array over a buffer of its own", () => {
      const bytes = base64.base64ToBytes("AQID");
      expect({ class: bytes.constructor.name, bytes: [...bytes], size: bytes.buffer.byteLength }).toEqual({
        class: "Uint8Array",
        bytes: [1, 2, 3],
        size: 3,
      });
    });

    test("throws when there is nothing to decode", () => {
      expect(() => base64.base64ToBytes("AA A")).toThrow(new RangeError("expected base64"));
    });

    test("agrees with a pattern on random texts", { tags: "thorough" }, () => {
      const character = fc.constantFrom(..."AZaz09+/-_= \n\u00e9\u0141");
      fc.assert(
        fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
          const pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
          expect(base64.isBase64(text)).toBe(pattern.test(text) && !text.includes("\n"));
        }),
        { numRuns: runs(400) },
      );
    });
  });
}
