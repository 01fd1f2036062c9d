/** What a check of a store finds. */
export const CHECK = {
  'check-no-whole-commit':
    'No intact earlier commit was found; a backup or a clone may have one. A repair begins a new history with the files in the folder.',
  'check-newest-whole-commit':
    'The newest intact commit is {commit}. A repair moves the branch back to it and leaves the files in the folder as they are; what differs becomes a new commit.',
  'check-branch-damaged': 'The newest commit on the branch {branch} is damaged.',
  'check-branch-set-aside': 'The branch was set aside; a new history begins with the files as they are.',
  'check-branch-moved': 'The branch was moved to {commit}.',
  'check-objects-mean':
    'Versions that depend on missing or damaged objects can’t be shown or restored. All other versions can, and new changes are still saved.',
  'check-objects-lost': 'What’s missing can’t be recovered from this folder. A backup or a clone may still have it.',
  'check-objects-restored': 'Restored from the files and git’s index: {restored} of {before}.',
  'check-lock': 'Git left a lock behind (.git/{name}).',
  'check-lock-means':
    'While the lock is there, git and Variorum assume that a git command is running here, and wait for it.',
  'check-lock-set-aside': 'The lock was set aside.',
  'check-point': 'The ref refs/variorum/points/{ref} isn’t a Variorum restore point.',
  'check-point-means': 'It’s left out of the list of restore points. Everything else works.',
  'check-journal': 'A journal contains records that weren’t written on this device (.git/variorum/{name}).',
  'check-journal-means': 'None of its changes were applied. The file is kept in case it’s yours.',
  'check-journal-moved': 'The file was moved to .git/variorum/damaged.',
  'check-index': 'Git’s index can’t be read.',
  'check-index-means': 'Git can’t tell which files it tracks in this folder. No files or history have been lost.',
  'check-index-set-aside': 'The index was set aside; the next change creates a new one.',
  'check-index-unknown': 'Git’s index is split, sparse or newer than Variorum supports.',
  'check-index-unknown-means':
    'Everything can be read, but nothing can be changed until git’s split and sparse indexes are turned off.',
  'check-pack': 'The pack {name} or its index is damaged.',
  'check-pack-unindexed':
    'Objects found only in this pack can’t be read until it has an index again. A backup or a clone may still have them.',
  'check-pack-read':
    'Everything readable was copied to a new pack: {read, number} of {all, plural, one {# object} other {# objects}}. The damaged pack was set aside.',
  'check-pack-unread': 'Nothing in the damaged pack could be read. It was set aside.',
  'check-pack-means': 'Git can’t read any of the pack, though most of it may still be intact.',
  'check-objects':
    '{count, plural, one {An object in the history is} other {# objects in the history are}} missing or damaged ({places}).',
  'the-commit': 'the commit {commit}',
  'the-folder-itself': 'the folder itself',
  'and-more': '{names} and {count, number} more',
} as const
