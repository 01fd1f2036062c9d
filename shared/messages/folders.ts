/** Which folders can be a store, and which names files can have. */
export const FOLDERS = {
  'config-unreadable':
    'This folder can’t be used for a memory: the configuration of its git repository (.git/config) can’t be read. Correct that file, or choose another folder.',
  'file-in-folder-place': 'The memory needs a folder, but there is a file at this path. Choose another folder.',
  'no-such-folder':
    'This folder doesn’t exist, and neither does its parent folder. Nothing was created. Check the spelling.',
  'folder-unreadable': 'This folder can’t be read. Nothing was created. Choose another folder.',
  'folder-not-made':
    'The memory folder can’t be created there: Variorum doesn’t have permission. Choose another folder.',
  'folder-refused': 'This folder can’t be used for a memory: {why}',
  'store-of-newer-version':
    'A newer version of Variorum wrote this memory, in a format that this one doesn’t know. Nothing was changed. Update Variorum.',
  'folder-bare-has-no-files': 'it’s a bare git repository. Choose a folder with files.',
  'folder-git-is-a-file':
    'its .git isn’t a folder (the folder may be a worktree or submodule of another repository). Choose a folder with its own repository.',
  'folder-inside-repository':
    'it’s inside another git repository, which would track the files here as its own. Choose another folder, or have that repository ignore this folder.',
  'history-is-beside':
    'The history of this folder is kept beside it, in Variorum’s own data. Nothing was changed. Open the folder without saying where its history is.',
  'history-is-inside':
    'The history of this folder is in its .git already. Nothing was changed. Open the folder without saying where its history is.',
  'history-beside-codex':
    'Codex replaces .git in this folder with its own and drops what was in it, so Variorum keeps the history beside the folder.',
  'adding-elsewhere': 'Another process is adding a folder at the moment. Nothing was changed; try again.',
  'folder-sha256': 'its git repository uses SHA-256, which Variorum can’t write. Choose another folder.',
  'folder-reftables':
    'its git repository stores its branches in reftables, which Variorum can’t read. Choose a repository that stores them in files.',
  'folder-shallow': 'its git repository is shallow (part of the history is missing). Choose a complete clone.',
  'folder-partial-clone': 'its git repository is a partial clone (objects are missing). Choose a complete clone.',
  'folder-alternates':
    'its git repository borrows objects from another one (objects/info/alternates). Choose a complete clone.',
  'folder-work-tree-elsewhere':
    'the working tree of its git repository is somewhere else (core.worktree). Choose a folder that contains its own files.',
  'folder-sparse':
    'its git index is sparse or split, and Variorum can’t write such an index. Turn off index.sparse and core.splitIndex first.',
  'folder-attribute':
    'git changes some of its files between its history and the folder (the git attribute “{attribute}”). Choose a repository without it.',
  'folder-submodules': 'its git repository has submodules. Choose a repository without them.',
  'folder-gitmodules': 'it contains a .gitmodules file (submodules). Choose a repository without one.',
  'folder-detached':
    'git has a single commit checked out there instead of a branch (a detached HEAD). Switch to a branch first.',
  'folder-git-busy': 'git is in the middle of {operation} there. Finish it first.',
  'git-file-too-large': 'the file .git/{path} is far larger than it should be, so Variorum doesn’t read it.',
  'git-file-strange':
    'its .git/{path} isn’t the plain file or folder that git puts there (it may be a link, a pipe or a device), so Variorum doesn’t follow it. Choose another folder, or a fresh clone of this one.',
  'attributes-slow':
    'The git attributes here take too long to apply. Simplify the patterns in .gitattributes, then open the folder again.',
  'ignore-rules-slow':
    'The ignore rules in this folder (its .gitignore files) take too long to match. Nothing was written. Simplify them, and try again.',
  'ignore-rules-many':
    'A .gitignore file in this folder has more than {most} rules. Nothing was written. Shorten it, and try again.',
  'ignore-rules-large':
    'A .gitignore file in this folder is larger than 1 MB. Nothing was written. Shorten it, and try again.',
  'left-out-not-a-file': 'it’s another repository, a device, a pipe or a socket',
  'left-out-too-large': 'it’s larger than 64 MB',
  'place-system': 'system and program files',
  'place-keys': 'keys and passwords',
  'place-programs': 'programs or files that run automatically',
  'place-browser': 'a browser profile',
  'place-program-data': 'other programs’ data',
  'place-own': 'Variorum’s own settings',
  'folder-is-root': 'it’s the root of the file system. Choose another folder.',
  'folder-is-hidden':
    'it’s hidden, like the folders where programs keep settings, keys and what they run when they start. If it really is for notes, add it in the window and say so there, or run “variorum --hidden” with this folder once.',
  'folder-is-home': 'it’s your home folder. Choose another folder.',
  'folder-is-place': 'it’s used for {place}. Choose a separate folder.',
  'folder-holds-homes': 'it contains users’ home folders. Choose a separate folder.',
  'folder-is-shared': 'it’s used for many other things. Choose a folder inside it.',
  'folder-holds-place': 'it contains a folder used for {place}. Choose a separate folder.',
  'path-empty-part': 'a folder or file name in it is empty; check for an extra slash',
  'path-dots': 'a folder or file name in it is made only of dots',
  'path-half-character': 'it contains an incomplete character',
  'path-control-character': 'it contains a control character',
  'path-direction': 'it contains a character that changes the direction of the text',
  'path-backslash': 'it contains a backslash',
  'path-invisible': 'a folder or file name in it has invisible characters',
  'path-lookalike': 'it contains a character that looks like a dot or a slash',
  'path-encoded': 'it contains an encoded dot or slash',
  'path-reserved-character': 'it contains a character that isn’t allowed (: * ? < > | ")',
  'path-space': 'a folder or file name in it begins or ends with a space',
  'path-ends-with-dot': 'a folder or file name in it ends with a dot',
  'path-tilde': 'a folder or file name in it begins with “~” or “$”',
  'path-kept-for-git': 'it’s reserved for git and Variorum',
  'path-windows': 'it contains a name that Windows reserves',
  'path-part-long': 'a folder or file name in it is longer than {most} bytes',
  'path-deep': 'it has more than {most} levels',
  'name-not-utf8': 'its name isn’t valid UTF-8',
  'name-impossible': 'its name isn’t a valid file name',
  'no-submodules': 'a memory can’t contain submodules',
  'name-of-git': 'git reserves its name',
  'path-refused': 'The path is not allowed: {why}. Paths begin with {root}/ and stay inside it.',
  'path-not-text': 'it isn’t text',
  'path-begins-elsewhere': 'it’s outside {root}/',
  'folder-look-too-long':
    'Reading this folder takes too long: its contents or its git repository may be unusual, or the disk may be very slow. Nothing was changed; you can try again.',
  'folder-look-failed':
    'This folder couldn’t be read: its git repository may be too large or have an unusual structure. Nothing was changed. Choose another folder, or a fresh clone of this one.',
  'store-open-not-found': 'This store is open. Open another one first, then find it.',
  'store-is-open': 'This store is open, so it stays on the list. Open another one first.',
  'default-store-opened': 'The store “{name}” couldn’t be opened, so the default one is open. {why}',
  'not-a-full-path':
    'This isn’t the full path to a folder, so nothing was created. Enter the full path, such as ~/Documents/notes.',
  'not-chosen-in-dialog': 'A folder must be chosen in the folder dialog. Nothing was created.',
  'folder-synchronised':
    'Another program synchronises this folder with other computers. If two of them write to it at the same time, its git repository can be damaged; use it on only one computer at a time.',
  'store-not-listed': 'This store is no longer on the list. Add its folder again.',
  'store-folder-moved':
    'The folder for “{name}” is no longer where it was. Put it back, or use “Find it…” in Settings to say where it is now.',
  'store-is-a-copy':
    'The store “{name}” is still where it was, so this folder is a copy of it. The list is unchanged. Add the copy as another store.',
  'folder-refused-in-terminal': 'The folder was refused in the terminal running Variorum. Nothing was added.',
  'folder-not-confirmed-in-time':
    'Nobody pressed Enter within two minutes in the terminal running Variorum. Nothing was added. Try again, or run “variorum --store DIR --trust” with that folder as DIR.',
  'folder-needs-terminal':
    'A new folder must be allowed in the terminal running Variorum, but Variorum isn’t running in one. Nothing was added. Start Variorum in a terminal, or run “variorum --store DIR --trust” with that folder as DIR.',
  'folder-question-withdrawn': 'The request was cancelled. Nothing was added.',
  'folder-not-the-store':
    'This folder isn’t the store “{name}”. The list is unchanged. Choose the store’s folder, or add this one as another store.',
  'folder-of-another-store':
    'This folder is a different store, not “{name}”. The list is unchanged. Choose the store’s folder, or add this one as another store.',
} as const
