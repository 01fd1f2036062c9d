import { brazilian, codiceFiscale, isDay, luhn, rest, verhoeff, weighted } from './checksums.ts'
import {
  control,
  finnish,
  germanTax,
  mod11,
  norwegian,
  nric,
  numberAt,
  pesel,
  rut,
  ssn,
  swedish,
  taiwanese,
  turkish,
} from './national-checks.ts'

/**
 * A country's number. `valid` gets the match without separators. Where many ordinary numbers would pass the check,
 * `words` must precede it shortly (or directly follow it).
 */
export interface NationalNumber {
  readonly rule: string
  readonly shape: RegExp
  readonly valid: (plain: string) => boolean
  readonly words?: RegExp
}

const number = (rule: string, shape: RegExp, valid: (plain: string) => boolean, words?: RegExp): NationalNumber => ({
  rule,
  valid,
  ...(words === undefined ? {} : { words }),
  shape: new RegExp(
    `(?<![A-Za-z0-9_]|\\d[.,/-]|[A-Za-z0-9]-)(?:${shape.source})(?![A-Za-z0-9_]|[-/][A-Za-z0-9]|[.,]\\d)`,
    'g',
  ),
})
const any = (): boolean => true

export const NATIONAL_NUMBERS: readonly NationalNumber[] = [
  number('us social security number', /\d{3}-\d{2}-\d{4}/, ssn),
  number(
    'us social security number',
    /\d{3}[ -]?\d{2}[ -]?\d{4}/,
    ssn,
    /\bssn\b|social[ -]?sec|\bitin\b|taxpayer|tax id/i,
  ),
  number('us employer number', /\d{2}-\d{7}/, any, /\bein\b|employer id|\bfein\b/i),
  number(
    'uk national insurance number',
    /[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z][A-CEGHJ-NPR-TW-Za-ceghj-npr-tw-z] ?\d{2} ?\d{2} ?\d{2} ?[A-Da-d]/,
    (text) => !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/i.test(text),
  ),
  number(
    'uk national insurance number',
    /QQ[ ]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?[A-D]/,
    any,
    /national insurance|\bnino?\b|\bni n/i,
  ),
  number(
    'nhs number',
    /\d{3}[ -]?\d{3}[ -]?\d{4}/,
    (text) => mod11(text, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    /\bnhs\b|health service/i,
  ),
  number('uk taxpayer reference', /\d{5}[ ]?\d{5}/, any, /\butr\b|taxpayer ref/i),
  number('german tax number', /\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}/, germanTax),
  number('german tax number', /\d{2,3}\/\d{3}\/\d{4,5}|\d{10,13}/, any, /steuernummer|steuer-?nr|st\.-?nr/i),
  number(
    'german identity card number',
    /[CFGHJ-NPRTV-Z][CFGHJ-NPRTV-Z0-9]{8}\d?/,
    (text) => /\d/.test(text),
    /ausweis|\bperso(?:-?nr|-?nummer)?\b/i,
  ),
  number('german social security number', /\d{2}[ ]?\d{6}[ ]?[A-Z][ ]?\d{3}/, (text) =>
    isDay(numberAt(text, 4, 6), numberAt(text, 2, 4)),
  ),
  number(
    'french social security number',
    /[1278][ .]?\d{2}[ .]?(?:0[1-9]|1[0-2]|[2-9]\d)[ .]?(?:\d{2}|2[AB])[ .]?\d{3}[ .]?\d{3}[ .]?\d{2}/,
    (text) => 97 - rest(text.slice(0, 13).replace('2A', '19').replace('2B', '18'), 97) === numberAt(text, 13, 15),
  ),
  number(
    'french tax number',
    /[0-3]\d(?:[ ]?\d{2})?[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}|[0-3]\d{12}/,
    (text) => text.length === 13 && rest(text.slice(0, 10), 511) === numberAt(text, 10, 13),
    /fiscal|\bspi\b|impôt/i,
  ),
  number(
    'spanish identity number',
    /\d{8}[ -]?[A-HJ-NP-TV-Z]/,
    (text) => control(text.slice(0, 8), 'TRWAGMYFPDXBNJZSQVHLCKE') === text[8],
  ),
  number(
    'spanish identity number',
    /[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z]/,
    (text) => control(String('XYZ'.indexOf(text[0] ?? '')) + text.slice(1, 8), 'TRWAGMYFPDXBNJZSQVHLCKE') === text[8],
  ),
  number('italian tax code', /[A-Za-z]{6}\d{2}[A-EHLMPR-Ta-ehlmpr-t]\d{2}[A-Za-z]\d{3}[A-Za-z]/, (text) =>
    codiceFiscale(text.toUpperCase()),
  ),
  number(
    'dutch citizen number',
    /\d{4}[. ]?\d{2}[. ]?\d{3}|\d{3}[. ]\d{3}[. ]\d{3}/,
    (text) => mod11(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]),
    /\bbsn\b|burgerservice|sofi/i,
  ),
  number(
    'belgian national number',
    /\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}/,
    (text) =>
      isDay(numberAt(text, 2, 4), numberAt(text, 4, 6)) &&
      [text.slice(0, 9), `2${text.slice(0, 9)}`].some((base) => 97 - rest(base, 97) === numberAt(text, 9, 11)),
  ),
  number(
    'portuguese tax number',
    /\d{3}[ ]?\d{3}[ ]?\d{3}/,
    (text) => {
      const left = weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
      return (left < 2 ? 0 : 11 - left) === Number(text[8])
    },
    /\bnif\b|contribuinte/i,
  ),
  number(
    'swiss social security number',
    /756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}/,
    (text) => weighted(text, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  ),
  number(
    'austrian social security number',
    /\d{4}[ -]?\d{6}/,
    (text) => weighted(text, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(text[3]),
    /svnr|sozialvers|\bsv-?n/i,
  ),
  number(
    'irish personal number',
    /\d{7}[A-Wa-w][A-IWa-iw]?/,
    (text) =>
      'WABCDEFGHIJKLMNOPQRSTUV'[
        (weighted(text, [8, 7, 6, 5, 4, 3, 2]) +
          (text.length > 8 ? 'WABCDEFGHI'.indexOf(text[8]?.toUpperCase() ?? '') * 9 : 0)) %
          23
      ] === text[7]?.toUpperCase(),
  ),
  number('swedish personal number', /(?:19|20)?\d{6}[-+]\d{4}/, swedish),
  number('swedish personal number', /(?:19|20)?\d{10}/, swedish, /personnummer|personnr|\bpnr\b/i),
  number('norwegian birth number', /\d{6}[ ]?\d{5}/, norwegian),
  number('danish personal number', /\d{6}-\d{4}/, (text) => isDay(numberAt(text, 2, 4), numberAt(text, 0, 2))),
  number(
    'danish personal number',
    /\d{10}/,
    (text) => isDay(numberAt(text, 2, 4), numberAt(text, 0, 2)),
    /\bcpr\b|personnummer/i,
  ),
  number('finnish personal code', /\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]/, finnish),
  number('polish personal number', /\d{11}/, (text) => pesel(text)),
  number(
    'polish tax number',
    /\d{3}-?\d{3}-?\d{2}-?\d{2}|\d{3}-\d{2}-\d{2}-\d{3}/,
    (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[9]),
    /\bnip\b/i,
  ),
  number(
    'czech birth number',
    /\d{6}\/\d{4}/,
    (text) => rest(text, 11) === 0 && isDay((numberAt(text, 2, 4) % 50) % 20, numberAt(text, 4, 6)),
  ),
  number(
    'romanian personal code',
    /[1-9]\d{12}/,
    (text) => {
      const left = weighted(text, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
      return (left === 10 ? 1 : left) === Number(text[12]) && isDay(numberAt(text, 3, 5), numberAt(text, 5, 7))
    },
    /\bcnp\b|cod numeric/i,
  ),
  number(
    'bulgarian personal number',
    /\d{10}/,
    (text) => (weighted(text, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(text[9]),
    /\begn\b|егн/i,
  ),
  number('greek tax number', /\d{9,11}/, any, /\bafm\b|αφμ|amka|αμκα/i),
  number('russian insurance number', /\d{3}-\d{3}-\d{3}[ -]\d{2}/, (text) => {
    const sum = weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101
    return (sum === 100 ? 0 : sum) === numberAt(text, 9, 11)
  }),
  number('russian tax number', /\d{10}|\d{12}/, any, /инн|\binn\b/i),
  number('turkish identity number', /[1-9]\d{10}/, turkish),
  number('israeli identity number', /\d{9}/, luhn, /teudat|israeli id|ת\.?ז|תעודת/i),
  number('brazilian tax number', /\d{3}\.\d{3}\.\d{3}-\d{2}/, (text) => brazilian(text, 9, 11)),
  number('brazilian tax number', /\d{11}/, (text) => brazilian(text, 9, 11), /\bcpf\b/i),
  number('brazilian company number', /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/, (text) => brazilian(text, 12, 9)),
  number('brazilian company number', /\d{14}/, (text) => brazilian(text, 12, 9), /\bcnpj\b/i),
  number('indian identity number', /[2-9]\d{3}[ -]\d{4}[ -]\d{4}/, verhoeff),
  number('indian identity number', /[2-9]\d{11}/, verhoeff, /aadhaar|aadhar|uidai|आधार/i),
  number('indian tax number', /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/, any),
  number('canadian social insurance number', /\d{3}([ -])\d{3}\1\d{3}/, luhn),
  number('canadian social insurance number', /\d{9}/, luhn, /\bsin\b|social insurance|\bnas\b/i),
  number(
    'australian tax number',
    /\d{3}[ -]?\d{3}[ -]?\d{2,3}/,
    (text) => mod11(text, text.length === 8 ? [10, 7, 8, 4, 6, 3, 5, 1] : [1, 4, 3, 7, 5, 8, 6, 9, 10]),
    /\btfn\b|tax file/i,
  ),
  number(
    'australian medicare number',
    /[2-6]\d{3}[ -]\d{5}[ -]\d(?:[ /-]?\d)?/,
    (text) => weighted(text, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(text[8]),
  ),
  number(
    'australian medicare number',
    /[2-6]\d{9,10}/,
    (text) => weighted(text, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(text[8]),
    /medicare/i,
  ),
  number(
    'australian business number',
    /\d{2} ?\d{3} ?\d{3} ?\d{3}/,
    (text) => (weighted(text, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
    /\babn\b/i,
  ),
  number('new zealand tax number', /\d{2,3}-?\d{3}-?\d{3}/, any, /\bird\b/i),
  number(
    'chinese identity number',
    /[1-9]\d{16}[0-9Xx]/,
    (text) =>
      isDay(numberAt(text, 10, 12), numberAt(text, 12, 14)) &&
      '10X98765432'[weighted(text, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] ===
        text[17]?.toUpperCase(),
  ),
  number('korean resident number', /\d{6}-[1-8]\d{6}/, (text) => isDay(numberAt(text, 2, 4), numberAt(text, 4, 6))),
  number('japanese personal number', /\d{4}[ -]?\d{4}[ -]?\d{4}/, any, /my ?number|マイナンバー|個人番号/i),
  number('singapore identity number', /[STFGMstfgm]\d{7}[A-Za-z]/, nric),
  number('hong kong identity number', /[A-Z]{1,2}\d{6}(?:\([0-9A]\))?/, any, /hkid|hong kong id|身份證/i),
  number('taiwanese identity number', /[A-Z][12]\d{8}/, taiwanese),
  number(
    'south african identity number',
    /\d{13}/,
    (text) =>
      isDay(numberAt(text, 2, 4), numberAt(text, 4, 6)) &&
      /[01]/.test(text[10] ?? '') &&
      /[89]/.test(text[11] ?? '') &&
      luhn(text),
  ),
  number('mexican population code', /[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d/, (text) =>
    isDay(numberAt(text, 6, 8), numberAt(text, 8, 10)),
  ),
  number(
    'mexican tax code',
    /[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}/,
    (text) => isDay(numberAt(text, 6, 8), numberAt(text, 8, 10)),
    /\brfc\b/i,
  ),
  number(
    'argentine tax number',
    /(?:20|2[347]|30|3[34])-?\d{8}-?\d/,
    (text) => mod11(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]),
    /cui[tl]/i,
  ),
  number('argentine tax number', /(?:20|2[347])-\d{8}-\d/, (text) => mod11(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1])),
  number('chilean identity number', /\d{1,2}\.\d{3}\.\d{3}-[0-9Kk]|\d{7,8}-[0-9Kk]/, rut),
]
