import { AGENT_FOLDERS } from './agent-folders.ts'
import { AGENT } from './agent.ts'
import { ASK_ASSISTANT } from './ask-assistant.ts'
import { CHECK } from './check.ts'
import { CONNECT } from './connect.ts'
import { DESKTOP } from './desktop.ts'
import { DEVICES } from './devices.ts'
import { DOORS } from './doors.ts'
import { EXPORT } from './export.ts'
import { FOLDERS } from './folders.ts'
import { HISTORY_REMOVAL } from './history-removal.ts'
import { IMPORT_NOTES } from './import-notes.ts'
import { IMPORT } from './import.ts'
import { JOBS } from './jobs.ts'
import { POLICIES } from './policies.ts'
import { PROVIDERS } from './providers.ts'
import { REMOTE } from './remote.ts'
import { SERVERS } from './servers.ts'
import { STORE } from './store.ts'
import { UPKEEP } from './upkeep.ts'

/**
 * Everything that the core says to people, in English, as ICU messages. The page has them in its own catalogues, under
 * the same ids (`npm run translate` brings them there).
 */
export const MESSAGES = {
  ...AGENT,
  ...AGENT_FOLDERS,
  ...ASK_ASSISTANT,
  ...CHECK,
  ...CONNECT,
  ...DESKTOP,
  ...DEVICES,
  ...DOORS,
  ...EXPORT,
  ...FOLDERS,
  ...HISTORY_REMOVAL,
  ...IMPORT,
  ...IMPORT_NOTES,
  ...JOBS,
  ...POLICIES,
  ...PROVIDERS,
  ...REMOTE,
  ...SERVERS,
  ...STORE,
  ...UPKEEP,
} as const
