import { type IconName, iconAttributes, icons } from "./icons.ts";

/** An icon as the text of an element. */
export function iconSvg(name: string): string {
  const strokes = icons[name as IconName].map(([tag, attributes]) => `<${tag}${print(attributes)}/>`);
  return `<svg${print(iconAttributes)}>${strokes.join("")}</svg>`;
}

function print(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}
