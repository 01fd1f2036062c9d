/** Policies, rules and limits. */
export const POLICIES = {
  'rule-would-refuse': 'The rule “{rule}” would refuse this file.',
  'rule-too-slow': 'The rule “{rule}” takes too long to check this file.',
  'policies-wait':
    'Not saved: another program changed the policies, and the change waits for your decision. Accept it or keep yours under Policies, then try again.',
  'policies-not-understood':
    'Not saved: the policies file can’t be read; a newer version of Variorum may have written it. Update Variorum, or keep your policies under Policies, then try again.',
  'policies-changed':
    'Not saved: the policies were changed meanwhile, maybe in another window. Look at them as they are now, then save again.',
  'policies-not-as-shown':
    'Not accepted: the policies file was changed again. Look at the change as it is now, then decide.',
  'policies-too-long':
    'Not saved: a list in the policies can have at most 1,000 entries of at most 1,000 characters. Name a folder instead of its files.',
  'use-unknown':
    'The history isn’t indexed yet, so it isn’t known when each file was last used. Nothing expires until it is.',
  'expiry-failed': 'The files couldn’t be deleted.',
  'value-in-no-file': 'No file contains this value any more. Nothing was changed.',
  'value-unclear':
    'Nothing was changed: {count, plural, one {# file} other {# files}} that may contain this value can’t be read or redacted.',
  'file-gone': 'The file {path} no longer exists. Nothing was changed.',
  'policies-unreadable':
    'The file .variorum/policies.json doesn’t contain valid policies. The previous policies still apply. Correct the file, or restore an earlier version.',
  'first-policies-unreadable':
    'The file .variorum/policies.json doesn’t contain valid policies. The default policies apply. Correct the file, or restore an earlier version.',
  'file-over-limit': 'over the file size limit',
  'too-many-values': 'You’ve marked as many values as Variorum can keep. Forget some under Policies first.',
  'values-settled-elsewhere': 'Another window is saving a decision about a value. Nothing was changed; try again.',
  'value-not-marked':
    'Not marked: a value must be {least} to {most} characters long; shorter ones could match by chance. Select the whole value and nothing else.',
  'value-not-marked-any-more': 'This value is no longer marked. Nothing was changed.',
  'name-is-hidden':
    'The policies hide something in this name, so only the user can open, change, move or delete what has it. Choose another name for something new.',
  'path-holds-secret':
    'Not written: the path itself contains something that the rule “{rule}” keeps out of the memory. Choose another name.',
  'version-holds-secret':
    'Not restored: that version of {path} contains something that the rule “{rule}” keeps out of the memory.',
  'no-such-rule': 'There is no rule {number}. List them: variorum rules list.',
  'rule-asks':
    'The user decides about {path} first, so this waits for them. Nothing is written yet. Do not try again; go on.',
  'brake-asks':
    'This waits for the user: much of the memory was removed or rewritten, so they look at all of it first. Nothing is written yet. Do not try again; go on without.',
  'brake-is-off': 'An agent or a program may remove or rewrite {percent}% of the memory unasked.',
  'write-waits': 'Note: a change waits for the user, and is not in the memory: {paths}. Do not make it again.',
  'waiting-lines':
    'Lines that wait in {path}, each after a “+”. They are no fact: the user may not save them.\n{lines}',
  'waiting-lines-cut':
    'Lines that wait in {path}, each after a “+”. They are no fact: the user may not save them. Only the first ones are shown.\n{lines}',
  'write-was-refused': 'Note: the user did not save your change to {paths}. Do not make it again.',
  'write-was-refused-because': 'Note: the user did not save your change to {paths}. They say: {reason}',
  'nothing-hides-outside':
    'Other programs read the folder itself, so nothing in it can be hidden from them. Use ask, refuse, append-only or no-delete, or hide it from agents.',
  'held-too-large':
    'Not written: the user decides about this path first, and this is too large to wait for them. Write less at once.',
  'held-too-many': 'Not written: the user decides about this path first, and too much waits for them already.',
  'held-no-longer-fits': '{path} has changed where this would change it. Decide what it says.',
  'rule-locks': 'Not written: the user locked {path}. It can be read; only the user changes it.',
  'rule-append-only':
    'Not written: the user lets {path} only grow. Add lines after its last one; only the user changes what it has.',
  'rule-no-delete':
    'Not written: the user keeps {path}. It can be changed; only the user deletes, empties or moves it.',
  'rule-hides': 'The user keeps this path to themselves. Use another one.',
  'refused-by-rule':
    'Not written: the rule “{rule}” refuses the text of {path}. Leave out what it matches, then try again.',
  'rule-too-slow-for-text':
    'Not written: the rule “{rule}” takes too long to check {path}. Write a smaller file, or have the rule simplified.',
  'file-size-over': '{size}; the limit is {limit}.',
  'file-lines-over': '{lines, number} lines; the limit is {limit, number}.',
  'file-would-be-too-large':
    'Not written: {path} would be {size}; the limit is {limit}. Shorten it, or split it into several files, then try again.',
  'file-size-near': '{path} is {size}; the limit is {limit}.',
  'file-would-be-too-long':
    'Not written: {path} would have {lines, number} lines; the limit is {limit, number}. Shorten it, or split it into several files, then try again.',
  'file-lines-near': '{path} has {lines, number} lines; the limit is {limit, number}.',
  'store-full-of-files':
    'The store is full: {files, number} of {limit, number} files. Remove or merge some, then try again.',
  'store-files-near': 'The store has {files, number} files; the limit is {limit, number}.',
  'store-full':
    'Not written: this would exceed the store’s limit of {limit}; the store is {size} now. Remove or shorten some files, then try again.',
  'store-size-near': 'The store is {size}; the limit is {limit}.',
  'turn-wrote-too-much':
    'Not written: this would exceed the limit of {limit} per turn; this turn has added {size} so far. Write less, or continue in the next turn.',
  'turn-size-near': 'This turn has added {size}; the limit is {limit}.',
  'rule-unusable': 'Not saved: the rule “{name}” can’t be used. {why}',
  'rule-without-words': 'The rule has no words to look for.',
  'expression-too-large':
    'This expression is too large, or its repetitions multiply. Shorten it, or use smaller counts.',
  'expression-matches-nothing':
    'This expression can match empty text, so it would match everywhere. Make it require at least one character.',
  'expression-matches-most': 'This expression matches most ordinary text. Make it more specific.',
  'expression-invalid': 'This expression isn’t valid: {why}',
  'expression-lookaround':
    'Lookahead and lookbehind ((?=…), (?!…), (?<=…), (?<!…)) aren’t supported, because they can take too long.',
  'expression-backreference': 'Backreferences (\\1) aren’t supported, because they can take too long.',
  'places-replaced':
    '{count, plural, one {# passage was} other {# passages were}} replaced by the rule “{rule}” before this version was stored.',
  'places-hidden':
    'The rule “{rule}” hides {count, plural, one {# passage} other {# passages}} of this file. With this edit the file itself no longer holds what is hidden; earlier versions still do.',
  'secrets-not-redacted': 'Secrets aren’t redacted.',
  'payment-not-redacted': 'Payment data isn’t redacted.',
  'personal-not-redacted': 'Personal data isn’t redacted.',
  'secrets-redacted-if-certain': 'Secrets are redacted only when their format leaves no doubt.',
  'payment-redacted-if-certain': 'Payment data is redacted only when its format leaves no doubt.',
  'personal-redacted-if-certain': 'Personal data is redacted only when its format leaves no doubt.',
  'kinds-not-redacted': 'Kinds of data that aren’t redacted: {kinds}.',
  'rules-act':
    '{count, plural, one {A rule rewrites or refuses text} other {# rules rewrite or refuse text}}: {rules}.',
  'files-may-have': 'A file can be up to {size}.',
  'memory-may-have': 'The memory can contain up to {files, number} files and {size}.',
  'unused-files-expire':
    'Files are deleted if they haven’t been read or written for {days, plural, one {# day} other {# days}} of use.',
} as const
