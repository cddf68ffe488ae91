/** Rules by the names and numbers of protovalidate, as far as the tests set them. */
const numbers = (type: string, name: string): string => `message ${name} {
  optional ${type} const = 1;
  oneof less { ${type} lt = 2; ${type} lte = 3; }
  oneof greater { ${type} gt = 4; ${type} gte = 5; }
  repeated ${type} in = 6;
  repeated ${type} not_in = 7;
  ${/double|float/.test(type) ? "optional bool finite = 8;" : ""}
}`;

const time = (type: string, name: string, more: string): string => `message ${name} {
  optional google.protobuf.${type} const = 2;
  oneof less { google.protobuf.${type} lt = 3; google.protobuf.${type} lte = 4; ${more} }
  oneof greater { google.protobuf.${type} gt = 5; google.protobuf.${type} gte = 6; }
}`;

export const validateProto: string = `syntax = "proto2";
package buf.validate;
import "google/protobuf/descriptor.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/timestamp.proto";
extend google.protobuf.MessageOptions { optional MessageRules message = 1159; }
extend google.protobuf.OneofOptions { optional OneofRules oneof = 1159; }
extend google.protobuf.FieldOptions { optional FieldRules field = 1159; }
message Rule { optional string id = 1; optional string message = 2; optional string expression = 3; }
message MessageRules { repeated Rule cel = 3; repeated MessageOneofRule oneof = 4; }
message MessageOneofRule { repeated string fields = 1; optional bool required = 2; }
message OneofRules { optional bool required = 1; }
enum Ignore { IGNORE_UNSPECIFIED = 0; IGNORE_IF_ZERO_VALUE = 1; IGNORE_ALWAYS = 3; }
enum KnownRegex {
  KNOWN_REGEX_UNSPECIFIED = 0;
  KNOWN_REGEX_HTTP_HEADER_NAME = 1;
  KNOWN_REGEX_HTTP_HEADER_VALUE = 2;
}
message FieldRules {
  repeated Rule cel = 23;
  optional bool required = 25;
  optional Ignore ignore = 27;
  oneof type {
    FloatRules float = 1;
    DoubleRules double = 2;
    Int32Rules int32 = 3;
    Int64Rules int64 = 4;
    UInt32Rules uint32 = 5;
    UInt64Rules uint64 = 6;
    BoolRules bool = 13;
    StringRules string = 14;
    BytesRules bytes = 15;
    EnumRules enum = 16;
    RepeatedRules repeated = 18;
    MapRules map = 19;
    DurationRules duration = 21;
    TimestampRules timestamp = 22;
  }
}
${numbers("float", "FloatRules")}
${numbers("double", "DoubleRules")}
${numbers("int32", "Int32Rules")}
${numbers("int64", "Int64Rules")}
${numbers("uint32", "UInt32Rules")}
${numbers("uint64", "UInt64Rules")}
message BoolRules { optional bool const = 1; }
message StringRules {
  optional string const = 1;
  optional uint64 len = 19;
  optional uint64 min_len = 2;
  optional uint64 max_len = 3;
  optional uint64 min_bytes = 4;
  optional string pattern = 6;
  optional string prefix = 7;
  optional string suffix = 8;
  optional string contains = 9;
  optional string not_contains = 23;
  repeated string in = 10;
  repeated string not_in = 11;
  oneof well_known {
    bool email = 12; bool hostname = 13; bool ip = 14; bool ipv4 = 15; bool ipv6 = 16; bool uri = 17;
    bool uri_ref = 18; bool address = 21; bool uuid = 22; bool tuuid = 33; bool ulid = 35;
    bool ip_with_prefixlen = 26; bool ipv4_with_prefixlen = 27; bool ipv6_with_prefixlen = 28;
    bool host_and_port = 32; bool protobuf_fqn = 37; bool protobuf_dot_fqn = 38;
    bool ip_prefix = 29; KnownRegex well_known_regex = 24;
  }
  optional bool strict = 25;
}
message BytesRules { optional uint64 min_len = 2; }
message EnumRules {
  optional int32 const = 1; optional bool defined_only = 2; repeated int32 in = 3; repeated int32 not_in = 4;
}
message RepeatedRules {
  optional uint64 min_items = 1; optional uint64 max_items = 2; optional bool unique = 3; optional FieldRules items = 4;
}
message MapRules {
  optional uint64 min_pairs = 1; optional uint64 max_pairs = 2; optional FieldRules keys = 4; optional FieldRules values = 5;
}
${time("Duration", "DurationRules", "")}
${time("Timestamp", "TimestampRules", "bool lt_now = 7;")}
`;
