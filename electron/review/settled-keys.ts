// How likely a value is to change, by the key of its line. English, German, French, Spanish and Chinese; other keys are
// neither.

/** Facts and identifiers that seldom change, or must not be wrong. */
const SETTLED =
  /\b(birth\w*|born|name|maiden|allerg\w*|intoleran\w*|blood|diagnos\w*|medic\w*|doctor|emergency|password|passphrase|pin|code|iban|bank|account|number|id|passport|licen[cs]e|married|anniversary|prefer\w*|favou?rite|geburt\w*|blutgruppe|arzt|ärztin|notfall|kennwort|passwort|konto|nummer|ausweis|naissance|allergie\w*|sang|médecin|urgence|mot de passe|compte|numéro|nacimiento|cumpleaños|alergia\w*|sangre|médic\w*|contraseña|cuenta|número)\b|生日|过敏|血型|密码|医生|账户|号码/u

/** Values that are meant to move on. */
const MOVING =
  /\b(last|next|due|deadline|until|status|state|stage|phase|progress|done|now|current\w*|today|week|month|version|updated?|changed|checked|gone through|met|seen|read|reading|count|total|budget|price|cost\w*|reached|weight|letzte\w*|nächste\w*|fällig|frist|stand|fortschritt|aktuell\w*|dernier\w*|prochain\w*|échéance|statut|último|última|próxim\w*|plazo|estado|actual\w*)\b|上次|下次|截止|状态|进度|目前/u

/** `settled` facts make a contradiction worse, `moving` values make it ordinary. */
export function settledness(key: string): 'settled' | 'moving' | 'unknown' {
  if (MOVING.test(key)) return 'moving'
  return SETTLED.test(key) ? 'settled' : 'unknown'
}
