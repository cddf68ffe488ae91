/** Whether a text is a regular expression as JSON Schema has them. */
export function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    // That it throws is the answer.
    return false;
  }
}
