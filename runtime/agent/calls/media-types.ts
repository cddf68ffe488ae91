import type { AgentErrors } from "../core/agent-errors.ts";
import type { AgentCard, Message, Part } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Throws ContentTypeNotSupportedError for a message with a part that the agent does not take. */
export type CheckMediaTypes = (message: Message) => void;

/**
 * Checks the parts of messages against what a card takes by default and for its skills: which skill a
 * message is for is not said. Types may be given as ranges, on both sides; parameters do not count.
 */
export function createMediaTypeCheck(card: AgentCard | undefined, errors: AgentErrors): CheckMediaTypes {
  if (card === undefined) return () => undefined;
  const supported = [
    ...new Set([...card.defaultInputModes, ...card.skills.flatMap(({ inputModes = [] }) => inputModes)]),
  ];
  const accepted = new Set(supported.map(bareType));
  const ranges = [...accepted].filter((type) => type.endsWith("/*"));
  const takes = (type: string): boolean =>
    accepted.has(type) || ranges.some((range) => isWithin(type, range)) || isWanted(type, accepted);
  if (accepted.has("*/*") || accepted.has("*")) return () => undefined;
  return ({ parts }) => {
    for (const [index, part] of parts.entries()) {
      const type = typeOf(part);
      if (type === undefined || takes(bareType(type))) continue;
      const field = `message.parts[${index}].mediaType`;
      throw errors.mediaTypeNotSupported(field, type.slice(0, 100), supported);
    }
  };
}

/** Undefined for what may be anything. */
function typeOf({ mediaType, text, data }: Part): string | undefined {
  if (mediaType !== undefined && mediaType !== "") return mediaType;
  if (text !== undefined) return "text/plain";
  return data === undefined ? undefined : "application/json";
}

function bareType(type: string): string {
  const end = type.indexOf(";");
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
}

function isWithin(type: string, range: string): boolean {
  return type.startsWith(range.slice(0, -1));
}

/** A part may name a range as well, "image/*": one type of it is enough. */
function isWanted(type: string, accepted: ReadonlySet<string>): boolean {
  if (type === "*/*") return true;
  return type.endsWith("/*") && [...accepted].some((one) => isWithin(one, type));
}
