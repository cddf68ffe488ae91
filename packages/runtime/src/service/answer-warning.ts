/** Something in a peer's answer that is not as the protocol says but can be read. */
export interface AnswerWarning {
  /** Name of the method in the proto. */
  readonly method: string;
  /** Where in the answer: `status.timestamp`. */
  readonly path: string;
  readonly message: string;
}
