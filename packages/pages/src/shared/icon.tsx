import { createElement, type JSX } from "preact";
import { type IconName, iconAttributes, icons } from "./icons.ts";

/** An icon beside a word; a button that has no other content needs an `aria-label`. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg {...iconAttributes} aria-hidden="true">
      {icons[name].map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
