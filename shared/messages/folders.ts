/** Which folders can be a store, and which names files can have. */
export const FOLDERS = {
  'config-unreadable':
    'This folder cannot hold a memory: the configuration of its git repository (.git/config) cannot be read. "git config --list" in the folder says where.',
  'file-in-folder-place': 'The memory needs a folder, and there is a file in its place. Choose another folder.',
  'no-such-folder':
    'This folder doesn’t exist, and neither does the one it would be in. Nothing was created. Check the spelling.',
  'folder-unreadable': 'This folder cannot be read. Nothing was made. Choose another folder.',
  'folder-not-made': 'The memory folder cannot be made there (no permission). Choose another folder.',
  'folder-refused': 'This folder cannot hold a memory: {why}',
  'folder-bare-has-no-files': 'it is a bare git repository. Choose a folder with files.',
  'folder-git-is-a-file':
    'its .git is not a folder (a work tree or submodule of another repository). Choose a repository of its own.',
  'folder-inside-repository':
    'it is inside another git repository, which would take its files for its own. Choose another folder, or have that repository ignore this one.',
  'folder-sha256':
    'its git repository uses SHA-256, which Variorum cannot write. Convert it, or choose another folder.',
  'folder-reftables':
    'its git repository keeps its branches in reftables, which Variorum cannot write. Convert it with "git refs migrate --ref-format=files".',
  'folder-shallow':
    'its git repository is shallow (part of the history is missing). Run "git fetch --unshallow" first.',
  'folder-partial-clone': 'its git repository is a partial clone (objects are missing). Make a full clone first.',
  'folder-alternates':
    'its git repository borrows objects from another one (objects/info/alternates). Run "git repack -a -d" and delete that file first.',
  'folder-work-tree-elsewhere':
    'the working tree of its git repository is somewhere else (core.worktree). Choose a folder that contains its own files.',
  'folder-sparse': 'its git index is sparse or split, which Variorum cannot write. Turn that off first.',
  'folder-filters':
    'its git attributes run filters over files (such as LFS or encryption). Choose a repository without.',
  'folder-submodules': 'its git repository has submodules. Choose a repository without.',
  'folder-gitmodules': 'it holds a .gitmodules file (submodules). Choose a repository without.',
  'folder-detached':
    'git has checked out a single commit and no branch there (a detached HEAD). Switch to a branch first.',
  'folder-git-busy': 'git is in the middle of {operation} there. Finish it first.',
  'git-file-too-large': "the file .git/{path} is too large to be git's. Choose another folder.",
  'git-file-strange':
    '.git/{path} in it is not the plain file or folder that belongs there (but a link, a pipe or a device, for example). Choose another folder, or put a plain file or folder in its place.',
  'ignore-rules-slow':
    'The ignore rules of this folder take too long to match (its .gitignore files). Nothing was written. Simplify them, and try again.',
  'ignore-rules-many':
    'A .gitignore file of this folder has more than {most} rules. Nothing was written. Shorten it, and try again.',
  'ignore-rules-large':
    'A .gitignore file of this folder is larger than 1 MB. Nothing was written. Shorten it, and try again.',
  'left-out-not-a-file': 'it is another repository, a device, a pipe or a socket',
  'left-out-too-large': 'it is larger than 64 MB',
  'place-system': 'the files of the system and its programs',
  'place-keys': 'keys and passwords',
  'place-programs': 'programs, or for files that are run by themselves',
  'place-browser': 'the profile of a browser',
  'place-program-data': 'the data of other programs',
  'place-own': "Variorum's own settings",
  'folder-is-root': 'it is the root of the file system. Choose a folder of its own.',
  'folder-is-home': 'it is your home folder. Choose a folder of its own.',
  'folder-is-place': 'it is a place for {place}. Choose a folder of its own.',
  'folder-holds-homes': 'it holds the home folders. Choose a folder of its own.',
  'folder-is-shared': 'it is shared by everything that is put there. Choose a folder in it.',
  'folder-holds-place': 'it holds a place for {place}. Choose a folder of its own.',
  'path-empty-part': 'it has an empty part',
  'path-dots': 'it has a part made of dots',
  'path-half-character': 'it holds half of a character',
  'path-control-character': 'it holds a control character',
  'path-direction': 'it holds a character that changes the direction of writing',
  'path-backslash': 'it holds a backslash',
  'path-invisible': 'it has a part that cannot be seen',
  'path-lookalike': 'it holds a character that looks like a dot or a slash',
  'path-encoded': 'it holds an encoded dot or slash',
  'path-reserved-character': 'it holds one of : * ? < > | "',
  'path-space': 'a part begins or ends with a space',
  'path-ends-with-dot': 'a part ends with a dot',
  'path-tilde': 'a part begins with "~" or "$"',
  'path-kept-for-git': 'it is kept for git and Variorum',
  'path-windows': 'it has a name that Windows reserves',
  'path-part-long': 'a part is longer than {most} bytes',
  'path-deep': 'it has more than {most} parts',
  'name-not-utf8': 'its name is not valid UTF-8',
  'name-impossible': 'its name is not one that a file can have',
  'no-submodules': 'submodules are not kept in a memory',
  'name-of-git': 'git keeps its name for itself',
  'path-refused': 'The path is not allowed: {why}. Paths begin with {root}/ and stay inside it.',
  'path-not-text': 'it is not a text',
  'path-begins-elsewhere': 'it does not begin with {root}/',
  'folder-look-too-long':
    'Reading this folder takes too long: its contents or its git repository are unusual, or the disk is very slow. Nothing was changed. Choose another folder, or try again.',
  'folder-look-failed':
    'This folder could not be read: its git repository is too large, or has an unusual structure. Nothing was changed. Choose another folder.',
  'store-is-open': 'This store is open. It stays on the list; open another one first.',
  'default-store-opened': 'The store “{name}” could not be opened, so the default one is open. {why}',
  'not-a-full-path':
    'This is not the full path to a folder, so nothing was created. Enter the full path, such as ~/Documents/notes.',
  'not-chosen-in-dialog': 'This folder was not chosen in the dialog. Nothing was created. Choose it again.',
  'folder-synchronised':
    'Another program synchronises this folder with other computers. Two computers that write at the same time can damage the git repository in it; use it on one at a time.',
  'store-not-listed': 'This store is no longer on the list. Add its folder again.',
  'store-folder-moved':
    'The folder of “{name}” is not where it was. Nothing was opened. Put it back, or use “Find it” in Settings to say where it is now.',
  'store-is-a-copy':
    'The store “{name}” is still where it was, so this folder is a copy of it. The list is unchanged. Add the copy as another store.',
  'folder-refused-in-terminal': 'The folder was refused in the terminal where Variorum runs. Nothing was added.',
  'folder-not-confirmed-in-time':
    'Nobody pressed Enter in the terminal where Variorum runs within two minutes. Nothing was added. Try again, or run "variorum --store DIR --trust" with that folder as DIR.',
  'folder-needs-terminal':
    'A new folder must be allowed in the terminal running Variorum, but there is none. Nothing was added. Start Variorum in a terminal, or run "variorum --store DIR --trust" with that folder as DIR.',
  'folder-question-withdrawn': 'The request was cancelled. Nothing was added.',
  'folder-not-the-store':
    "This folder is not the store “{name}”. The list is unchanged. Choose the store's folder, or add this one as another store.",
  'folder-of-another-store':
    "This folder is not the store “{name}”, it is another one. The list is unchanged. Choose the store's folder, or add this one as another store.",
} as const
