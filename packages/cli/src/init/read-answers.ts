import type { GivenFlags } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { checkPackageName } from "../package/npm-name.ts";
import type { Conversation } from "./conversation.ts";
import { dependencyNames } from "./dependency-versions.ts";
import { toPackageName } from "./derive-names.ts";
import type { KindTemplate } from "./load-template.ts";
import { defaultAnswers } from "./project-values.ts";
import { type Answer, type Answers, parseAnswer, type QuestionName, questions } from "./questions.ts";
import { authorOf, newestOf } from "./spoken-versions.ts";

export interface AnswerInput {
  readonly template: KindTemplate;
  readonly kinds: readonly KindTemplate[];
  readonly flags: GivenFlags;
  /** Name of the directory, from which names are made. */
  readonly directoryName: string;
  /** Asks what flags do not say; absent when defaults do. */
  readonly conversation: Conversation | undefined;
}

/** Answers all questions of a project: by flags, else by asking, else by default. Throws a UsageError. */
export async function readAnswers(input: AnswerInput): Promise<Answers> {
  const { template, flags } = input;
  refuseForeign(input);
  const name = String(await answer("name", defaultName(input.directoryName), input));
  const defaults: Answers = { ...defaultAnswers(name), ...template.manifest.defaults, name };
  const given: Partial<Record<QuestionName, Answer>> = {};
  for (const question of Object.keys(questions) as QuestionName[]) {
    if (question === "name") continue;
    given[question] = await answer(question, defaults[question], input);
  }
  // Each answer was read by its own question.
  const answers = { ...defaults, ...given } as Answers;
  checkVersions(template, answers);
  if (answers.bindings.includes("GRPC") && answers.port === answers.grpcPort) {
    const isGiven = flags["grpc-port"] !== undefined;
    if (isGiven || answers.port === 65_535) {
      throw new UsageError(
        `--grpc-port: expected another port than that of HTTP; found ${answers.grpcPort} for both`,
      );
    }
    return { ...answers, grpcPort: answers.port + 1 };
  }
  return answers;
}

/** Handlers of agents are translated from the draft to 1.0; clients and extensions to older versions only. */
function checkVersions({ kind, manifest: { title } }: KindTemplate, { versions }: Answers): void {
  if (kind === "schema-package" && versions.length > 1) {
    throw new UsageError(
      `--versions: expected one version, whose JSON the protos have; found ${versions.join(",")}`,
    );
  }
  if (kind !== "client" && kind !== "extension") return;
  if (!authorOf(versions).isDraft || newestOf(versions).isDraft) return;
  throw new UsageError(
    `--versions: expected 1.0 before draft: code of the kind ${title.toLowerCase()} in the draft's types speaks the draft and 0.3, in those of 1.0 all three; found ${versions.join(",")}`,
  );
}

async function answer(name: QuestionName, initial: Answer, input: AnswerInput): Promise<Answer> {
  const question = questions[name];
  const { conversation, flags, template } = input;
  const given = flags[question.flag];
  if (typeof given === "string") {
    const parsed = parseAnswer(question, given);
    if (!parsed.ok) throw new UsageError(`--${question.flag}: ${parsed.problem}`);
    return parsed.value;
  }
  const isWanted = question.isAsked && template.manifest.asks.includes(name);
  return conversation !== undefined && isWanted ? conversation.ask(question, initial) : initial;
}

function refuseForeign({ template, kinds, flags }: AnswerInput): void {
  for (const [name, { flag }] of Object.entries(questions)) {
    const takes = ({ manifest: { asks, takes } }: KindTemplate): boolean =>
      [...asks, ...takes].some((known) => known === name);
    if (flags[flag] === undefined || takes(template)) continue;
    const others = kinds.filter(takes).map(({ kind }) => kind);
    const where = others.length === 0 ? "no kind of project has it" : `it is for ${others.join(", ")}`;
    throw new UsageError(`--${flag}: not for a project of the kind ${template.kind}; ${where}`);
  }
}

/** A name that can be used, from that of the directory. */
function defaultName(directoryName: string): string {
  const name = toPackageName(directoryName);
  return checkPackageName(name, dependencyNames) === undefined ? name : `${name}-agent`;
}
