/** A code span that shows the text unchanged, whatever its backticks; control characters are escaped. */
export function code(text: string): string {
  const shown = hasControl(text) ? JSON.stringify(text) : text;
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** The code span as a link, or alone where there is nothing to link to. */
export function codeLink(text: string, target: string | undefined): string {
  return target === undefined ? code(text) : `[${code(text)}](${target})`;
}

/** A name as plain text: underscores do not begin emphasis. */
export function plain(name: string): string {
  return name.replaceAll("_", "\\_");
}

/** Code spans in a row, "`a`, `b`". */
export function codeList(texts: readonly string[]): string {
  return texts.map(code).join(", ");
}

/**
 * What is said of something in several texts, some of them empty, as one; a text of paragraphs stays apart.
 */
export function joinTexts(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== "")
    .reduce((left, right) => {
      if (left === "") return right;
      return left.includes("\n\n") ? `${left}\n\n${right}` : `${left} ${right}`;
    }, "");
}

/** Begins the summary of what is deprecated. */
export function deprecation({ deprecated }: { readonly deprecated: boolean }): string {
  return deprecated ? "**Deprecated.**" : "";
}

function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
