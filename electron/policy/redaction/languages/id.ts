import { words, type Language } from './language.ts'

export const id = {
  code: 'id',
  secrets: {
    password: words`kata sandi, sandi, sandinya, kata sandinya, kata sandi wifi, password wifi, sandi wifi, passwordnya,
      kata kunci rahasia, kunci jaringan, kata rahasia`,
    passphrase: words`frasa sandi, frasa pemulihan, frasa rahasia, kata pemulihan, frase pemulihan, frasa kunci`,
    pin: words`pin, kode pin, kode pintu, kode gerbang, kode alarm, kode brankas, kode gembok, kode kunci, kode garasi,
      kode masuk, kode buka kunci, kode pemasangan, kode pairing, kode sim, kode verifikasi, kode otp,
      kode loker, kode lift, kode akses, pin atm, kombinasi brankas, kode sandi`,
    codes: words`kode pemulihan, kode cadangan, kode darurat, kode sekali pakai`,
    licence: words`kunci lisensi, kode lisensi, nomor lisensi, lisensi, nomor seri, kunci aktivasi, kode aktivasi,
      kunci produk, kode produk, kunci pemulihan, kode registrasi, kunci registrasi`,
    weak: words`kunci api, kunci rahasia, kunci privat, kunci pribadi, token akses, kunci akses, token, kunci enkripsi`,
    code: words`kode, kodenya, kombinasi`,
    key: words`kunci`,
    lock: words`gembok, kotak suara, kontrol orang tua, kotak kunci`,
  },
  names: { inflected: words`kata sandi, sandi, password, kode`, ambiguous: words`lisensi, nomor seri, sandi` },
  sentences: {
    verbs: words`adalah, sekarang, sekarang adalah, masih, yaitu, ialah, menjadi, diganti menjadi, diubah menjadi,
      diganti jadi, diubah jadi, ganti jadi, jadi, diganti ke, diset ke, pakai, gunakan, ketik, masukkan, itu`,
    adverbs: words`sekarang, masih, tetap`,
    prepositions: words`di, ke, dari, untuk, pada, dengan, ini, itu, kami, saya, yang`,
    as: words`sebagai`,
    joiners: words`dan, tapi, untuk`,
  },
  clauses: { verbs: words`adalah, yaitu`, to: words`menjadi, jadi, ke` },
  values: {
    ordinary: words`ada, di, pada, dari, untuk, dengan, tidak, belum, selalu, baru, lama, sama, lupa, hilang, diganti,
      diubah, disimpan, ditulis, tanya, tanyakan, wajib, salah, benar, pengguna, kedaluwarsa, sudah, yang`,
  },
  codes: {
    places: words`pintu, gerbang, alarm, brankas, gembok, kunci, garasi, loker, lift, sepeda, koper, kantor, telepon,
      kartu, gudang, masuk, atm, rumah`,
    otherCodes: words`pos, warna, kesalahan, sumber, promo, batang`,
    units: words`digit, karakter, hari, jam, menit, kali, orang, rupiah, tahun`,
    yearPrepositions: words`pukul, jam`,
  },
  answers: {
    questions: words`pertanyaan keamanan, pertanyaan rahasia`,
    topics: words`nama gadis ibu, hewan peliharaan pertama, mobil pertama, sekolah pertama, sahabat, julukan`,
    said: words`saya jawab, jawabannya, jawaban, saya isi, kami isi, diisi`,
    labels: words`jawaban\p{L}*, j`,
  },
  openers: {
    verbs: words`membuka, buka, mematikan alarm, menonaktifkan, bisa masuk, untuk masuk, untuk membuka, terbuka`,
    entry: words`akun, situs, server, komputer, layar, jaringan, wifi`,
  },
} satisfies Language
