import { say } from '../../../shared/messages/say.ts'
import { isNote } from '../../../shared/note-files.ts'
import { baseOf, folderOf, NoteTexts } from '../note-texts.ts'
import { propertiesOf } from '../properties.ts'
import type { Kind, Source, SourceFile } from '../source.ts'

/** Files with rules that people write for agents, and whose they are. */
const RULES_FILES: readonly { readonly of: string; readonly at: RegExp }[] = [
  { of: 'Claude Code', at: /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|\.claude\/rules\/.+\.md)$/ },
  { of: 'all agents', at: /(?:^|\/)AGENTS(?:\.override)?\.md$/ },
  { of: 'Gemini CLI', at: /(?:^|\/)GEMINI\.md$/ },
  { of: 'Cursor', at: /(?:^|\/)(?:\.cursorrules|\.cursor\/rules\/.+\.mdc?)$/ },
  {
    of: 'GitHub Copilot',
    at: /(?:^|\/)(?:\.github\/(?:copilot-instructions\.md|instructions\/.+\.md)|[^/]+\.instructions\.md)$/,
  },
]
/** Signs of a project, whose other notes are about the code. */
const OF_PROJECT =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements\.txt|Cargo\.toml|go\.mod|pom\.xml|build\.gradle|Gemfile|composer\.json|Makefile|CMakeLists\.txt|Dockerfile)$|\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|c|h|cpp|cs|rb|php|swift)$/

/** Rules for agents, of a project or of all. Each becomes a note that says whose rules it has and what they are for. */
export const RULES: Kind = {
  id: 'rules',
  recognises: async ({ files }) => {
    const isProject = files.some(({ name }) => OF_PROJECT.test(name))
    const others = files.some(({ name }) => isNote(name) && whoseRules(name) === null)
    return files.some(({ name }) => whoseRules(name) !== null) && (isProject || !others)
  },
  async read(source, how) {
    const texts = new NoteTexts(source, how)
    const others: SourceFile[] = []
    for (const file of source.files) {
      const whose = whoseRules(file.name)
      const text = whose === null ? null : await texts.text(file)
      if (whose === null) others.push(file)
      else if (text !== null) texts.addText(file, pathOf(file.name), asNote(text, file, { whose, source }))
    }
    texts.leaveOutFiles(others, (values) => say('notes-no-rules', values))
    return texts.found('rules')
  },
}

const whoseRules = (name: string): string | null => RULES_FILES.find(({ at }) => at.test(name))?.of ?? null

/** Under a name that no agent takes for rules of the folder that it is in ("web/AGENTS.md" is "rules/web/agents.md"). */
function pathOf(name: string): string {
  const folder = folderOf(name)
    .replace(/(^|\/)\.(?:cursor|claude)\/rules\//, '$1')
    .replace(/(^|\/)\.github\/(?:instructions\/)?/, '$1')
  const program = /(?:^|\/)\.cursor/.test(name) ? 'cursor-' : /(?:^|\/)\.claude\//.test(name) ? 'claude-' : ''
  const stem = baseOf(name)
    .replace(/^\.cursorrules$/, 'rules')
    .replace(/\.(?:mdc?|instructions\.md)$/, '')
    .toLowerCase()
  return `rules/${folder}${program}${stem}.md`
}

/** Properties that say what the rules are for, and what they say. */
const MEANING: readonly (readonly [key: string, words: (values: string) => string])[] = [
  ['description', (text) => `About: ${text}`],
  ['globs', (globs) => `For these files: ${globs}`],
  ['paths', (globs) => `For these files: ${globs}`],
  ['applyTo', (globs) => `For these files: ${globs}`],
]

interface Where {
  readonly whose: string
  readonly source: Source
}

/** What is imported into the rules by a path ("@docs/style.md") stays a path. */
function asNote(text: string, file: SourceFile, { whose, source }: Where): string {
  const { values, body } = propertiesOf(text)
  const place = source.name === file.name ? file.name : `${file.name} in ${source.name}`
  const known = MEANING.flatMap(([key, words]) => {
    const value = (values.get(key) ?? []).filter((each) => each !== '').join(', ')
    return value === '' ? [] : [words(value)]
  })
  const always = values.get('alwaysApply')?.[0] === 'true' ? ['For every conversation.'] : []
  const other = [...values]
    .filter(([key, all]) => key !== 'alwaysApply' && !MEANING.some(([each]) => each === key) && all.length > 0)
    .map(([key, all]) => `${key}: ${all.join(', ')}`)
  const head = [`Rules for ${whose}, from ${place}.`, ...known, ...always, ...other]
  return `${head.join('\n')}\n\n${body}`
}
