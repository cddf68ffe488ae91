import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAddressGuard } from "../../../../packages/runtime/src/push/address-guard.ts";
import { createUrlGuard } from "../../../../packages/runtime/src/push/url-guard.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Date.now() % 2 ** 31;
const parameters = { seed, numRuns: runs(400) };
console.log(`seed of the guard's properties: ${seed}`);

const addresses = createAddressGuard();
const guard = createUrlGuard({ http: false, hosts: undefined, ports: undefined, addresses });

function passes(host: string): boolean {
  try {
    guard.check(`https://${host}/`);
    return true;
  } catch {
    return false;
  }
}

/** First and last number of the ranges that are not of the public internet. */
const closed: readonly (readonly [first: string, last: string])[] = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
];

const ranges = closed.map(([first, last]) => ({ first: numberOf(first), last: numberOf(last) }));

function numberOf(text: string): number {
  return text.split(".").reduce((number, byte) => number * 256 + Number(byte), 0);
}

function isClosed(number: number): boolean {
  return ranges.some(({ first, last }) => number >= first && number <= last);
}

const closedNumber = fc
  .constantFrom(...ranges)
  .chain(({ first, last }) => fc.integer({ min: 0, max: last - first }).map((offset) => first + offset));
const openNumber = fc.integer({ min: 0, max: 2 ** 32 - 1 }).filter((number) => !isClosed(number));

function bytesOf(number: number): readonly [number, number, number, number] {
  return [Math.floor(number / 2 ** 24), (number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Hexadecimal groups of the address, "7f00:1". */
function groupsOf(number: number): string {
  const [a, b, c, d] = bytesOf(number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** One number as URL reads it: decimal, octal or hexadecimal, with zeros in front. */
const spelledNumber = (number: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom("decimal", "octal", "hex", "HEX"), fc.integer({ min: 0, max: 3 }))
    .map(([base, zeros]) => {
      const pad = "0".repeat(zeros);
      if (base === "octal") return `0${pad}${number.toString(8)}`;
      if (base === "decimal") return String(number);
      return base === "hex"
        ? `0x${pad}${number.toString(16)}`
        : `0X${pad}${number.toString(16).toUpperCase()}`;
    });

const digits: Readonly<Record<string, string>> = {
  fullWidth: "０１２３４５６７８９",
  superscript: "⁰¹²³⁴⁵⁶⁷⁸⁹",
  mathematical: "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
};

/** Characters that URL takes for others. */
const disguised = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom("plain", "percent", ...Object.keys(digits)), {
      minLength: text.length,
      maxLength: text.length,
    })
    .chain((ways) =>
      fc.constantFrom(".", "。", "．", "｡", "%2e").map((dot) =>
        [...text]
          .map((character, i) => {
            if (character === ".") return dot;
            const way = ways[i] ?? "plain";
            if (way === "percent") return `%${character.charCodeAt(0).toString(16)}`;
            const set = digits[way];
            return set === undefined || !/\d/.test(character)
              ? character
              : ([...set][Number(character)] ?? character);
          })
          .join(""),
      ),
    );

/** Spellings of an address of IPv4 as a host. */
const spelled = (number: number): fc.Arbitrary<string> => {
  const [a, b, c, d] = bytesOf(number);
  const forms = [[a, b, c, d], [a, b, c * 256 + d], [a, (b * 256 + c) * 256 + d], [number]];
  return fc
    .constantFrom(...forms)
    .chain((parts) => fc.tuple(...parts.map(spelledNumber)))
    .chain((parts) => disguised(parts.join(".")))
    .chain((text) => fc.constantFrom(text, `${text}.`));
};

/** Spellings of addresses of IPv6 that carry one of IPv4. */
const carried = (number: number): fc.Arbitrary<string> => {
  const groups = groupsOf(number);
  const dotted = bytesOf(number).join(".");
  return fc
    .constantFrom(
      `::ffff:${dotted}`,
      `::FFFF:${groups.toUpperCase()}`,
      `0:0:0:0:0:ffff:${groups}`,
      `0000:0000:0000:0000:0000:ffff:${dotted}`,
      `64:ff9b::${groups}`,
      `64:ff9b::${dotted}`,
      `0064:FF9B:0:0:0:0:${groups}`,
      `2002:${groups}::`,
      `2002:${groups}:1:2:3:4:5`,
    )
    .map((text) => `[${text}]`);
};

describe("of all spellings of an address", () => {
  test("none passes of a range that is not of the public internet", { tags: "thorough" }, () => {
    fc.assert(
      fc.property(
        closedNumber.chain((number) => fc.oneof(spelled(number), carried(number))),
        (host) => {
          expect(passes(host)).toBe(false);
        },
      ),
      parameters,
    );
  });

  test("each passes of the public internet", { tags: "thorough" }, () => {
    fc.assert(
      fc.property(
        openNumber.chain((number) => fc.oneof(spelled(number), carried(number))),
        (host) => {
          expect(passes(host)).toBe(true);
        },
      ),
      parameters,
    );
  });

  test("the address that a name leads to has the same verdict", { tags: "thorough" }, () => {
    fc.assert(
      fc.property(fc.oneof(closedNumber, openNumber), (number) => {
        const dotted = bytesOf(number).join(".");
        const verdicts = [
          dotted,
          `::ffff:${dotted}`,
          `64:ff9b::${groupsOf(number)}`,
          `2002:${groupsOf(number)}::1`,
        ];
        for (const address of verdicts) expect(addresses.allows(address)).toBe(!isClosed(number));
      }),
      parameters,
    );
  });

  test("none of IPv6 passes outside of 2000::/3, but those that carry one of IPv4", {
    tags: "thorough",
  }, () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const [first = 0, second = 0] = groups;
        fc.pre(first >> 13 !== 1 && !(first === 0 && second === 0) && !(first === 0x64 && second === 0xff9b));
        const text = groups.map((value) => value.toString(16)).join(":");
        expect(passes(`[${text}]`)).toBe(false);
        expect(addresses.allows(text)).toBe(false);
      }),
      parameters,
    );
  });

  test("any text for a URL has a verdict, and what passes is a plain URL over https", {
    tags: "thorough",
  }, () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withQueryParameters: true })),
        (text) => {
          try {
            expect(guard.check(text)).toMatchObject({
              protocol: "https:",
              username: "",
              password: "",
              hash: "",
            });
          } catch (error) {
            expect(error).toMatchObject({ code: "ERR_A2AGEN_WEBHOOK", problem: "refused" });
          }
        },
      ),
      parameters,
    );
  });
});
