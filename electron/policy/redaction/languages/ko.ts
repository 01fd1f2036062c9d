import { words, type Language } from './language.ts'

export const ko = {
  code: 'ko',
  secrets: {
    password: words`비밀번호, 비번, 암호`,
    pin: words`인증번호, 인증 번호`,
    code: words`코드`,
    weak: words`시크릿, 토큰, api 키`,
  },
  sentences: {
    particles: words`는, 은, 이, 가`,
    counters: words`자, 자리, 글자, 회, 시간, 일`,
    copulas: words`입니다, 이다`,
    copulaEndings: words`입니다, 이에요, 예요, 이야`,
  },
  logins: { unbounded: words`로그인` },
  codes: { particles: words`는, 은, 이, 가`, places: words`현관, 문, 안전`, units: words`자리` },
  personal: { phoneUnbounded: words`전화` },
  dates: {
    yearSigns: words`년`,
    monthSigns: words`월`,
    daySigns: words`일`,
    birthUnbounded: words`생년월일`,
  },
} satisfies Language
