/** What keeps a memory useful. */
export const UPKEEP = {
  'index-too-long': 'The index has {lines} lines, and only the first {most} are certain to be read.',
  'index-lines-not-loaded':
    '{program} loads only the first {most} lines at its start, and nothing from line {from} on.',
  'index-bytes-not-loaded': '{program} loads only the first {most} KB at its start, and nothing from line {from} on.',
  'index-too-large': 'The index is {size} KB, and only the first {most} KB is certain to be read.',
  'link-no-heading': '{path} has no heading “{heading}”.',
  'index-names-no-file': '{index} mentions “{target}”, but there is no such file.',
  'link-to-no-file': 'The link to “{target}” points to a file that doesn’t exist.',
  'index-lacks-file': '{index} has no line for this file, so the model may never find it.',
  'says-the-same': '{path}, line {line}, says the same.',
  'says-otherwise': '{path}, line {line}, says {says}.',
  'nearly-all-elsewhere': 'Nearly everything in this file is also in {path}.',
  'unused-for-long': 'This file hasn’t been read or changed in the last 60 days.',
  'nothing-to-tidy': 'The memory is empty: there is nothing to tidy.',
  'tidy-no-answer': 'The model didn’t answer. Nothing was changed.',
  'tidy-interrupted': 'The agent was interrupted.',
  'tidy-stopped-early': 'The agent stopped before it was done.',
  'tidy-running': 'The memory is already being tidied.',
  'tidy-found-nothing': 'The agent changed nothing.',
  'tidy-found-nothing-in-part':
    'The agent changed nothing, and read only a part of the memory: {read} of {of, plural, one {# note} other {# notes}}.',
  'tidy-failed': 'Something went wrong in Variorum. The memory wasn’t changed.',
  'proposal-gone': 'This proposal no longer exists. Nothing was changed.',
  'waits-no-more': 'This no longer waits for you. Nothing was changed.',
  'tidy-part-loses':
    'Nothing was changed: accepting only this part would lose {count, plural, one {# line} other {# lines}} that the whole proposal keeps. Include {paths} as well.',
  'tidy-drops-too-much':
    'This would drop {count, plural, one {# line} other {# lines}}, more than {percent}% of the notes. Nothing was changed. Accept less of the proposal, or allow more lines to be dropped.',
  'tidy-breaks-frontmatter':
    'Nothing was changed: the metadata at the top of {paths} could no longer be read. Accept all changes of each file, or none.',
  'tidy-changed-meanwhile':
    'The memory has since changed where the proposal changes it too, so nothing was applied. Decide what stays.',
  'finding-changed': 'The text behind this finding has changed. Nothing was written; look at the list again.',
  'was-written-longer-ago': 'The line is too old for “{words}” to still be true.',
  'has-passed': 'The date in “{words}” has passed.',
  'the-opposite': 'the opposite',
} as const
