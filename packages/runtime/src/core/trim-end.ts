/**
 * A text without the characters of `characters` at its end, in one pass from there. An expression that ends
 * in `+$` would start over at each character of a long run that does not stand at the end.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
