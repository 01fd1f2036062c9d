import { detector, NEAR } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

/** Programs and formats whose versions look like addresses of version 4. */
const NUMBERED_PRODUCTS =
  `v npm node python java php ruby kernel linux macos git excel office acrobat firmware driver sdk api chrome firefox safari
  edge windows android ios oid`.split(/\s+/)
const versions = builtOnce(
  ({ oneOf }) =>
    new RegExp(
      String.raw`(?:\b${oneOf(({ personal }) => personal?.numbered, NUMBERED_PRODUCTS)}\.?[ :=#-]{0,3}|§ ?|[A-Za-z]\/|[<>=~^]=? ?|["'\x60](?:[\w-]*version|v)["'\x60]: ?["'\x60])$`,
      'i',
    ),
)

const V4 = /(?<![\w.+-]|[\^~@])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w-]|\.\d)/g
const V6 = /(?<![\w:.-])(?:[0-9a-f]{0,4}:){2,8}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:-]|\.\d)/gi

/** Of private networks, of documentation, of tests and groups (RFC 6890): nobody's. */
const RESERVED_V4 =
  /^(?:0\.|10\.|127\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|192\.0\.[02]\.|198\.51\.100\.|203\.0\.113\.|198\.1[89]\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|22[4-9]\.|2[3-5]\d\.|1\.[0-2]\.[0-9]\.[0-9]$)/
// A link-local address that is made of a hardware address names a device all the same.
const RESERVED_V6 =
  /^(?:fe[89ab](?!.*ff:fe)|f[cd][0-9a-f]{2}:|ff[0-9a-f]{2}:|2001:0?db8:|3fff:|64:ff9b:|100::|2001:4860:4860::|2606:4700:4700::|2620:fe::)/i
/** Resolvers for everybody. */
const RESOLVERS = new Set(
  `1.1.1.1 1.0.0.1 1.1.1.2 1.1.1.3 1.0.0.2 1.0.0.3 8.8.8.8 8.8.4.4 9.9.9.9 9.9.9.10 9.9.9.11 149.112.112.112 149.112.112.10
  208.67.222.222 208.67.220.220 208.67.222.123 208.67.220.123 94.140.14.14 94.140.15.15 94.140.14.15 94.140.15.16
  4.2.2.1 4.2.2.2 4.2.2.3 4.2.2.4 64.6.64.6 64.6.65.6 77.88.8.8 77.88.8.1 76.76.2.0 76.76.10.0 185.228.168.9
  185.228.169.9 84.200.69.80 84.200.70.40 193.110.81.0 185.253.5.0 45.90.28.0 45.90.30.0 114.114.114.114
  223.5.5.5 223.6.6.6 119.29.29.29 180.76.76.76 8.26.56.26 8.20.247.20 156.154.70.1 195.46.39.39 86.54.11.1`.split(
    /\s+/,
  ),
)
const isReservedV4 = (address: string): boolean => RESERVED_V4.test(address) || RESOLVERS.has(address)

export const ipAddresses = detector(NEAR, ({ text, vocabulary }, found) => {
  const version = versions(vocabulary)
  for (const match of text.matchAll(V4)) {
    const address = match[0]
    if (isReservedV4(address)) continue
    const before = text.slice(Math.max(0, match.index - 40), match.index)
    if (version.test(before) && !/(?:ip|host|addr\w*|server|client|from|remote)["'`]? ?[:=] ?["'`]?$/i.test(before))
      continue
    // A whole network does not identify a person.
    if (
      address.endsWith('.0') &&
      /^\/\d/.test(text.slice(match.index + address.length, match.index + address.length + 2))
    )
      continue
    found.push({ start: match.index, end: match.index + address.length, rule: 'ip address' })
  }
  for (const match of text.matchAll(V6))
    if (isV6(match[0]) && !RESERVED_V6.test(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, rule: 'ip address' })
})

function isV6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2 || /^::1?$/.test(text) || !/\d/.test(text)) return false
  const groups = text.split(':').filter((group) => group !== '').length + (text.includes('.') ? 1 : 0)
  return halves.length === 2 ? groups <= 7 && groups >= 2 : groups === 8
}
