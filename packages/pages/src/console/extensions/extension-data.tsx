import type { Part } from "@a2agen/a2a-1.0";
import { count, isObject, own } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { CheckAnswer, DataProblem } from "../../console-server/extension-facts.ts";
import { JsonView } from "../../shared/json-view.tsx";
import {
  type DataKind,
  type Findings,
  type FoundData,
  findInMetadata,
  findInPart,
  isSurfaceData,
  nameOf,
} from "./find-data.ts";
import { ExtensionsContext, type KnownExtensions } from "./known-extensions.ts";
import { type Schema, seemsLike } from "./resolve-schema.ts";
import { Folded, Group, ValueView } from "./value-view.tsx";

/** Problems that are shown above the data; all are in the JSON. */
const shownProblems = 20;

interface MetadataProps {
  readonly metadata: Schema | undefined;
  /** The short name of the type of the object. */
  readonly on: string;
  /** The extensions that the object names, or that are active. */
  readonly uris?: readonly string[] | undefined;
}

/** What extensions, known and unknown, have in the metadata of an object. */
export function MetadataView({ metadata = {}, on, uris = [] }: MetadataProps): JSX.Element {
  const facts = useContext(ExtensionsContext).facts.value;
  const findings = useMemo(() => findInMetadata(metadata, { on, facts }), [metadata, on, facts]);
  const isOwn = (name: string): boolean => name === "mimeType" && on === "Part";
  return <FindingsView findings={findings} uris={uris} isKnown={isOwn} />;
}

/** The data of a part: of extensions by its type, and otherwise as JSON. */
export function DataOfPart({
  part,
  on,
  uris = [],
}: Omit<MetadataProps, "metadata"> & { readonly part: Part }): JSX.Element {
  const facts = useContext(ExtensionsContext).facts.value;
  const findings = useMemo(() => findInPart(part, { on, facts }), [part, on, facts]);
  if (findings.found.length === 0) return <JsonView value={part.data} label="data" />;
  return <FindingsView findings={findings} uris={uris} />;
}

interface FindingsProps {
  readonly findings: Findings;
  readonly uris: readonly string[];
  /** Whether a member says nothing that is not shown. */
  readonly isKnown?: (name: string) => boolean;
}

function FindingsView({
  findings: { found, rest },
  uris,
  isKnown = () => false,
}: FindingsProps): JSX.Element {
  return (
    <>
      {found.map((each) => (
        <Block key={each.key} found={each} uris={uris} />
      ))}
      {rest
        .filter(([name]) => !isKnown(name))
        .map(([name, value]) => (
          <Group key={name} kind="extension" name={name}>
            <Folded summary={<code>{name}</code>} isOpen={typeof value !== "object"}>
              <ValueView value={value} schema={{}} root={{}} />
            </Folded>
          </Group>
        ))}
    </>
  );
}

/** Data of an extension with its name, its state, what is wrong with it, and its fields. */
function Block({
  found,
  uris,
}: {
  readonly found: FoundData;
  readonly uris: readonly string[];
}): JSX.Element {
  const [isRaw, setRaw] = useState(false);
  const { kind, problems } = useBest(found, uris);
  const { extension, data } = kind;
  const { value, isList } = found;
  const name = nameOf(kind);
  const state = data.state?.reduce<unknown>(
    (here, step) => (isObject(here) ? own(here, step) : undefined),
    value,
  );
  const schema = isList ? { items: data.schema } : data.schema;
  const fields = isRaw ? (
    <JsonView value={value} problems={problems} label={`${name}, as JSON`} />
  ) : (
    <>
      {problems.slice(0, shownProblems).map(({ path, message }, at) => (
        <p key={at} class="problem">
          {path !== "" && <code>{path}: </code>}
          {message}
        </p>
      ))}
      <ValueView value={value} schema={schema} root={data.schema} />
    </>
  );
  const title = (
    <>
      <strong title={extension.uris[0]}>{extension.name}</strong>
      {` ${data.name} `}
      {isList && <span class="faint">{count((value as readonly unknown[]).length, "message")} </span>}
      {typeof state === "string" && <span class="chip">{state}</span>}{" "}
      {problems.length > 0 && <span class="bad">{count(problems.length, "problem")}</span>}
    </>
  );
  return (
    <Group kind="extension" name={name}>
      {/* The surfaces that these messages make are below. */}
      <Folded summary={title} isOpen={!isSurfaceData(kind)}>
        <div class="about">
          <span class="faint" dir="auto">
            {data.description}
          </span>
          <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            Raw JSON
          </button>
        </div>
        {fields}
      </Folded>
    </Group>
  );
}

interface Best {
  readonly kind: DataKind;
  readonly problems: readonly DataProblem[];
}

/** Of several kinds of data at one place that which a value fits best, and what is wrong with it. */
function useBest({ kinds, value, isList }: FoundData, uris: readonly string[]): Best {
  const known = useContext(ExtensionsContext);
  const [answers, setAnswers] = useState<CheckAnswer>([]);
  useEffect(() => {
    let isLatest = true;
    const check = async (): Promise<void> => {
      const answer = await checkData(known, { ids: kinds.map(({ data }) => data.id), value, isList });
      if (isLatest) setAnswers(answer);
    };
    void check();
    return () => {
      isLatest = false;
    };
  }, [known, kinds, value]);
  const sample = isList ? (value as readonly unknown[])[0] : value;
  const ranked = kinds.map((kind, at) => ({
    kind,
    problems: answers[at] ?? [],
    rank: [
      seemsLike(kind.data.schema, kind.data.schema, sample) ? 0 : 1,
      answers[at]?.length ?? 0,
      kind.extension.uris.some((uri) => uris.includes(uri)) ? 0 : 1,
    ],
  }));
  return ranked.reduce((best, each) => (isBefore(each.rank, best.rank) ? each : best));
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

interface CheckedData {
  /** Of kinds of data. */
  readonly ids: readonly string[];
  readonly value: unknown;
  readonly isList: boolean;
}

/** What is wrong with data, of each kind; the elements of a list are checked by themselves. */
export async function checkData(
  known: KnownExtensions,
  { ids, value, isList }: CheckedData,
): Promise<CheckAnswer> {
  if (!isList) return known.check({ ids, value });
  const elements = value as readonly unknown[];
  const all = await Promise.all(elements.map((element) => known.check({ ids, value: element })));
  return ids.map((_, kind) =>
    all.flatMap((answer, at) =>
      (answer[kind] ?? []).map(({ path, message }) => ({
        path: `[${at}]${path === "" || path.startsWith("[") ? path : `.${path}`}`,
        message,
      })),
    ),
  );
}
