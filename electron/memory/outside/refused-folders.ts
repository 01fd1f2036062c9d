import * as nodePath from 'node:path'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'

// The places where no store may be, with a reason for each. A store writes files that a model or a giver of a folder
// chose: there they would be run, or the files that lie there would be shown to the model and committed.

/** What the list depends on. Every path is canonical. */
export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly user: string
  /** The system's temporary folders. */
  readonly temporary: readonly string[]
  /** `$VARIORUM_HOME`; null when nobody says. */
  readonly own: string | null
}

/** What is in a refused place, to be read after "it’s used for". */
const SYSTEM = say('place-system')
const KEYS = say('place-keys')
const STARTED = say('place-programs')
const PROFILES = say('place-browser')
const DATA = say('place-program-data')
const OWN = say('place-own')

/** Names in lines, with commas between them. */
function named(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(', '))
}

type Places = readonly (readonly [what: Message, folders: readonly string[]])[]

/** From the root of the file system (of each drive). */
const SYSTEM_FOLDERS: Readonly<Record<'linux' | 'darwin' | 'win32', readonly string[]>> = {
  linux: named(
    'bin, boot, dev, etc, gnu, lib, lib32, lib64, libx32, lost+found, nix, opt, ostree, proc, root, run',
    'sbin, snap, sys, sysroot, usr, var',
  ),
  darwin: named('Applications, Library, Network, System, bin, cores, dev, etc, opt, private, sbin, usr, var, nix'),
  win32: named(
    'Windows, Program Files, Program Files (x86), ProgramData, Recovery, Boot, $Recycle.Bin',
    'System Volume Information, PerfLogs',
  ),
}

/** From the root: a store may be in a folder below, if not in this one itself. */
const MOUNTS: Readonly<Record<'linux' | 'darwin' | 'win32', readonly string[]>> = {
  linux: ['mnt', 'media', 'run/media', 'srv', 'var/mnt', 'var/srv'],
  darwin: ['Volumes'],
  win32: [],
}

/** From the user's home, on every system: these tools are the same everywhere. */
const IN_HOME: Places = [
  [
    KEYS,
    named(
      '.ssh, .gnupg, .aws, .azure, .kube, .docker, .password-store, .pki, .putty, .terraform.d, .minisign',
      '.step, .gnome2/keyrings, .kde/share/apps/kwallet, .electrum, .bitcoin, .ethereum',
    ),
  ],
  [
    STARTED,
    named(
      '.local/bin, .local/lib, .local/libexec, bin, .cargo, .rustup, .npm, .nvm, .pyenv, .rbenv, .oh-my-zsh',
      '.zsh, .vim, .emacs.d, .vscode, .vscode-server, .cursor, .git-templates',
    ),
  ],
  [PROFILES, ['.mozilla', '.librewolf', '.waterfox', '.zen', '.tor-browser', '.thunderbird', '.var/app', 'snap']],
]

const IN_CONFIG: Places = [
  [KEYS, named('gcloud, gh, op, age, sops, rclone, keepassxc, Bitwarden, 1Password')],
  [STARTED, ['autostart', 'systemd', 'environment.d', 'plasma-workspace', 'upstart', 'fish', 'git', 'nvim', 'emacs']],
  [
    PROFILES,
    [
      'google-chrome',
      'chromium',
      'BraveSoftware',
      'microsoft-edge',
      'vivaldi',
      'opera',
      'mozilla',
      'google-chrome-beta',
    ],
  ],
]

const IN_DATA: Places = [
  [KEYS, ['keyrings', 'kwalletd']],
  [
    STARTED,
    named('applications, dbus-1, systemd, flatpak, gnome-shell, kservices5, kio, plasma, nautilus, nvim, fish'),
  ],
]

const WINDOWS_FOLDERS_IN_ENV = [
  'SystemRoot',
  'windir',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramW6432',
  'ProgramData',
]

const RUN_ON_WINDOWS = ['Documents', 'OneDrive/Documents'].flatMap((documents) => [
  `${documents}/PowerShell`,
  `${documents}/WindowsPowerShell`,
])

/** Where VS Code keeps the notes of its agent, in its folder for settings. */
const CODE_MEMORY = 'User/globalStorage/github.copilot-chat/memory-tool'

interface Rules {
  /** No store in these, or below. */
  readonly refused: readonly (readonly [folder: string, what: Message])[]
  /** Exceptions: a store may be below these, even if they are in a refused folder. */
  readonly allowed: readonly string[]
}

/**
 * Why no store may be in this folder, as the end of a sentence; null when one may be. The nearest folder above decides,
 * and no store may hold one of the refused folders, either. Pure.
 * @param folder canonical
 */
export function whyRefusedPlace(folder: string, around: Surroundings): Message | null {
  const { path, isIn } = pathsOf(around)
  const isSame = (a: string, b: string): boolean => isIn(a, b) && isIn(b, a)
  if (path.dirname(folder) === folder) return say('folder-is-root')
  if (isSame(folder, around.user)) return say('folder-is-home')
  const { refused, allowed } = rulesFor(folder, around, path)
  const { own } = around
  const ownMemory = own === null ? null : path.join(own, 'memory')
  if (ownMemory !== null && isIn(folder, ownMemory)) return null
  const above = refused.filter(([outer]) => isIn(folder, outer)).toSorted(([a], [b]) => b.length - a.length)[0]
  const exception = allowed.some(
    (outer) => isIn(folder, outer) && !isSame(folder, outer) && (above === undefined || isIn(outer, above[0])),
  )
  if (above !== undefined && !exception) return say('folder-is-place', { place: above[1] })
  if (isIn(around.user, folder)) return say('folder-holds-homes')
  if (allowed.some((outer) => isSame(folder, outer))) return say('folder-is-shared')
  const below = refused.find(([inner]) => isIn(inner, folder))
  return below === undefined ? null : say('folder-holds-place', { place: below[1] })
}

/**
 * Whether a folder is hidden, by a part of its path below the user's home or outside of it, or lies where programs look
 * for their settings: there they keep keys, too, and what they run at their start. Not the app's own memory. Pure.
 */
export function isHiddenPlace(folder: string, around: Surroundings): boolean {
  const { isIn, relative, path } = pathsOf(around)
  const { user, own } = around
  if (own !== null && isIn(folder, path.join(own, 'memory'))) return false
  const settings = foldersIn(around, [
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
    'XDG_CACHE_HOME',
    'ZDOTDIR',
  ])
  if (settings.some((outer) => isIn(folder, outer) && !isIn(user, outer))) return true
  const base = [user, ...around.temporary].find((outer) => isIn(folder, outer))
  const shown = base === undefined ? folder : relative(base, folder)
  return shown.split(path.sep).some((name) => name.startsWith('.'))
}

/** Comparing paths, as the file systems of the platform do. */
function pathsOf(around: Surroundings) {
  const path = around.platform === 'win32' ? nodePath.win32 : nodePath.posix
  const same = comparable(around)
  const relative = (from: string, to: string): string => path.relative(same(from), same(to))
  const isIn = (inner: string, outer: string): boolean => {
    const from = relative(outer, inner)
    return from === '' || !(from === '..' || from.startsWith(`..${path.sep}`) || path.isAbsolute(from))
  }
  return { path, relative, isIn }
}

/** The folders that these variables of the environment name. */
function foldersIn({ env, platform }: Surroundings, names: readonly string[]): readonly string[] {
  const path = platform === 'win32' ? nodePath.win32 : nodePath.posix
  return names.flatMap((name) => (env[name] !== undefined && path.isAbsolute(env[name]) ? [env[name]] : []))
}

/** Names that these file systems take for the same one. */
function comparable({ platform }: Surroundings): (path: string) => string {
  return platform === 'win32' || platform === 'darwin' ? (path) => path.normalize('NFC').toLowerCase() : (path) => path
}

function rulesFor(folder: string, around: Surroundings, path: nodePath.PlatformPath): Rules {
  const { user, own, temporary } = around
  const system = around.platform === 'win32' || around.platform === 'darwin' ? around.platform : 'linux'
  const { root } = path.parse(folder)
  const below = (base: string, names: readonly string[]): readonly string[] =>
    names.map((name) => path.join(base, name))
  const because = (what: Message, folders: readonly string[]): Rules['refused'] => folders.map((each) => [each, what])
  const inside = (base: string, places: Places): Rules['refused'] =>
    places.flatMap(([what, names]) => because(what, below(base, names)))
  const fromEnv = (names: readonly string[]): readonly string[] => foldersIn(around, names)
  const data =
    system === 'darwin'
      ? below(user, ['Library', 'Applications'])
      : system === 'win32'
        ? [path.join(user, 'AppData'), ...fromEnv(['APPDATA', 'LOCALAPPDATA'])]
        : []
  const settings =
    system === 'darwin'
      ? [path.join(user, 'Library', 'Application Support')]
      : system === 'win32'
        ? [path.join(user, 'AppData', 'Roaming'), ...fromEnv(['APPDATA'])]
        : []
  const codeMemories = settings.flatMap((base) =>
    below(base, [`Code/${CODE_MEMORY}`, `Code - Insiders/${CODE_MEMORY}`]),
  )
  return {
    refused: [
      ...because(SYSTEM, [
        ...below(root, SYSTEM_FOLDERS[system]),
        ...(system === 'win32' ? fromEnv(WINDOWS_FOLDERS_IN_ENV) : []),
      ]),
      ...because(DATA, data),
      ...because(STARTED, system === 'win32' ? below(user, RUN_ON_WINDOWS) : []),
      ...inside(user, IN_HOME),
      ...[path.join(user, '.config'), ...fromEnv(['XDG_CONFIG_HOME'])].flatMap((base) => inside(base, IN_CONFIG)),
      ...[path.join(user, '.local', 'share'), ...fromEnv(['XDG_DATA_HOME'])].flatMap((base) => inside(base, IN_DATA)),
      ...because(OWN, own === null ? [] : [own]),
    ],
    allowed: [
      user,
      ...temporary,
      ...codeMemories,
      ...below(root, MOUNTS[system]),
      ...(system === 'darwin' ? below(user, ['Library/Mobile Documents', 'Library/CloudStorage']) : []),
    ],
  }
}
