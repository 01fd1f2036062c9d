import { detector, NEAR } from './scan.ts'

// Addresses in settings and data: `{"street": "…", "city": "…"}`, `address_line1: …`. Names of fields are the same everywhere.

const FIELD =
  /(?<![\p{L}\p{N}])(?:(?<street>street(?:_?(?:address|name|line))?_?[12]?|address_?(?:line)?_?[12]|straße|strasse|calle)|city|town|ort|zip(?:_?code)?|post(?:al)?_?code|plz)["']?[ \t]{0,3}[:=][ \t]{0,3}(?<quote>["']?)(?<value>[^"'\n{}[\]<>]{2,80})\k<quote>/giu
/** Fields of one address follow each other. */
const REACH = 60

export const addressFields = detector(NEAR, ({ text, marked }, found) => {
  let street: number | null = null
  for (const match of text.matchAll(FIELD)) {
    const { street: isStreet, quote = '', value = '' } = match.groups ?? {}
    const bare = quote === '' ? value.replace(/[,;\s]+$|,[ \t]*\S+[:=].*$/g, '') : value
    const start = match.index + match[0].lastIndexOf(value)
    const end = start + bare.length
    // A house has a number; what code says of a field has none.
    if (isStreet !== undefined && /\d/.test(bare) && /\p{L}{2}/u.test(bare)) street = end
    else if (street === null || match.index - street > REACH || !/^[\p{Lu}\d]/u.test(bare)) continue
    else street = end
    if (!marked(start)) found.push({ start, end, rule: 'postal address' })
  }
})
