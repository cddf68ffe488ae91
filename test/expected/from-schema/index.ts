// Generated from pets.json.

export * from "./pets_types.js";
export {
  decodeCat,
  parseCat,
  encodeCat,
  stringifyCat,
  isCat,
  CatCodec,
  decodeDog,
  parseDog,
  encodeDog,
  stringifyDog,
  isDog,
  DogCodec,
  decodeMood,
  parseMood,
  encodeMood,
  stringifyMood,
  isMood,
  MoodCodec,
  decodePet,
  parsePet,
  encodePet,
  stringifyPet,
  isPet,
  PetCodec,
} from "./pets_json.js";
