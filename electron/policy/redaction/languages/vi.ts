import { words, type Language } from './language.ts'

export const vi = {
  code: 'vi',
  secrets: {
    password: words`mật khẩu, mật khẩu wifi, mật khẩu wi-fi, mk wifi, mật mã, pass wifi, pass, mk, từ khóa bí mật, khóa mạng`,
    passphrase: words`cụm mật khẩu, cụm từ khôi phục, cụm từ bí mật, cụm từ hạt giống, từ khôi phục`,
    pin: words`mã pin, mã cửa, mã cổng, mã báo động, mã két, mã két sắt, mã khóa, mã mở khóa, mã vào cửa, mã ghép nối,
      mã ghép đôi, mã sim, mã xác minh, mã xác nhận, mã otp, mã thang máy, khóa số, mã hộp chìa khóa,
      số bí mật, mã nhận hàng, mã số khóa, mã tủ`,
    codes: words`mã khôi phục, mã dự phòng, mã sao lưu, mã khẩn cấp, các mã dự phòng`,
    licence: words`khóa bản quyền, mã bản quyền, số giấy phép, số sê-ri, số seri, số serial, khóa kích hoạt, mã kích hoạt,
      khóa sản phẩm, mã sản phẩm, khóa khôi phục, mã đăng ký, key bản quyền, khóa cấp phép`,
    weak: words`khóa api, khoá api, khóa bí mật, khóa riêng, khóa riêng tư, mã truy cập, token, khóa truy cập,
      khoá bí mật, khóa mã hóa`,
    code: words`mã, mã số`,
    key: words`khóa, khoá`,
    lock: words`hộp thư thoại, kiểm soát của phụ huynh, ổ khóa, hộp khóa`,
  },
  sentences: {
    verbs: words`là, bây giờ là, giờ là, hiện là, hiện tại là, vẫn là, đã đổi thành, đổi thành, đổi sang, được đổi thành,
      đặt là, dùng, nhập, gõ, bấm, tức là`,
    adverbs: words`bây giờ, giờ, vẫn`,
    prepositions: words`của, cho, ở, trong, trên, với, từ, này, đó, tôi, nhà`,
    as: words`làm`,
    joiners: words`và, nhưng, cho`,
  },
  clauses: { verbs: words`là`, to: words`thành, sang` },
  values: {
    ordinary: words`ở, trong, trên, của, cho, với, không, chưa, luôn, mới, cũ, quên, mất, đã, đổi, lưu, ghi, hỏi, bắt, sai,
      đúng, người, hết, cần, được`,
  },
  codes: {
    places: words`cửa, cổng, báo động, két, khóa, khoá, tủ, hầm, thang máy, xe đạp, vali, văn phòng, điện thoại, thẻ, kho,
      gara`,
    otherCodes: words`bưu chính, vạch, nguồn, giảm giá`,
    units: words`chữ số, ký tự, ngày, giờ, phút, lần, người, đồng, năm`,
    yearPrepositions: words`lúc`,
  },
  names: { ambiguous: words`số sê-ri, số seri, số serial, pass, mk` },
  answers: {
    questions: words`câu hỏi bảo mật, câu hỏi bí mật, câu hỏi an toàn`,
    topics: words`tên thời con gái, thú cưng đầu tiên, xe đầu tiên, trường đầu tiên, trường tiểu học, bạn thân, biệt danh`,
    said: words`tôi trả lời, trả lời, câu trả lời là, đáp án là, câu trả lời, đáp án`,
    labels: words`trả lời, đáp án, câu trả lời`,
  },
  openers: {
    verbs: words`mở, mở được, mở khóa, tắt báo động, vào được, để mở, để vào, đăng nhập`,
    entry: words`tài khoản, trang, máy chủ, máy tính, màn hình, mạng, wifi`,
  },
} satisfies Language
