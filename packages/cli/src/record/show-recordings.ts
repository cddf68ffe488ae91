import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { outcomeOf } from "@a2agen/exchange/outcome.ts";
import { nameOf } from "@a2agen/exchange/replay/compare-recordings.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { joinSafe, type SafeText, safe, safeJson, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { readRecordings } from "./read-recordings.ts";

/** `a2agen record show`: the exchanges of all files as one timeline. */
export async function showRecordings(
  { operands, flags }: CommandInput<{ readonly json?: true; readonly html?: string }>,
  terminal: Terminal,
): Promise<Outcome> {
  const exchanges = await readRecordings(operands);
  if (flags.html !== undefined) {
    const { toHtml } = await import("@a2agen/exchange/report/to-html.ts");
    await writeFiles([{ path: flags.html, bytes: Buffer.from(await toHtml(exchanges)) }]);
    terminal.err(`${flags.html}: ${exchanges.length} exchanges\n`);
    return 0;
  }
  for (const exchange of exchanges) {
    if (flags.json === true) terminal.out(`${safeJson(exchange)}\n`);
    else terminal.out(`${joinSafe(describeExchange(exchange), safe`\n`)}\n`);
  }
  return 0;
}

function describeExchange(exchange: Exchange): readonly SafeText[] {
  const { startTime, binding, protocol, request, answer, end } = exchange;
  const words = [startTime, nameOf(exchange), binding, protocol, request.url, outcomeOf(exchange).status];
  const head = joinSafe(
    words.flatMap((word) => (word === undefined ? [] : safeLine(word))),
    safe`  `,
  );
  const time = end === undefined ? safe`` : safe`  ${Number(end.afterMs)} ms`;
  return [
    safe`${head}${time}`,
    ...(request.body === undefined && request.meaning === undefined
      ? []
      : [safe`      > ${contentOf(request.body, request.meaning)}`]),
    ...(answer?.frames ?? []).map(
      ({ afterMs, bytes, meaning }) => safe`      < ${Number(afterMs)} ms  ${contentOf(bytes, meaning)}`,
    ),
    ...(end?.error === undefined ? [] : [safe`      × ${safeLine(end.error)}`]),
  ];
}

function contentOf(bytes: Exchange["request"]["body"], meaning: Exchange["request"]["meaning"]): SafeText {
  if (meaning?.value !== undefined) return safeLine(safeJson(meaning.value), 160);
  return safeLine(bytes?.text ?? `${bytes?.base64?.length ?? 0} characters of base64`, 160);
}
