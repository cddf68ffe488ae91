import type { Profile } from "@a2agen/generators/model/profile.ts";
import { toKebabCase } from "@a2agen/generators/naming/casing.ts";
import { builtinProfiles } from "@a2agen/generators/source/profile/builtin-profiles.ts";

/** A version that projects can speak, as templates name it. */
export interface SpokenVersion {
  /** As `--versions` names it. */
  readonly name: string;
  /** For sentences: "A2A 1.0". */
  readonly title: string;
  readonly protocolVersion: string;
  readonly package: string;
  readonly protoPath: string;
  /** The agent kit for authors who write in it. */
  readonly kit: string;
  /** Whether cards, requests and states are those of the draft. */
  readonly isDraft: boolean;
  /** The translation from 1.0, for versions that came later. */
  readonly fromReleased: string;
  /** Values of enums in JSON. */
  readonly values: Readonly<Record<"user" | "agent" | "completed" | "inputRequired" | "canceled", string>>;
}

type Row = Pick<SpokenVersion, "name"> & Partial<SpokenVersion> & { readonly profile: string };

/** From the newest to the oldest. */
const rows: readonly Row[] = [
  { name: "1.1-dev", profile: "a2a-1.1-dev", fromReleased: "a2a10ToA2a11Dev" },
  { name: "1.0", profile: "a2a-1.0" },
  {
    name: "draft",
    profile: "a2a-1.0-draft",
    title: "the draft of A2A 1.0",
    kit: "@a2agen/translate/draft-agent",
    isDraft: true,
  },
];

/** The version that the card and the clients of a project have: the latest that it speaks. */
export function newestOf(versions: readonly string[]): SpokenVersion {
  return toVersion(rows.find(({ name }) => versions.includes(name)));
}

/** The version in which its code is written: the first that is given. */
export function authorOf(versions: readonly string[]): SpokenVersion {
  const [first] = versions.flatMap((each) => rows.find(({ name }) => name === each) ?? []);
  return toVersion(first);
}

function toVersion(row: Row | undefined): SpokenVersion {
  const profile = builtinProfiles.get(row?.profile ?? "");
  if (row === undefined || profile === undefined) {
    throw new Error(`expected one of ${rows.map(({ name }) => name).join(", ")}`);
  }
  const [protoPackage = ""] = profile.packages;
  return {
    title: profile.title,
    protocolVersion: profile.protocolVersion ?? "",
    package: `@a2agen/${profile.name}`,
    protoPath: `${protoPackage.replaceAll(".", "/")}/a2a.proto`,
    kit: "@a2agen/runtime/agent",
    isDraft: false,
    fromReleased: "",
    values: {
      user: toJson("ROLE_USER", profile),
      agent: toJson("ROLE_AGENT", profile),
      completed: toJson("TASK_STATE_COMPLETED", profile),
      inputRequired: toJson("TASK_STATE_INPUT_REQUIRED", profile),
      canceled: toJson(row.isDraft === true ? "TASK_STATE_CANCELLED" : "TASK_STATE_CANCELED", profile),
    },
    ...row,
  };
}

function toJson(name: string, { json }: Profile): string {
  return json.enums === "proto-name" ? name : toKebabCase(name.replace(/^(?:ROLE|TASK_STATE)_/, ""));
}
