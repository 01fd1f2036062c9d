export type AgentErrorCode = 'busy' | 'unknown-conversation' | 'bad-request' | 'disk' | 'closed'

/** A request the agent cannot follow, in a sentence for the user; it holds no host path. */
export class AgentError extends Error {
  readonly code: AgentErrorCode
  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AgentError'
    this.code = code
  }
}
