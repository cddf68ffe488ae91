/** "TASK_STATE_INPUT_REQUIRED" -> ["TASK", "STATE", "INPUT", "REQUIRED"]. */
function splitSnake(name: string): string[] {
  return name.split("_").filter((word) => word !== "");
}

/** "INPUT_REQUIRED" -> "InputRequired". */
export function toPascalCase(snake: string): string {
  return splitSnake(snake)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");
}

/** "INPUT_REQUIRED" -> "input-required". */
export function toKebabCase(snake: string): string {
  return splitSnake(snake)
    .map((word) => word.toLowerCase())
    .join("-");
}

/** The prefix that values of an enum carry by convention: "TaskState" -> "TASK_STATE_". */
export function enumValuePrefix(enumName: string): string {
  const snake = enumName.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2");
  return `${snake.toUpperCase()}_`;
}
