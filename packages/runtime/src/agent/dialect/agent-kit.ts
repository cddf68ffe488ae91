import type { JsonValue } from "../../core/index.ts";
import type { NamedExtensions } from "../../extensions/named-extensions.ts";
import { bytesOf, dataOf, filePart, textOf } from "../../parts/part-content.ts";
import type { CallContext } from "../../service/index.ts";
import type { ServiceTranslation } from "../../versions/translate/service-translation.ts";
import { downgradeHandler, type HandlerLosses } from "../../versions/translate/translate-handler.ts";
import { type Agent, createAgentFor } from "../agent.ts";
import { type ApprovalAnswer, type ApprovalRequest, approvalIn, askApproval } from "../authoring/approval.ts";
import { type HistoryOptions, history, type Utterance } from "../authoring/history.ts";
import { type StreamTextOptions, streamTextAs } from "../authoring/stream-text.ts";
import type { AgentOptions } from "../contract/agent-options.ts";
import type { AuthorTypes } from "../contract/author-types.ts";
import {
  type ArtifactFile,
  type ArtifactOptions,
  dataArtifact,
  fileArtifact,
  textArtifact,
} from "../contract/events.ts";
import type { ArtifactEvent, Execute, Reply, StatusEvent, Turn } from "../contract/execute.ts";
import type { JsonInput } from "../contract/json-input.ts";
import { createTurnViews } from "../core/turn-views.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { AuthorTranslation } from "./author-translation.ts";
import { turnBehind } from "./dialect-turn.ts";

/** The options of `createAgent` for an author who writes in another version than 1.0. */
export interface DialectAgentOptions<
  Types extends AuthorTypes,
  Card extends object,
  Named extends NamedExtensions<Named> = object,
> extends Omit<AgentOptions<Named>, "service" | "card" | "execute" | "extendedCard"> {
  /** Media types of messages are checked against its skills and default input modes; without it all pass. */
  readonly card?: Card;
  /** The author's code, called for each message. */
  readonly execute: Execute<Types, NoInfer<Named>>;
  /** Answers GetExtendedAgentCard. */
  readonly extendedCard?: Card | ((context: CallContext) => Card | Promise<Card>);
  /**
   * Called with what 1.0, in which tasks are kept, has no place for. Default: a text for console.warn, once
   * for each place.
   */
  readonly onLosses?: (losses: HandlerLosses) => void;
}

/** The agent kit in the types of another version than 1.0. */
export interface AgentKit<Types extends AuthorTypes, Service extends object, Card extends object> {
  createAgent<Named extends NamedExtensions<Named> = object>(
    options: DialectAgentOptions<Types, Card, Named>,
  ): Service & Pick<Agent, "close">;
  upgradeExecute(
    execute: Execute<Types>,
    options?: Pick<DialectAgentOptions<Types, Card>, "onLosses">,
  ): Execute;
  working(message?: Reply<Types>): StatusEvent<Types>;
  inputRequired(message?: Reply<Types>): StatusEvent<Types>;
  authRequired(message?: Reply<Types>): StatusEvent<Types>;
  completed(message?: Reply<Types>): StatusEvent<Types>;
  failed(message?: Reply<Types>): StatusEvent<Types>;
  rejected(message?: Reply<Types>): StatusEvent<Types>;
  canceled(message?: Reply<Types>): StatusEvent<Types>;
  textArtifact(artifactId: string, text: string, options?: ArtifactOptions): ArtifactEvent<Types>;
  dataArtifact(artifactId: string, data: JsonInput, options?: ArtifactOptions): ArtifactEvent<Types>;
  fileArtifact(
    artifactId: string,
    file: ArtifactFile,
    options?: Omit<ArtifactOptions, "append">,
  ): ArtifactEvent<Types>;
  streamText(
    artifactId: string,
    source: AsyncIterable<string> | ReadableStream<string>,
    options?: StreamTextOptions,
  ): AsyncGenerator<ArtifactEvent<Types>, void, undefined>;
  askApproval(...requests: readonly [ApprovalRequest, ...ApprovalRequest[]]): StatusEvent<Types>;
  approvalIn(source: Turn<Types> | Types["message"], id?: string): ApprovalAnswer | undefined;
  history(turn: Turn<Types>, options?: HistoryOptions): Promise<readonly Utterance<Types>[]>;
  filePart(file: ArtifactFile): PartOf<Types>;
  bytesOf(part: PartOf<Types>): Uint8Array | undefined;
  textOf(parts: Types["message"]["parts"]): string;
  dataOf(parts: Types["message"]["parts"]): readonly JsonValue[];
}

/** A part of a message. */
type PartOf<Types extends AuthorTypes> = Types["message"]["parts"][number];

/**
 * Makes the agent kit of an older version. Agents, stores and tasks stay those of 1.0; requests, answers
 * and what authors see and yield are translated.
 */
export function createAgentKit<Types extends AuthorTypes, Service extends object, Card extends object>(
  translation: ServiceTranslation<Service>,
): AgentKit<Types, Service, Card> {
  const translate = (options: Pick<DialectAgentOptions<Types, Card>, "onLosses">): AuthorTranslation<Types> =>
    new AuthorTranslation<Types>(translation, options.onLosses);
  const own = translate({ onLosses: () => undefined });
  const status =
    (state: TaskState) =>
    (message?: Reply<Types>): StatusEvent<Types> =>
      own.statusEvent(state, message);
  return {
    createAgent({ execute, card, extensions = {}, extendedCard, onLosses, ...rest }) {
      const view = createTurnViews(extensions, { card, protocol: translation.older.protocol });
      const author = translate({ ...(onLosses && { onLosses }) });
      const agent = createAgentFor(
        {
          ...rest,
          service: translation.newer,
          // Its turns have the extensions that it was given.
          execute: author.toExecute(execute as Execute<Types>, view),
          ...(card && { card: author.upgradeCard(card) }),
        },
        [translation],
      );
      const handler = downgradeHandler<Service, object>(translation, agent, {
        // The kit gives right answers, and the host checks them as they are sent.
        checkAnswers: false,
        ...(onLosses && { onLosses }),
      });
      const answerCard = async (_request: unknown, context: CallContext): Promise<Card | undefined> =>
        typeof extendedCard === "function" ? await extendedCard(context) : extendedCard;
      // Its members are getters of what the kit has: all methods of the service.
      const methods: object = { ...handler };
      return {
        ...methods,
        ...(extendedCard && { [author.olderKey("getExtendedAgentCard")]: answerCard }),
        close: agent.close,
      } as Service & Pick<Agent, "close">;
    },
    upgradeExecute: (execute, options = {}) => translate(options).toExecute(execute),
    working: status(TaskState.Working),
    inputRequired: status(TaskState.InputRequired),
    authRequired: status(TaskState.AuthRequired),
    completed: status(TaskState.Completed),
    failed: status(TaskState.Failed),
    rejected: status(TaskState.Rejected),
    canceled: status(TaskState.Canceled),
    textArtifact: (...given) => own.artifactEvent(textArtifact(...given)),
    dataArtifact: (...given) => own.artifactEvent(dataArtifact(...given)),
    fileArtifact: (...given) => own.artifactEvent(fileArtifact(...given)),
    streamText: (...given) => streamTextAs((event) => own.artifactEvent(event), ...given),
    askApproval: (...requests) => own.askingEvent(askApproval(...requests)),
    approvalIn: (source, id) =>
      approvalIn("parts" in source ? own.upgradeMessage(source) : turnBehind(source, "approvalIn"), id),
    history: async (turn, options) =>
      (await history(turnBehind(turn, "history"), options)).map((one) => ({
        ...one,
        parts: own.downgradeParts(one.parts),
      })),
    filePart: (file) => own.downgradeParts([filePart(file)])[0],
    bytesOf: (part) => {
      const [upgraded] = own.upgradeParts([part]);
      return upgraded && bytesOf(upgraded);
    },
    textOf: (parts) => textOf(own.upgradeParts(parts)),
    dataOf: (parts) => dataOf(own.upgradeParts(parts)),
  };
}
