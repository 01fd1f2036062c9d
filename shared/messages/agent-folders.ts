/** What is said of the memories that other agents keep. */
export const AGENT_FOLDERS = {
  'agent-folder-beside':
    '{program} replaces a git repository in this folder with its own, so the history is kept beside the folder. {program} also rebuilds these files from its own data: what you undo may come back.',
  'agent-folder-link': 'It’s a link to {target}. Add that folder instead.',
  'agent-folder-unreadable': 'It can’t be read. Check who may open it.',
  'agent-folder-partly-unreadable': 'Part of it can’t be read, and isn’t counted.',
  'agent-folder-in-repository': 'It’s inside the git repository in {folder}.',
  'agent-folder-of-several': 'Several projects share it: {projects}.',
  'agent-folder-of-all': 'All projects share it, as {file} says.',
  'agent-folder-set-in': '{file} puts it here.',
  'agent-folder-set-by': '{variable} in the environment puts it here.',
  'agent-folder-shared': '{program} uses it too.',
  'agent-settings-skipped': '{file} couldn’t be read as JSON, so what it says was left out.',
  'agent-settings-unreadable': '{file} can’t be read, so what it says was left out.',
  'agent-settings-no-path': '{file} names a folder for the memory that isn’t a full path on this computer: {value}',
  'agent-folders-unreadable': '{folder} can’t be read, so nothing in it was found.',
  'agent-folders-many': 'There is more in {folder} than was looked at.',
} as const
