/**
 * The words that announce a secret. A strong word names nothing but a secret: whatever follows counts. A weak one is also
 * used for other things ("token bucket", "secret santa"): what follows must look made. A `key` is
 * the barest of those: only what no person would choose counts. A `pin` is followed by digits; a `code` too, where it is one for a door and the like.
 */
export type SecretWord = 'password' | 'passphrase' | 'weak' | 'key' | 'pin' | 'code'

const words = (kind: SecretWord, text: string): readonly (readonly [string, SecretWord])[] =>
  text.split(/,\s*/).map((word) => [word.trim(), kind] as const)

/** In lower case. Longer words come first where one begins another. */
export const SECRET_WORDS: readonly (readonly [string, SecretWord])[] = [
  ...words(
    'passphrase',
    `passphrase, pass phrase, pass-phrase, pass_phrase, seed phrase, recovery phrase, mnemonic phrase, secret phrase, phrase secrète, phrase de récupération, frase de recuperación, frase de recuperação, frase di recupero, frase semilla, frase semente, wallet seed, mnemonic, seedphrase, seed words`,
  ),
  ...words(
    'password',
    `passwords, passwörter, mots de passe, contraseñas, senhas, password, passwd, passcode, pass code, pass-code, passwort, kennwort, losungswort, codewort, zugangscode, zugangskennung, contraseña, contrasena, contraseñas, clave de acceso, clave wifi, clave del wifi, clave secreta, la clave, mi clave, mot de passe, motdepasse, mdp, senha, palavra-passe, parola d'ordine, parola chiave, wachtwoord, lösenord, losenord, passord, adgangskode, kodeord, salasana, tunnussana, hasło, haslo, heslo, lozinka, geslo, slaptažodis, parole, parool, jelszó, jelszav, şifre, sifre, parolă, parola, пароль, пароля, паролем, лозинка, парола, κωδικός πρόσβασης, κωδικός, κωδικός είναι, συνθηματικό, 密码, 密碼, 口令, パスワード, 暗証番号, 비밀번호, 비번, 암호, mật khẩu, katalaluan, kata sandi, كلمة المرور, كلمة السر, סיסמה, पासवर्ड, รหัสผ่าน`,
  ),
  ...words(
    'password',
    `pwd, pswd, passw, pass, pw, userpass, psk, pre-shared key, preshared key, network key, wifi key, wi-fi key, wlan key, wpa key, wpa2 key, wpa3 key, wep key, wifi code, hotspot key, wlan-schlüssel, netzwerkschlüssel, netwerksleutel, clé wifi, clé wi-fi, clé wpa, clé du wifi, clave wpa, chave wifi, chave do wifi, chiave wifi, chiave wpa, nätverksnyckel, requirepass, masterauth, passkey, community string, shared secret, radius secret, code wifi, clave del router, palavra-chave, security answer, secret answer, sicherheitsantwort, passin, passout`,
  ),
  ...words(
    'pin',
    `pin, pin code, pin-code, pincode, pin number, geheimzahl, code pin, alarm code, door code, gate code, lock code, security code, access code, entry code, safe code, unlock code, garage code, keypad code, lockbox code, verification code, confirmation code, one-time code, otp, otp code, 2fa code, mfa code, backup code, backup codes, recovery code, recovery codes, reset code, wiederherstellungscode, wiederherstellungscodes, bestätigungscode, code de récupération, código de recuperación, código de recuperação, codice di recupero, herstelcode, återställningskod, puk, tan, türcode, haustürcode, torcode, toegangscode, deurcode, poortcode, alarmcode, digicode, portkod, dörrkod, larmkod, dørkode, alarmkode, pinkode, pin-kod, pin-kode, pin-koodi, ovikoodi, key safe, keysafe, kod pin, cod pin, código pin, codice pin, code secret, código secreto, codice segreto, code porte, code portail, código de la puerta, código de la alarma, código da porta, código do alarme, codice allarme, código de verificación, código de verificação, code de vérification, codice di verifica,  código de seguridad, código de acceso, code d'accès, code de la porte, codice di accesso, пин-код, пінкод, пін-код, пин, pinkod, 门禁密码, 验证码, 驗證碼, 認証コード, 確認コード, 인증번호, 인증 번호`,
  ),
  ...words(
    'code',
    `code, codes, codice, código, codigo, kod, kode, kód, koodi, kód, код, кода, combination, combo, kombination, combinaison, combinación, combinação, combinazione, zahlenkombination, コード, 코드`,
  ),
  ...words('key', `key, token id, clé, chiave, chave, sleutel, nyckel`),
  ...words(
    'weak',
    `secret, recovery key, rescue key, product key, wiederherstellungsschlüssel, clé de récupération, clave de recuperación, chave de recuperação, token, totp seed, totp_seed, otp seed, totp secret, api sleutel, api-sleutel, api-nøgle, api-nyckel, api-avain, klucz api, clave de la api, api key, api-key, api_key, apikey, access key, access-key, access_key, accesskey, secret key, secret-key, secret_key, secretkey, private key, private-key, private_key, privatekey, auth key, auth_key, authkey, encryption key, encryption-key, encryption_key, encryptionkey, signing key, signing-key, signing_key, signingkey, master key, master_key, masterkey, account key, account_key, accountkey, storage key, storage_key, shared key, shared_key, service key, service_key, server key, server_key, session key, session_key, session secret, deploy key, deploy_key, license key, licence key, license_key, activation key, app key, app_key, appkey, application key, application_key, consumer key, consumer_key, client key, client_key, admin key, admin_key, root key, webhook key, webhook_key, hmac key, hmac_key, jwt key, jwt_key, ssh key, integration key, integration_key, routing key, ingest key, ingest_key, credential, credentials, creds, auth, bearer, sessionid, session id, session_id, cookie, clientsecret, authtoken, accesstoken, refreshtoken, api-schlüssel, schlüssel, clave de api, clave api, clé api, clé d'api, clé secrète, chave de api, chave api, chiave api, ключ api, api ключ, токен, секрет, секретный ключ, api密钥, 密钥, 令牌, apiキー, トークン, 시크릿, 토큰, api 키`,
  ),
]

/** What stands before the word in one name and turns it into something else ("minPasswordLength" is met by its end). */
export const OTHER_BEFORE = new Set(
  `no non public primary foreign cache sort partition idempotency object dedupe query row hash composite unique index lookup group map dict arrow enter escape shift ctrl alt tab function hot short translation i18n locale message react has have is use uses min max num number count show hide forgot forget reset change changed check validate verify require requires allow next page continuation cursor sync pagination csrf_name cancellation
  design syntax lexer parser current_page type print space indent eof start stop end bos eos pad unk mask sep special prompt completion total per by cache_read`.split(
    /\s+/,
  ),
)

/** What may stand after the word in one name without changing what it names. */
export const STILL_SECRET_AFTER = new Set(
  `value val text plain plaintext raw string str data prod production dev staging test live local main primary secondary default old new current backup base64 b64 hex env base answer confirmation confirm again repeat 1 2 3 4 5 01 02 v1 v2 a b`.split(
    /\s+/,
  ),
)
