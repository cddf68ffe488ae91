import { count, isObject, own } from "@a2agen/runtime/internal";
import type { ComponentChildren, JSX } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { JsonView } from "../../shared/json-view.tsx";
import { absolute, type Child, listChildren, readBound } from "./bound-value.ts";
import { type Component, type Surface, writeAll } from "./fold-surfaces.ts";
import { ExtensionsContext } from "./known-extensions.ts";
import { placeAction, readEvent } from "./surface-action.ts";
import { SurfaceContext } from "./surface-context.ts";
import { type ControlProps, controls, textOf } from "./surface-controls.tsx";
import { Folded, Group, Paged, pageOfItems, Row } from "./value-view.tsx";

/** What is unfolded at first: rows of one level, and levels. */
const unfoldedRows = 200;
const unfoldedLevels = 30;

type Writes = ReadonlyMap<string, unknown>;

/** A surface to use, or as data. What is written into it goes to the agent with the next action. */
export function SurfaceView({ surface }: { readonly surface: Surface }): JSX.Element {
  const { id, catalog, components, isDeleted, root } = surface;
  const [isData, setData] = useState(false);
  const [writes, setWrites] = useState<Writes>(new Map());
  // What the agent sends takes the place of what was written.
  useEffect(() => setWrites(new Map()), [surface]);
  const title = (
    <>
      <strong>Surface</strong> <code>{id}</code> {isDeleted && <span class="chip">deleted</span>}{" "}
      <span class="faint">
        {count(components.size, "component")}
        {catalog !== "" && ` of ${catalog}`}
      </span>
    </>
  );
  const written = writeAll(surface, writes);
  return (
    <Group kind="extension surface" name={`Surface ${id}`}>
      <Folded summary={title} isOpen={!isDeleted}>
        <div class="about">
          <span />
          <button type="button" class="quiet" aria-pressed={isData} onClick={() => setData(!isData)}>
            Show as data
          </button>
        </div>
        {isData ? (
          <JsonView
            value={{ components: [...components.values()], dataModel: written.data }}
            label={`Data of ${id}`}
          />
        ) : (
          <Node
            surface={written}
            writes={writes}
            onWrite={(path, value) => setWrites(new Map([...writes, [path, value]]))}
            child={{ id: root, scope: "" }}
            above={[]}
            rows={1}
          />
        )}
      </Folded>
    </Group>
  );
}

interface NodeProps {
  readonly surface: Surface;
  readonly writes: Writes;
  readonly onWrite: (path: string, value: unknown) => void;
  readonly child: Child;
  /** The components that it is in, with their scopes. */
  readonly above: readonly string[];
  /** Rows of its level, if all components have as many children as those that it is in. */
  readonly rows: number;
}

function Node(props: NodeProps): JSX.Element {
  const { surface, child, above, rows } = props;
  const { id, scope } = child;
  const component = surface.components.get(id);
  const place = `${id} ${scope}`;
  if (component === undefined || above.includes(place)) {
    return (
      <p class="faint">
        <code>{id}</code> {component === undefined ? "has not come" : "is inside itself"}
      </p>
    );
  }
  const children = Object.entries(component.properties).map(
    ([name, property]) => [name, listChildren(name, property, surface, scope)] as const,
  );
  const all = children.flatMap(([, each]) => each);
  const rowsBelow = rows * Math.min(Math.max(all.length, 1), pageOfItems);
  const list = (some: readonly Child[]): ComponentChildren => (
    <Paged
      items={some}
      show={(each, at) => (
        <Node key={at} {...props} child={each} above={[...above, place]} rows={rowsBelow} />
      )}
    />
  );
  const show: ControlProps["show"] = (...names) => {
    const [, index] = /^#(\d+)$/.exec(names[0] ?? "") ?? [];
    if (index !== undefined) return list(all.slice(Number(index), Number(index) + 1));
    return list(
      names.length === 0 ? all : children.flatMap(([name, each]) => (names.includes(name) ? each : [])),
    );
  };
  const view = <Shown {...props} component={component} labels={all} show={show} />;
  if (rowsBelow <= unfoldedRows && above.length < unfoldedLevels) return view;
  const line = (
    <>
      <span class="chip">{component.type}</span> <code class="faint">{id}</code>
    </>
  );
  return <Folded summary={line}>{view}</Folded>;
}

interface ShownProps extends NodeProps {
  readonly component: Component;
  readonly labels: readonly Child[];
  readonly show: ControlProps["show"];
}

/** A component by its control; one that is not of the basic catalog as data, with what is in it. */
function Shown({
  surface,
  writes,
  onWrite,
  child: { scope },
  component,
  labels,
  show,
}: ShownProps): JSX.Element {
  const { facts } = useContext(ExtensionsContext);
  const send = useContext(SurfaceContext);
  const { id, type, properties } = component;
  const View = controls.get(type);
  if (View === undefined) {
    return (
      <div class="surface-unknown">
        <span class="chip">{type}</span> <code class="faint">{id}</code>
        <Properties entries={Object.entries(properties)} surface={surface} scope={scope} />
        {show()}
      </div>
    );
  }
  const resolve = (value: unknown): unknown => readBound(value, surface, scope).value;
  const find = (names: readonly string[]): string =>
    names.find((name) => Object.hasOwn(properties, name)) ?? names[0] ?? "";
  // Of what is bound to no place of the data model.
  const placeOf = (name: string): string => `=${id} ${scope} ${name}`;
  const event = readEvent(component);
  const additions =
    event === undefined ? undefined : () => placeAction(facts.value, { surface, component, scope, event });
  return (
    <View
      read={(...names) => {
        const name = find(names);
        const isWritten = writes.has(placeOf(name));
        return isWritten ? writes.get(placeOf(name)) : resolve(own(properties, name));
      }}
      resolve={resolve}
      write={(value, ...names) => {
        const name = find(names);
        const property = own(properties, name);
        const path = isObject(property) ? own(property, "path") : undefined;
        onWrite(typeof path === "string" ? absolute(path, scope) : placeOf(name), value);
      }}
      show={show}
      label={labels.map((each) => labelOf(each, surface)).join(" ") || id}
      act={
        send === undefined || additions === undefined
          ? undefined
          : () => {
              const placed = additions();
              if (placed !== undefined) send(placed);
            }
      }
    />
  );
}

/** What a component in a button says. */
function labelOf({ id, scope }: Child, surface: Surface): string {
  const { properties = {} } = surface.components.get(id) ?? {};
  const said = own(properties, "text") ?? own(properties, "name");
  return textOf(readBound(said, surface, scope).value).slice(0, 200) || id;
}

interface PropertiesProps {
  readonly entries: readonly (readonly [name: string, property: unknown])[];
  readonly surface: Surface;
  readonly scope: string;
}

/** What a component says beside its children, each with the place that it is bound to. */
function Properties({ entries, surface, scope }: PropertiesProps): JSX.Element {
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
