import type { GivenFlags } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { checkPackageName } from "../package/npm-name.ts";
import type { Conversation } from "./conversation.ts";
import { isPartPlace } from "./data-places.ts";
import { dependencyNames } from "./dependency-versions.ts";
import { toPackageName } from "./derive-names.ts";
import type { KindTemplate } from "./load-template.ts";
import { defaultAnswers } from "./project-values.ts";
import {
  type Answer,
  type Answers,
  isQuestionName,
  parseAnswer,
  type Question,
  type QuestionName,
  questions,
} from "./questions.ts";
import { authorOf, current, newestOf } from "./spoken-versions.ts";

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
    if (isIdle(questions[question], { ...defaults, ...given })) continue;
    given[question] = await answer(question, defaults[question], input);
  }
  // Each answer was read by its own question.
  const answers = { ...defaults, ...given } as Answers;
  checkVersions(template, answers);
  for (const question of Object.values(questions)) refuseIdle(question, answers, flags);
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

/** Whether the answer to another question leaves a question without a meaning. */
function isIdle(question: Question, answers: Partial<Record<QuestionName, Answer>>): boolean {
  const { needs: [name, value] = [] } = question;
  return name !== undefined && isQuestionName(name) && answers[name] !== value;
}

function refuseIdle(question: Question, answers: Answers, flags: GivenFlags): void {
  if (flags[question.flag] === undefined || !isIdle(question, answers)) return;
  const [name, value] = question.needs ?? [];
  throw new UsageError(`--${question.flag}: expected --${name} ${value} beside it`);
}

/** Handlers of agents are translated from the draft to 1.0; clients and extensions to older versions only. */
function checkVersions(
  { kind, manifest: { title } }: KindTemplate,
  { model, source, place, versions }: Answers,
): void {
  if (newestOf(versions).isDraft && isPartPlace(place)) {
    throw new UsageError(
      `--place: expected ${current} first in --versions, whose parts hold any data; found ${versions.join(",")}`,
    );
  }
  if (source === "schema" && newestOf(versions).name !== current) {
    throw new UsageError(
      `--source: expected ${current} first in --versions, in whose types code of manifests is generated; found ${versions.join(",")}`,
    );
  }
  if (model !== "none" && authorOf(versions).hasOwnKit) {
    throw new UsageError(
      `--model: expected 1.0 first in --versions, in whose types adapters of models write; found ${versions.join(",")}`,
    );
  }
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

/** Whether a kind has all questions that flags answer. */
export function takesAll(template: KindTemplate, flags: GivenFlags): boolean {
  return Object.entries(questions).every(
    ([name, { flag }]) => flags[flag] === undefined || takes(template, name),
  );
}

function takes({ manifest }: KindTemplate, name: string): boolean {
  return [...manifest.asks, ...manifest.takes].some((known) => known === name);
}

function refuseForeign({ template, kinds, flags }: AnswerInput): void {
  for (const [name, { flag }] of Object.entries(questions)) {
    if (flags[flag] === undefined || takes(template, name)) continue;
    const others = kinds.filter((each) => takes(each, name)).map(({ kind }) => kind);
    const where = others.length === 0 ? "no kind of project has it" : `it is for ${others.join(", ")}`;
    throw new UsageError(`--${flag}: not for a project of the kind ${template.kind}; ${where}`);
  }
}

/** A name that can be used, from that of the directory. */
function defaultName(directoryName: string): string {
  const name = toPackageName(directoryName);
  return checkPackageName(name, dependencyNames) === undefined ? name : `${name}-agent`;
}
