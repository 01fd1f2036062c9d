import { assertNever } from '../../../shared/assert-never.ts'
import type { Intent } from './intent.ts'
import { factIn, MemoryEdits, type EditPlan } from './memory-edits.ts'
import { filesNamed, findPath, search, searchAll } from './search.ts'
import { leavesOf, type Situation } from './situation.ts'
import { contentWords, plain } from './words.ts'

/** What the demo model does about an intent, knowing the memory. Pure. */
export function planFor(intent: Intent, { files, listed }: Situation): EditPlan {
  const paths = listed ?? []
  const edits = new MemoryEdits(files)
  switch (intent.kind) {
    case 'remember':
      for (const fact of intent.facts) edits.add(fact, intent.isCorrection)
      return edits.plan
    case 'replace':
      return planReplace(edits, intent.old, intent.new)
    case 'forget':
      return planForget(edits, paths, intent.about)
    case 'forget-topic':
      return planForgetTopic(edits, paths, intent.about)
    case 'forget-file':
      return planForgetFile(edits, paths, intent.name)
    case 'forget-everything':
      for (const path of paths.filter((path) => !path.includes('/'))) edits.removeFile(path)
      return paths.length === 0 ? say('There is nothing to forget: the memory is empty.') : edits.plan
    case 'rename':
      return planRename(edits, paths, intent.from, intent.to)
    case 'tidy':
      return planTidy(edits)
    case 'list':
      return { steps: [], remarks: everything(files, paths) }
    case 'ask':
      return { steps: [], remarks: answerTo(intent.about, files) }
    case 'talk':
      return say(SMALL_TALK)
    default:
      return assertNever(intent)
  }
}

const SMALL_TALK = [
  'I follow a few rules and can show you how the memory works. Try one of these:',
  '- *Remember that my favourite colour is green.*\n- *Ana lives in Porto: remember that.*\n- *Actually, my favourite colour is blue.*\n- *What do you know about Ana?*\n- *Rename notes.md to work/notes.md.*\n- *Forget my favourite colour.*\n- *What do you remember?*',
].join('\n\n')

function say(...remarks: readonly string[]): EditPlan {
  return { steps: [], remarks }
}

function planReplace(edits: MemoryEdits, old: string, replacement: string): EditPlan {
  for (const [path, lines] of edits.files) {
    const index = lines.findIndex((line) => factIn(line)?.toLowerCase().includes(old.toLowerCase()))
    const line = lines[index]
    if (line === undefined) continue
    const at = line.toLowerCase().indexOf(old.toLowerCase())
    edits.replaceLine(path, index, line.slice(0, at) + replacement + line.slice(at + old.length))
    return edits.plan
  }
  return say(`I find no line with “${old}” in the memory, so nothing was changed.`)
}

function planForget(edits: MemoryEdits, paths: readonly string[], about: string): EditPlan {
  if (filesNamed(leavesOf(paths), about).length > 0) return planForgetTopic(edits, paths, about)
  removeLines(edits, about)
  return edits.plan.steps.length > 0
    ? edits.plan
    : say(`I find nothing about “${about}” in the memory, so there was nothing to forget.`)
}

function planForgetTopic(edits: MemoryEdits, paths: readonly string[], about: string): EditPlan {
  for (const path of filesNamed(
    /^(?:me|myself)$/i.test(about) ? ['about-me.md'].filter((path) => paths.includes(path)) : leavesOf(paths),
    about,
  ))
    edits.removeFile(path)
  if (/^(?:me|myself)$/i.test(about) && paths.includes('about-me.md')) edits.removeFile('about-me.md')
  removeLines(edits, about)
  return edits.plan.steps.length > 0
    ? edits.plan
    : say(`I find nothing about “${about}” in the memory, so there was nothing to forget.`)
}

/** From last line to first, so that earlier line numbers stay valid. */
function removeLines(edits: MemoryEdits, about: string): void {
  for (const { path, index } of searchAll(edits.files, about).toReversed()) {
    if (edits.files.has(path)) edits.removeLine(path, index)
  }
}

function planForgetFile(edits: MemoryEdits, paths: readonly string[], name: string): EditPlan {
  const path = findPath(paths, name)
  if (path === null) return say(`There is no file “${name}” in the memory.`)
  edits.removeFile(path)
  return edits.plan
}

function planRename(edits: MemoryEdits, paths: readonly string[], from: string, to: string): EditPlan {
  const path = findPath(paths, from)
  if (path === null) return say(`There is no file “${from}” in the memory.`)
  const folder = path.includes('/') && !to.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const ending = /\.\w+$/.exec(path)?.[0] ?? ''
  const target = folder + to.replace(/^\/?memories\//, '').replace(/^\//, '')
  if (target.endsWith('/')) edits.rename(path, target + path.slice(path.lastIndexOf('/') + 1))
  else edits.rename(path, /\.\w+$/.test(target) ? target : target + ending)
  return edits.plan
}

/** Removes lines that are elsewhere already, and empty files. */
function planTidy(edits: MemoryEdits): EditPlan {
  const known = new Set<string>()
  for (const [path, lines] of new Map(edits.files)) {
    const doubles: number[] = []
    for (const [index, line] of lines.entries()) {
      const fact = factIn(line)
      if (fact !== null && known.has(plain(fact))) doubles.push(index)
      else if (fact !== null) known.add(plain(fact))
    }
    if (lines.every((line) => factIn(line) === null)) edits.removeFile(path, `\`${path}\` was empty and is gone`)
    for (const index of doubles.toReversed()) edits.removeLine(path, index)
  }
  return edits.plan.steps.length > 0
    ? edits.plan
    : say('Everything is in its place: no line is there twice and no file is empty.')
}

function everything(files: Situation['files'], paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return ['The memory is empty. Tell me something to remember.']
  const quoted = [...files].map(([path, lines]) =>
    quote(
      path,
      lines.flatMap((line) => factIn(line) ?? []),
    ),
  )
  const unread = leavesOf(paths).filter((path) => !files.has(path))
  return [
    'This is what I remember:',
    ...quoted,
    ...(unread.length === 0 ? [] : [`I did not read: ${unread.map((path) => `\`${path}\``).join(', ')}`]),
  ]
}

function answerTo(about: string, files: Situation['files']): readonly string[] {
  const isAboutMe = contentWords(about).length === 0
  const found = isAboutMe ? allOf('about-me.md', files) : search(files, about)
  const topic = about.replace(/^(?:what|who)(?:['’]s|\s+(?:is|are|was))\s+(?:my\s+)?/i, '')
  if (found.length === 0)
    return [
      isAboutMe
        ? 'I know nothing about you yet. Tell me, for example: *My name is …*'
        : `I have nothing about “${topic}” in the memory. Tell me: *Remember that …*`,
    ]
  const byFile = Map.groupBy(found, (line) => line.path)
  return [
    'This is in the memory:',
    ...[...byFile].map(([path, lines]) =>
      quote(
        path,
        lines.map((line) => line.text),
      ),
    ),
  ]
}

function allOf(path: string, files: Situation['files']): readonly { readonly path: string; readonly text: string }[] {
  return (files.get(path) ?? []).flatMap((line) => {
    const text = factIn(line)
    return text === null ? [] : { path, text }
  })
}

function quote(path: string, facts: readonly string[]): string {
  return [`\`${path}\``, '', ...(facts.length === 0 ? ['- *(nothing in it)*'] : facts.map((fact) => `- ${fact}`))].join(
    '\n',
  )
}
