/** What to know of each kind of server. */
export const SERVERS = {
  'server-caches-nothing': 'Nothing is cached between requests, so long conversations become slower.',
  'server-context-window':
    'The size of the context window is set when the server starts. If it is small, the model forgets the beginning of the conversation.',
  'server-trained-models': 'Only models trained to use tools can write to the memory.',
  'server-ollama-version': 'Version 0.14 or later is needed.',
  'server-ollama-tools': 'Only models tagged “tools” in Ollama’s library can write to the memory.',
  'server-ollama-context':
    'To change the size of the context window, set the environment variable OLLAMA_CONTEXT_LENGTH.',
  'server-lm-studio-version': 'Version 0.4.1 or later is needed, with the server switched on.',
  'server-llama-cpp-jinja': 'To use tools, start older builds with --jinja; current builds don’t need it.',
  'server-one-model': 'The server answers with the one model it was started with.',
  'server-vllm-options': 'Start the server with --enable-auto-tool-choice and the --tool-call-parser for its model.',
  'server-litellm': 'What a model can do depends on the service behind the proxy.',
  'server-mlx-lm': 'Start the server with mlx_lm.server.',
  'server-jan': 'Switch on Jan’s local API server, give it an API key of your choice, and enter the same key here.',
  'server-koboldcpp':
    'An answer may arrive all at once, and tokens may not be counted, because the memory is offered as a tool.',
  'server-text-generation-webui': 'Start the server with --api, and load a model.',
  'server-openrouter': 'OpenRouter passes your messages on to a service of its choice.',
  'server-not-every-model': 'Not all of its models can use tools.',
  'server-no-thoughts': 'Its models don’t show their reasoning.',
  'server-no-thoughts-here': 'Its models don’t show their reasoning in Variorum.',
  'server-azure': 'Put the name of your resource in the address. As the model, enter the name of your deployment.',
  'server-deepseek': 'If the model’s name begins with “claude”, one of the service’s own models answers instead.',
  'server-kimi': 'A key issued in China needs api.moonshot.cn in the address.',
  'server-other':
    'The server must support tools and answer in the chosen format, at /v1/messages or /v1/chat/completions.',
  'server-gets-what-you-say': 'What you say and what the agent reads go to {name}.',
} as const
