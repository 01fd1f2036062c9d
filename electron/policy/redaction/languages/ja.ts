import { words, type Language } from './language.ts'

export const ja = {
  code: 'ja',
  secrets: {
    password: words`パスワード, 暗証番号`,
    pin: words`認証コード, 確認コード`,
    code: words`コード`,
    weak: words`apiキー, トークン`,
  },
  sentences: {
    particles: words`は, が`,
    counters: words`文字, 字, 桁, 回, 分, 日`,
    copulas: words`です`,
    copulaEndings: words`です, でした, だよ, だ`,
  },
  logins: { unbounded: words`ログイン` },
  codes: { particles: words`は`, places: words`門, ドア, 玄関`, units: words`文字, 桁` },
  personal: { phoneUnbounded: words`電話, 携帯(?:電話)?, 連絡先`, phoneFollowers: words`番号` },
  dates: {
    yearSigns: words`年`,
    monthSigns: words`月`,
    daySigns: words`日`,
    birthUnbounded: words`生年月日`,
  },
} satisfies Language
