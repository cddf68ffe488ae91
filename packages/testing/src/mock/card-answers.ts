import type { AgentCard } from "@a2agen/a2a-1.0";
import type { JsonObject } from "@a2agen/runtime";
import { fakeOf } from "@a2agen/runtime/fakes";
import type { Choose } from "./play.ts";
import { skillOf } from "./rules.ts";
import type { Artifact } from "./scenario.ts";

interface FakeContent {
  readonly text: string;
  readonly data: JsonObject;
  readonly raw: string;
  readonly filename: string;
}

const fakeContent = fakeOf<FakeContent>(
  {
    Content: {
      fields: { text: "text", data: "struct", raw: "bytes", filename: "text" },
      required: ["text", "data", "raw", "filename"],
    },
  },
  "Content",
);

/** Answers each message with a task of the skill that it asks for: the same for the same seed and text. */
export function chooseByCard(card: AgentCard, seed: number | string): Choose {
  return ({ message, text, acceptedOutputModes }) => {
    const skill = skillOf({ message, text, card }) ?? bySharedWords(card, text);
    const modes = skill?.outputModes ?? card.defaultOutputModes;
    const accepted = modes.filter(
      (mode) => acceptedOutputModes.length === 0 || acceptedOutputModes.includes(mode),
    );
    const [mode = modes[0] ?? "text/plain"] = accepted;
    const artifact = { name: skill?.name ?? card.name, ...contentOf(mode, fakeContent(`${seed}/${text}`)) };
    return [{ task: "working" }, { artifact }, { task: "completed" }];
  };
}

/** The skill whose name, tags and description share most words with a text. */
function bySharedWords({ skills }: AgentCard, text: string): AgentCard["skills"][number] | undefined {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
  const scored = skills.map((skill) => {
    const own = [skill.id, skill.name, skill.description, ...skill.tags].join(" ").toLowerCase();
    return { skill, score: [...words].filter((word) => own.includes(word)).length };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.skill;
}

/** Content of a media type, text in pieces. */
function contentOf(mode: string, { text, data, raw, filename }: FakeContent): Exclude<Artifact, string> {
  if (mode.startsWith("text/")) return { pieces: text.match(/\S+\s*(?:\S+\s*)?/g) ?? [text] };
  if (/[/+]json$/.test(mode)) return { parts: [{ data, mediaType: mode }] };
  return { parts: [{ raw, filename, mediaType: mode }] };
}
