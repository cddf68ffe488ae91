import type { AgentCard, Part } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import { excerpt } from "../core/trial.ts";
import { readSent, sending, settle, textRequest } from "./tasks.ts";

/** A media type that agents do not support unless they support all of its kind. */
const strange = "application/x-a2agen-probe";
const takesAll: ReadonlySet<string> = new Set(["*", "*/*", "application/*", "file"]);

/** Media types of a card without ranges, and without kinds of parts such as "text". */
function outputModes({ defaultOutputModes }: AgentCard): readonly string[] {
  const modes = defaultOutputModes.map(bareType).filter((mode) => /^[^*]+\/[^*]+$/.test(mode));
  return [...new Set(modes)].slice(0, 2);
}

function bareType(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

/** The media type of a part; undefined for a file that does not say. */
function typeOf({ mediaType = "", text, data }: Part): string | undefined {
  if (mediaType !== "") return bareType(mediaType);
  if (text !== undefined) return "text/plain";
  return data === undefined ? undefined : "application/json";
}

export const modeChecks: readonly Check[] = [
  {
    id: "send.media-type",
    covers: ["send.media-type"],
    works: 4,
    except: ({ card: { defaultInputModes, skills } }) => {
      const modes = [...defaultInputModes, ...skills.flatMap(({ inputModes = [] }) => inputModes)];
      return modes.some((mode) => takesAll.has(bareType(mode)))
        ? "the card declares every media type"
        : undefined;
    },
    *run(trial) {
      const stranger = { raw: "YTJhZ2Vu", mediaType: strange };
      for (const parts of [[stranger], [{ text: trial.scenario.plain }, stranger]]) {
        for (const member of sending(trial)) {
          const request = textRequest(trial, "", { message: { parts } });
          const outcome = yield* trial.call(member, request);
          trial.expectError(outcome, "ContentTypeNotSupportedError", "send.media-type");
          if (outcome.kind !== "error") return;
        }
      }
    },
  },
  {
    id: "send.output-modes",
    covers: ["send.output-modes"],
    works: 2,
    isOnce: true,
    except: ({ card }) =>
      outputModes(card).length < 2 ? "the card declares fewer than two output modes" : undefined,
    *run(trial) {
      const { artifact, plain } = trial.scenario;
      for (const mode of outputModes(trial.subject.card)) {
        const request = textRequest(trial, artifact ?? plain, {
          configuration: { acceptedOutputModes: [mode] },
        });
        const outcome = yield* trial.call("sendMessage", request);
        if (outcome.kind === "error" && outcome.failure.names.includes("ContentTypeNotSupportedError"))
          continue;
        const { task, message } = readSent(trial, outcome);
        const artifacts = task === undefined ? [] : ((yield* settle(trial, task)).artifacts ?? []);
        const parts = message?.parts ?? artifacts.flatMap((each) => each.parts);
        const other = parts.map(typeOf).find((type) => type !== undefined && type !== mode);
        if (other !== undefined) trial.find("send.output-modes", `parts of ${mode}`, excerpt(other));
      }
    },
  },
];
