/** A proto file of many messages, with fields of all kinds, comments and references to each other. */
export function buildSyntheticProto(messages: number): string {
  const parts = [
    'syntax = "proto3";',
    "package bench.v1;",
    'import "google/protobuf/duration.proto";',
    'import "google/protobuf/struct.proto";',
    'import "google/protobuf/timestamp.proto";',
    ...Array.from({ length: messages }, (_, index) => buildMessage(index, messages)),
    ...Array.from({ length: Math.ceil(messages / 10) }, (_, index) => buildEnum(index)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function buildMessage(index: number, count: number): string {
  // Prime steps, so that references go everywhere and lists of them are not alike.
  const other = (step: number): string => `Record${(index * 7 + step) % count}`;
  const enumeration = `Kind${(index * 3) % Math.ceil(count / 10)}`;
  return `// What is known of item ${index}, in the words of whoever wrote it down.
message Record${index} {
  // The name under which others know it.
  string name = 1;
  // How often it was seen.
  int32 count = 2;
  // The sum of all its sizes in bytes.
  int64 total_size = 3;
  // Whether it can be relied on.
  bool is_final = 4;
  // A value between 0 and 1.
  double weight = 5;
  // Its content as it came.
  bytes content = 6;
  // What kind of record it is.
  ${enumeration} kind = 7;
  // When it was written.
  google.protobuf.Timestamp written_at = 8;
  // How long that took.
  google.protobuf.Duration time_taken = 9;
  // Whatever else there is.
  google.protobuf.Struct metadata = 10;
  // The record before it.
  ${other(11)} previous = 11;
  // All records that mention it.
  repeated ${other(13)} mentions = 12;
  // Words to find it by.
  repeated string tags = 13;
  // Other records by their role.
  map<string, ${other(17)}> by_role = 14;
  // Where it is to be found.
  oneof place {
    // In the open.
    string url = 15;
    // Within another record.
    ${other(19)} container = 16;
  }
  // Set only where a rank was given.
  optional int32 rank = 17;
}`;
}

function buildEnum(index: number): string {
  return `// A way to tell records apart, number ${index}.
enum Kind${index} {
  // Not said.
  KIND${index}_UNSPECIFIED = 0;
  // A simple one.
  KIND${index}_SIMPLE = 1;
  // One made of others.
  KIND${index}_COMPOUND = 2;
}`;
}
