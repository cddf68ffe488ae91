import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import type { Command } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { complete } from "./complete.ts";
import { type Shell, shellScripts } from "./shell-scripts.ts";

const shells = Object.keys(shellScripts);

/** The command for the other commands, itself among them. */
export function createCompletion(commands: () => readonly Command[]): Command {
  return {
    path: ["completion"],
    group: "Start",
    summary: "print a script that completes commands, flags and values in a shell",
    description: [
      {
        title: "Where the script goes:",
        rows: [
          ["bash", 'in ~/.bashrc: eval "$(a2agen completion bash)"'],
          ["zsh", 'in ~/.zshrc, after compinit: eval "$(a2agen completion zsh)"'],
          ["fish", "a2agen completion fish > ~/.config/fish/completions/a2agen.fish"],
        ],
      },
      "The shell must find a2agen on its PATH: npm install --global a2agen.",
    ],
    examples: ["completion bash", "completion zsh", "completion fish"],
    operand: {
      name: "SHELL",
      expected: `a shell: ${shells.join(", ")}`,
      usage: "SHELL",
      suggestions: shells,
      help: shells.join(", "),
    },
    flags: {},
    exclusive: [],
    run: ({ operands: [shell = "", ...words] }, terminal) => {
      if (shell === "words") {
        for (const [word, help] of complete(words, commands())) terminal.out(`${word}\t${help}\n`);
        return Promise.resolve(0);
      }
      if (!isShell(shell)) {
        throw new UsageError(`expected ${shells.join(", ")}; found "${shell}"${didYouMean(shell, shells)}`);
      }
      terminal.out(shellScripts[shell]);
      return Promise.resolve(0);
    },
  };
}

function isShell(name: string): name is Shell {
  return Object.hasOwn(shellScripts, name);
}
