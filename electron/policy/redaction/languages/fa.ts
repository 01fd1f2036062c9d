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
} satisfies Language
