import type { RemoteAddress } from './remote-address.ts'

// The settings and environment that git is run with. Pure. The user's own configuration and the system's stay in force, for their
// keys, proxies and addresses; what is here comes before them.

type Env = Readonly<Record<string, string | undefined>>
type Setting = readonly [key: string, value: string]

/** Programs that git would start by itself. None is needed here. */
const STARTS_NOTHING: readonly Setting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  // Ends well, and names no refs. Without it git would look into the store's own repository.
  ['core.alternateRefsCommand', 'true'],
  ['core.askPass', ''],
  ['credential.interactive', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]

const SETTINGS: readonly Setting[] = [
  ...STARTS_NOTHING,
  // One pack, whatever its size: it is checked here before it goes into the store.
  ['fetch.unpackLimit', '1'],
  ['transfer.unpackLimit', '1'],
  ['transfer.fsckObjects', 'true'],
  ['fetch.fsckObjects', 'true'],
  // Old programs wrote these, and they do no harm.
  ['fetch.fsck.zeroPaddedFilemode', 'warn'],
  ['fetch.fsck.missingSpaceBeforeDate', 'warn'],
  ['fetch.fsck.badTimezone', 'warn'],
  ['transfer.bundleURI', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['fetch.parallel', '1'],
  ['fetch.prune', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['push.gpgSign', 'false'],
  ['push.pushOption', ''],
  ['push.negotiate', 'false'],
  ['core.logAllRefUpdates', 'false'],
  // Files beside the store's packs, which may come from a stranger, and which git would believe.
  ['core.commitGraph', 'false'],
  ['core.multiPackIndex', 'false'],
  ['pack.useBitmaps', 'false'],
  ['pack.allowPackReuse', 'false'],
  ['http.followRedirects', 'initial'],
]

/** Of the caller's own variables of git: how to connect, and where the user's configuration is. */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|PROXY_\w+|SSL_\w+|HTTP_PROXY_AUTHMETHOD|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH)$/
const DROPPED = /^(?:GIT_.*|GCM_.*|SSH_ASKPASS.*|LANGUAGE|LC_.*)$/

const USER = 'VARIORUM_REMOTE_USER'
const PASSWORD = 'VARIORUM_REMOTE_PASSWORD'
/** Answers only for the address that the setting names: after a redirection to another server, git asks in vain. */
const HELPER = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$${USER}" "$${PASSWORD}"; }; f`

/** SSH that never asks, and gives up when nobody answers. */
const SSH = 'ssh -o BatchMode=yes -o ConnectTimeout=15'

/**
 * The environment of git. The password is in it, which other users of the computer cannot read, and never an argument.
 * @param gitdir the repository that git works in
 * @param hasOwnSsh whether the user has configured how SSH is started
 */
export function gitEnvironment(
  caller: Env,
  gitdir: string,
  { user, password, url, kind }: RemoteAddress,
  hasOwnSsh: boolean,
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(caller))
    if (value !== undefined && (KEPT.test(name) || !DROPPED.test(name))) env[name] = value
  const settings = [...SETTINGS]
  if (kind === 'http' || kind === 'https') {
    const origin = new URL(url).origin
    if (password !== undefined) {
      // The empty one forgets the user's own, which might keep the password for themselves.
      settings.push(
        ['credential.helper', ''],
        [`credential.${origin}.helper`, ''],
        [`credential.${origin}.helper`, HELPER],
      )
      env[USER] = user ?? ''
      env[PASSWORD] = password
    } else if (user !== undefined) settings.push([`credential.${origin}.username`, user])
  }
  if (kind === 'ssh' && !hasOwnSsh && env['GIT_SSH_COMMAND'] === undefined && env['GIT_SSH'] === undefined)
    env['GIT_SSH_COMMAND'] = SSH
  settings.forEach(([key, value], at) => {
    env[`GIT_CONFIG_KEY_${at}`] = key
    env[`GIT_CONFIG_VALUE_${at}`] = value
  })
  return Object.assign(env, {
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_DIR: gitdir,
    GIT_ALLOW_PROTOCOL: 'ssh:https:http:git:file',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GCM_INTERACTIVE: 'never',
    SSH_ASKPASS_REQUIRE: 'never',
    LC_ALL: 'C',
  })
}

/**
 * The other side of a folder's repository runs on this computer, by its configuration, which may come from a stranger.
 * What in it would start a program is overruled.
 */
const OTHER_SIDE: readonly Setting[] = [
  ...STARTS_NOTHING,
  ['receive.autogc', 'false'],
  // Never `updateInstead`: that checks files out, by filters of the repository's own.
  ['receive.denyCurrentBranch', 'refuse'],
  ['receive.denyNonFastForwards', 'true'],
  ['receive.fsckObjects', 'true'],
]

/** The command line of the service at the other side, for the shell that git starts it with. */
export function otherSide(git: string, service: 'upload-pack' | 'receive-pack'): string {
  const settings = OTHER_SIDE.map(([key, value]) => `-c ${quoted(`${key}=${value}`)}`).join(' ')
  return `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 ${quoted(git)} ${settings} ${service}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
