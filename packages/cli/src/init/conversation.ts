import { setImmediate } from "node:timers/promises";
import type { GivenFlags, Outcome } from "@a2agen/terminal/command.ts";
import { type Answer, parseAnswer, parseList, type Question } from "./questions.ts";

/** The user ended the conversation. */
export class Canceled extends Error {}

/** A decision about an existing file that differs. */
export type FileDecision = "overwrite" | "keep" | "overwrite-all" | "abort";

/** Asks a person, in a terminal. Each method throws Canceled when the person ends it with Ctrl-C. */
export interface Conversation {
  choose(message: string, options: readonly ChoiceOption[]): Promise<string>;
  askDirectory(initial: string): Promise<string>;
  ask(question: Question, initial: Answer): Promise<Answer>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  decide(path: string, showDiff: () => Promise<string>): Promise<FileDecision>;
  /** Shows a label while work goes on; keys that are pressed meanwhile answer no later question. */
  wait<Result>(label: string, work: () => Promise<Result>): Promise<Result>;
  /** Says something between two questions. */
  say(text: string): void;
  /** Ends it well. */
  finish(text: string): void;
  /** Ends it without a result. */
  cancel(text: string): void;
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

/**
 * Does work that asks for what it needs, where a person is there and flags do not forbid it. What fails or is
 * canceled in a conversation ends with a line that says that nothing was written.
 */
export async function converse(
  title: string,
  flags: GivenFlags,
  work: (conversation: Conversation | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  const isTalking = flags["yes"] !== true && flags["dry-run"] !== true && hasTerminal();
  const conversation = isTalking ? await openConversation(title) : undefined;
  try {
    return await work(conversation);
  } catch (error) {
    if (error instanceof Canceled) {
      conversation?.cancel("Canceled; nothing was written");
      return 130;
    }
    conversation?.cancel("Nothing was written");
    throw error;
  }
}

/** Whether questions can be asked. */
function hasTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !process.env["CI"];
}

/** Begins a conversation; the prompt library is loaded here. */
async function openConversation(title: string): Promise<Conversation> {
  const clack = await import("@clack/prompts");
  clack.intro(title);
  const orCancel = <Value>(value: Value): Exclude<Value, symbol> => {
    if (clack.isCancel(value)) throw new Canceled();
    // The library gives no symbol but the one of a canceled prompt.
    return value as Exclude<Value, symbol>;
  };
  const choose: Conversation["choose"] = async (message, options) =>
    orCancel(await clack.select({ message, options: [...options], showInstructions: false }));

  return {
    choose,
    async askDirectory(initial) {
      const answer = await clack.text({
        message: "Directory",
        placeholder: initial,
        defaultValue: initial,
      });
      return orCancel(answer);
    },
    async ask(question, initial) {
      switch (question.kind) {
        case "text":
        case "port": {
          const answer = await clack.text({
            message: question.message,
            placeholder: String(initial),
            defaultValue: String(initial),
            validate: (text) => {
              const parsed = parseAnswer(
                question,
                text === undefined || text === "" ? String(initial) : text,
              );
              return parsed.ok ? undefined : parsed.problem;
            },
          });
          return checkedAnswer(parseAnswer(question, orCancel(answer)));
        }
        case "choice": {
          const answer = await clack.select({
            message: question.message,
            options: question.choices.map(({ value, hint }) => ({ value, label: value, hint })),
            initialValue: String(initial),
            showInstructions: false,
          });
          return orCancel(answer);
        }
        case "list": {
          let values = Array.isArray(initial) ? initial.map(String) : [];
          for (;;) {
            const answer = await clack.multiselect({
              message: question.message,
              options: question.choices.map(({ value, hint }) => ({ value, label: value, hint })),
              initialValues: values,
              required: true,
            });
            values = [...orCancel(answer)];
            const parsed = parseList(question, values);
            if (parsed.ok) return parsed.value;
            clack.log.error(parsed.problem);
          }
        }
        case "switch":
          return orCancel(await clack.confirm({ message: question.message, initialValue: initial === true }));
      }
    },
    confirm: async (message, initial) => orCancel(await clack.confirm({ message, initialValue: initial })),
    async decide(path, showDiff) {
      for (;;) {
        const answer = await choose(`${path} is there and differs`, decisions);
        if (answer !== "diff") return answer as FileDecision;
        clack.log.message(await showDiff());
      }
    },
    async wait(label, work) {
      const release = dropKeys();
      clack.log.step(`${label} ...`);
      try {
        return await work();
      } finally {
        // Keys that came while the work did not let go of the processor are read first: between two
        // immediates the event loop has polled once.
        await setImmediate();
        await setImmediate();
        release();
      }
    },
    say: (text) => clack.log.message(text),
    finish: (text) => clack.outro(text),
    cancel: (text) => clack.cancel(text),
  };
}

/** Reads keys and forgets them, until the returned function is called; Ctrl-C ends the program as always. */
function dropKeys(): () => void {
  const { stdin } = process;
  const listener = (keys: Buffer): void => {
    if (keys.includes(interruptKey)) process.kill(process.pid, "SIGINT");
  };
  stdin.setRawMode(true).on("data", listener).resume();
  return () => {
    stdin.off("data", listener).pause().setRawMode(false);
  };
}

const interruptKey = 3;

const decisions: readonly ChoiceOption[] = [
  { value: "keep", label: "Keep it", hint: "as it is" },
  { value: "overwrite", label: "Overwrite it", hint: "with the one of the template" },
  { value: "diff", label: "Show the difference", hint: "and ask again" },
  { value: "overwrite-all", label: "Overwrite all that differ", hint: "without asking again" },
  { value: "abort", label: "Stop", hint: "nothing is written" },
];

/** What a prompt gave, which it has checked. */
function checkedAnswer(parsed: ReturnType<typeof parseAnswer>): Answer {
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}
