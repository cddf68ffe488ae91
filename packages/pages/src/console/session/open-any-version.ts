import { openLater } from "@a2agen/exchange/open-later.ts";
import {
  allVersions,
  cardCodecs,
  current,
  older,
  otherForm,
  toOtherForm,
  type VersionRow,
  versionOf,
} from "@a2agen/exchange/versions.ts";
import { type AgentChoice, type OpenAgent, type Opening, openWith, type Speech } from "./agent.ts";

/** Connects to an agent in whichever version it speaks, or in the one that was chosen. */
export async function openAnyVersion(choice: AgentChoice, opening: Opening): Promise<OpenAgent> {
  const { use } = choice;
  opening.wire.readCards(cardCodecs);
  const open = (row: VersionRow): Promise<OpenAgent> => openWith(speechIn(row, use), choice, opening);
  if (use !== undefined) return open(versionOf(use.version, use.binding));
  return open(current).catch(async (error: unknown) => {
    const opened = await openLater(error, open);
    if (opened === undefined) throw error;
    return opened;
  });
}

function speechIn(row: VersionRow, use: AgentChoice["use"]): Speech {
  // Nothing says where the other form of a version has its card: it is the card of the version, in this form.
  const version = allVersions.find((each) => otherForm(each) === row);
  const card = version && toOtherForm(version, use?.card);
  if (row !== current) return { ...row, card, older: [] };
  return { ...row, card, older: use === undefined ? older : drafts };
}

const drafts = allVersions.flatMap(({ service, translation }) =>
  service.protocol.version === current.service.protocol.version ? (translation ?? []) : [],
);
