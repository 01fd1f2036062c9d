/** Policies, rules and limits. */
export const POLICIES = {
  'rule-would-refuse': 'The rule "{rule}" would refuse it.',
  'rule-too-slow': 'The rule "{rule}" takes too long on it.',
  'expiry-failed': 'The files that are due could not be removed.',
  'value-in-no-file': 'No file has this value any more. Nothing was changed.',
  'file-gone': 'There is no file {path} any more. Nothing was changed.',
  'policies-unreadable':
    'The file .variorum/policies.json cannot be read as policies. The previous policies stay in force.',
  'file-over-limit': 'over the file size limit',
  'too-many-values': 'Too many values are settled already. Forget some under Policies first.',
  'values-settled-elsewhere': 'Another window is settling values, too. Nothing was changed; try again.',
  'value-not-marked':
    'Not marked: a value has {least} to {most} characters. Shorter ones occur by chance. Select the whole value, and no more.',
  'value-not-marked-any-more': 'This value is not marked any more. Nothing was changed.',
  'path-holds-secret':
    'Not written: the path itself contains something that the rule “{rule}” keeps out of memory. Choose another name.',
  'version-holds-secret':
    'Not brought back: that version of {path} contains something that the rule “{rule}” keeps out of memory.',
  'refused-by-rule': 'Not written: the rule "{rule}" refuses this text. Leave out what it matches, then try again.',
  'rule-too-slow-for-text':
    'Not written: the rule "{rule}" takes too long on this text. Write a smaller file, or let the user make the rule simpler.',
  'file-size-over': '{size}; the limit is {limit}.',
  'file-lines-over': '{lines, number} lines; the limit is {limit, number}.',
  'file-would-be-too-large':
    'Not written: {path} would have {size}; the limit is {limit}. Shorten it, or split it into several files, then try again.',
  'file-size-near': '{path} has {size} of {limit}.',
  'file-would-be-too-long':
    'Not written: {path} would have {lines, number} lines; the limit is {limit, number}. Shorten it, or split it into several files, then try again.',
  'file-lines-near': '{path} has {lines, number} of {limit, number} lines.',
  'store-full-of-files':
    'The store is full: {files, number} of {limit, number} files. Remove or merge some, then try again.',
  'store-files-near': 'The store has {files, number} of {limit, number} files.',
  'store-full': 'The store is full: {size} of {limit}. Remove or shorten some files, then try again.',
  'store-size-near': 'The store has {size} of {limit}.',
  'turn-wrote-too-much':
    'Not written: this turn has already added {size} of the {limit} that one turn may add. Write less, or continue in the next turn.',
  'turn-size-near': 'This turn has added {size} of {limit}.',
  'rule-without-words': 'The rule has no words.',
  'expression-too-large': 'This expression is too large: its repetitions multiply. Use smaller counts.',
  'expression-matches-nothing':
    'This expression can match empty text, so it would match everywhere. Make it require at least one character.',
  'expression-matches-most': 'This expression matches most ordinary text. Make it more specific.',
  'expression-unusable': 'This expression cannot be used: {why}',
  'expression-lookaround':
    'lookahead and lookbehind ((?=…), (?!…), (?<=…), (?<!…)) aren’t supported, because they can take too long.',
  'expression-backreference': 'backreferences (\\1) aren’t supported, because they can take too long.',
  'places-replaced':
    '{count, plural, one {# place was} other {# places were}} replaced by the rule "{rule}" before anything was stored.',
  'secrets-not-redacted': 'Secrets are not redacted.',
  'payment-not-redacted': 'Payment numbers are not redacted.',
  'personal-not-redacted': 'Personal details are not redacted.',
  'secrets-redacted-if-certain': 'Secrets are redacted only where their form proves what they are.',
  'payment-redacted-if-certain': 'Payment numbers are redacted only where their form proves what they are.',
  'personal-redacted-if-certain': 'Personal details are redacted only where their form proves what they are.',
  'kinds-not-redacted': 'Some kinds of secrets are not redacted ({kinds}).',
  'rules-act':
    '{count, plural, one {A rule rewrites or refuses} other {# rules rewrite or refuse}} what is written ({rules}).',
  'files-may-have': 'Files may have up to {size}.',
  'memory-may-have': 'The memory may have up to {files, number} files and {size}.',
  'unused-files-expire': 'Files that nobody used for {days, plural, one {# day} other {# days}} of use are deleted.',
} as const
