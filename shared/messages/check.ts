/** What a check of a store finds. */
export const CHECK = {
  'check-no-whole-commit':
    'No intact earlier commit was found; a backup or a clone may have one. A repair begins a new history with the files in the folder.',
  'check-newest-whole-commit':
    'The newest intact commit is {commit}. The files in the folder stay as they are; any differences become a commit.',
  'check-branch-damaged': 'The newest commit of the branch {branch} is damaged.',
  'check-branch-set-aside': 'The branch was set aside; a new history begins with the files as they are.',
  'check-branch-moved': 'The branch was moved to {commit}.',
  'check-objects-mean':
    'Versions that need them cannot be shown or brought back. All other versions can, and writing still works.',
  'check-objects-lost':
    'Nothing in this folder still has them. A backup or a clone may: "git fetch" from it brings them back.',
  'check-objects-restored': "{restored} of {before} were restored from the files and git's index.",
  'check-lock': 'Git left a lock behind (.git/{name}).',
  'check-lock-means': 'Until it is gone, git and Variorum assume that a git command is running here, and wait for it.',
  'check-lock-set-aside': 'It was set aside.',
  'check-point': 'The ref refs/variorum/points/{ref} is not a restore point of Variorum.',
  'check-point-means': 'It is left out of the list of restore points. Everything else works.',
  'check-journal': 'A journal with records that this device did not write was found (.git/variorum/{name}).',
  'check-journal-means': 'Nothing in it was applied. It is kept in case it is yours.',
  'check-journal-moved': 'It was moved to .git/variorum/damaged.',
  'check-index': "Git's index cannot be read.",
  'check-index-means': 'Git does not know which files of this folder it has. No file and no history is lost.',
  'check-index-set-aside': 'It was set aside; a new one is made with the next change.',
  'check-pack': 'The pack {name} is damaged, or its index is.',
  'check-pack-unindexed':
    'Objects that only this pack has cannot be read. "git index-pack" may make a new index for it.',
  'check-pack-read': '{read} of its {all} objects could be read and are in a new pack; it was set aside.',
  'check-pack-means': 'Git can’t read any of it, though most of it may still be intact.',
  'check-objects':
    '{count, plural, one {An object of the history is} other {# objects of the history are}} missing or damaged ({places}).',
  'the-commit': 'the commit {commit}',
  'the-folder-itself': 'the folder itself',
  'and-more': '{names} and {count, number} more',
} as const
