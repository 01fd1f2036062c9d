import { expect, test } from 'vitest'
import { isBesideFiles, isLeftByProgram, LEFT_BY_PROGRAMS } from './left-by-programs.ts'

const LEFT = [
  '.notes.md.swp',
  '4913',
  'notes.md~',
  '.#notes.md',
  '#notes.md#',
  '.notes.md.kate-swp',
  'notes.md.bck',
  'notes.md___jb_tmp___',
  '.goutputstream-ABC123',
  '.~lock.notes.odt#',
  '~$notes.docx',
  'notes.md.tmp',
  'notes.md.tmp.12345.0a1b2c3d4e5f',
  'notes.md.tmp-1764300000a1b2',
  'notes.md.crdownload',
  'notes.md.orig',
  '.notes.md.swx',
  '.~notes.docx',
  '.tmpa1B2c3',
  'notes.md.opdownload',
  'notes.md.sb-1a2b3c4d-AbC123',
  'Icon\r',
  'conflict-files-obsidian-git.md',
  'notes (Case Conflict).md',
  'notes (Case Conflict 1).md',
  'notes (In Konflikt stehende Kopie von Eva 2026-11-28).md',
  'notes (Copia en conflicto de Eva 2026-11-28).md',
  'notes (Eva 的冲突副本 2026-11-28).md',
  '.syncthing.notes.md.tmp',
  'notes.sync-conflict-20261128-101112-ABCDEFG.md',
  "notes (Eva's conflicted copy 2026-11-28).md",
  'notes_conflict-20261128-101112.md',
  '.sync_1a2b.db',
  '.notes.md.icloud',
  'notes.md.nextcloud',
  'notes.md.rsls',
  '.DS_Store',
  '._notes.md',
  'Thumbs.db',
  'desktop.ini',
  '.directory',
  '.nfs000000000000001',
  '.fuse_hidden0000001',
]
test.each(LEFT)('%s was left by a program', (name) => {
  expect(isLeftByProgram(name)).toBe(true)
  expect(isLeftByProgram(`people/${name}`)).toBe(true)
})

test.each(['.obsidian', '.trash', '.stversions', 'lost+found', '@eaDir', '#recycle', 'a/logseq/bak', '.Trash-1000'])(
  'so was the folder %s',
  (path) => {
    expect(isLeftByProgram(path, { isFolder: true })).toBe(true)
    expect(isBesideFiles(`${path}/notes.md`)).toBe(true)
  },
)

test.each([
  'notes.md',
  '4913.md',
  'a~b.md',
  '#notes.md',
  'notes.swp.md',
  'thumbs.db',
  'notes.bak',
  'icloud.md',
  'tmp.md',
  'conflict.md',
  'trash/notes.md',
  'obsidian/notes.md',
  'logseq/config.edn',
  'part.md',
  'lost+found',
  '.hidden.md',
  '.tmp-notes.md',
  'Icon',
  'notes (conflict).md',
  'download.md',
  '4913/notes.md',
])('%s is the user’s', (path) => expect(isBesideFiles(path)).toBe(false))

test('letters are folded where the system folds them', () => {
  expect(isLeftByProgram('thumbs.db', { foldsCase: true })).toBe(true)
})

test('each rule is one of an ignore file', () => {
  for (const line of LEFT_BY_PROGRAMS) expect(line).toMatch(/^\S[^\n]*\S$/)
})
