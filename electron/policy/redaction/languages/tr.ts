import { words, type Language } from './language.ts'

export const tr = {
  code: 'tr',
  secrets: {
    password: words`şifre, sifre, parola, şifresi, şifreyi, şifremiz, şifreniz, parolası, parolamız, wifi şifresi,
      wi-fi şifresi, kablosuz ağ şifresi, ağ anahtarı, gizli kelime, şifreler`,
    pin: words`pinkod, pin, pin kodu, kapı kodu, alarm kodu, alarm şifresi, kapı şifresi, kasa şifresi,
      kasanın şifresi, kasa kodu, kilit kodu, asma kilit, anahtar kutusu, garaj kodu, giriş kodu, bina kodu,
      eşleştirme kodu, bluetooth kodu, sesli mesaj, ebeveyn denetimi, ebeveyn kodu, sim kodu, doğrulama kodu,
      onay kodu, teslimat kodu, ekran kilidi, kilit açma kodu, bahçe kapısı`,
    passphrase: words`parola cümlesi, şifre cümlesi, kurtarma ifadesi, kurtarma cümlesi, gizli ifade, kurtarma kelimeleri,
      12 kelime, 24 kelime`,
    codes: words`kurtarma kodları, yedek kodlar, yedek kodları, acil durum kodları, tek kullanımlık kodlar`,
    licence: words`lisans anahtarı, lisans kodu, lisans numarası, lisans, seri numarası, seri no, etkinleştirme anahtarı,
      etkinleştirme kodu, aktivasyon kodu, aktivasyon anahtarı, ürün anahtarı, ürün kodu, kayıt anahtarı,
      kurtarma anahtarı, kurulum anahtarı`,
    weak: words`api anahtarı, gizli anahtar, özel anahtar, erişim belirteci, erişim anahtarı, jeton`,
    code: words`kod, kodu, kodları`,
    key: words`anahtar, anahtarı`,
  },
  names: { inflected: words`şifre, sifre, parola, pin, kod, lisans`, ambiguous: words`parola` },
  codes: {
    places: words`kap[ıi], kapı, kapi, alarm, kasa, kilit, garaj, bodrum, anahtar, bina, giriş, asansör, bisiklet, bavul,
      valiz, dolap, ofis, telefon, tablet, sim, bluetooth, bahçe, depo`,
    verbs: words`şu, artık`,
    otherCodes: words`posta`,
    units: words`hane, haneli, karakter, gün, saat, dakika, kez, kişi, lira, tl, yıl`,
  },
  values: {
    ordinary: words`var, yok, değil, asla, hep, her, yeni, eski, aynı, unutulmuş, kayıp, değişti, değiştirildi, sor, sorun,
      gerekli, yanlış, doğru, kullanıcı, süresi, orada, burada, sadece, için, ile`,
  },
  sentences: {
    verbs: words`şu, şudur, oldu, artık, şimdi, hâlâ, hala, şuna değiştirildi, olarak değiştirildi, olarak ayarlandı,
      yani, kullan, kullanıyoruz, gir, yaz, idi`,
    adverbs: words`artık, şimdi, hâlâ, hala`,
    prepositions: words`bu, şu, o, bizim, benim, bir, ve, için, ile`,
    as: words`olarak`,
    joiners: words`ve, ama, ile`,
    and: words`ve`,
  },
  clauses: { to: words`olarak` },
} satisfies Language
