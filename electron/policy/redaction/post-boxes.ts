import { detector, NEAR } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(
  ({ oneOf }) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])${oneOf(({ personal }) => personal?.postBoxes)}[ .:]{1,2}(?:no\.? ?)?\d{1,6}(?: \d{2,4}){0,3}(?![\p{L}\p{N}])`,
      'giu',
    ),
)
/** A town, perhaps with its code before or behind. */
const TOWN =
  /^, ?(?:\d{4,6} )?\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}[\p{L}'’-]{1,20}){0,2}(?: \d{4,6}(?:-\d{4})?)?(?=[.,;)<\n]|$)/u

/** "PO Box 4471, Hobart TAS 7001" */
export const postBoxes = detector(NEAR, ({ text, marked, vocabulary }, found) => {
  for (const { index, 0: box } of text.matchAll(expressions(vocabulary))) {
    let end = index + box.length
    for (let town = TOWN.exec(text.slice(end, end + 60)); town !== null; town = TOWN.exec(text.slice(end, end + 60)))
      end += town[0].length
    if (!marked(index)) found.push({ start: index, end, rule: 'postal address' })
  }
})
