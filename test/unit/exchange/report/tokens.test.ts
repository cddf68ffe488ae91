import tokens from "@a2agen/exchange/report/tokens.css?raw";
import { expect, test } from "vitest";

const schemes = ["light", "dark"] as const;

/** The colours of the table, by name, light and dark. */
const colors = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

const grounds = ["canvas", "surface", "raised"];
const states = ["working", "done", "waiting", "failed", "canceled"];
const texts = ["text", "secondary", "faint", "accent", "string", "number", "name", ...states];

/** Each text, with what it is on, from above. */
const pairs: readonly (readonly [text: string, ...grounds: string[]])[] = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)),
  ...["text", "secondary", "faint", "accent"].map((text) => [text, "accent-tint"] as const),
  ["on-accent", "accent"],
  ...grounds.flatMap((ground) =>
    states.flatMap((state) =>
      [state, "text", "secondary"].map((text) => [text, `${state}-tint`, ground] as const),
    ),
  ),
];

test("every text has the contrast of AA on every ground that it is on, in both schemes", () => {
  const low = schemes.flatMap((scheme) =>
    pairs.flatMap(([text, ...layers]) => {
      const [bottom = "", ...above] = layers.toReversed();
      const ground = above.reduce(
        (under, name) => blend(channels(name, scheme), under),
        channels(bottom, scheme),
      );
      const ratio = contrast(channels(text, scheme), ground);
      return ratio < 4.5 ? [`${scheme}: ${text} on ${layers.join(" on ")} ${ratio.toFixed(2)}`] : [];
    }),
  );
  expect(low).toEqual([]);
  expect(pairs.length).toBe(86);
});

test("lengths are on the grid of 4 px", () => {
  const spaces = [...tokens.matchAll(/--space-\d: (\d+)px;/g)].map(([, length]) => Number(length));
  expect(spaces).toEqual([4, 8, 12, 16, 24, 32, 48, 64]);
});

type Channels = readonly [red: number, green: number, blue: number, alpha: number];

function channels(name: string, scheme: (typeof schemes)[number]): Channels {
  const color = colors.get(name);
  if (color === undefined) throw new Error(`tokens.css: expected a colour --${name}; got none`);
  const [red = 0, green = 0, blue = 0, alpha = 255] = [...color[scheme].matchAll(/[\da-f]{2}/g)].map(
    ([hex]) => Number.parseInt(hex, 16),
  );
  return [red, green, blue, alpha / 255];
}

function blend([red, green, blue, alpha]: Channels, under: Channels): Channels {
  const mix = (above: number, below: number): number => above * alpha + below * (1 - alpha);
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1];
}

/** As WCAG 2.2 defines it. */
function contrast(one: Channels, other: Channels): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Channels): number {
  const linear = (value: number): number =>
    value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
