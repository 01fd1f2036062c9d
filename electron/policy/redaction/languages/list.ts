import ar from './ar.json' with { type: 'json' }
import bg from './bg.json' with { type: 'json' }
import bn from './bn.json' with { type: 'json' }
import ca from './ca.json' with { type: 'json' }
import cs from './cs.json' with { type: 'json' }
import da from './da.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import el from './el.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import et from './et.json' with { type: 'json' }
import fa from './fa.json' with { type: 'json' }
import fi from './fi.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import he from './he.json' with { type: 'json' }
import hi from './hi.json' with { type: 'json' }
import hr from './hr.json' with { type: 'json' }
import hu from './hu.json' with { type: 'json' }
import id from './id.json' with { type: 'json' }
import is from './is.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import { Language } from './language.ts'
import lt from './lt.json' with { type: 'json' }
import lv from './lv.json' with { type: 'json' }
import ms from './ms.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import no from './no.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import ro from './ro.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import sk from './sk.json' with { type: 'json' }
import sl from './sl.json' with { type: 'json' }
import sq from './sq.json' with { type: 'json' }
import sr from './sr.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }
import th from './th.json' with { type: 'json' }
import tl from './tl.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }
import vi from './vi.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/** Every language that redaction knows; a new one needs its file and a line here. */
const FILES: readonly unknown[] = [
  en,
  ar,
  bg,
  cs,
  da,
  de,
  el,
  es,
  et,
  fi,
  fr,
  he,
  hi,
  hr,
  hu,
  id,
  it,
  ja,
  ko,
  lt,
  lv,
  ms,
  nl,
  no,
  pl,
  pt,
  ro,
  ru,
  sk,
  sl,
  sr,
  sv,
  th,
  tr,
  uk,
  vi,
  zh,
  fa,
  bn,
  sq,
  ca,
  tl,
  is,
]

let checked: readonly Language[] | null = null

/**
 * Checked when a text is first searched. A text may be of any language, and of several, so all are needed then.
 */
export const languages = (): readonly Language[] => (checked ??= FILES.map((file) => Language.parse(file)))
