/** "SendMessage" -> ["Send", "Message"], "A2AService" -> ["A2A", "Service"], "TASK_ID" -> ["TASK", "ID"]. */
function splitWords(name: string): readonly string[] {
  return name.match(/[A-Z][A-Z0-9]*(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]/g) ?? [];
}

/** A name in any case as "SendMessage"; words in capitals become "Http". */
export function toPascalWords(name: string): string {
  return splitWords(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");
}

/** The same as "sendMessage". */
export function toCamelWords(name: string): string {
  const pascal = toPascalWords(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** The same as "send-message", or with another character between words. */
export function toLowerWords(name: string, separator: string): string {
  return splitWords(name)
    .map((word) => word.toLowerCase())
    .join(separator);
}
