import { withoutFiles } from '../../shared/quoted-files.ts'

// Whether a message plainly asks to remember something, in the languages of the window. It only sets a switch that the
// user sees and can set otherwise, so it rather misses a request than takes a question or a quotation for one.

/** Up to a mark that ends a sentence or a part of one, with that mark. */
const PART = /[^.!?;:,…\n。！？；：，、]+[.!?;:,…。！？；：，、]?/gu
const QUOTED = /^\s*>.*$|```[^]*?(?:```|(?![^]))|"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|「[^」\n]*」/gmu

/** What begins a part before its verb. */
const POLITE = [
  String.raw`(?:please|pls|hey|hi|ok|okay|so|and|also|now|then|but|oh|just|always)\s+`,
  String.raw`(?:bitte|und|also|dann|ok|ach|aber|auch)\s+`,
  String.raw`(?:por favor|y|también|entonces|pero|vale)\s+`,
  '(?:请你?|麻烦你?|帮我|帮忙|你?要|那么?|顺便|另外|也|还有)',
].join('|')
const BEGINS = new RegExp(String.raw`^\s*(?:${POLITE})*`, 'iu')

/** No letter comes next. */
const END = String.raw`(?!\p{L})`
/** “Do you remember when …” asks for what is remembered. */
const NOT_ASKING = String.raw`(?!\s+(?:what|when|where|who|whom|whose|why|how|which|if|whether|anything|me|us|the time)${END})`
const KEEP = String.raw`(?:(?:remember|memori[sz]e)${END}${NOT_ASKING}|(?:make|take) (?:a )?note${END}|note (?:this |that |it )?down${END}|(?:write|jot) .*down${END}|(?:save|store|keep|add|put) .*(?:memory|notes)${END}|(?:save|store|note) (?:this|that|it)${END})`

/** How a request begins: as an order, which is none with a question mark, or as a polite question. */
const ORDERS: readonly RegExp[] = [
  new RegExp(String.raw`^(?:${KEEP}|(?:don['’]t|do not|never) forget${END})`, 'iu'),
  new RegExp(
    String.raw`^(?:merke?(?:['’]?s)? dir${END}|(?:notiere?|speichere?|behalte?) (?:dir|das|dies|es|bitte|,)${END}|schreibe? .*auf${END}|(?:das |dies |dir )?(?:bitte )?(?:merken|notieren|speichern)[.!:,]?$|dass du (?:dir )?.*(?:merkst|notierst|speicherst|aufschreibst)${END})`,
    'iu',
  ),
  /^vergiss (?:\p{L}+ ){0,2}nicht(?!\p{L})/iu,
  /^(?:recuerda(?:lo)?|recuérdalo|acuérdate|memoriza(?:lo)?|memorízalo|anota(?:lo)?|anótalo|apunta(?:lo)?|apúntalo|guárdalo|guarda (?:esto|eso|que|en)|no (?:te )?olvides|quiero que (?:recuerdes|guardes|anotes|apuntes|memorices))(?!\p{L})/iu,
  /^(?:把.+)?(?:记住(?!了|多少|什么|哪些|吗)|记下|记一下|记着|记得(?!了|吗|什么|多少|哪些)|记录下来|存下来|保存下来)/u,
  /^(?:别|不要)忘(?:记|了)/u,
]
const QUESTIONS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:can|could|would|will) you|i(?:['’]d like| want| need| would like) you to)\s+(?:please\s+)?${KEEP}`,
    'iu',
  ),
  /^(?:kannst|könntest|würdest|magst) du (?:bitte )?(?:dir )?.*(?:merken|notieren|speichern|aufschreiben)(?!\p{L})/iu,
  /^¿?(?:me )?(?:puedes|podrías) (?:por favor )?(?:recordar|guardar|anotar|apuntar|memorizar)(?!\p{L})(?! qué| cuándo| dónde| quién| cómo)/iu,
  /^你?(?:能不能|可不可以|能|可以)(?:请|帮我)?(?:把.+)?(?:记住(?!了|多少|什么|哪些)|记下|记一下)/u,
]

/** What begins like a request, and asks for nothing to be kept. What a fact says ("that I do not …") is none of it. */
const REFUSALS: readonly RegExp[] = [
  /^\p{L}+ (?:nothing|none|nichts|kein\p{L}*|nada)(?!\p{L})/iu,
  /^\p{L}+ .*(?:out of|outside|fuera de) (?:(?:your|the|my|tu|la|mi) )?(?:memory|notes|memoria|notas)(?!\p{L})/iu,
  /^\p{L}+ (?:not|never) to (?:remember|memori[sz]e|save|store|keep|note|write|put|add)(?!\p{L})/iu,
  /^\p{L}+ (?:no|nunca) (?:recordar|guardar|anotar|apuntar|memorizar)(?!\p{L})/iu,
  /(?<!\p{L})nicht[^\p{L}\p{N}]*$/iu,
  /(?:不要|别|不用|不必)(?:再|把.+)?(?:保存|存|记(?!错)|写)/u,
]

const FORGETS_NOT = /^(?:vergiss|别忘|不要忘)/iu

export function asksToRemember(message: string): boolean {
  const own = withoutFiles(message).replace(QUOTED, ' ')
  return [...own.matchAll(PART)].some(([part]) => {
    const said = part.replace(BEGINS, '').trim()
    const isQuestion = /[?？]$/u.test(said)
    if (REFUSALS.some((refuses) => refuses.test(said)) && !FORGETS_NOT.test(said)) return false
    return QUESTIONS.some((asks) => asks.test(said)) || (!isQuestion && ORDERS.some((asks) => asks.test(said)))
  })
}
