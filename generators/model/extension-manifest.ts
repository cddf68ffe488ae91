/*
 * Generated from profiles/extension.schema.json by `npx tsx scripts/generate/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/** The URI of an extension and its version. */
export type Uri = string;
/**
 * A definition of a JSON Schema, of parts of a media type that of one element, as a path from the manifest
 * and a fragment, types.json#/$defs/Approval; or an export of a TypeScript or JavaScript module that is a
 * zod schema.
 */
export type TypeOf =
  | string
  | {
      /** schemas.js#approval */
      zod: string;
      /** Name of its type. */
      name?: string;
    };
/** Where it stands on the object. Default: uri. */
export type At =
  | "uri"
  | "uri-field"
  | {
      /** The key. */
      key: string;
      /** Older spellings, which are read only. */
      alsoReads?: string[];
    }
  | {
      /** What the key of each field begins with. */
      prefix: string;
      /** Older spellings, which are read only. */
      alsoReads?: string[];
    }
  | {
      /** What follows the URI and the slash. */
      uriWithoutScheme: string;
    }
  | {
      /**
       * The keys, from the outermost object inwards.
       *
       * @minItems 2
       */
      path: string[];
    }
  | {
      /** The key in the data of the part. */
      partKey: string;
    }
  | {
      /** The media type, without parameters. */
      mediaType: string;
      /** Older spellings, which are read only. */
      alsoReads?: string[];
      /**
       * Where a part says its media type: metadata.mimeType, its field mediaType, or both (default). Both are
       * read.
       */
      marker?: "metadata" | "mediaType" | "both";
      /** Whether a part has one value, a list (default), or either, of which a list is written. */
      values?: "one" | "list" | "either";
    };

/** Extensions of A2A whose data is defined by JSON Schema: what each is, and where its data stands. */
export interface ExtensionManifest {
  /**
   * The extensions that the manifest defines.
   *
   * @minItems 1
   */
  extensions: Extension[];
}
export interface Extension {
  /** Begins the names that are generated: Approval makes ApprovalExtension. */
  name: string;
  uri: Uri;
  /** Other URIs of the very same version: agents answer to them as well. */
  otherUris?: Uri[];
  /**
   * The URI of another version of it. A host may support both although they use the same keys: the first of
   * its list that a call asks for is active. Declare them with required: false.
   */
  versionOf?: string;
  /**
   * What it adds: data on core objects; profile: no more than information in the card; method: methods;
   * state-machine: states of tasks.
   */
  kind: "data" | "profile" | "method" | "state-machine";
  /** What agent cards say of it. */
  description?: string;
  /** Whether agent cards declare it as required unless they say otherwise. */
  required?: boolean;
  /**
   * How it comes into force for a call: by the request's header (default); also without it, where its data is
   * (optional); or always, without any header (none).
   */
  activation?: "header" | "optional" | "none";
  /** The extensions that it builds upon: uri, and optional: true if it works without. */
  dependencies?: {
    uri: Uri;
    /** Whether it works without that extension, too. Default: false. */
    optional?: boolean;
  }[];
  params?: TypeOf;
  /**
   * Headers that requests carry while it is active, beside the one of activation: name, required, pattern.
   */
  headers?: {
    /** Name of the header. */
    name: string;
    /** Whether requests must have it. Default: false. */
    required?: boolean;
    /** A regular expression that the whole value matches. */
    pattern?: string;
    /** What the header says, for people. */
    description?: string;
  }[];
  /**
   * What it puts on core objects. Data without a name is the only one, and in metadata: the generated
   * constant itself accesses it.
   */
  data?: PlacedData[];
  states?: States;
  /** Params of the card that limit the data: maxItems, maxLength, maximum or memberOf for a path in it. */
  limits?: Limit[];
  /**
   * OpenRPC documents whose methods it adds, over JSON-RPC and WebSocket: openrpc, and the name of the
   * service.
   */
  methods?: {
    /** Path of the document from the manifest. */
    openrpc: string;
    /** Name of the service: SessionsService. */
    service: string;
  }[];
  /**
   * Errors of its own: throw X.error(name) in a handler, X.isError(error) in a client. What is missing of a
   * binding follows from what is there; a code that the core or another extension has is a warning.
   */
  errors?: OwnError[];
}
export interface PlacedData {
  /** The member of the generated constant: request is read by ApprovalExtension.request.get(message). */
  name?: string;
  /** What the data is, for people. */
  description?: string;
  type: TypeOf;
  /**
   * Who writes it: the agent, the client, or either (default). On a message of the other side it is absent;
   * two kinds of data with one key are told apart by this.
   */
  from?: "agent" | "client" | "either";
  /**
   * The core objects that carry it, by their names.
   *
   * @minItems 1
   */
  on: string[];
  at?: At;
  /**
   * What reading does with wrong data: refuse it (default), ignore it as if it were absent, or skip the wrong
   * elements of a list.
   */
  onInvalid?: "refuse" | "ignore" | "skip";
  /** The core states of a task that may have it. */
  taskStates?: string[];
  /**
   * An exported function that checks what the type cannot, (data, params) => readonly Issue[], as a path from
   * the manifest and its name: src/check-progress.ts#checkProgress. Hosts and clients call it for data that
   * its type accepts.
   */
  check?: string;
}
/** The states of its own that a task, or part of one, goes through. */
export interface States {
  /** Name of the data that tells the state, of an extension with several. */
  data?: string;
  /** The field of it that has the state. */
  field: string;
  /** The field of the data that identifies what has the state, where that is not the task. */
  keyedBy?: string;
  /** The states with which a task may begin. */
  initial?: string[];
  /**
   * The moves between states. Staying is always allowed; a state that no move leaves is final.
   *
   * @minItems 1
   */
  moves: {
    /** The state that is left. */
    from: string;
    /**
     * The states that may follow it.
     *
     * @minItems 1
     */
    to: string[];
    /** Who moves: the agent or the client; either by default. */
    by?: "agent" | "client";
  }[];
  carries?: Lists;
  taskStates?: Lists1;
}
/** Fields of the data without which a state is not told, by state. */
export interface Lists {
  /** @minItems 1 */
  [k: string]: string[];
}
/** The core states that a task is in while its data tells a state, by state. */
export interface Lists1 {
  /** @minItems 1 */
  [k: string]: string[];
}
export interface Limit {
  /** Name of the data, of an extension with several. */
  data?: string;
  /** The field of it, with dots, and [] behind a list: trackers[].message. */
  path: string;
  /**
   * What the param limits: elements (maxItems), characters (maxLength), the number itself (maximum), or the
   * names of members, of which it lists all (memberOf).
   */
  rule: "maxItems" | "maxLength" | "maximum" | "memberOf";
  /** The param that has the limit; without it there is none. */
  param: string;
}
export interface OwnError {
  /** Its name in capitals: ROUTE_NOT_FOUND. */
  name: string;
  /** The code over JSON-RPC. */
  jsonRpc?: number;
  /** The status over HTTP. */
  http?: number;
  /** The status over gRPC: NOT_FOUND. */
  grpc?: string;
  /** What the error means, for people. */
  description?: string;
}
