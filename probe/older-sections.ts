import type { ProtocolName } from "../exchange/versions.ts";
import type { Requirement } from "./requirement.ts";
import { type RequirementId, requirementOf } from "./requirements.ts";

/** Where older versions say what 1.0 says, by its section or by the requirement. "" for what they do not say. */
const olderSections: Readonly<Partial<Record<ProtocolName, Readonly<Record<string, string>>>>> = {
  draft: { "3.4.3": "3.4.2", "3.6.1": "3.6", "3.6.2": "3.6", "8.6": "" },
  "0.3": {
    "3.1.1": "7.1",
    "3.1.2": "7.2",
    "3.1.3": "7.3",
    "3.1.4": "",
    "3.1.5": "7.4",
    "3.1.6": "7.9",
    "3.1.7": "7.5",
    "3.1.8": "7.6",
    "3.1.9": "7.7",
    "3.1.10": "7.8",
    "3.1.11": "7.10",
    "3.2.2": "7.1.1",
    "3.2.4": "7.3.1",
    "3.2.6": "3.2",
    "3.3.1": "",
    "3.3.2": "8.1",
    "3.3.4": "8.2",
    "3.4.1": "6.4",
    "3.4.2": "6.1",
    "3.4.3": "6.4",
    "3.5.2": "7.2",
    "4.1.4": "6.4",
    "4.2.2": "7.2.3",
    "4.3.1": "6.8",
    "4.3.3": "9.5",
    "4.4.1": "5.5",
    "4.4.5": "5.5.4",
    "4.4.6": "5.5.5",
    "4.6": "5.5.2.1",
    "4.6.3": "",
    "5.1": "3.4.1",
    "5.4": "8.2",
    "5.6.1": "6.2",
    "5.7": "6",
    "7.1": "4.1",
    "7.4": "4.4",
    "8.2": "5.3",
    "8.3.1": "5.6.1",
    "8.4.2": "5.5.6",
    "8.4.3": "5.5.6",
    "8.6": "",
    "9.1": "3.2.1",
    "9.3": "6.11",
    "9.4.2": "3.3.1",
    "9.5": "8.1",
    "10.1": "3.2.2",
    "10.3": "3.2.2",
    "11.1": "3.2.3",
    "11.3": "3.5.3",
    "11.5": "",
    "11.6": "",
    "13.1": "4.6",
    "13.2": "10.2",
    "13.3": "7.10",
    "13.4": "10.2",
    "requests.accepts": "",
    "requests.names-field": "",
    "extended.unsupported": "",
    "get.history-zero": "",
    "list.history-zero": "",
    "push.get-unknown": "",
    "send.ended-task": "",
    "send.history": "",
    "send.timestamp": "",
    "streams.ended-task": "",
    "turns.mismatch": "",
  },
};

/** A requirement as a version has it: with its own section, and at MAY where only 1.0 says it. */
export function requirementIn(id: RequirementId, version: ProtocolName | undefined): Requirement {
  const found = requirementOf(id);
  const own = version === undefined ? undefined : olderSections[version];
  const section = own?.[id] ?? own?.[found.section];
  if (section === undefined) return found;
  return section === ""
    ? { ...found, level: "MAY", section: `${found.section} of 1.0` }
    : { ...found, section };
}
