import { detector, NEAR } from './scan.ts'
import { alternations } from './values.ts'

const TOKEN = String.raw`[A-Za-z0-9_~-]{16,200}`
const END = String.raw`(?![A-Za-z0-9_~-])`

/**
 * Addresses that let whoever has them post or trigger something: the part that cannot be guessed is the secret. Its path
 * says that it is a hook, or its host is one that has nothing else.
 */
const ADDRESSES: readonly RegExp[] = [
  // …/webhook/ID, …/hooks/ID, …/bot/v2/hook/ID, …/web-hook/ID/TOKEN
  new RegExp(
    String.raw`https?:\/\/[^\s"'\x60<>?#]{3,200}\/(?:[\w-]{0,20}web-?hooks?|hooks?|incoming|trigger)(?:\/[\w.-]{1,40}){0,4}?\/(${TOKEN}(?:\/${TOKEN}){0,2})${END}`,
    'gi',
  ),
  // hook.eu1.make.com/ID, hooks.example/ID
  new RegExp(String.raw`https?:\/\/(?:web)?hooks?\.[\w.-]{3,100}\/(?:[\w-]{1,30}\/){0,3}(${TOKEN})${END}`, 'gi'),
  // cgi-bin/webhook/send?key=ID, /robot/send?access_token=ID
  new RegExp(
    String.raw`https?:\/\/[^\s"'\x60<>]{3,200}(?:hook|robot|bot)\/?[\w/.-]{0,40}\?(?:[\w-]{1,20}=[^\s&"'<>]{0,80}&){0,3}(?:key|access_token|token|sign)=(${TOKEN})${END}`,
    'gi',
  ),
  // maker.ifttt.com/trigger/NAME/with/key/TOKEN, api.telegram.org/botID:TOKEN
  new RegExp(String.raw`maker\.ifttt\.com\/[^\s"'<>]{0,120}\/with\/key\/(${TOKEN})${END}`, 'gi'),
  // Calendars, feeds and shared links that are private by their address alone
  new RegExp(String.raw`\/(?:private-|ical\/|feed\/private\/)(${TOKEN})${END}(?=[^\s"'<>]{0,60}(?:\.ics|basic))`, 'gi'),
  // Heartbeats and health checks
  new RegExp(
    String.raw`https?:\/\/(?:hc-ping\.com|uptime\.betterstack\.com\/api\/v1\/heartbeat|cronitor\.link\/p|ntfy\.sh|push\.[\w.-]{3,60})\/(?:[\w-]{1,30}\/)?(${TOKEN})${END}`,
    'gi',
  ),
  // Signing secret of DingTalk's robots
  /(?<![A-Za-z0-9])(SEC[0-9a-f]{64})(?![0-9A-Za-z])/g,
]

/** Invitations and one-time links: whoever opens one is in. */
const ENTRANCE = new RegExp(
  String.raw`https?:\/\/[^\s"'\x60<>?#]{3,200}\/(?:[\w-]{0,20}(?:invit|magic|one-?time|passwordless|activat|confirm|verif|recover|unsubscribe|reset)[\w-]{0,20}|join|claim)(?:\/[a-z-]{1,20}){0,2}\/(${TOKEN})${END}`,
  'gi',
)

export const webhooks = detector(NEAR, ({ text, lower, marked }, found) => {
  if (
    !/hook|ifttt|\/bot|ping|heartbeat|push\.|ntfy|private-|ical|robot|sec|incoming|trigger|invit|magic|time|passwordless|activ|confirm|verif|recover|unsub|reset|join|claim/.test(
      lower,
    )
  )
    return
  for (const pattern of [...ADDRESSES, ENTRANCE])
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(secret)
      // "/join/summer-meeting-2026" says what is joined.
      const isGuessable = pattern === ENTRANCE ? alternations(secret) < 3 : !/\d/.test(secret)
      if (!isGuessable && !marked(start)) found.push({ start, end: start + secret.length, rule: 'webhook' })
    }
})
