import { words, type Language } from './language.ts'

export const fa = {
  code: 'fa',
  payment: {
    cards: words`کارت, شماره کارت, کارت بانکی`,
    securityCodes: words`رمز سی وی وی, سی وی وی, کد امنیتی`,
    accountNumbers: words`شماره حساب, شماره شبا, شبا, حساب بانکی`,
    accounts: words`حساب`,
    otherNumbers: words`شماره سفارش, سفارش, فاکتور, کد رهگیری, مرسوله`,
  },
  personal: {
    phones: words`تلفن, موبایل, شماره تماس, تماس, همراه, شماره همراه, شماره موبایل`,
    passports: words`گذرنامه, پاسپورت, شماره گذرنامه`,
    drivingLicences: words`گواهینامه, گواهینامه رانندگی`,
    plates: words`پلاک, شماره پلاک`,
    identityNumbers: words`کد ملی, کدملی, شماره ملی, شناسنامه, شماره شناسنامه, کد اقتصادی`,
    addresses: words`آدرس, نشانی`,
    residences: words`ساکن, سکونت, محل سکونت`,
    streets: words`خیابان, کوچه, بلوار, میدان, بزرگراه, محله`,
    units: words`پلاک, واحد, طبقه, ساختمان, کدپستی, کد پستی, بلوک`,
  },
  dates: { births: words`تاریخ تولد, متولد, تولد, زادروز` },
  secrets: {
    password: words`رمز عبور, گذرواژه, کلمه عبور, پسورد, رمز وای‌فای, رمز وای فای, رمز ورود`,
    passphrase: words`عبارت عبور, عبارت بازیابی`,
    pin: words`رمز در, رمز کارت, پین, کد در, رمز دزدگیر, رمز گاوصندوق, کد تأیید, رمز قفل`,
    codes: words`کدهای بازیابی, کدهای پشتیبان`,
    licence: words`کلید فعال‌سازی, کد فعال‌سازی, شماره سریال, کلید محصول, کلید مجوز`,
    weak: words`کلید خصوصی, کلید api, توکن`,
    code: words`رمز, کد`,
    key: words`کلید`,
  },
  sentences: {
    verbs: words`شده است, شد, الان, حالا, است, تغییر کرد به`,
    prepositions: words`در, به, از, با, برای, این, آن`,
  },
  codes: { places: words`در, دروازه, دزدگیر, گاوصندوق, قفل, پارکینگ, کارت, آسانسور` },
  answers: {
    questions: words`سؤال امنیتی, سوال امنیتی`,
    topics: words`نام خانوادگی مادر, اولین حیوان, اولین ماشین`,
    said: words`پاسخ, جواب`,
    labels: words`پاسخ, جواب`,
  },
} satisfies Language
