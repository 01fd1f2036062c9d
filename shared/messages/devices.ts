/** A store on several devices. */
export const DEVICES = {
  'devices-unreadable':
    'The file with this device’s key (devices.json, in Variorum’s own folder) can’t be read, so nothing was written or sent. Restore it from a backup; without it, this device has to be added again.',
  'sync-no-remote':
    'This memory isn’t shared with other devices yet. Add a remote first, in Settings or with variorum remote add.',
  'sync-unrelated':
    'The remote has a memory with another history. Nothing was changed on either side. If both are yours, join them: the files of both are kept, and what differs waits for you in Review.',
  'sync-rewound':
    'The remote no longer has everything that it had: somebody put it back to an earlier state, or replaced its history. Nothing was changed here. If that was meant, go on: what this device has is added again.',
  'sync-not-a-memory': 'The remote has files that a memory can’t have: {why}. Nothing was changed here.',
  'sync-submodule': 'other repositories inside it (submodules)',
  'sync-attribute': 'a .gitattributes file with “{attribute}”, by which git would change the files',
  'sync-file-name': 'a name that git or Variorum reserves ({path})',
  'sync-others-faster':
    'Other devices kept sending changes while this one tried to. Nothing is lost; the next round goes on.',
  'sync-other-branch':
    'Git has the branch {branch} checked out here, and {shared} is the one that is shared. Nothing was sent or received. Switch back to {shared}, then try again.',
  'sync-ignored-in-way':
    'Another device has a file {path}, and here a file of this name is ignored by git. Nothing was changed, and yours was not sent. Rename one of them, or take it out of .gitignore.',
  'sync-something-went-wrong': 'Something went wrong that Variorum doesn’t know. Nothing is lost; try again.',
  'device-unknown':
    'No device that shares this memory has the code {device}. It is shown on that device, under Settings or with variorum devices.',
  'device-ambiguous': 'More than one device is called {device}. Enter its code instead.',
  'device-is-this-one':
    'This is the device that you are using. Remove the remote instead, or remove this device on another one.',
  'clone-not-empty':
    'There are files in this folder already. Choose an empty folder or a new one; to join two memories, open the folder and add the remote there.',
  'clone-nothing-there':
    'The remote is empty: there is no memory to bring here yet. Share one with it from another device first.',
} as const
