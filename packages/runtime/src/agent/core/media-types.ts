import { objectToMode } from "../../core/mode.ts";
import { createPartCheck } from "../../extensions/view-extension.ts";
import { answersIn } from "../../parts/approvals.ts";
import type { SupportedExtension } from "../../service/extension-support.ts";
import type { CallContext } from "../../service/index.ts";
import type { AgentCard, Message, Part } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { AgentErrors } from "./agent-errors.ts";

/** Throws ContentTypeNotSupportedError for a message with a part that the agent does not accept. */
export type CheckMediaTypes = (message: Message, call: Pick<CallContext, "activated">) => void;

interface MediaTypeCheckInit {
  readonly card: AgentCard | undefined;
  readonly errors: AgentErrors;
  /** Those of which parts with data are taken without a mode, while they are in force. */
  readonly extensions: readonly SupportedExtension[];
}

/**
 * Checks the parts of messages against the input modes of a card and of all its skills, since a message does
 * not name its skill. Both sides may use ranges such as "image/*"; parameters are ignored. A mode may be the
 * kind of a part, "text", "file" or "data", as in samples of 0.3, and takes all of these; a warning says what
 * to write.
 */
export function createMediaTypeCheck({ card, errors, extensions }: MediaTypeCheckInit): CheckMediaTypes {
  if (card === undefined) return () => undefined;
  const modes = [
    ...card.defaultInputModes.map((mode, i) => ({ mode, path: `defaultInputModes[${i}]` })),
    ...card.skills.flatMap(({ inputModes = [] }, s) =>
      inputModes.map((mode, i) => ({ mode, path: `skills[${s}].inputModes[${i}]` })),
    ),
  ];
  for (const { mode, path } of modes) warnOfMode(mode, path);
  const supported = [...new Set(modes.map(({ mode }) => mode))];
  const accepted = new Set(supported.map(bareType));
  const ranges = [...accepted].filter((type) => type.endsWith("/*"));
  const takes = (type: string): boolean =>
    accepted.has(type) || ranges.some((range) => isWithin(type, range)) || isWanted(type, accepted);
  if (accepted.has("*/*") || accepted.has("*")) return () => undefined;
  const isOfExtension = createPartCheck(extensions);
  return ({ parts, taskId }, { activated }) => {
    for (const [index, part] of parts.entries()) {
      // An agent that asks takes the answer, whatever its card says of what it is sent first.
      if (taskId !== undefined && answersIn([part]).length > 0) continue;
      const type = typeOf(part);
      if (type === undefined || takes(bareType(type)) || accepted.has(kindOf(part))) continue;
      if (isOfExtension(part, activated)) continue;
      const field = `message.parts[${index}].mediaType`;
      throw errors.mediaTypeNotSupported(field, type.slice(0, 100), supported);
    }
  };
}

/** The media type of a part; undefined if it may be any. */
function typeOf({ mediaType, text, data }: Part): string | undefined {
  if (mediaType !== undefined && mediaType !== "") return mediaType;
  if (text !== undefined) return "text/plain";
  return data === undefined ? undefined : "application/json";
}

/** What 0.3 calls such a part. */
function kindOf({ text, data }: Part): string {
  if (text !== undefined) return "text";
  return data === undefined ? "file" : "data";
}

function warnOfMode(mode: string, path: string): void {
  const objection = objectToMode(mode);
  if (objection !== undefined) console.warn(`a2agen: card.${path}: ${objection}`);
}

function bareType(type: string): string {
  const end = type.indexOf(";");
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
}

function isWithin(type: string, range: string): boolean {
  return type.startsWith(range.slice(0, -1));
}

/** Whether a part names a range with an accepted type in it. */
function isWanted(type: string, accepted: ReadonlySet<string>): boolean {
  if (type === "*/*") return true;
  return type.endsWith("/*") && [...accepted].some((one) => isWithin(one, type));
}
