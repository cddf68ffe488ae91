/**
 * Plausible values of messages, which the target `fakes` of the plugins makes functions for.
 *
 * @packageDocumentation
 */
export { type Fake, type FakeCodec, fakeOf, type Overrides } from "./fake.ts";
export { heightsOf } from "./heights.ts";
export { createRandom, type Random } from "./random.ts";
export type {
  ChoiceShape,
  FakeTypes,
  Hint,
  Leaf,
  ListShape,
  MapShape,
  ObjectShape,
  OneofShape,
  RuledLeaf,
  Shape,
  UnionShape,
} from "./shape.ts";
