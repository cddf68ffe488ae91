import { defineCommand } from "@a2agen/terminal/command.ts";

export const skill = defineCommand({
  path: ["skill"],
  group: "Start",
  summary: "print the Agent Skill that teaches coding agents to use a2agen, or install it",
  description: [
    "The skill says which command to take for building, calling, mocking and checking agents, and is of the same release as the commands. With --out it is written to DIR/a2agen/SKILL.md, in place of what is there.",
    {
      title: "Where coding agents look for skills:",
      rows: [
        [".claude/skills", "Claude Code"],
        [".agents/skills", "Codex, Gemini CLI and others"],
      ],
    },
  ],
  examples: ["skill", "skill --out .claude/skills"],
  flags: { out: { value: "DIR", help: "the folder of skills to write it to" } },
  exclusive: [],
  run: async ({ flags }, terminal) => {
    const { writeSkill } = await import("./write-skill.ts");
    return writeSkill(flags.out, terminal);
  },
});
