import { words, type Language } from './language.ts'

export const bn = {
  code: 'bn',
  payment: {
    cards: words`কার্ড, কার্ড নম্বর, ক্রেডিট কার্ড`,
    securityCodes: words`সিভিভি, নিরাপত্তা কোড`,
    accountNumbers: words`অ্যাকাউন্ট নম্বর, হিসাব নম্বর, ব্যাংক হিসাব, একাউন্ট নম্বর, ব্যাংক অ্যাকাউন্ট`,
    accounts: words`অ্যাকাউন্ট, হিসাব`,
    otherNumbers: words`অর্ডার, চালান, পার্সেল`,
  },
  personal: {
    phones: words`ফোন, মোবাইল, মোবাইল নম্বর, ফোন নম্বর, কল, নম্বর, যোগাযোগ`,
    passports: words`পাসপোর্ট, পাসপোর্ট নম্বর`,
    drivingLicences: words`ড্রাইভিং লাইসেন্স`,
    plates: words`গাড়ির নম্বর, নম্বর প্লেট`,
    identityNumbers: words`জাতীয় পরিচয়পত্র, এনআইডি, এনআইডি নম্বর, আইডি নম্বর, জন্ম নিবন্ধন, টিআইএন`,
    addresses: words`ঠিকানা`,
    residences: words`থাকেন, থাকে, বাসা, বাড়ি`,
    streets: words`রোড, সড়ক, গলি, লেন, সরণি`,
    units: words`বাড়ি, ফ্ল্যাট, তলা, বাসা`,
  },
  dates: { births: words`জন্ম তারিখ, জন্মতারিখ, জন্ম, জন্মদিন` },
  secrets: {
    password: words`পাসওয়ার্ড, গোপন শব্দ`,
    pin: words`পিন, দরজার কোড, গেটের কোড, অ্যালার্ম কোড`,
    codes: words`রিকভারি কোড, ব্যাকআপ কোড`,
    licence: words`লাইসেন্স কী, সিরিয়াল নম্বর, অ্যাক্টিভেশন কোড`,
    code: words`কোড`,
  },
  sentences: { verbs: words`হলো, হল, এখন`, prepositions: words`এর, জন্য, এই` },
  codes: { places: words`দরজা, গেট, অ্যালার্ম, তালা, লিফট` },
} satisfies Language
