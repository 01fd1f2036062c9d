import { wordlist as czech } from '@scure/bip39/wordlists/czech.js'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as french } from '@scure/bip39/wordlists/french.js'
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js'
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js'
import { expect, test } from 'vitest'
import { IN_NO_LIST } from './seed-phrases.ts'

test('words said to be in no list are in none', () => {
  const all = [czech, english, french, italian, portuguese, spanish].flat()
  expect(all.length).toBe(6 * 2048)
  expect(all.filter((word) => IN_NO_LIST.test(word.normalize('NFC').toLowerCase()))).toEqual([])
})
