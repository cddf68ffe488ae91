/** Of answers, not of what is sent: a binding may encode answers with one key once. */
const keys = new WeakMap<object, string>();

/** Marks all answers of a method with this key as equal, as a task at a version. Returns the answer. */
export function setAnswerKey<T extends object>(answer: T, key: string): T {
  keys.set(answer, key);
  return answer;
}

export function answerKeyOf(answer: unknown): string | undefined {
  return typeof answer === "object" && answer !== null ? keys.get(answer) : undefined;
}
