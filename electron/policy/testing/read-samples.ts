import { readFileSync } from 'node:fs'
import { z } from 'zod'

const reader =
  <T>(name: string, shape: z.ZodType<T>) =>
  (): T =>
    shape.parse(JSON.parse(readFileSync(new URL(`../samples/${name}.json`, import.meta.url), 'utf8')))

const OutsideLine = z.object({ text: z.string(), erase: z.array(z.string()).default([]) })
export type OutsideLine = z.infer<typeof OutsideLine>

/** A set by authors who had not seen the rules; `erase` lists what must go, a negative has none. */
export const readOutside = (set: string, kind: string): readonly OutsideLine[] =>
  readFileSync(new URL(`../samples/${set}/${kind}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => OutsideLine.parse(JSON.parse(line)))

const Texts = z.array(z.string()).readonly()
const TextsByFamily = z.record(z.string(), Texts).readonly()

/** The written samples. In templates « » enclose what must be removed, and { } stands for a generated value. */
export const readSamples = {
  /** `erase` has pairs of a text and the part of it that must be removed. */
  handwritten: reader('handwritten', z.object({ erase: z.array(z.tuple([z.string(), z.string()])), keep: Texts })),
  /** Templates by the code of their language. */
  byLanguage: reader('by-language', TextsByFamily),
  secondLook: reader('second-look', z.object({ erase: Texts, keep: Texts })),
  secrets: reader('secrets', z.object({ erase: Texts, keep: Texts })),
  paymentPersonal: reader('payment-personal', z.object({ erase: Texts, keep: Texts })),
  /** The files of agents in use, line by line, by the name of the file. */
  agentFiles: reader('agent-files', TextsByFamily),
  writtenNegatives: reader('written-negatives', Texts),
  structured: reader('template-structured', TextsByFamily),
  sentences: reader('template-sentences', TextsByFamily),
  payment: reader('template-payment', Texts),
  personal: reader('template-personal', Texts),
  negatives: reader('template-negatives', Texts),
  hostileExpressions: reader(
    'hostile-expressions',
    z.object({ rules: z.array(z.object({ re: z.string(), verdict: z.enum(['exp', 'poly', 'bad', 'ok']) })) }),
  ),
}
