import { isObject, own } from "@a2agen/runtime/internal";
import { type Surface, tokensOf } from "./fold-surfaces.ts";

/** A property of a component as it is now. */
export interface BoundValue {
  readonly value: unknown;
  /** Where it comes from: a path of the data model, or a call. */
  readonly source?: string;
}

/** Finds the value of a property: written there, in the data model, or made by a function of the renderer. */
export function readBound(property: unknown, { data }: Surface, scope: string): BoundValue {
  if (!isObject(property)) return { value: property };
  const { path, call } = property;
  if (typeof call === "string") return { value: own(property, "args"), source: `${call}()` };
  const literal = Object.entries(property).find(([name]) => name.startsWith("literal"))?.[1];
  if (typeof path !== "string") return { value: literal ?? property };
  const source = absolute(path, scope);
  return { value: valueAt(data, source) ?? literal, source };
}

/** A path in a template begins at the element of the list. */
export function absolute(path: string, scope: string): string {
  return path.startsWith("/") ? path : `${scope}/${path}`;
}

export function valueAt(data: unknown, path: string): unknown {
  return tokensOf(path).reduce<unknown>(
    (here, token) => (typeof here === "object" && here !== null ? own(here, token) : undefined),
    data,
  );
}

/** A component inside another one, with the data that its paths begin at. */
export interface Child {
  readonly id: string;
  readonly scope: string;
}

/** Members that name other components, in the catalogs that we know and in others that follow them. */
const naming = /^(?:child|children|explicitList|componentId|trigger|content|[a-z]+Child)$/;

/** How deep the components in lists of tabs are. */
const maximumDepth = 4;

/** The components that a property names, and whether it says anything else. */
export function listChildren(
  name: string,
  property: unknown,
  surface: Surface,
  scope: string,
): readonly Child[] {
  return search(name, property, 0);

  function search(key: string, value: unknown, depth: number): readonly Child[] {
    if (depth > maximumDepth) return [];
    if (typeof value === "string") {
      const isNamed =
        naming.test(key) && (surface.components.has(value) || /^(?:child|children|explicitList)$/.test(key));
      return isNamed ? [{ id: value, scope }] : [];
    }
    if (Array.isArray(value)) return value.flatMap((each) => search(key, each, depth + 1));
    if (!isObject(value)) return [];
    const { componentId, path = own(value, "dataBinding") } = value;
    if (typeof componentId === "string" && typeof path === "string") {
      const list = absolute(path, scope);
      const items = valueAt(surface.data, list);
      const keys = typeof items === "object" && items !== null ? Object.keys(items) : [];
      return keys.map((item) => ({ id: componentId, scope: `${list}/${item}` }));
    }
    return Object.entries(value).flatMap(([member, inner]) => search(member, inner, depth + 1));
  }
}
