import type { HttpRule, MessageModel, MethodModel, ServiceModel } from "../../model/model.ts";
import type { HttpPath } from "./http-path.ts";
import type { QueryParameter } from "./query-parameters.ts";

/** One binding of a method to a verb and a path: an operation of OpenAPI. */
export interface HttpOperation {
  /**
   * Tells the operation from others: "A2AService_ListTasks", with the verb behind it for additional
   * bindings. Generators of code add "Response" and the like, so that the name of the method alone
   * would give names that messages have.
   */
  readonly id: string;
  /** The method's name for components: short, but no other method has it. */
  readonly stem: string;
  readonly service: ServiceModel;
  readonly method: MethodModel;
  readonly rule: HttpRule;
  readonly http: HttpPath;
  readonly query: readonly QueryParameter[];
  readonly body: HttpBody;
}

export type HttpBody =
  | { readonly kind: "none" }
  /** The request without what is in the path; the same message where nothing is. */
  | { readonly kind: "message"; readonly message: MessageModel; readonly whole: boolean }
  /** One field of the request, by its JSON name. */
  | { readonly kind: "field"; readonly name: string };
