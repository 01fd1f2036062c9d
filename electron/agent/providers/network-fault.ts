import type { Fault } from './fault.ts'

// What a failed connection means, by the codes of Node and by the names of Chromium's network stack, which the desktop
// app uses (net/base/net_error_list.h). Pure.

const CODES: readonly (readonly [Fault, RegExp])[] = [
  [{ kind: 'unknown-host' }, /^(?:ENOTFOUND|EAI_\w+|ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED))$/],
  [{ kind: 'no-network' }, /^(?:ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ERR_(?:INTERNET_DISCONNECTED|NETWORK_\w+))$/],
  [{ kind: 'certificate', trouble: 'out-of-date' }, /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID)$/],
  [
    { kind: 'certificate', trouble: 'other-name' },
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|ERR_CERT_COMMON_NAME_INVALID)$/,
  ],
  [
    { kind: 'certificate', trouble: 'untrusted' },
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w*(?:CERT|SIGNATURE|CRL)\w*|CERT_\w+|INVALID_CA|ERR_CERT_\w+|ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN)$/,
  ],
  [{ kind: 'no-encryption' }, /^(?:EPROTO|ERR_SSL_\w+)$/],
  [{ kind: 'proxy', trouble: 'sign-in' }, /^ERR_(?:PROXY_AUTH_\w+|UNEXPECTED_PROXY_AUTH)$/],
  [
    { kind: 'proxy', trouble: 'unusable' },
    /^ERR_(?:PROXY_\w+|TUNNEL_CONNECTION_FAILED|SOCKS_\w+|NO_SUPPORTED_PROXIES|MANDATORY_PROXY_CONFIGURATION_FAILED)$/,
  ],
  [{ kind: 'slow' }, /^(?:ETIMEDOUT|ERR_(?:CONNECTION_)?TIMED_OUT)$/],
]

/** What a request that never got an answer failed with. */
export function networkFault(error: unknown): Fault {
  const codes = causesOf(error).map(({ message, code }) => code ?? /^net::(\w+)/.exec(message)?.[1] ?? '')
  for (const [fault, pattern] of CODES) if (codes.some((code) => pattern.test(code))) return fault
  return { kind: 'unreachable' }
}

interface Cause {
  readonly message: string
  readonly code: string | null
}

/** The error and everything it names as its cause: several addresses of one host fail together. */
function causesOf(error: unknown): readonly Cause[] {
  if (!(error instanceof Error)) return []
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  const others: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  return [{ message: error.message, code }, ...others.flatMap(causesOf), ...causesOf(error.cause)]
}
