import type { RemoteFailure } from '../../../shared/errors.ts'

// What git's words mean, in English (LC_ALL=C). Pure. Texts of git 2.31 to 2.50, of OpenSSH, curl, GitHub and GitLab.

type Verb = 'list' | 'fetch' | 'push'

/** Of several that fit, the first counts: what is worse or more exact comes earlier. */
const SIGNS: readonly (readonly [RemoteFailure, RegExp])[] = [
  ['host-key-changed', /REMOTE HOST IDENTIFICATION HAS CHANGED/],
  ['host-key', /Host key verification failed|No \w+ host key is known/],
  ['sha256', /mismatched algorithms|hash algorithm|object format.*sha256/i],
  ['shallow', /shallow roots are not allowed|source repository is shallow|shallow update not allowed/],
  ['ownership', /detected dubious ownership|unsafe repository/],
  [
    'damaged',
    /fsck error|possible repository corruption|fsck-objects|[Ee]rror in object|in object [0-9a-f]{40}: |did not send all necessary objects|unresolved deltas|bad object|pack has (?:bad|junk)|pack is corrupted|pack signature mismatch|packfile .* cannot be|inflate(?:\(\)|: | returned)|serious inflate|SHA1 COLLISION|hash collision|bad tree|corrupt(?:ed)? (?:loose )?(?:object|patch)|is corrupt|garbage at end of (?:loose|pack)|missing (?:blob|tree|commit) |unable to parse (?:object|commit)|remote did not send/,
  ],
  ['no-branch', /couldn't find remote ref|no such remote ref/i],
  ['full', /remote: .*(?:No space left|[Dd]isk quota exceeded)|unpacker? error.*No space left/],
  [
    'sign-in',
    /Authentication failed|could not read (?:Username|Password)|Permission denied \(|Too many authentication failures|terminal prompts disabled|returned error: 401|HTTP Basic: Access denied|Invalid username or (?:password|token)/i,
  ],
  [
    'refused',
    /returned error: 4(?:13|22)|service not enabled|deny (?:updating|deleting)|read-only|Read-only file system/,
  ],
  [
    'certificate',
    /SSL certificate|certificate (?:problem|verif|subject|has expired)|unable to get local issuer|SSL: no alternative/i,
  ],
  [
    'offline',
    /Could not resolve (?:host|proxy)|Name or service not known|Temporary failure in name resolution|unable to look up|Connection (?:refused|timed out|reset|closed)|Operation timed out|(?:Network is|Host is|Network) unreachable|No route to host|[Ff]ailed to connect|Couldn't connect|unable to connect|kex_exchange_identification|Empty reply from server|returned error: 5\d\d|early EOF|unexpected disconnect|RPC failed|hung up unexpectedly|SSL_connect|gnutls_handshake|TLS connect error|Broken pipe/i,
  ],
  ['moved', /unable to update url base from redirection|returned error: 30\d/],
  [
    'not-found',
    /repository '.*' not found|Repository not found|access denied or repository not exported|returned error: 404|project you were looking for could not be found|no such repository|returned error: 410/i,
  ],
  [
    'not-a-repository',
    /does not appear to be a git repo|not valid: is this a git repo|not a git repository|invalid server response|protocol error: bad line length|unable to find remote helper/i,
  ],
  [
    'unsupported',
    /unknown repository extension|Expected git repo version|unsupported protocol|unknown (?:object format|index-version)|server does not support/i,
  ],
]

/** Locally on a fetch, at the other side on a push. */
const NO_SPACE = /No space left on device|[Dd]isk quota exceeded|not enough space/
/** What a folder on this computer says of rights. */
const NO_RIGHT =
  /Permission denied|insufficient permission|Operation not permitted|unable to create temporary|returned error: 403|Permission to .* denied/

/** What git's complaints mean. */
export function failureOf(verb: Verb, complaints: string): RemoteFailure {
  const found = SIGNS.find(([, sign]) => sign.test(complaints))?.[0]
  if (found !== undefined && found !== 'offline') return found
  if (NO_SPACE.test(complaints)) return verb === 'push' ? 'full' : 'disk-full'
  if (NO_RIGHT.test(complaints)) return verb === 'push' ? 'refused' : 'sign-in'
  return found ?? (/hung up|Could not read from remote repository/.test(complaints) ? 'offline' : 'other')
}

/** Somebody else moves the branch at this moment, or has moved it. */
const BEHIND =
  /\[rejected\]|cannot lock ref|failed to (?:update|lock) ref|incorrect old value|already exists|non-fast-forward|fetch first|\bis at [0-9a-f]{40} but expected/
/** Another git is at work in the repository there, or was killed in it. */
const LOCKED = /Unable to create '.*\.lock': File exists/
const CHECKED_OUT = /branch is currently checked out|refusing to update checked out branch/

/**
 * What the line about a ref says in `git push --porcelain`, or a server about it.
 * @param line the ref's own line; empty if git printed none
 */
export function pushRefusal(line: string, complaints: string): 'behind' | RemoteFailure {
  if (CHECKED_OUT.test(line)) return 'checked-out'
  if (LOCKED.test(line) || LOCKED.test(complaints)) return 'locked'
  if (BEHIND.test(line)) return 'behind'
  const why = failureOf('push', `${line}\n${complaints}`)
  return why === 'other' && /\[remote rejected\]|hook declined|protected/.test(line) ? 'refused' : why
}
