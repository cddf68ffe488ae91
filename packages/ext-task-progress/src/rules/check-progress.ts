import type { Issue } from "@a2agen/runtime";
import type { Progress } from "../generated/schemas/progress_types.ts";

/** No tracker is further than its total. An aggregate need not agree with anything. */
export function checkProgress({ trackers }: Progress): readonly Issue[] {
  return trackers.flatMap(({ progress = 0, total = Infinity }, index): readonly Issue[] => {
    if (progress <= total) return [];
    return [
      {
        code: "range",
        path: `trackers[${index}].progress`,
        segments: ["trackers", index, "progress"],
        message: `expected at most the total, ${total}, got ${progress}`,
      },
    ];
  });
}
