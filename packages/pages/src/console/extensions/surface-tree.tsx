import type { JSX } from "preact";
import { JsonView } from "../../shared/json-view.tsx";
import { type Child, listChildren, readBound } from "./bound-value.ts";
import type { Surface } from "./fold-surfaces.ts";
import { Folded, Paged, pageOfItems, Row } from "./value-view.tsx";

/** What is unfolded at first: rows of one level, and levels. */
export const unfoldedRows = 200;
export const unfoldedLevels = 30;

/** The components of a surface as a tree, and its data model. */
export function SurfaceTree({ surface }: { readonly surface: Surface }): JSX.Element {
  return (
    <div class="halves">
      <ul class="tree" aria-label="Components">
        <Node surface={surface} child={{ id: surface.root, scope: "" }} above={[]} rows={1} />
      </ul>
      <div>
        <strong>Data model</strong>
        <JsonView value={surface.data} label={`Data model of ${surface.id}`} />
      </div>
    </div>
  );
}

interface NodeProps {
  readonly surface: Surface;
  readonly child: Child;
  /** The components that it is in, with their scopes. */
  readonly above: readonly string[];
  /** Rows of its level, if all components have as many children as those that it is in. */
  readonly rows: number;
}

function Node({ surface, child: { id, scope }, above, rows }: NodeProps): JSX.Element {
  const component = surface.components.get(id);
  const place = `${id} ${scope}`;
  if (component === undefined || above.includes(place)) {
    return (
      <li class="leaf">
        <code>{id}</code>{" "}
        <span class={component === undefined ? "faint" : "bad"}>
          {component === undefined ? "has not come" : "is inside itself"}
        </span>
      </li>
    );
  }
  const entries = Object.entries(component.properties);
  const children = entries.flatMap(([name, property]) => listChildren(name, property, surface, scope));
  const line = (
    <>
      <span class="chip">{component.type}</span> <code class="faint">{id}</code>
    </>
  );
  const rowsBelow = rows * Math.min(Math.max(children.length, 1), pageOfItems);
  const isOpen = rowsBelow <= unfoldedRows && above.length < unfoldedLevels;
  return (
    <li>
      <Folded summary={line} isOpen={isOpen}>
        <Properties entries={entries} surface={surface} scope={scope} />
        {children.length > 0 && (
          <ul class="tree">
            <Paged
              items={children}
              show={(child, at) => (
                <Node key={at} surface={surface} child={child} above={[...above, place]} rows={rowsBelow} />
              )}
            />
          </ul>
        )}
      </Folded>
    </li>
  );
}

interface PropertiesProps {
  readonly entries: readonly (readonly [name: string, property: unknown])[];
  readonly surface: Surface;
  readonly scope: string;
}

/** What a component says beside its children, each with the place that it is bound to. */
export function Properties({ entries, surface, scope }: PropertiesProps): JSX.Element {
  const own = entries.filter(([name, property]) => listChildren(name, property, surface, scope).length === 0);
  return (
    <ul class="rows">
      <Paged
        items={own}
        show={([name, property]) => {
          const { value, source } = readBound(property, surface, scope);
          const label = <span class="name">{name}</span>;
          return <Row key={name} name={label} value={value} source={source} schema={{}} root={{}} />;
        }}
      />
    </ul>
  );
}
