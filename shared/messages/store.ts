/** Reading and writing a store. */
export const STORE = {
  'version-too-large':
    'This version of a file is larger than 64 MB, which is too large to show or bring back here. It stays in git, where "git show" reads it, and everything else works.',
  'ambiguous-object': 'More than one object begins with {prefix}. Give more digits.',
  'object-forged':
    'The object {id} of this store\'s history names a file in a way that git refuses (such as ".."). It was made by hand, so it is not read. "git fsck" in the folder shows more.',
  'object-damaged':
    'The object {id} of this store\'s history is missing or damaged. Newer and older versions are not affected. "git fsck" in the folder shows more; a backup or a clone may still have it.',
  'detached-head':
    'Git in this folder has checked out a single commit and no branch (a detached HEAD). Nothing was written. Switch to a branch, for example with "git switch -".',
  'head-unreadable':
    'The file HEAD of this store\'s git repository cannot be read. Nothing was written. "git fsck" in the folder shows more.',
  'branch-nowhere':
    'The branch {branch} of this store points nowhere (its file is empty or truncated). Nothing was written, so that no history is lost. Its last commit is in the last line of .git/logs/{ref}.',
  'branch-locked':
    'Git keeps the branch {branch} locked in this folder. Nothing was written; try again when git has finished.',
  'commit-too-large':
    'This commit has more than 250,000 files and folders, which is too many to work with here. Nothing was written; git itself still reads it.',
  'unknown-point': 'There is no commit or restore point {ref} in this store.',
  'nothing-to-move': 'There is nothing to move. Nothing was changed.',
  'all-as-it-was': 'Everything selected is already as it was then. Nothing was changed.',
  'temporary-file-gone':
    "A program removed Variorum's temporary file before it could be put in place. Nothing was written; try again.",
  'git-busy':
    'Git is busy in this folder: {what} is not finished. Nothing was written; finish it or try again in a moment.',
  'lease-taken':
    'Another process is writing to this store and did not finish in {seconds} seconds. Nothing was written; try again.',
  'point-name-taken': 'A restore point named "{name}" already exists. Choose another name, or remove that one.',
  'points-locked-unwritten':
    'Git keeps the restore points of this store locked. Nothing was written; try again in a moment.',
  'points-locked': 'Git keeps the restore points of this store locked. Nothing was changed; try again in a moment.',
  'index-unknown':
    'Git\'s index in this folder is split, sparse or newer than Variorum knows. Nothing was written. Turn that off ("git update-index --no-split-index", "git sparse-checkout disable"), and try again.',
  'path-leads-out': 'The path is not allowed: a symbolic link on it leads out of the memory directory.',
  'path-leads-to-reserved': 'The path is not allowed: it leads to files kept for git and Variorum.',
  'path-loops': 'The path is not allowed: symbolic links on it lead in a circle.',
  'path-too-long': 'The path is not allowed: it is too long for this computer.',
  'path-holds-control-character': 'The path is not allowed: it holds a control character.',
  'file-too-large': 'The file is larger than 64 MB, too large to be read here.',
  'not-a-file': 'The path is not a file: devices, pipes and sockets are not read or written.',
  'disk-full': 'The disk is full. Nothing was written; make room and try again.',
  'disk-share-used-up': 'Your share of the disk is used up. Nothing was written; make room and try again.',
  'disk-read-only': 'The disk is read-only. Nothing was written; make it writable and try again.',
  'disk-no-permission':
    "The memory folder does not let Variorum write (no permission). Nothing was written; change the folder's permissions and try again.",
  'too-many-open-files':
    'Too many files are open on this computer. Nothing was written; close something and try again.',
  'disk-fault': 'The disk reported a fault. Nothing was written; check the disk before you continue.',
  'path-too-long-for-disk': 'The path is too long for this computer. Nothing was written; choose a shorter one.',
  'another-disk':
    'A part of the memory folder is on another disk, where files cannot be replaced safely. Nothing was written; keep the folder on one disk.',
  'disk-other':
    'The computer could not finish the work on the memory folder ({code}). Nothing was written; check that the folder is still in its place, and try again.',
  'no-history': 'This store has no history yet.',
  'lines-of-several': 'Line numbers differ between changes. Undo lines of one change at a time.',
  'git-unfinished': 'Git is in the middle of {operation} in this folder. Finish it, and writing resumes.',
  'nothing-to-name': 'This store has no history yet: there is nothing to name.',
  'kept-for-git': '{path} is kept for git and Variorum. Nothing was written.',
  'name-refused': 'The name is not allowed: {why}. Nothing was written.',
  'file-over-64-mb': 'A file of a memory has at most 64 MB. Nothing was written.',
  'nothing-to-write': 'There is nothing to write, so nothing was changed.',
  'folder-holds-foreign':
    'It holds something that is not kept in a memory: another repository, a device, a pipe, a socket, or a name that git refuses. Nothing was changed.',
  'store-cannot-go': 'The memory folder itself cannot be removed or renamed. Nothing was changed.',
  'files-gone': 'None of these files exist any more. Nothing was changed.',
  'new-name-refused': 'The new name is not allowed: {why}. Nothing was changed.',
  'folder-into-itself': 'A folder cannot be moved into itself. Nothing was changed.',
  'neither-now-nor-then': 'There is no {path} now, nor was there then. Nothing was changed.',
  'left-out-link': 'git does not follow a link in its place',
  'left-out-long-line': 'a line in it is longer than git allows',
  'nothing-to-undo': 'There is nothing to undo: no file is different because of it.',
  'undo-in-the-way':
    'Cannot undo this: {paths} changed again since then, in the same place. Nothing was changed. Decide what stays, undo the later change first, or restore the file to an earlier state.',
  'file-withheld':
    '{path} was changed by another program and contains something the policies redact ({rules}). It stays as it is until the user redacts it. Nothing was written.',
  'file-changed-meanwhile': '{path} was changed meanwhile. Nothing was written; look at the newer version first.',
  'folder-cannot-be-made': 'The folder {folder} cannot be made: {why}. Nothing was changed.',
  'file-cannot-be-written': '{path} cannot be written: {why}. Nothing was changed.',
  'folder-in-the-way': 'there is a folder with files in it',
  'device-in-the-way': 'there is a device, pipe or socket',
  'file-in-the-way': '{path} is a file, so nothing can be below it',
  'repository-in-the-way': '{path} is another git repository',
  'brought-back-anyway': '{path} was brought back although the rule "{rule}" refuses it.',
  'files-owed':
    'The change is in the history, but its files could not all be put in place, and could not be put back either. This is repaired as soon as the folder can be written again.',
  'store-closed': 'The store is closed. Nothing was written; open it again.',
  'folder-keeps-changing': 'Other programs keep changing this folder. Nothing was written; try again in a moment.',
  'store-stopped': 'The store stopped working. Everything that was acknowledged is kept; open the store again.',
  'a-merge': 'a merge',
  'a-rebase': 'a rebase',
  'a-cherry-pick': 'a cherry-pick',
  'a-revert': 'a revert',
  'a-bisect': 'a bisect',
  'a-git-command': 'a git command',
  'store-is-as-it-was': 'The store is already as it was then. Nothing was changed.',
  'is-as-it-was': '{path} is already as it was then. Nothing was changed.',
  'line-was-removed':
    'Note: the user removed this line on {day}: "{line}". Unless they asked for it again, take it out.',
  'export-name-taken': 'Something with that name already exists. Nothing was written; choose another name.',
  'export-disk-full': 'The disk is full. Nothing was exported; choose another place.',
  'export-not-allowed': 'The system does not let Variorum write there. Nothing was exported; choose another place.',
  'export-not-written': 'It could not be written there. Nothing was exported; choose another place.',
  'export-no-file': 'There is no file {path} at that point. Nothing was exported.',
  'export-too-large': '{path} is too large to be exported. Copy it from the folder of the store.',
  'bundle-no-history': 'This store has no history yet, so there is nothing to export.',
  'bundle-damaged':
    'Objects of the history are missing or damaged, so no complete copy can be made. Check the history in Settings: it says what can be repaired.',
} as const
