/*
 * Generated from packages/testing/scenario.schema.json by `npx tsx
 * scripts/generate/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/**
 * As the only step but delays, the answer is this message, without a task; in a task, its status has the
 * message.
 */
export type Content =
  | string
  | {
      parts: Parts;
    };
/**
 * Parts as in 1.0.
 *
 * @minItems 1
 */
export type Parts = {
  [k: string]: unknown;
}[];
/**
 * The task gets an artifact: a text, `parts` as in 1.0, or `pieces` that are streamed, with a `delay` between
 * them.
 */
export type Artifact =
  | string
  | {
      /** Default: artifact-1, and so on. */
      id?: string;
      /** What people call it. */
      name?: string;
      parts?: Parts;
      /**
       * Texts that are streamed one after the other, instead of parts.
       *
       * @minItems 1
       */
      pieces?: string[];
      /** Milliseconds between pieces. */
      delay?: number;
    };
/** The task waits for the next message of its client; the steps that answer it are under `next`. */
export type Content1 =
  | string
  | {
      parts: Parts;
    };
/** The call fails with an error of A2A, by its name. */
export type Failure =
  | string
  | {
      /** The error of A2A, as in the specification. */
      name: string;
      /** What the error says. Default: the text of the specification. */
      message?: string;
    };
/**
 * What the agent does, in order. A task that is still at work at the end is completed.
 *
 * @minItems 1
 */
export type Steps = Step[];

/** How a mock of an agent answers: the first rule that matches a message, and its steps. */
export interface Scenario {
  /**
   * Members of the agent card, as in 1.0. What is left out has a default; interfaces are those of the mock.
   */
  card?: {
    [k: string]: unknown;
  };
  /**
   * The first rule that matches answers.
   *
   * @minItems 1
   */
  rules: Rule[];
}
export interface Rule {
  match?: Match;
  answer: Steps;
  /**
   * What answers the following messages of the same context: the steps of each.
   *
   * @minItems 1
   */
  next?: Steps[];
}
/** What a call must have, all of it. Default: any message matches. */
export interface Match {
  /** The message has this text in it, in any case of letters. */
  text?: string;
  /** The text of the message matches. */
  regex?: string;
  /**
   * A skill of the card: its identifier is `skillId` in the metadata of the message, or its text is one of
   * the examples of the skill.
   */
  skill?: string;
  /**
   * The method as the proto names it. Calls that send no message are answered with errors, delays and cuts
   * alone.
   */
  method?: string;
  /** The URI of an extension that the client asks for. */
  extension?: string;
  /** Headers by their names, each with its whole value. */
  header?: {
    [k: string]: string;
  };
}
export interface Step {
  message?: Content;
  /** The task is in this state from now on. */
  task?:
    | "submitted"
    | "working"
    | "completed"
    | "failed"
    | "canceled"
    | "input-required"
    | "rejected"
    | "auth-required";
  artifact?: Artifact;
  question?: Content1;
  error?: Failure;
  /** Milliseconds until the next step. */
  delay?: number;
  /** The connection breaks off. Steps behind it go on, for clients that come back. */
  cut?: true;
  /** The text is sent in place of an answer or an event, and the connection breaks off. */
  malformed?: string;
}
