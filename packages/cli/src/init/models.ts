/** What the templates of a project know of its model. */
export interface ModelValues {
  readonly hasModel: boolean;
  readonly modelTitle: string;
  /** That is used unless `MODEL` names another. */
  readonly modelName: string;
  /** The variables of the environment with the key, and with another URL of the provider. */
  readonly modelKey: string;
  readonly modelBaseUrl: string;
  readonly modelPackages: readonly string[];
  /** The interface of the provider, for which tests have a stand-in. */
  readonly wire: string;
  readonly google: boolean;
}

/** The versions of packages that only agents with a model need. */
export const modelVersions: Readonly<Record<string, string>> = {
  "@ai-sdk/anthropic": "^3.0.140",
  "@ai-sdk/google": "^3.0.141",
  "@ai-sdk/openai": "^3.0.141",
  "@langchain/core": "^1.4.0",
  "@langchain/langgraph": "^1.7.3",
  "@langchain/openai": "^1.5.8",
  "@openai/agents": "^0.20.0",
  ai: "^6.0.325",
  zod: "^4.6.7",
};

interface ModelProvider extends Pick<ModelValues, "modelTitle" | "modelName" | "modelKey" | "modelBaseUrl"> {
  readonly wire: string;
}

const openai: ModelProvider = {
  modelTitle: "OpenAI",
  modelName: "gpt-5-mini",
  modelKey: "OPENAI_API_KEY",
  modelBaseUrl: "OPENAI_BASE_URL",
  wire: "responses",
};

const providers: Readonly<Record<string, ModelProvider>> = {
  openai,
  anthropic: {
    modelTitle: "Anthropic",
    modelName: "claude-sonnet-4-5",
    modelKey: "ANTHROPIC_API_KEY",
    modelBaseUrl: "ANTHROPIC_BASE_URL",
    wire: "messages",
  },
  google: {
    modelTitle: "Google",
    modelName: "gemini-2.5-flash",
    modelKey: "GOOGLE_GENERATIVE_AI_API_KEY",
    modelBaseUrl: "GOOGLE_BASE_URL",
    wire: "gemini",
  },
};

/** Packages of each framework, and how it calls OpenAI where it has no other provider. */
const frameworks: Readonly<Record<string, { readonly packages: readonly string[]; readonly wire?: string }>> =
  {
    "ai-sdk": { packages: ["ai"] },
    langgraph: {
      packages: ["@langchain/core", "@langchain/langgraph", "@langchain/openai"],
      wire: "chat",
    },
    "openai-agents": { packages: ["@openai/agents"] },
  };

export function modelValuesOf({
  model,
  provider,
}: {
  readonly model: string;
  readonly provider: string;
}): ModelValues {
  const framework = frameworks[model];
  const { wire, ...used } = (framework === undefined ? undefined : providers[provider]) ?? noProvider;
  const sdk = model === "ai-sdk" ? [`@ai-sdk/${provider}`] : [];
  return {
    ...used,
    hasModel: framework !== undefined,
    modelPackages:
      framework === undefined ? [] : ["@a2agen/adapters", ...sdk, ...framework.packages, "zod"].sort(),
    wire: framework?.wire ?? wire,
    google: model === "ai-sdk" && provider === "google",
  };
}

const noProvider: ModelProvider = {
  modelTitle: "",
  modelName: "",
  modelKey: "",
  modelBaseUrl: "",
  wire: "",
};
