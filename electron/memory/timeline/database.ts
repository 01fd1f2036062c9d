import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const VERSION = 2
const SCHEMA = `
  CREATE TABLE commits (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, variorum_id TEXT, actor TEXT NOT NULL, time TEXT NOT NULL, conversation TEXT, turn INTEGER, call TEXT, entry TEXT NOT NULL, text TEXT NOT NULL);
  CREATE INDEX commits_by_variorum_id ON commits (variorum_id) WHERE variorum_id IS NOT NULL;
  CREATE INDEX commits_by_conversation ON commits (conversation, turn) WHERE conversation IS NOT NULL;
  CREATE INDEX commits_by_call ON commits (call) WHERE call IS NOT NULL;
  CREATE INDEX commits_by_actor ON commits (actor);
  CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  CREATE TABLE touches (path INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (path, seq)) WITHOUT ROWID;
  CREATE INDEX touches_by_seq ON touches (seq);
  CREATE TABLE undone (id TEXT NOT NULL, seq INTEGER NOT NULL, by TEXT NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE INDEX undone_by_seq ON undone (seq);
  CREATE VIRTUAL TABLE words USING fts5 (text, content='commits', content_rowid='seq', tokenize='trigram case_sensitive 1', detail=none);
  CREATE TABLE state (complete INTEGER NOT NULL);
  INSERT INTO state VALUES (0);
`

/** Opens the index's database, or makes it. @param path null keeps it in memory. Throws where the file is none of this version. */
export function openDatabase(path: string | null): DatabaseSync {
  const database = new DatabaseSync(path ?? ':memory:', { timeout: 2_000 })
  try {
    // What a power cut takes of it is made anew from git.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000')
    const { user_version: version } = z.object({ user_version: z.number() }).parse(database.prepare('PRAGMA user_version').get())
    if (version === 0) database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT`)
    else if (version !== VERSION) throw new Error('another version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
