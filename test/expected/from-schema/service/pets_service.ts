// Generated from pets.json.

import { defineClient, defineService, defineUnimplemented } from "@a2agen/runtime/codegen/service";
import type {
  CallContext,
  ClientDefinition,
  ClientOf,
  ServiceDefinition,
  UnimplementedService,
} from "@a2agen/runtime/service";
import { MealCodec, NothingCodec, PetCodec, PetOrNameCodec, checkMeal, checkPet } from "./pets_json.js";
import { clientProtocol, protocol } from "./pets_protocol.js";
import type { Meal, Nothing, Pet, PetOrName } from "./pets_types.js";

/** Cares for pets. */
export interface PetService {
  /** Feeds a pet, which takes as long as it takes: this text is longer than a line of a comment is. */
  feed(request: PetOrName, context: CallContext): Promise<Meal>;
  /** Tells of pets. */
  watch(request: Nothing, context: CallContext): AsyncIterable<Pet>;
}

/** A client of PetService: the same methods, called with options or without. */
export type PetServiceClient = ClientOf<PetService>;

/** The methods of pets.PetService, from which servers and clients of every binding are made. */
export const PetService: ServiceDefinition<PetService> = /* @__PURE__ */ defineService({
  typeName: "pets.PetService",
  protocol,
  methods: {
    feed: {
      name: "pets/feed",
      kind: "unary",
      input: PetOrNameCodec,
      output: MealCodec,
      http: [],
      idempotent: true,
    },
    watch: {
      name: "pets/list",
      kind: "server",
      input: NothingCodec,
      output: PetCodec,
      http: [
        { verb: "GET", path: "/pets/all" },
      ],
      idempotent: true,
      authenticated: true,
    },
  },
});

/**
 * Base class for implementations of PetService: methods that are not overridden fail with UNIMPLEMENTED.
 */
export const UnimplementedPetService: UnimplementedService<PetService> = /* @__PURE__ */ defineUnimplemented(
  PetService,
);

/**
 * The part of PetService that clients need, to keep bundles small: `createClient(PetServiceClient, transport)`.
 */
export const PetServiceClient: ClientDefinition<PetService> = /* @__PURE__ */ defineClient({
  typeName: "pets.PetService",
  protocol: clientProtocol,
  methods: {
    feed: {
      name: "pets/feed",
      kind: "unary",
      input: PetOrNameCodec,
      output: { typeName: "pets.Meal", check: checkMeal },
      http: [],
      idempotent: true,
    },
    watch: {
      name: "pets/list",
      kind: "server",
      input: NothingCodec,
      output: { typeName: "pets.Pet", check: checkPet },
      http: [
        { verb: "GET", path: "/pets/all" },
      ],
      idempotent: true,
    },
  },
});

