import type { TextsOf } from "./text.ts";

export const timelineTexts: TextsOf<"timeline"> = {
  "timeline.order": [
    "Append entries in the step that raises the generation, and write that generation into them.",
  ],
  "timeline.input": [
    "Add messages of the client to the timeline when they are taken, not only those of the agent.",
  ],
  "timeline.length": ["Cut a copy of the timeline from the front: keep the last timelineLength entries."],
  "timeline.zero": ["Leave the timeline out of the answer when timelineLength is 0."],
};
