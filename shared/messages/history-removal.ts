/** Why the history of a store stays when the store is forgotten. */
export const HISTORY_REMOVAL = {
  'history-folder-gone': 'The store’s folder is no longer where it was.',
  'history-of-somebody': 'This device has no record of the store in this folder, so the history may be someone else’s.',
  'history-unreadable': 'The history can’t be read completely. {why}',
  'no-store-here': 'There is no store in this folder. Nothing was removed.',
  'history-kept': 'The history wasn’t removed. {why}',
  'history-git-strange': 'The store’s git repository has an unusual structure: {why}',
  'history-not-in-git-yet':
    'The store’s latest changes aren’t in git yet. Open the store once so that Variorum can save them.',
  'history-of-strangers':
    'Some settings or data that came with the store’s folder aren’t in use yet. Open the store and choose “Use what came with the folder” in Settings, or remove .git yourself.',
  'history-work-trees': 'The store’s git repository has other worktrees.',
  'history-submodules': 'The store’s git repository has submodules.',
  'history-other-program': 'Another program has used the store’s git repository (.git/{name}).',
  'history-hook': 'The store’s git repository has a hook ({hook}).',
  'history-remote': 'The store’s git repository has a remote, so a copy elsewhere may depend on this history.',
  'history-settings': 'The store’s git repository has custom settings ([{section}] in .git/config).',
  'history-ignore-rules': 'The store’s git repository has custom ignore rules (.git/info/exclude).',
  'history-attributes': 'The store’s git repository has custom attributes (.git/info/attributes).',
  'history-branch': 'The store’s git repository has another branch ({name}).',
  'history-tag': 'The store’s git repository has a tag ({name}).',
  'history-stash': 'The store’s git repository has a stash.',
  'history-staged': 'A version of {path} is staged in git and isn’t in any commit.',
  'history-remote-branches': 'The store’s git repository has remote-tracking branches.',
  'history-other-ref': 'The store’s git repository contains a ref created by another program ({name}).',
  'history-other-commits': 'The store’s git repository has commits that Variorum didn’t make on this device.',
} as const
