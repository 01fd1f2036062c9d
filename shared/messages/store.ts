/** Reading and writing a store. */
export const STORE = {
  'version-too-large':
    'This version of the file is larger than 64 MB, too large to show or restore here. It stays in the history, and everything else works.',
  'ambiguous-object': 'More than one object begins with {prefix}. Enter more digits.',
  'object-forged':
    'An object in this store’s history ({id}) contains a file name that git refuses (such as “..”). It was made by hand, so Variorum doesn’t read it. “Verify history” in Settings (or variorum check) says more.',
  'object-damaged':
    'An object in this store’s history ({id}) is missing or damaged. Newer and older versions aren’t affected. “Verify history” in Settings (or variorum check) says more; a backup or a clone may still have the object.',
  'detached-head':
    'Git in this folder has a single commit checked out instead of a branch (a detached HEAD). Nothing was written. Switch to a branch, then try again.',
  'head-unreadable':
    'The HEAD file of this store’s git repository can’t be read. Nothing was written. “Verify history” in Settings (or variorum check) says more.',
  'branch-nowhere':
    'The branch {branch} doesn’t point to a commit: its file in .git is empty or truncated. Nothing was written, so no history is lost. The last line of .git/logs/{ref} names the branch’s last commit.',
  'branch-locked':
    'Git has locked the branch {branch} in this folder. Nothing was written; try again when git has finished.',
  'commit-too-large':
    'This commit has more than 250,000 files and folders, which is too many to work with here. Nothing was written; git itself can still read it.',
  'unknown-point': 'This memory has no commit, restore point, branch or tag {ref}.',
  'no-commit-yet': 'This memory has no commit as old as that: {ref}.',
  'nothing-to-move': 'There is nothing to move, so nothing was changed.',
  'all-as-it-was': 'Everything you selected already matches that point, so nothing was changed.',
  'folder-swapped':
    'A folder that belongs to this memory is not in its place, or was replaced by a link. Nothing was written there. Put it back, then try again.',
  'temporary-file-gone':
    'Another program removed Variorum’s temporary file before it could be moved into place. Nothing was written; try again.',
  'files-vanished':
    'The files of this memory vanished from its folder all at once, and the user has not said yet whether that was meant. Nothing was written. Ask the user to open Variorum and decide.',
  'git-busy':
    'Git is busy in this folder: {what} isn’t finished. Nothing was written; finish it or try again in a moment.',
  'lease-taken':
    'Another process has been writing to this store for more than {seconds} seconds. Nothing was written; try again.',
  'point-name-taken':
    'A restore point named “{name}” already exists. Choose another name, or remove that restore point.',
  'config-locked': 'Git has locked this store’s configuration. Nothing was changed; try again in a moment.',
  'points-locked-unwritten': 'Git has locked this store’s restore points. Nothing was written; try again in a moment.',
  'points-locked': 'Git has locked this store’s restore points. Nothing was changed; try again in a moment.',
  'index-unknown':
    'Git’s index in this folder is split, sparse or newer than Variorum supports. Nothing was written. Turn git’s split and sparse indexes off, then try again.',
  'path-leads-out': 'The path is not allowed: a symbolic link in it leads out of the memory directory.',
  'path-leads-to-reserved': 'The path is not allowed: it leads to files reserved for git and Variorum.',
  'path-loops': 'The path is not allowed: symbolic links in it form a loop.',
  'path-too-long': 'The path is not allowed: it’s too long for this computer.',
  'path-holds-control-character': 'The path is not allowed: it contains a control character.',
  'in-cloud': 'it’s in {service} and not on this computer at the moment',
  'folder-in-cloud':
    'A file in {folder} is in a cloud and not on this computer at the moment ({stub}). Nothing was changed. Have it downloaded first.',
  'path-in-cloud':
    'The file is in {service} and not on this computer at the moment. It can be read and changed once {service} has downloaded it.',
  'not-readable': 'the system doesn’t let Variorum read it',
  'path-not-readable': 'The system doesn’t let Variorum read this. Check its permissions, or the disk that it is on.',
  'folder-not-readable':
    'The system doesn’t let Variorum read the folder {folder}. Nothing was changed. Check its permissions, or the disk that it is on.',
  'not-checked-out':
    'git keeps this path out of the folder (a sparse checkout). It’s in the history; have git check it out first',
  'path-not-checked-out':
    'The path is in the history, but git keeps it out of the folder (a sparse checkout). It can be read and changed once git has checked it out.',
  'file-too-large': 'The file is larger than 64 MB, too large to read here.',
  'not-a-file': 'The path isn’t a file. Devices, pipes and sockets can’t be read or written.',
  'disk-full': 'The disk is full. Nothing was written; free some space and try again.',
  'disk-share-used-up': 'Your disk quota is used up. Nothing was written; free some space and try again.',
  'disk-read-only': 'The disk is read-only. Nothing was written; make it writable and try again.',
  'disk-no-permission':
    'The system doesn’t let Variorum read or write a part of the memory folder. Nothing was written; change its permissions and try again.',
  'too-many-open-files':
    'Too many files are open on this computer. Nothing was written; close some programs and try again.',
  'disk-fault': 'The disk reported an error. Nothing was written; check the disk before you continue.',
  'path-too-long-for-disk': 'The path is too long for this computer. Nothing was written; choose a shorter one.',
  'another-disk':
    'Part of the memory folder is on another disk, where files can’t be replaced safely. Nothing was written; keep the folder on one disk.',
  'disk-other':
    'The system reported an error in the memory folder ({code}). Nothing was written; check that the folder is still there, and try again.',
  'no-history': 'This store has no history yet.',
  'lines-of-several': 'Line numbers differ between changes. Undo lines from one change at a time.',
  'git-unfinished': 'Git is in the middle of {operation} in this folder. Variorum can write again once it’s finished.',
  'nothing-to-name': 'This store has no history yet, so there is nothing to name.',
  'kept-for-git': '{path} is reserved for git and Variorum. Nothing was written.',
  'name-refused': 'The path is not allowed: {why}. Nothing was written.',
  'file-over-64-mb': 'A file can’t be larger than 64 MB. Nothing was written. Split it into smaller files.',
  'nothing-to-write': 'There is nothing to write, so nothing was changed.',
  'path-twice':
    'Two files would be at {path}, or a file where another needs a folder. Nothing was written. Give one of them another name.',
  'import-unknown':
    '“{source}” isn’t in a format that can be imported. Choose an export of ChatGPT or Claude, the memory folder of an agent, or a folder of notes, or say what it is.',
  'upload-gone': 'What was sent of “{name}” is no longer there. Nothing was imported; choose it again.',
  'import-refused': 'None of the {count, number} files were added: they are added together or not at all. {why}',
  'folder-holds-foreign':
    'Something here can’t be part of a memory: another repository, a device, a pipe, a socket, or a name that git refuses. Nothing was changed.',
  'store-cannot-go': 'The memory folder itself can’t be removed or renamed. Nothing was changed.',
  'memory-folder-gone':
    'The memory folder isn’t there any more: it was moved or removed. Nothing was written. Put it back and try again, or restart Variorum.',
  'store-folder-gone':
    'The memory folder isn’t there any more: it was moved or removed. Put it back, or restart Variorum.',
  'files-gone': 'None of these files exist any more. Nothing was changed.',
  'files-gone-or-changed': 'Each of these files was changed or removed meanwhile. Nothing was changed.',
  'new-name-refused': 'The new path is not allowed: {why}. Nothing was changed.',
  'folder-into-itself': 'A folder can’t be moved into itself. Nothing was changed.',
  'neither-now-nor-then': 'The path {path} doesn’t exist now and didn’t exist then. Nothing was changed.',
  'left-out-link': 'it’s a symbolic link, and git accepts only a regular file with this name',
  'text-not-searchable': 'its text goes on without a break for too long to be searched for secrets',
  'left-out-long-line': 'a line in it is longer than git allows',
  'nothing-to-undo': 'Already undone: the files are as they would be after it.',
  'undo-in-the-way':
    'Nothing was changed: a later change affects the same part of {paths}. Decide what stays, undo the later change first, or restore an earlier version.',
  'file-withheld':
    '{path} was changed by another program and contains something that the policies redact ({rules}). It stays as it is until it’s redacted. Nothing was written.',
  'file-changed-meanwhile': '{path} has changed in the meantime. Nothing was written; look at the newer version first.',
  'folder-cannot-be-made': 'The folder {folder} can’t be created: {why}. Nothing was changed.',
  'file-cannot-be-written': '{path} can’t be written: {why}. Nothing was changed.',
  'folder-in-the-way': 'a folder with files in it is in the way',
  'device-in-the-way': 'a device, pipe or socket is in the way',
  'file-in-the-way': '{path} is a file, so nothing can be inside it',
  'repository-in-the-way': '{path} is another git repository',
  'brought-back-anyway': '{path} was restored although the rule “{rule}” refuses it.',
  'files-owed':
    'The change is in the history, but not all of its files could be written, and those already written couldn’t be put back. Variorum will repair this as soon as it can write to the folder again.',
  'store-closed': 'The store is closed. Nothing was written; open it again.',
  'store-not-open-yet': 'It is not open yet; in a moment it is.',
  'folder-keeps-changing': 'Other programs keep changing this folder. Nothing was written; try again in a moment.',
  'store-stopped': 'The store stopped working. Your saved changes are safe; open the store again.',
  'a-merge': 'a merge',
  'a-rebase': 'a rebase',
  'a-cherry-pick': 'a cherry-pick',
  'a-revert': 'a revert',
  'a-bisect': 'a bisect',
  'a-git-command': 'a git command',
  'store-is-as-it-was': 'The store already matches that point, so nothing was changed.',
  'is-as-it-was': '{path} already matches that point, so nothing was changed.',
  'line-was-removed':
    'Note: the user removed this line on {day}: “{line}”. Unless they asked for it again, take it out.',
  'bundle-no-history': 'This store has no history yet, so there is nothing to export.',
  'bundle-damaged':
    'Objects in the history are missing or damaged, so a complete copy can’t be made. Check the history in Settings to see what can be repaired.',
} as const
