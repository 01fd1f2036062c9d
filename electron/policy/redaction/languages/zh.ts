import { words, type Language } from './language.ts'

export const zh = {
  code: 'zh',
  secrets: {
    password: words`密码, 密碼, 口令`,
    pin: words`门禁密码, 验证码, 驗證碼`,
    weak: words`api密钥, 密钥, 令牌`,
  },
  sentences: {
    particles: words`是, 为, 為, 叫`,
    counters: words`位, 字, 个, 次, 分, 日, 天`,
    copulas: words`来`,
  },
  logins: { unbounded: words`登录, 账号` },
  codes: { particles: words`是, 为`, places: words`门`, units: words`位` },
  personal: { phoneUnbounded: words`电话, 手机, 電話`, phoneFollowers: words`号码` },
  dates: {
    yearSigns: words`年`,
    monthSigns: words`月`,
    daySigns: words`日`,
    birthUnbounded: words`出生, 生日`,
  },
} satisfies Language
