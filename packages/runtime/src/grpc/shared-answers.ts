import { copyJson } from "../core/copy-json.ts";
import { pieceCharacters } from "../host/send-buffer.ts";
import { answerKeyOf } from "../service/answer-key.ts";
import { isSameJson } from "./same-json.ts";

/** The bytes of an answer, until the call that it is for releases them. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly release: () => void;
}

interface Shared {
  readonly bytes: Uint8Array;
  /** What the bytes say: handlers can change an answer after it was given its key, and after it was sent. */
  readonly content: unknown;
  /** How many calls are sending them. */
  calls: number;
}

/** The large answers of a method that are on their way: calls for the same one are given the same bytes. */
export class SharedAnswers {
  readonly #shared = new Map<string, Shared>();

  encode(answer: unknown, make: () => Uint8Array): Encoded {
    const key = answerKeyOf(answer);
    const known = key === undefined ? undefined : this.#shared.get(key);
    if (key !== undefined && known !== undefined && isSameJson(answer, known.content))
      return this.#use(key, known);
    const bytes = make();
    if (key === undefined || known !== undefined || bytes.length <= pieceCharacters) {
      return { bytes, length: bytes.length, release: () => undefined };
    }
    const shared: Shared = { bytes, content: copyJson(answer), calls: 0 };
    this.#shared.set(key, shared);
    return this.#use(key, shared);
  }

  #use(key: string, shared: Shared): Encoded {
    const { bytes } = shared;
    shared.calls++;
    let isUsed = true;
    const release = (): void => {
      if (!isUsed) return;
      isUsed = false;
      if (--shared.calls === 0) this.#shared.delete(key);
    };
    return { bytes, length: bytes.length, release };
  }
}
