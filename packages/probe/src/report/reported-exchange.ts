import { toCurl } from "@a2agen/exchange/curl.ts";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readExchange } from "@a2agen/exchange/meaning/read-exchange.ts";
import type { Subject } from "../core/subject.ts";
import type { ReportedFinding } from "./report.ts";

/** The exchange that a finding is about, and the command that sends its request again. */
export function reportExchange(
  exchange: Exchange,
  subject: Subject | undefined,
): Pick<ReportedFinding, "command" | "exchange"> {
  const { request, side } = exchange;
  // What the agent sent is not to be sent again.
  if (side === "SIDE_SERVER") return { exchange };
  const meaning = subject === undefined ? undefined : readExchange(request, subject.spoken).request;
  const whole = { ...request, ...(meaning === undefined ? {} : { meaning }) };
  return { command: toCurl(whole, subject?.binding), exchange: { ...exchange, request: whole } };
}
