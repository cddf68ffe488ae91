// Generated from pets.json.

export const Mood = {
  VeryGood: "very-good",
  Bad: "bad",
} as const;
export type Mood = (typeof Mood)[keyof typeof Mood];

export interface Cat {
  kind: "cat";
  /** What it is called. */
  name: string;
  /** At least one element. */
  kittens?: Cat[];
}

export interface Dog {
  kind: "dog";
  mood?: Mood;
  "best-friend": Cat | null;
  tags?: { [key: string]: string | number };
}

/** A pet; `kind` says which. */
export type Pet = Cat | Dog;
