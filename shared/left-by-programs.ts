import { foldAscii, type IgnorePattern, parseIgnoreLine } from './ignore-pattern.ts'
import { matchesPieces } from './path-pieces.ts'

interface LeftBy {
  readonly program: string
  readonly source: string
  /** As in a .gitignore file. */
  readonly rules: readonly string[]
}

const GITIGNORE = 'https://github.com/github/gitignore/blob/main/Global'

/**
 * What programs leave beside the user's files, and no memory holds: files that an editor has open, half-written and
 * conflicting copies, trash and earlier versions, settings of note apps, stubs of files in a cloud. The user's own ignore
 * rules come first: `!.obsidian/` in a .gitignore keeps that folder. Names that people give to files of their own, such
 * as `*.bak`, are not in the list.
 */
const LEFT_BY: readonly LeftBy[] = [
  { program: 'Vim', source: `${GITIGNORE}/Vim.gitignore`, rules: ['.*.sw[a-px]', '.sw[a-p]', '4913', '*~'] },
  { program: 'Emacs', source: `${GITIGNORE}/Emacs.gitignore`, rules: ['.#*', String.raw`\#*#`, '.org-id-locations'] },
  { program: 'Kate', source: `${GITIGNORE}/Kate.gitignore`, rules: ['.*.kate-swp', '.swp.*', '*.bck'] },
  {
    program: 'JetBrains',
    source: 'https://www.jetbrains.com/help/idea/system-settings.html',
    rules: ['*___jb_tmp___', '*___jb_old___', '*___jb_bak___'],
  },
  {
    program: 'GLib (GNOME)',
    source: 'https://gitlab.gnome.org/GNOME/glib/-/blob/main/gio/glocalfileoutputstream.c',
    rules: ['.goutputstream-*'],
  },
  { program: 'LibreOffice', source: `${GITIGNORE}/LibreOffice.gitignore`, rules: ['.~lock.*#'] },
  { program: 'WPS Office', source: 'https://github.com/haiwen/seadrive-fuse/pull/11', rules: ['.~*'] },
  { program: 'Microsoft Office', source: `${GITIGNORE}/MicrosoftOffice.gitignore`, rules: ['~$*', '~WRL*.tmp'] },
  // "NAME.tmp", "NAME.tmp.PID.RANDOM" (Claude Code), "NAME.tmp-TIME" (npm's atomically)
  {
    program: 'writers of a new file beside the old one',
    source: 'https://github.com/fabiospampinato/atomically',
    rules: ['*.tmp', '*.temp', '*.tmp.[0-9]*', '*.tmp-[0-9]*', '*.filepart', '*.partial', '*.part', '*.crdownload'],
  },
  { program: 'Codex', source: 'https://github.com/openai/codex', rules: ['.codex-baseline/'] },
  { program: 'the Rust crate tempfile', source: 'https://docs.rs/tempfile', rules: ['.tmp??????'] },
  {
    program: 'Safari and Opera',
    source: 'https://docs.aspose.net/file-formats/tr/opdownload',
    rules: ['*.download', '*.download/', '*.opdownload'],
  },
  {
    program: 'merges',
    source: 'https://git-scm.com/docs/git-mergetool',
    rules: ['*.orig', '*.rej', '*_BACKUP_[0-9]*', '*_BASE_[0-9]*', '*_LOCAL_[0-9]*', '*_REMOTE_[0-9]*'],
  },
  {
    program: 'SQLite',
    source: 'https://www.sqlite.org/tempfiles.html',
    rules: ['*.db-journal', '*.db-wal', '*.db-shm', '*.sqlite-journal', '*.sqlite-wal', '*.sqlite-shm'],
  },
  {
    program: 'Syncthing',
    source: 'https://docs.syncthing.net/users/syncing.html',
    rules: ['.syncthing.*.tmp', '~syncthing~*.tmp', '.stfolder/', '.stversions/', '*.sync-conflict-[0-9]*-[0-9]*'],
  },
  {
    program: 'Dropbox',
    source: `${GITIGNORE}/Dropbox.gitignore`,
    rules: ['.dropbox', '.dropbox.attr', '.dropbox.cache/'],
  },
  {
    program: 'Dropbox',
    source: 'https://help.dropbox.com/organize/conflicted-copy',
    rules: [
      '*(*conflicted copy*)*',
      '*(*n Konflikt stehende Kopie*)*',
      '*(*opia en conflicto*)*',
      '*(*opie en conflit*)*',
      '*(*冲突副本*)*',
      '*(Case Conflict*)*',
      '*(Selective Sync Conflict*)*',
      '*(Unicode Encoding Conflict*)*',
      '*(Whitespace Conflict*)*',
    ],
  },
  {
    program: 'Nextcloud and ownCloud',
    source: 'https://github.com/nextcloud/desktop/blob/master/sync-exclude.lst',
    rules: ['.sync_*.db*', '._sync_*.db*', '.csync_journal.db*', '.owncloudsync.log*', '.nextcloudsync.log*'],
  },
  {
    program: 'Nextcloud and ownCloud',
    source: 'https://docs.nextcloud.com/desktop/latest/conflicts.html',
    rules: ['*_conflict-[0-9]*-[0-9]*', '*.nextcloud', '*.owncloud'],
  },
  { program: 'iCloud Drive', source: 'https://support.apple.com/guide/icloud', rules: ['.*.icloud'] },
  {
    program: 'Google Drive',
    source: 'https://support.google.com/drive/answer/10838124',
    rules: ['.tmp.driveupload/', '.tmp.drivedownload/'],
  },
  {
    program: 'Resilio Sync',
    source: 'https://help.resilio.com/hc/en-us/articles/205458165',
    rules: ['.sync/', '*.!sync', '*.bts', '*.rsls'],
  },
  {
    program: 'Seafile',
    source: 'https://help.seafile.com/syncing_client/file_conflicts/',
    rules: ['*(SFConflict *)*'],
  },
  { program: 'MEGA', source: 'https://help.mega.io/installs-apps/desktop', rules: ['.debris/', '.megatmp.*'] },
  { program: 'Unison', source: 'https://github.com/bcpierce00/unison/wiki', rules: ['.unison.*'] },
  {
    program: 'FreeFileSync',
    source: 'https://freefilesync.org/manual.php',
    rules: ['*.ffs_db', '*.ffs_tmp', '*.ffs_lock'],
  },
  {
    program: 'Obsidian',
    source: 'https://github.com/github/gitignore/blob/main/community/Obsidian/NotesOnly.gitignore',
    rules: ['.obsidian/', '.trash/'],
  },
  {
    program: 'Obsidian Git',
    source: 'https://github.com/Vinzent03/obsidian-git',
    rules: ['conflict-files-obsidian-git.md'],
  },
  {
    program: 'Logseq',
    source: 'https://github.com/logseq/logseq',
    rules: ['**/logseq/bak/', '**/logseq/.recycle/', '**/logseq/version-files/'],
  },
  { program: 'Zim', source: 'https://zim-wiki.org/manual/', rules: ['.zim/'] },
  {
    program: 'macOS',
    source: `${GITIGNORE}/macOS.gitignore`,
    rules: [
      '.DS_Store',
      '._*',
      'Icon[\r]',
      // Cocoa's way to save a document
      '*.sb-????????-??????',
      '.AppleDouble/',
      '.AppleDB/',
      '.AppleDesktop/',
      '.LSOverride',
      '.localized',
      '.apdisk',
      '.Trashes/',
      '.Spotlight-V100/',
      '.fseventsd/',
      '.DocumentRevisions-V100/',
      '.TemporaryItems/',
      '__MACOSX/',
      '.VolumeIcon.icns',
      '.com.apple.timemachine.*',
      '.afpDeleted*',
      'Network Trash Folder/',
      'Temporary Items/',
    ],
  },
  {
    program: 'Windows',
    source: `${GITIGNORE}/Windows.gitignore`,
    rules: [
      'Thumbs.db',
      'ehthumbs.db',
      'ehthumbs_vista.db',
      'desktop.ini',
      '$RECYCLE.BIN/',
      'System Volume Information/',
    ],
  },
  {
    program: 'Linux',
    source: `${GITIGNORE}/Linux.gitignore`,
    rules: ['.directory', '.Trash-*', '.Trash-*/', '.nfs*', '.fuse_hidden*', '.smbdelete*', 'lost+found/'],
  },
  {
    program: 'Synology',
    source: 'https://kb.synology.com',
    rules: ['@eaDir/', String.raw`\#recycle/`, String.raw`\#snapshot/`],
  },
]

/**
 * The lines of an ignore file that says so. New repositories have them in `.git/info/exclude`, so that git says nothing of
 * these files either.
 */
export const LEFT_BY_PROGRAMS: readonly string[] = LEFT_BY.flatMap(({ program, rules }) => [`# ${program}`, ...rules])

/** The rules, sorted by what it takes to compare a name with them: most of the many are one text and a star. */
class Rules {
  readonly #names = new Set<string>()
  readonly #endings: string[] = []
  readonly #beginnings: string[] = []
  readonly #others: IgnorePattern[] = []

  add(pattern: IgnorePattern): void {
    const [first, second, ...more] = pattern.isAnchored ? [] : pattern.pieces
    if (first?.kind === 'text' && second === undefined) this.#names.add(first.text)
    else if (first?.kind === 'star' && second?.kind === 'text' && more.length === 0) this.#endings.push(second.text)
    else if (first?.kind === 'text' && second?.kind === 'star' && more.length === 0) this.#beginnings.push(first.text)
    else this.#others.push(pattern)
  }

  has(path: string, spend?: (characters: number) => void): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return (
      this.#names.has(name) ||
      this.#endings.some((ending) => name.endsWith(ending)) ||
      this.#beginnings.some((beginning) => name.startsWith(beginning)) ||
      this.#others.some(({ pieces, isAnchored }) => matchesPieces(pieces, isAnchored ? path : name, spend))
    )
  }
}

function rulesFor(foldsCase: boolean): Readonly<Record<'file' | 'folder', Rules>> {
  const rules = { file: new Rules(), folder: new Rules() }
  for (const pattern of LEFT_BY_PROGRAMS.flatMap((line) => parseIgnoreLine(line, foldsCase) ?? [])) {
    rules[pattern.onlyFolders ? 'folder' : 'file'].add(pattern)
  }
  return rules
}
const EXACT = rulesFor(false)
const FOLDED = rulesFor(true)

interface Asked {
  readonly isFolder?: boolean
  readonly foldsCase?: boolean
  /** Called with the characters compared. */
  readonly spend?: (characters: number) => void
}

/** Whether a program left a file, or made a folder, of this path beside the user's. */
export function isLeftByProgram(path: string, { isFolder = false, foldsCase = false, spend }: Asked = {}): boolean {
  const rules = foldsCase ? FOLDED : EXACT
  return rules[isFolder ? 'folder' : 'file'].has(foldsCase ? foldAscii(path) : path, spend)
}

/** Whether that is so of a file, or of a folder above it. */
export const isBesideFiles = (path: string): boolean =>
  path
    .split('/')
    .some((_, at, names) => isLeftByProgram(names.slice(0, at + 1).join('/'), { isFolder: at < names.length - 1 }))

/** How programs show a file that they keep in a cloud: by another one in its place, with its name in the middle. */
const CLOUD_STUBS: readonly { readonly service: string; readonly before: string; readonly after: string }[] = [
  { service: 'iCloud', before: '.', after: '.icloud' },
  { service: 'Nextcloud', before: '', after: '.nextcloud' },
  { service: 'ownCloud', before: '', after: '.owncloud' },
  { service: 'Resilio Sync', before: '', after: '.rsls' },
]

/** The names of a file's stubs, and whose they are. */
export const stubsOf = (name: string): readonly { readonly service: string; readonly stub: string }[] =>
  CLOUD_STUBS.map(({ service, before, after }) => ({ service, stub: `${before}${name}${after}` }))

/** The name of the file that a stub stands for; null for any other name. */
export function fileOfStub(name: string): string | null {
  const found = CLOUD_STUBS.find(
    ({ before, after }) => name.length > (before + after).length && name.startsWith(before) && name.endsWith(after),
  )
  return found === undefined ? null : name.slice(found.before.length, name.length - found.after.length)
}
