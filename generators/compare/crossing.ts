import type {
  ChoicePlan,
  FieldsPlan,
  LostLeaf,
  Mapping,
  PairPlan,
  Place,
  Side,
  TranslationPlan,
} from "../translate/plan.ts";

/** Whether a value comes across when a translator carries it to the other version. */
export type Loss = "without loss" | "with loss" | "not";

/** What the translators between two versions make of something. Absent on a side that does not have it. */
export interface Crossing {
  readonly toNewer?: Loss;
  readonly toOlder?: Loss;
  /** Why it does not come across, in the manifest's words. */
  readonly reason?: string;
}

/** Where a field has its counterpart. */
export interface Counterpart {
  /** The type that has it, by its name in the code. */
  readonly owner: string;
  readonly path: readonly string[];
  /** The field itself, and not one that it holds. */
  readonly isWhole: boolean;
}

/** What a plan says of types, fields, values and operations, by names of the code. */
export interface Crossings {
  /** Of a field of one version. */
  field(side: Side, owner: string, jsonName: string): Crossing | undefined;
  /** Whether a field means the opposite of its counterpart. */
  isInverted(owner: string, jsonName: string): boolean;
  /** The places of the other version that hold what a field holds. */
  counterparts(side: Side, owner: string, jsonName: string): readonly Counterpart[];
  type(side: Side, name: string): Crossing | undefined;
  /** Of a value of an enum, by its spelling in JSON. */
  value(side: Side, name: string, json: string): Crossing | undefined;
  /** The value of the older version that a value of the newer one was. */
  olderValue(name: string, json: string): string | undefined;
  method(side: Side, member: string): Crossing | undefined;
  error(side: Side, name: string): Crossing | undefined;
}

/** Reads what a plan says of losses. */
export function readCrossings(plan: TranslationPlan): Crossings {
  const fields = readFields(plan);
  const choiceOf = (side: Side, name: string): ChoicePlan | undefined =>
    plan.choices.find((choice) => choice[side].name === name);
  return {
    field: (side, owner, jsonName) => fields[side].get(`${owner}.${jsonName}`)?.crossing,
    isInverted: (owner, jsonName) => fields.older.get(`${owner}.${jsonName}`)?.isInverted === true,
    counterparts: (side, owner, jsonName) => fields[side].get(`${owner}.${jsonName}`)?.counterparts ?? [],
    type(side, name) {
      const pairs = plan.pairs.filter((pair) => pair[side].name === name);
      if (pairs.length === 0)
        return plan.choices.some((choice) => choice[side].name === name) ? {} : undefined;
      return {
        toNewer: worst(pairs.map((pair) => lossOf(pair, "older"))),
        toOlder: worst(pairs.map((pair) => lossOf(pair, "newer"))),
      };
    },
    value(side, name, json) {
      const choice = choiceOf(side, name);
      if (choice === undefined) return undefined;
      const isPaired = choice.pairs.some((pair) => pair[side === "older" ? 0 : 1] === json);
      if (isPaired) return bothWays;
      const loss = Object.hasOwn(choice.standIns[side], json) ? "with loss" : "not";
      return side === "older" ? { toNewer: loss } : { toOlder: loss };
    },
    olderValue: (name, json) => choiceOf("newer", name)?.pairs.find(([, newer]) => newer === json)?.[0],
    method(side, member) {
      const found = plan.methods.find((method) => method[side] === member);
      if (found === undefined) return side === "older" ? { toNewer: "not" } : { toOlder: "not" };
      return {
        toNewer: worst([lossOf(found.request, "older"), lossOf(found.response, "older")]),
        toOlder: worst([lossOf(found.request, "newer"), lossOf(found.response, "newer")]),
      };
    },
    error(side, name) {
      const isKnown =
        plan[side === "older" ? "newer" : "older"].errors.includes(name) ||
        plan.errors.some((row) => row[side] === name);
      if (isKnown) return bothWays;
      return side === "older" ? { toNewer: "not" } : { toOlder: "with loss" };
    },
  };
}

const bothWays: Crossing = { toNewer: "without loss", toOlder: "without loss" };

interface FieldCrossing {
  crossing: Crossing;
  isInverted?: boolean;
  readonly counterparts: Counterpart[];
}

function readFields(plan: TranslationPlan): { readonly [side in Side]: ReadonlyMap<string, FieldCrossing> } {
  const all = { older: new Map<string, FieldCrossing>(), newer: new Map<string, FieldCrossing>() };
  const add = (side: Side, place: Place["leaf"], crossing: Crossing, others: readonly Place[]): void => {
    const name = nameOf(place);
    const known = all[side].get(name);
    const counterparts = toCounterparts(others, place.path.length === 1);
    if (known === undefined) all[side].set(name, { crossing, counterparts });
    else {
      // A type may have several counterparts; the field is lost only where it is lost in all of them.
      known.crossing = better(known.crossing, crossing);
      known.counterparts.push(...counterparts);
    }
  };
  /** What holds fields that have counterparts elsewhere crosses as they do. */
  const addHolders = (
    side: Side,
    { owners, path }: Place["leaf"],
    crossing: Crossing,
    others: readonly Place[],
  ) => {
    for (let depth = 1; depth < path.length; depth++) {
      const name = `${owners[depth - 1] ?? ""}.${path[depth - 1] ?? ""}`;
      const counterparts = toCounterparts(others, false);
      const known = all[side].get(name);
      if (known === undefined) all[side].set(name, { crossing, counterparts });
      else {
        known.crossing = least(known.crossing, crossing);
        known.counterparts.push(...counterparts);
      }
    }
  };
  const addLost = (side: Side, { leaf, reason }: LostLeaf): void => {
    add(side, leaf, side === "older" ? { toNewer: "not", reason } : { toOlder: "not", reason }, []);
  };
  const addInterfaces = ({ interfaces }: FieldsPlan): void => {
    if (interfaces === undefined) return;
    for (const side of ["older", "newer"] as const) {
      const { all: list, url, preferred, others, version, element } = interfaces[side];
      for (const name of [list, url, preferred, others, version]) {
        if (name !== undefined)
          all[side].set(`${plan[side].card}.${name}`, { crossing: bothWays, counterparts: [] });
      }
      const type = interfaces.types[side];
      for (const name of [element.url, element.binding, element.version]) {
        if (name !== undefined) all[side].set(`${type}.${name}`, { crossing: bothWays, counterparts: [] });
      }
      for (const [name, reason] of Object.entries(interfaces.lost[side])) {
        const crossing = side === "older" ? { toNewer: "not", reason } : { toOlder: "not", reason };
        all[side].set(`${type}.${name}`, { crossing: crossing as Crossing, counterparts: [] });
      }
    }
  };
  for (const { body } of plan.pairs) {
    switch (body.kind) {
      case "pending":
        break;
      case "nothing":
        for (const one of body.lost) addLost(body.wrapper, one);
        break;
      case "wrapper":
        for (const one of body.lost) addLost(body.wrapper, one);
        add(body.wrapper, body.inner, bothWays, []);
        break;
      case "cases":
        for (const one of body.cases) {
          if (one.kind !== "fields") continue;
          for (const side of ["older", "newer"] as const) {
            for (const lost of one.fields.lost[side]) addLost(side, lost);
          }
          for (const mapping of one.fields.mappings) {
            const crossing = { toNewer: lossIn(mapping, "older"), toOlder: lossIn(mapping, "newer") };
            for (const side of ["older", "newer"] as const) {
              const others = mapping[side === "older" ? "newer" : "older"];
              for (const { leaf } of mapping[side]) addHolders(side, leaf, crossing, others);
            }
            for (const { leaf } of mapping.older) add("older", leaf, crossing, mapping.newer);
            for (const { leaf } of mapping.newer) add("newer", leaf, crossing, mapping.older);
            const [first] = mapping.older;
            const known = first === undefined ? undefined : all.older.get(nameOf(first.leaf));
            if (known !== undefined && mapping.relation.kind === "inverted") known.isInverted = true;
          }
          addInterfaces(one.fields);
        }
    }
  }
  return all;
}

function toCounterparts(places: readonly Place[], isOwn: boolean): Counterpart[] {
  return places.map(({ leaf: { owners, path } }) => ({
    owner: owners.at(-1) ?? "",
    path,
    isWhole: isOwn && path.length === 1,
  }));
}

function nameOf({ owners, path }: Place["leaf"]): string {
  return `${owners.at(-1) ?? ""}.${path.at(-1) ?? ""}`;
}

/** What a mapping loses of a value of one side. */
function lossIn({ relation, older, newer }: Mapping, from: Side): Loss {
  const to = from === "older" ? newer : older;
  if (to.length === 0) return "without loss";
  switch (relation.kind) {
    case "first":
      return from === "older" ? "with loss" : "without loss";
    case "milliseconds":
      return from === "newer" ? "with loss" : "without loss";
    case "integer": {
      const { minimum, maximum } = relation[from];
      const other = relation[from === "older" ? "newer" : "older"];
      return minimum < other.minimum || maximum > other.maximum ? "with loss" : "without loss";
    }
    case "pair":
      return lossOf(relation.pair, from) === "without loss" ? "without loss" : "with loss";
    case "list":
    case "map":
    case "same":
    case "base64":
    case "timestamp":
    case "inverted":
    case "choice":
    case "known":
    case "nothing":
      return "without loss";
  }
}

/** Whether values of a type come across: not all of them, or not with everything that they hold. */
function lossOf({ body, partial }: PairPlan, from: Side): Loss {
  const isPartial = partial[from];
  switch (body.kind) {
    case "pending":
      return "without loss";
    case "nothing":
    case "wrapper":
      return isPartial || (body.wrapper === from && body.lost.length > 0) ? "with loss" : "without loss";
    case "cases":
      return isPartial ||
        body.cases.some(
          (one) =>
            (one.kind === "lost" && one.side === from) ||
            (one.kind === "fields" && one.fields.lost[from].length > 0),
        )
        ? "with loss"
        : "without loss";
  }
}

const order: readonly Loss[] = ["without loss", "with loss", "not"];

function worst(losses: readonly Loss[]): Loss {
  return order.findLast((loss) => losses.includes(loss)) ?? "without loss";
}

function least(one: Crossing, other: Crossing): Crossing {
  const worse = (key: "toNewer" | "toOlder"): Loss =>
    worst([one[key] ?? "without loss", other[key] ?? "without loss"]);
  return { toNewer: worse("toNewer"), toOlder: worse("toOlder") };
}

function better(one: Crossing, other: Crossing): Crossing {
  const leastOf = (key: "toNewer" | "toOlder"): Loss | undefined =>
    order.find((loss) => one[key] === loss || other[key] === loss);
  const [toNewer, toOlder] = [leastOf("toNewer"), leastOf("toOlder")];
  const isLost = toNewer === "not" || toOlder === "not";
  const reason = one.reason ?? other.reason;
  return {
    ...(toNewer === undefined ? {} : { toNewer }),
    ...(toOlder === undefined ? {} : { toOlder }),
    ...(isLost && reason !== undefined ? { reason } : {}),
  };
}
