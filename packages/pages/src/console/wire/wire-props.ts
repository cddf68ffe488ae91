import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Repetition } from "../session/repeat.ts";
import type { SentRequest, WireLog } from "./wire-log.ts";

/** What the page gives to the wire. */
export interface WireViewProps {
  readonly label: string;
  readonly wire: WireLog;
  /** Of the agent, for the texts to copy. */
  readonly agent: string;
  readonly toHtml: (recording: string) => Promise<string>;
  readonly onResend: (request: SentRequest) => void;
  /** Makes a call over every interface of the card. */
  readonly onRepeat: (
    exchange: Exchange,
    onChange: (repetitions: readonly Repetition[]) => void,
  ) => Promise<void>;
}
