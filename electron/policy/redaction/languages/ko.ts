import { words, type Language } from './language.ts'

export const ko = {
  code: 'ko',
  secrets: {
    password: words`비밀번호, 비번, 암호, 비밀 번호, 패스워드, 와이파이 비번, 와이파이 비밀번호, 와이파이 암호, 패스코드, 암호는, 비번은`,
    pin: words`인증번호, 인증 번호, 핀번호, 핀 번호, 핀코드, 현관 비밀번호, 현관 비번, 도어락 비번, 금고 비밀번호, 금고 번호, 자물쇠 번호, 캐리어 비번, 경보 해제, 해제 번호,
      잠금 해제, 잠금해제, 페어링 코드, 유심 비밀번호`,
    code: words`코드`,
    weak: words`시크릿, 토큰, api 키, 비밀 키, 비밀키, 개인 키, 개인키, 액세스 토큰, 액세스 키, api키, 인증키, 암호화 키, 서명 키`,
    passphrase: words`복구 문구, 시드 문구, 니모닉, 비밀 문구, 패스프레이즈, 암호문, 암호 문구, 복구 단어`,
    codes: words`복구 코드, 백업 코드, 비상 코드, 일회용 코드, 복구코드, 백업코드`,
    licence: words`시리얼 번호, 시리얼, 일련번호, 일련 번호, 라이선스 키, 라이센스 키, 제품 키, 제품키, 인증 키, 활성화 코드, 활성화 키, 등록 코드, 등록 키, 복구 키, 교환 코드,
      정품 키, 설정 키`,
    lock: words`도어락, 공동현관, 자물쇠, 열쇠함, 열쇠 보관함, 사서함, 음성사서함, 자녀 보호, 사물함, 택배함, 차고`,
  },
  sentences: {
    particles: words`는, 은, 이, 가, 를, 을, :, ：, 는 이제, 은 이제, 는 지금, 은 지금`,
    counters: words`자, 자리, 글자, 회, 시간, 일, 번, 명, 원, 분, 년, 월`,
    copulas: words`입니다, 이다, 로 변경, 으로 변경, 로 바, 으로 바, 이고, 고, 로, 으로, 이야, 야, 예요, 이에요, 를 누르, 을 누르`,
    copulaEndings: words`입니다, 이에요, 예요, 이야, 야, 로, 으로, 이고`,
  },
  logins: { unbounded: words`로그인` },
  codes: {
    places: words`현관, 문, 안전, 도어, 금고, 경보, 자물쇠, 열쇠, 사물함, 자전거, 캐리어, 창고, 차고, 엘리베이터, 사무실, 휴대폰, 전화, 택배, 뒷문, 정문`,
    units: words`자리`,
  },
  values: { ordinary: words`같은, 변경, 필요, 없음, 모름, 확인` },
  names: { ambiguous: words`시리얼 번호, 시리얼, 일련번호, 일련 번호` },
  answers: {
    questions: words`보안 질문, 본인 확인 질문, 비밀 질문, 비밀번호 찾기 질문`,
    topics: words`결혼 전 성, 첫 반려동물, 첫 애완동물, 첫 차, 초등학교, 가장 친한, 별명, 고향, 좋아하는`,
    said: words`답은, 답변은, 답, 답변`,
    labels: words`답, 답변, a`,
  },
  openers: {
    entry: words`계정, 사이트, 컴퓨터, 시스템, 공유기`,
    unspaced: words`열린다, 열립니다, 열려요, 열 수, 엽니다, 해제된다, 해제됩니다, 들어갈 수, 누르면`,
  },
  payment: {
    cards: words`카드, 카드번호, 신용카드, 체크카드, 카드 번호`,
    securityCodes: words`보안코드, 보안 코드, 뒷면 세 자리, 뒷면 3자리, 뒤 세자리, 뒤 3자리, 카드 뒷면, 뒷면 숫자, 유효성 코드, 뒷자리 세, 뒷면`,
    accountNumbers: words`계좌번호, 계좌 번호, 계좌, 통장번호, 통장, 입금계좌, 입금 계좌, 은행 계좌`,
    accounts: words`계좌, 통장, 입금`,
    otherNumbers: words`주문, 주문번호, 송장, 송장번호, 운송장, 영수증, 일련번호, 접수번호, 품번, 청구서, 예약번호`,
  },
  personal: {
    phones: words`전화, 휴대폰, 핸드폰, 연락처, 전화번호, 휴대전화, 번호, 문자, 팩스, 폰, 연락`,
    passports: words`여권, 여권번호, 여권 번호`,
    drivingLicences: words`운전면허, 면허, 면허번호, 운전면허증, 면허증`,
    plates: words`차량번호, 차 번호, 차번호, 번호판, 차량 번호, 자동차번호`,
    identityNumbers: words`주민등록번호, 주민번호, 외국인등록번호, 외국인 등록번호, 주민등록, 건강보험, 건강보험증, 사업자등록번호, 신분증, 민증, 주민 번호`,
    addresses: words`주소, 집주소, 배송지, 배송 주소`,
    residences: words`거주, 사는 곳, 살고, 거주지, 자택, 배송, 택배, 보내실 곳, 이사, 우편물, 본적, 산다`,
  },
  dates: { births: words`생년월일, 생일, 출생, 태어난, 출생일, 생년` },
} satisfies Language
