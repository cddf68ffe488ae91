import { createRandom } from "./random.ts";

export type JsonRecord = { readonly [key: string]: unknown };

/** A made-up program that writes A2A: it has its own habits of key order, and leaves out what it likes. */
export interface Peer {
  /** A message of a type: fields that are undefined are left out, the others come in the peer's order. */
  message(type: string, fields: JsonRecord): JsonRecord;
  maybe<T>(build: () => T): T | undefined;
  list<T>(length: number, build: (index: number) => T): T[];
  id(): string;
  /** Words of about so many characters. */
  text(length: number): string;
  timestamp(): string;
  /** Base64 of so many bytes. */
  bytes(size: number): string;
  number(limit: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
}

export interface PeerHabits {
  readonly seed: number;
  /** Whether fields come in the order of the proto; otherwise in an order of the peer's own. */
  readonly ordered: boolean;
  readonly words: readonly [string, ...string[]];
}

export const latinWords = [
  "agent",
  "task",
  "please",
  "summarise",
  "quarterly",
  "revenue",
  "table",
  "the",
  "of",
  "and",
  "forecast",
  "with",
  "region",
  "north",
  "customer",
  "report",
  "draft",
  "figure",
  "review",
  '"quoted"',
  "line\n",
  "total",
  "as",
  "soon",
  "possible",
  "in",
  "a",
  "chart",
] as const satisfies readonly string[];

export const wideWords = [
  "任务",
  "报告",
  "请",
  "总结",
  "季度",
  "收入",
  "表格",
  "地区",
  "北方",
  "顧客",
  "予測",
  "図表",
  "レビュー",
  "下書き",
  "확인",
  "보고서",
  "🚀",
  "📊",
  "🙂",
  "agent",
  "line\n",
] as const satisfies readonly string[];

export function createPeer({ seed, ordered, words }: PeerHabits): Peer {
  const random = createRandom(seed);
  const hexadecimal = (length: number): string =>
    Array.from({ length }, () => random.below(16).toString(16)).join("");
  const two = (from: number, count: number): string => String(from + random.below(count)).padStart(2, "0");
  return {
    message(type, fields) {
      const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
      if (!ordered) entries.sort(([a], [b]) => rank(`${seed}${type}${a}`) - rank(`${seed}${type}${b}`));
      return Object.fromEntries(entries);
    },
    maybe: (build) => (random.chance(0.6) ? build() : undefined),
    list: (length, build) => Array.from({ length }, (_, index) => build(index)),
    id: () => [8, 4, 4, 4, 12].map(hexadecimal).join("-"),
    text(length) {
      let text = random.pick(words);
      while (text.length < length) text += ` ${random.pick(words)}`;
      return text;
    },
    timestamp: () =>
      `2025-${two(1, 12)}-${two(1, 28)}T${two(0, 24)}:${two(0, 60)}:${two(0, 60)}.${100 + random.below(900)}Z`,
    bytes: (size) => Buffer.from(Array.from({ length: size }, () => random.below(256))).toString("base64"),
    number: random.below,
    pick: random.pick,
  };
}

/** A number that depends on the text only. */
function rank(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
