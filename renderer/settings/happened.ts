import { plural, t } from '@lingui/core/macro'
import { assertNever } from '../../shared/assert-never.ts'
import type { AuditEntry } from '../../shared/audit.ts'
import { sentencesText } from '../format/language.ts'
import { size } from '../format/sizes.ts'
import { dayName } from '../format/time.ts'

export interface HappenedDay {
  readonly name: string
  readonly entries: readonly AuditEntry[]
}

/** Entries by day, the newest first. The requests of one day to one host are one entry, at the time of the last. */
export function byDay(entries: readonly AuditEntry[], now = new Date()): readonly HappenedDay[] {
  const days: { readonly name: string; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const name = dayName(entry.at, now)
    const day = days.at(-1)
    if (day?.name !== name) days.push({ name, entries: [entry] })
    else day.entries = withEntry(day.entries, entry)
  }
  return days
}

function withEntry(entries: readonly AuditEntry[], entry: AuditEntry): AuditEntry[] {
  if (entry.type !== 'host.contacted') return [...entries, entry]
  let isIn = false
  const summed = entries.map((each) => {
    if (each.type !== 'host.contacted' || each.host !== entry.host) return each
    isIn = true
    const [requests, up, down] = [each.requests + entry.requests, each.up + entry.up, each.down + entry.down]
    return { ...each, requests, up, down }
  })
  return isIn ? summed : [...summed, entry]
}

/** One entry as a sentence. */
export function sentenceOf(entry: AuditEntry): string {
  switch (entry.type) {
    case 'key.set':
      return t`The key for ${entry.host} was set.`
    case 'key.removed':
      return t`The key for ${entry.host} was removed.`
    case 'host.contacted': {
      const [up, down] = [size(entry.up), size(entry.down)]
      const requests = plural(entry.requests, { one: '# request', other: '# requests' })
      return t`${requests} to ${entry.host}: ${up} sent, ${down} received.`
    }
    case 'servers.looked-for':
      return t`Looked for model servers on this computer.`
    case 'store.added':
      return t`The store ${entry.folder} was added.`
    case 'store.forgotten':
      return t`The store ${entry.folder} was removed from the list.`
    case 'store.trusted':
      return t`Settings and data that came with ${entry.folder} were trusted.`
    case 'policies.accepted':
      return t`Policy changes in ${entry.folder} were accepted.`
    case 'policies.declined':
      return t`Policy changes in ${entry.folder} were declined.`
    case 'client.changed':
      return clientChanged(entry)
    case 'browser.let-in':
      return t`A browser was signed in with a link.`
    case 'browsers.signed-out':
      return plural(entry.count, { one: '# other browser was signed out.', other: '# other browsers were signed out.' })
    case 'refusal.overridden':
      return overridden(entry)
    case 'memory.exported':
      return exported(entry)
    case 'store.shared':
      return entry.address === null
        ? t`${entry.folder} is no longer shared with other devices.`
        : t`${entry.folder} is shared with other devices through ${entry.address}.`
    case 'device.changed':
      return entry.isAdmitted
        ? t`The device ${entry.device} was admitted to ${entry.folder}.`
        : t`The device ${entry.device} was removed from ${entry.folder}.`
    case 'value.allowed':
      return entry.rule === null
        ? t`A value in ${entry.folder} was marked “not a secret”.`
        : t`A value in ${entry.folder} was marked “not a secret” (${entry.rule}).`
    case 'value.marked':
      return t`A value in ${entry.folder} was marked as a secret.`
    case 'value.forgotten':
      return t`The mark on a value in ${entry.folder} was removed.`
    default:
      return assertNever(entry)
  }
}

function exported({ what, folder }: Extract<AuditEntry, { type: 'memory.exported' }>): string {
  switch (what) {
    case 'file':
      return t`A file from ${folder} was exported.`
    case 'folder':
      return t`The files in ${folder} were exported.`
    case 'zip':
      return t`The files in ${folder} were exported as a zip archive.`
    case 'claude-code':
      return t`The files in ${folder} were exported for Claude Code.`
    case 'agents-md':
      return t`The notes in ${folder} were put into a file that agents read.`
    case 'prompt':
      return t`The notes in ${folder} were exported as a text for another assistant.`
    case 'bundle':
      return t`The whole history of ${folder} was exported.`
    default:
      return assertNever(what)
  }
}

type ClientChanged = Extract<AuditEntry, { readonly type: 'client.changed' }>

function clientChanged({ folder, ...entry }: ClientChanged): string {
  const may = whatItMay(entry)
  return folder === '' ? may : sentencesText([may, t`Only in ${folder}.`])
}

function whatItMay({ client, access, trusted }: Omit<ClientChanged, 'folder'>): string {
  if (access === 'none') return t`${client} may not use the memory any more.`
  if (access === 'read') return t`${client} may read the memory, and not write to it.`
  return trusted ? t`${client} may read and write, and is trusted.` : t`${client} may read and write.`
}

function overridden({ what, folder }: Extract<AuditEntry, { type: 'refusal.overridden' }>): string {
  switch (what) {
    case 'undo':
      return t`An undo in ${folder} overrode its policies.`
    case 'redo':
      return t`A redo in ${folder} overrode its policies.`
    case 'restore':
      return t`A restore in ${folder} overrode its policies.`
    default:
      return assertNever(what)
  }
}
