import { isObject, own } from "@a2agen/runtime/internal";
import type { ExtensionFacts } from "../../console-server/extension-facts.ts";
import { readBound } from "./bound-value.ts";
import type { Component, Surface } from "./fold-surfaces.ts";
import { type Additions, type GivenData, placeData } from "./place-data.ts";

/** What a component does when it is used: its name, and what it adds. */
interface SurfaceEvent {
  readonly name: string;
  /** By name; of the oldest version as pairs. */
  readonly context: unknown;
}

/** The event of a component; undefined for one that has none, or that calls a function of the renderer. */
export function readEvent({ properties }: Component): SurfaceEvent | undefined {
  const action = own(properties, "action");
  const event = isObject(action) ? (own(action, "event") ?? action) : undefined;
  const name = isObject(event) ? own(event, "name") : undefined;
  return typeof name === "string" && isObject(event) ? { name, context: own(event, "context") } : undefined;
}

interface Use {
  /** With what was written into it. */
  readonly surface: Surface;
  readonly component: Component;
  /** Where the paths of the component begin. */
  readonly scope: string;
  readonly event: SurfaceEvent;
}

/** What says that a component was used, in the version of its surface; undefined for unknown versions. */
export function placeAction(facts: readonly ExtensionFacts[], use: Use): Additions | undefined {
  const { surface, component, scope, event } = use;
  const extension = facts.find(({ uris }) => uris.some((uri) => uri.endsWith(`/a2ui/${surface.version}`)));
  if (extension === undefined) return undefined;
  const { context } = event;
  const pairs = Array.isArray(context)
    ? (context as unknown[]).filter(isObject).map(({ key, value }) => [String(key), value] as const)
    : Object.entries(isObject(context) ? context : {});
  const content = {
    name: event.name,
    surfaceId: surface.id,
    sourceComponentId: component.id,
    timestamp: new Date().toISOString(),
    context: Object.fromEntries(
      pairs.map(([key, value]) => [key, readBound(value, surface, scope).value ?? null]),
    ),
  };
  const { version } = surface;
  const isOldest = surface.isOldest;
  const given: GivenData[] = extension.data.flatMap((data): readonly GivenData[] => {
    const kind = { extension, data };
    if (data.name === "toAgent") {
      return [{ kind, value: isOldest ? { userAction: content } : { version, action: content } }];
    }
    if (data.name !== "dataModel" || !surface.sendsData) return [];
    return [{ kind, value: { version, surfaces: { [surface.id]: surface.data } } }];
  });
  return placeData(given, extension.uris);
}
