import type { RemoteAgent } from "../delegate/remote-agent.ts";
import type { Ask } from "./answer.ts";
import { askSkill } from "./ask-skill.ts";
import type { InputOf, OutputOf, SkillTable } from "./skill.ts";

/** An agent with a function for each of its skills. */
export type Agent<Skills extends SkillTable, Connection> = {
  readonly [Name in keyof Skills]: Ask<InputOf<Skills[Name]>, OutputOf<Skills[Name]>>;
} & AgentMembers<Skills, Connection>;

/** What an agent has beside its skills. */
export interface AgentMembers<Skills, Connection> {
  readonly skills: Skills;
  /** What `connect` gave: the client, the card, the interface. */
  readonly connection: Connection;
  close(): Promise<void>;
}

/** The names that no function of a skill may have: those of members and tools, and what `await` looks for. */
export const takenNames = ["skills", "connection", "close", "methods", "then", "reply"] as const;

/** Makes the functions of the skills of an agent to which `connect` has connected. */
export function bindSkills<
  const Skills extends SkillTable,
  Connection extends RemoteAgent & { close(): Promise<void> },
>(connection: Connection, skills: Skills): Agent<Skills, Connection> {
  const asks = Object.entries(skills).map(([name, skill]) => [name, askSkill(connection, skill)] as const);
  const members = { skills, connection, close: () => connection.close() };
  // Each function is made from the entry of its name.
  return { ...Object.fromEntries(asks), ...members } as unknown as Agent<Skills, Connection>;
}
