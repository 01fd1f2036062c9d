import { asFinding } from './assignments.ts'
import { BASE32, type Candidate, type Shape } from './candidates.ts'
import { isLabelWord, onlyNames } from './judge-value.ts'
import { phraseAt } from './phrases.ts'
import { valueAt } from './read-value.ts'
import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import type { SecretHit } from './secret-hits.ts'
import { codeWithLetters, setCode } from './set-codes.ts'
import {
  announcingHits,
  BEFORE,
  candidatesBetween,
  endsClause,
  isNamedThing,
  reachAfter,
  type Tie,
  tieOf,
} from './ties.ts'
import { isOrdinaryWord } from './values.ts'
import { builtOnce } from './vocabulary.ts'

/** Characters between two words of one kind that announce the same. */
const IN_A_ROW = 12
/** Characters between two values that belong together. */
const BESIDE = 16
const FURTHER = 44

/**
 * Secrets that a word announces somewhere near, whatever the grammar between the two: "was rotated, it is now …",
 * "(the grey one): …", a bracket, an arrow, a line break, the answer in the next line of a chat, or the value first.
 * The looser the tie, the less the value may look like ordinary text.
 */
export const announced = detector(NEAR, (scan, found, level) => {
  const hits = announcingHits(scan)
  for (const [index, announcing] of hits.entries()) {
    const hit = asNetworkKey(scan, announcing)
    // The last of several in a row speaks for all.
    const next = hits[index + 1]
    if (next !== undefined && next.kind === hit.kind && next.start - hit.end < IN_A_ROW) continue
    const following = after(scan, hit)
    const isSure = following.some(({ certainty }) => certainty === 'usual') || isFollowedByMark(scan, hit.end)
    for (const finding of isSure ? following : [before(scan, hit), ...following])
      if (finding !== null && (finding.certainty !== 'broad' || level === 'broad')) found.push(finding)
  }
})

/** An earlier pass has found what the word announces. */
const isFollowedByMark = ({ text, marked }: Scan, end: number): boolean =>
  marked(end + (/^[\s"'`*_():=>|-]*/.exec(text.slice(end, end + 16))?.[0].length ?? 0))

/** "The key for the guest wifi": a password. */
function asNetworkKey({ text, vocabulary }: Scan, hit: SecretHit): SecretHit {
  if (hit.kind !== 'key' && (hit.kind !== 'weak' || /[ _-]/.test(hit.word))) return hit
  const near = text.slice(Math.max(0, hit.start - 50), hit.end + 40)
  return expressions(vocabulary).network.test(near) ? { ...hit, kind: 'password' } : hit
}

const expressions = builtOnce(({ all, oneOf }) => ({
  ambiguous: new Set(all(({ names }) => names?.ambiguous)),
  network: new RegExp(
    String.raw`(?<!\p{L})${oneOf(({ networks }) => networks?.names, ['wi-?fi', 'wlan', 'ssid'])}(?!\p{L})`,
    'iu',
  ),
  other: new RegExp(String.raw`(?<!\p{L})${oneOf(({ sentences }) => sentences?.others)}(?!\p{L})`, 'iu'),
  /** "… as the password", "…, which is my password" */
  as: new RegExp(
    String.raw`^["'\x60»”]?(?:[ \t]{1,2}\(|,?[ \t]{1,2}(?:[-–—][ \t]{1,2})?${oneOf(({ sentences }) => [sentences?.relatives, sentences?.as])}(?!\p{L}))[ \t]{0,2}` +
      String.raw`(?:${oneOf(({ sentences }) => sentences?.determiners)}[ \t]{1,2})?(?:[\p{L}'’-]{1,20}[ \t]{1,2}){0,2}$`,
    'iu',
  ),
}))

/** A call, a block: the word was in a comment or a title above code. */
const CODE_BETWEEN = /\w\(|=>\s*\{|[{}]\s*\n|\);\s*\n|=\s*new \w|\bnew \w+\(/

/** The first that fits, and those of its shape right beside it: "old 1111, new 8204". */
function after(scan: Scan, hit: SecretHit): readonly Finding[] {
  const reach = reachAfter(scan.text, hit.end)
  const phrase = phraseAt(scan, hit, reach)
  const usual: Finding[] = []
  let broad: Finding | null = null
  let last: Candidate | null = null
  for (const candidate of candidatesBetween(scan, hit.end, reach)) {
    if (last === null && phrase !== null && phrase.start <= candidate.start) return [phrase]
    if (scan.marked(candidate.start)) break
    if (last !== null && !isBeside(scan, last, candidate)) break
    if (CODE_BETWEEN.test(scan.text.slice(hit.end, candidate.start))) break
    // A key of an object, a label of a form.
    if (
      /^["']\s{0,3}:/.test(scan.text.slice(candidate.end, candidate.end + 6)) ||
      isLabelWord(candidate.text, scan.vocabulary)
    )
      continue
    const tie = last === null ? tieOf(scan, hit.end, candidate.start) : 'stated'
    const fit = fitOf(scan, hit, candidate, tie)
    if (fit === null) continue
    const finding = { ...asFinding(hit, valueAt(candidate.text, candidate.start)), certainty: fit }
    if (fit === 'broad') broad ??= finding
    else {
      usual.push(finding)
      last = candidate
    }
  }
  if (usual.length > 0) return usual
  return [phrase ?? broad].filter((finding) => finding !== null)
}

/** "old 1111, new 8204", "Heron-4. The old one was Heron-3." */
function isBeside({ text, vocabulary }: Scan, one: Candidate, next: Candidate): boolean {
  const gap = next.start - one.end
  if (next.shape !== one.shape || gap > FURTHER) return false
  return gap <= BESIDE || expressions(vocabulary).other.test(text.slice(one.end, next.start))
}

export type Fit = 'usual' | 'broad' | null

/** How sure it is that the candidate is what the word announces; null if it is something else. */
function fitOf(scan: Scan, hit: SecretHit, candidate: Candidate, tie: Tie): Fit {
  const isAmbiguous = expressions(scan.vocabulary).ambiguous.has(hit.word)
  if (hit.kind === 'licence') return licence(candidate, tie, isAmbiguous)
  if (isAmbiguous && (tie !== 'stated' || !UNLIKELY.has(candidate.shape))) return null
  if (hit.word === 'pass' && candidate.shape === 'joined' && candidate.start - hit.end < 3) return null
  if (candidate.shape === 'digits' && hit.kind !== 'codes') return setCode(scan, hit, candidate, tie)
  switch (hit.kind) {
    case 'code':
    case 'lock':
    case 'pin':
      return tie === 'stated' || (tie === 'close' && hit.kind !== 'code') ? codeWithLetters(scan, hit, candidate) : null
    case 'codes':
      return tie === 'stated' && /^\d{5,10}$/.test(candidate.text) ? 'usual' : licence(candidate, tie, false)
    case 'key':
    case 'weak':
      return token(scan, hit, candidate, tie)
    case 'passphrase':
    case 'password':
      return password(scan, hit, candidate, tie)
  }
}

/** Shapes that hardly any word of a sentence has: all that counts after a word that is also a verb ("pass"). */
const UNLIKELY: ReadonlySet<Shape> = new Set(['generated', 'chosen', 'joined', 'digits'])

/** A serial number may also be that of a thing: then only letters and digits in groups count. */
function licence({ text, shape }: Candidate, tie: Tie, isAmbiguous: boolean): Fit {
  if (shape === 'groups')
    return /[A-Za-z]/.test(text) || !isAmbiguous || text.replace(/\D/g, '').length >= 16 ? 'usual' : 'broad'
  if (BASE32.test(text)) return 'usual'
  if (!/\d/.test(text) || text.length < 6 || (shape !== 'generated' && tie !== 'stated')) return null
  return isAmbiguous ? 'broad' : 'usual'
}

/** Before hexadecimal digits, these say that they are a commit, a build or a digest. */
const VERSION_BEFORE =
  /(?:commit|revision|\brev\b|\bsha|digest|hash|build|merge|cherry-pick|image|\bfix|checksum|fingerprint|etag|\bid\b)[^\n]{0,24}$/i

/** Near a key, these say that everybody may have it. */
const PUBLISHED =
  /public|publishable|fingerprint|öffentlich|publique|pública|pubblica|publiczny|открыт|публичн|公钥|公開/i

function token(scan: Scan, hit: SecretHit, { shape, text, start }: Candidate, tie: Tie): Fit {
  if ((shape !== 'generated' && shape !== 'groups') || !/\d/.test(text) || isNamedThing(scan, start)) return null
  if ((hit.kind === 'key' && (tie !== 'stated' || text.length < 20)) || onlyNames(hit.word, text, scan.vocabulary))
    return null
  if (PUBLISHED.test(scan.text.slice(Math.max(0, hit.start - 14), start))) return null
  if (/^[0-9a-f]{7,128}$/i.test(text) && VERSION_BEFORE.test(scan.text.slice(Math.max(0, start - 40), start)))
    return null
  if (shape === 'groups') return tie === 'stated' && text.length >= 16 ? 'usual' : null
  return tie === 'loose' ? 'broad' : 'usual'
}

function password(scan: Scan, hit: SecretHit, candidate: Candidate, tie: Tie): Fit {
  const { shape, text, start, end } = candidate
  const isThing = tie !== 'stated' && isNamedThing(scan, start)
  // Letters, digits and symbols together are nothing else, wherever they are.
  const isStrong = /\p{L}/u.test(text) && /\d/.test(text) && /[!@#$%^&*+=?~_]/.test(text) && text.length >= 8
  switch (shape) {
    case 'generated':
    case 'chosen':
      if (text.length < 6 && tie !== 'stated') return null
      return tie === 'stated' || ((tie === 'close' || isStrong) && !isThing) ? 'usual' : 'broad'
    case 'model':
      return tie === 'stated' && text.length >= 6 && /\d/.test(text) && !isNamedThing(scan, start) ? 'usual' : null
    case 'joined':
      return tie === 'stated' || (tie === 'close' && !isThing && hit.kind === 'passphrase') ? 'usual' : null
    case 'pair':
      if (tie !== 'stated' || !endsClause(scan.text, end)) return null
      return /\p{Lu}/u.test(text) ? 'usual' : 'broad'
    case 'quoted':
      if (tie !== 'stated' || start - hit.end <= 2 || isOrdinaryWord(text, scan.vocabulary)) return null
      return /^\p{Ll}+$/u.test(text) ? 'broad' : 'usual'
    case 'groups':
      return tie === 'stated' ? 'usual' : null
    case 'word':
      if (tie !== 'stated' || !endsClause(scan.text, end) || isOrdinaryWord(text, scan.vocabulary)) return null
      // "PickleHarborTwine"
      return /^(?:\p{Lu}\p{Ll}{2,12}){3,}$/u.test(text) && /[:=→]\s+$/.test(scan.text.slice(hit.end, start))
        ? 'usual'
        : 'broad'
    default:
      return null
  }
}

/** Between a value and the word that it comes before: a bracket, a dash, a few words. */
const LINK_BEFORE =
  /^(?!["'`]{0,2}@)["'`»”」』)]{0,2}(?:[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]{1,8}$)?[ \t]*(?:[(,:]|[-–—=]{1,2}>?|<[-=]+|←)?[ \t]*(?:[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]{1,10}$)?(?:[^\s.;:!?]{1,24}[ \t]+){0,9}[("'`«*]?$/u
const MAX_LEADING_WORDS = 4
const BEFORE_SHAPES: ReadonlySet<Shape> = new Set(['chosen', 'generated', 'joined', 'quoted'])

/** "… still works as the password", "… (admin password)", "… <- root password": the value begins the clause. */
function before(scan: Scan, hit: SecretHit): Finding | null {
  if (hit.kind === 'pin' || hit.kind === 'code') return codeBefore(scan, hit)
  if (hit.kind !== 'password' && hit.kind !== 'passphrase') return null
  const isAmbiguous = expressions(scan.vocabulary).ambiguous.has(hit.word)
  const reach = scan.text.slice(Math.max(0, hit.start - BEFORE), hit.start)
  const clause = /(?:[^.!?;\n]|[.!?](?!\s)|!(?=\s+[\p{Ll}–—-]))*$/u.exec(reach)?.[0] ?? ''
  const clauseStart = hit.start - clause.length
  for (const candidate of candidatesBetween(scan, clauseStart, hit.start).toReversed()) {
    const { start, end, shape, text } = candidate
    if (scan.marked(start) || !LINK_BEFORE.test(scan.text.slice(end, hit.start))) continue
    if (/^["']?\s{0,3}:\s*["'{[]/.test(scan.text.slice(end, end + 8))) continue
    const isCalled = expressions(scan.vocabulary).as.test(scan.text.slice(end, hit.start))
    if (!BEFORE_SHAPES.has(shape) && !(isCalled && shape === 'model' && /\d/.test(text))) continue
    if (/^[0-9a-f]{7,}$/i.test(text) || (text.length < 6 && shape !== 'quoted')) continue
    const lead = scan.text.slice(clauseStart, start)
    const isQuoted = /(?<!@)["'`«“]$/.test(lead)
    const isPhrase = shape === 'joined' && hit.kind === 'passphrase'
    const isPointed = /^["'`]?[ \t]*(?:<[-=]+|←)/.test(scan.text.slice(end, hit.start))
    if ((shape === 'quoted' && !isQuoted) || (isAmbiguous && !isCalled && !isPointed)) continue
    if (
      !isQuoted &&
      !isCalled &&
      ((isNamedThing(scan, start) && !isPhrase) || lead.trim().split(/\s+/).length > MAX_LEADING_WORDS)
    )
      continue
    return { ...asFinding(hit, valueAt(text, start)), certainty: 'usual' }
  }
  return codeBefore(scan, hit)
}

/** "1307 er koden til nøkkelboksen": digits that begin the sentence, then what they are. "Set 6592 as the PIN": anywhere. */
function codeBefore(scan: Scan, hit: SecretHit): Finding | null {
  const reach = scan.text.slice(Math.max(0, hit.start - BEFORE), hit.start)
  const clause = /(?:[^.!?;\n。])*$/u.exec(reach)?.[0] ?? ''
  const from = hit.start - clause.length
  const candidates = candidatesBetween(scan, from, hit.start)
  const gapOf = ({ end }: Candidate): string => scan.text.slice(end, hit.start)
  const called = candidates.findLast(({ shape }) => shape === 'digits')
  const isCalled = called !== undefined && expressions(scan.vocabulary).as.test(gapOf(called))
  const candidate = isCalled ? called : candidates[0]
  if (candidate?.shape !== 'digits' || scan.marked(candidate.start)) return null
  if (
    !isCalled &&
    (!/^[\s"'`*_(-]*$/.test(scan.text.slice(from, candidate.start)) ||
      !/^["'`]?[ \t]{0,2}[^\s\d,]{1,12}[ \t]{0,2}(?:[^\s\d,]{1,14}[ \t]{1,2}){0,3}$/u.test(gapOf(candidate)))
  )
    return null
  const fit = setCode(scan, { ...hit, end: candidate.start, start: candidate.start }, candidate, 'stated')
  return fit === 'usual' || hit.kind === 'pin'
    ? { start: candidate.start, end: candidate.end, rule: 'pin', certainty: 'usual' }
    : null
}
