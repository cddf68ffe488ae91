// Generated from pets.json.

import type { JsonObject } from "@a2agen/runtime";

export interface Pet {
  name: string;
}

export interface Food {
  grams?: number;
}

export interface FeedRequest {
  method: "pets/feed";
  params: PetOrName;
  after?: Pet | string;
}

export interface FeedResponse {
  result?: Meal;
}

export interface ListRequest {
  method?: "pets/list";
}

export interface ListResponse {
  result?: Pet;
}

export interface Nameless {
  method?: string;
  params?: null;
}

/** A pet, or its name. */
export type PetOrName = Pet | string;

/** What was eaten. */
export type Meal = Food[];

/** Has no members. */
export type Nothing = JsonObject;
