/** "INPUT_REQUIRED" -> "InputRequired". */
export function toPascalCase(snake: string): string {
  return splitSnake(snake).map(toTitleCase).join("");
}

/** "INPUT_REQUIRED" -> "input-required". */
export function toKebabCase(snake: string): string {
  return splitSnake(snake).join("-").toLowerCase();
}

/** The prefix that values of an enum carry by convention: "TaskState" -> "TASK_STATE_". */
export function enumValuePrefix(enumName: string): string {
  const snake = enumName.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2");
  return `${snake.toUpperCase()}_`;
}

/** A name in any case as "SendMessage"; words in capitals become "Http". */
export function toPascalWords(name: string): string {
  return splitWords(name).map(toTitleCase).join("");
}

/** The same as "sendMessage". */
export function toCamelWords(name: string): string {
  return uncapitalize(toPascalWords(name));
}

/** The same as "send-message", or with another character between words. */
export function toLowerWords(name: string, separator: string): string {
  return splitWords(name).join(separator).toLowerCase();
}

/** "sendMessage" -> "SendMessage". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "SendMessage" -> "sendMessage". */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "HTTP" -> "Http". */
function toTitleCase(word: string): string {
  return capitalize(word.toLowerCase());
}

/** "TASK_STATE_INPUT_REQUIRED" -> ["TASK", "STATE", "INPUT", "REQUIRED"]. */
function splitSnake(name: string): readonly string[] {
  return name.split("_").filter((word) => word !== "");
}

/** "SendMessage" -> ["Send", "Message"], "A2AService" -> ["A2A", "Service"], "TASK_ID" -> ["TASK", "ID"]. */
function splitWords(name: string): readonly string[] {
  return name.match(/[A-Z][A-Z0-9]*(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]/g) ?? [];
}
