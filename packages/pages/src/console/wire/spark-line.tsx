import { sizeOf } from "@a2agen/exchange/describe-frame.ts";
import type { JSX } from "preact";
import { frameAt } from "./fold-frames.ts";
import type { WireEntry } from "./wire-log.ts";

/** Bars of a line; of more frames some are drawn. */
const bars = 16;

/** The sizes of the frames of a run, as small bars. */
export function SparkLine({
  entry,
  frames,
}: {
  readonly entry: WireEntry;
  readonly frames: readonly number[];
}): JSX.Element {
  const drawn = Math.min(frames.length, bars);
  const sizes = Array.from({ length: drawn }, (_, at) =>
    sizeOf(frameAt(entry, frames[Math.floor((at * frames.length) / drawn)] ?? 0)?.bytes),
  );
  const highest = Math.max(...sizes, 1);
  const path = sizes.map((size, at) => {
    const height = Math.max((size / highest) * 12, 1).toFixed(1);
    return `M${at * 3} 12v-${height}h2v${height}z`;
  });
  return (
    <svg class="spark" width={drawn * 3} height="12" aria-hidden="true">
      <path d={path.join("")} />
    </svg>
  );
}
