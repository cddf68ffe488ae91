import type { Exchange, Meaning } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { JSX } from "preact";
import { type JsonLine, toLines } from "../../shared/json-lines.ts";

/** Lines of one side that are shown. */
const maximumLines = 2000;

/** Two exchanges side by side, as JSON, with the lines marked that the other side lacks. */
export function CompareView({
  one,
  other,
}: {
  readonly one: Exchange;
  readonly other: Exchange;
}): JSX.Element {
  const frames = Math.max(framesOf(one).length, framesOf(other).length);
  return (
    <section class="compare" aria-label="Comparison">
      <strong dir="auto">{nameOf(one)}</strong>
      <strong dir="auto">{nameOf(other)}</strong>
      <Pair name="Request" one={one.request.meaning} other={other.request.meaning} />
      {Array.from({ length: Math.min(frames, 100) }, (_, at) => (
        <Pair
          key={at}
          name={frames === 1 ? "Answer" : `Event ${at + 1}`}
          one={framesOf(one)[at]?.meaning}
          other={framesOf(other)[at]?.meaning}
        />
      ))}
    </section>
  );
}

function framesOf({ answer }: Exchange): NonNullable<NonNullable<Exchange["answer"]>["frames"]> {
  return answer?.frames ?? [];
}

/** What an exchange is told apart by. */
export function nameOf({ protocol, binding, method, request, id }: Exchange): string {
  return [id, protocol, binding, method ?? request.verb].filter((text) => text !== undefined).join(" ");
}

/** Two values side by side. */
export function Differences({
  name,
  one,
  other,
}: {
  readonly name: string;
  readonly one: unknown;
  readonly other: unknown;
}): JSX.Element {
  const [left, right] = [toLines(one), toLines(other)];
  return (
    <>
      <Side name={name} lines={left.slice(0, maximumLines)} others={right} />
      <Side name={name} lines={right.slice(0, maximumLines)} others={left} />
    </>
  );
}

/** Lines of either value that the other lacks. */
export function countDifferences(one: unknown, other: unknown): number {
  const count = new Map<string, number>();
  for (const line of toLines(one)) count.set(keyOf(line), (count.get(keyOf(line)) ?? 0) + 1);
  for (const line of toLines(other)) count.set(keyOf(line), (count.get(keyOf(line)) ?? 0) - 1);
  return [...count.values()].reduce((sum, left) => sum + Math.abs(left), 0);
}

interface PairProps {
  readonly name: string;
  readonly one: Meaning | undefined;
  readonly other: Meaning | undefined;
}

function Pair({ name, one, other }: PairProps): JSX.Element {
  const [left, right] = [linesOf(one), linesOf(other)];
  return (
    <>
      <Side name={name} lines={left} others={right} />
      <Side name={name} lines={right} others={left} />
    </>
  );
}

function linesOf(meaning: Meaning | undefined): readonly JsonLine[] {
  return meaning?.value === undefined ? [] : toLines(meaning.value, meaning.problems).slice(0, maximumLines);
}

interface SideProps {
  readonly name: string;
  readonly lines: readonly JsonLine[];
  readonly others: readonly JsonLine[];
}

function Side({ name, lines, others }: SideProps): JSX.Element {
  const count = new Map<string, number>();
  for (const line of others) count.set(keyOf(line), (count.get(keyOf(line)) ?? 0) + 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="json" role="group" aria-label={name} tabIndex={0}>
      <p class="faint">{name}</p>
      {lines.map((line, at) => {
        const left = count.get(keyOf(line)) ?? 0;
        count.set(keyOf(line), left - 1);
        const text = line.text.length > 500 ? `${line.text.slice(0, 500)}…` : line.text;
        const content = `${line.name}${text}`;
        return (
          <div key={at} class="line" style={{ paddingInlineStart: `${Math.min(line.depth, 20)}em` }}>
            {left > 0 ? content : <mark>{content}</mark>}
          </div>
        );
      })}
    </div>
  );
}

/** A comma at the end makes no other line. */
function keyOf({ depth, name, text }: JsonLine): string {
  return `${depth} ${name}${text.replace(/,$/, "")}`;
}
