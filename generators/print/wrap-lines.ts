const maximumWidth = 110;

/**
 * Breaks lines of TypeScript that are too long at the brackets that hold most, with one element a line.
 * Texts are those of JSON.stringify; comments, and lines without brackets, stay as they are.
 */
export function wrapLines(text: string): string {
  return text.split("\n").flatMap(wrapLine).join("\n");
}

function wrapLine(line: string): readonly string[] {
  if (line.length <= maximumWidth || /^\s*(?:\/\/|\/?\*)/.test(line)) return [line];
  const group = chooseGroup(line, { start: 0, end: line.length });
  if (group === undefined) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const elements = splitElements(line, group);
  return [
    line.slice(0, group.start),
    ...elements.flatMap((element) => wrapLine(`${indent}  ${element},`)),
    ...wrapLine(`${indent}${line.slice(group.end)}`),
  ];
}

/** What stands between two brackets, or a part of it. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The longest group, or what is in it when it has one element only that brackets hold. */
function chooseGroup(line: string, range: Range): Range | undefined {
  const [longest] = findGroups(line, range).toSorted((a, b) => b.end - b.start - (a.end - a.start));
  if (longest === undefined || line[longest.start - 1] !== "(") return longest;
  const [only = "", ...others] = splitElements(line, longest);
  return others.length === 0 && /^[([{].*[)\]}]$/.test(only)
    ? (lastGroup(line, longest) ?? longest)
    : longest;
}

/** Looks into the brackets at the end of an element as long as they hold one element. */
function lastGroup(line: string, range: Range): Range | undefined {
  const last = findGroups(line, range).at(-1);
  if (last === undefined || line[last.start - 1] !== "(") return last;
  return splitElements(line, last).length === 1 ? (lastGroup(line, last) ?? last) : last;
}

/** The groups of brackets that are in no other group, as far as they are closed and hold something. */
function findGroups(line: string, { start, end }: Range): readonly Range[] {
  const groups: Range[] = [];
  const opened: number[] = [];
  for (const { at, character } of brackets(line, { start, end })) {
    if ("([{".includes(character)) opened.push(at + 1);
    else if (")]}".includes(character)) {
      const from = opened.pop();
      if (opened.length > 0 || from === undefined || line.slice(from, at).trim() === "") continue;
      // A condition has no elements.
      if (!line.slice(0, from).endsWith("if (")) groups.push({ start: from, end: at });
    }
  }
  return groups;
}

function splitElements(line: string, { start, end }: Range): readonly string[] {
  const elements: string[] = [];
  let from = start;
  let depth = 0;
  for (const { at, character } of brackets(line, { start, end })) {
    if (character === "," && depth === 0) {
      elements.push(line.slice(from, at).trim());
      from = at + 1;
    } else if ("([{".includes(character)) depth++;
    else if (character !== ",") depth--;
  }
  return [...elements, line.slice(from, end).trim()].filter((element) => element !== "");
}

/** Brackets and commas outside of texts. */
function* brackets(
  line: string,
  { start, end }: Range,
): Generator<{ readonly at: number; readonly character: string }> {
  let quoted = false;
  for (let at = start; at < end; at++) {
    const character = line[at] ?? "";
    if (character === '"') quoted = !quoted;
    else if (quoted && character === "\\") at++;
    else if (!quoted && "([{,}])".includes(character)) yield { at, character };
  }
}
