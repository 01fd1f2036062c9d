import { type Language, NAME, onlyWords, whole, wholeWithCapitals } from '../language.ts'

const FILLER = String.raw`a|todos|todas|tod@s|gente|chicos|chicas|amig[oa]s?|amigui|claude|demo|de|nuevo|otra|vez|hoy|bien|y|ah|oh|pues|muy|qué|que|tú|tu|ti|te|che|tío|tía|mi|querid[oa]|por|ahí|aquí|la|el|lo|mucho|mucha|muchas|un|una`
const DROP = String.raw`(?:olvida|olvídate de|olvidate de|borra|bórrame|elimina|quita|quítame|saca|suprime|tacha|tira|anula|descarta)`
/** “Write down”, in its forms. */
export const SAVED = String.raw`(?:guard|apunt|anot|escrib|escrit|record|regist|memori|pus|puest|not[aó]|grab|met)`
const CALLED = String.raw`(?:se llama|se escribe)`

export const CUES: Language['cues'] = {
  greet: [
    onlyWords(
      String.raw`hola|holi|holis|holita|holaa|ola|buenas|buenos|buen|hey|ey|ei|epa|saludos|qué tal|que tal|qué onda|que onda|qué pasa|que pasa|qué hubo|quiubo|cómo estás|como estas|cómo andas|como andas|cómo va|como va|cómo te va|qué hay|que hay|todo bien|qué más|aló`,
      String.raw`días|dias|día|dia|tardes|noches|todo|muy|cómo|como|estás|va|${FILLER}`,
    ),
  ],
  thank: [
    onlyWords(
      'gracias|grax|grcs|thanks|agradezco|agradecid[oa]|amable',
      String.raw`mil|muchísimas|millón|genial|perfecto|vale|ok|guay|crack|máquina|eres|sol|grande|tod[oa]|ayuda|ayudarme|súper|super|adiós|chao|buenas|noches|buen|día|tarde|luego|hasta|nos|vemos|linda|lind[oa]|estupendo|fenómeno|rey|reina|${FILLER}`,
    ),
  ],
  leave: [
    onlyWords(
      String.raw`adiós|adios|chao|chau|bye|hasta luego|hasta mañana|hasta pronto|hasta otra|hasta la vista|nos vemos|me voy|buenas noches|cuídate|abrazo|besos`,
      String.raw`mañana|luego|pronto|que|descanses|tengas|buen|buena|día|tarde|noche|fin|semana|ya|dormir|${FILLER}`,
    ),
  ],
  undo: [
    whole(
      String.raw`(?:${DROP}|deshaz|deshazlo|revierte|cancela|retira)(?:lo)?(?: (?:eso|esto|lo|todo|ese|esa|el|la|últim[oa]|anterior|cambio|cosa|nota|línea|frase|dato|que|te|acabo|acabas|de|dije|decir|guardar|apuntar|anotar|hacer|has|hiciste|hecho|guardado|apuntado|ya|mejor|porfa|porfi|porfis|por|favor|pues|anda|otra|vez))*`,
    ),
    whole(
      String.raw`(?:bórralo|borralo|quítalo|quitalo|anúlalo|anulalo|cancélalo|deshacer|atrás|vuelve atrás)(?: (?:porfa|porfi|todo|ya|mejor))*`,
    ),
  ],
  why: [
    whole(
      String.raw`(?:(?:y|pero|oye|a ver)[ ,]+)*(?:por ?qué|por que|para qué|a santo de qué|cómo es que|qué te hizo|a qué viene)(?!\p{L}).*${SAVED}.*`,
    ),
    whole(String.raw`(?:de dónde|de donde|cómo|como) (?:sabes|sacaste|sacas|has sacado|supiste)(?!\p{L}).*`),
  ],
  count: [
    whole(
      String.raw`.*(?<!\p{L})cu[aá]nt[oa]s (?:archivos|ficheros|notas|datos|líneas|recuerdos|cosas|entradas)(?!.*\b(?:sobre|de) (?!m[ií])).*|cu[aá]nto (?:tienes|has|llevas) .*(?:guardad|apuntad|anotad|memoria).*`,
    ),
  ],
  'ask-about': [
    whole(
      String.raw`(?:(?:y|pues|entonces)[ ,]+)*(?:qué|que) (?:sabes|tienes|recuerdas|has guardado|hay)(?: (?:guardado|apuntado|anotado|tú|ya))* (?:sobre|de|del|acerca de) (?<about>(?!m[ií]\b|todo).+?)(?: (?:pues|ya|hasta ahora))*`,
    ),
    whole(String.raw`.*(?:resum\p{L}*|repaso) (?:sobre|de|del) (?<about>(?!todo|m[ií]\b|lo|la|tu|mi).+)`),
  ],
  list: [
    whole(String.raw`(?!yo |mi |mis ).*(?:resumen|resumencito|resúme|resume|repaso|recapitul|sumario|panorama).*`),
    whole(
      String.raw`(?:(?:y|pues|entonces|a ver|oye)[ ,¿]+)*(?:(?:dime|enséñame|muéstrame|cuéntame) )?(?:todo )?(?:qué|que|lo que) (?:cosas )?(?:sabes|tienes|recuerdas|has|llevas|guardas|conoces)(?: (?:tú|ya|todo|guardado|apuntado|anotado|memorizado|aprendido|en la memoria))*(?: (?:sobre|de|acerca de) m[ií])?(?: (?:hasta|ahora|pues|el momento|ya|por|guardado|apuntado|anotado|el|momento))*`,
    ),
    whole(
      String.raw`(?:dime|enséñame|muéstrame|lista|ponme|dame|lee) (?:todo|tus notas|lo que|la lista).*|todo lo que (?:sabes|tienes|recuerdas).*`,
    ),
  ],
  forget: [
    whole(
      String.raw`${DROP}(?: (?:lo|el|la|los|las|todo|toda|cosa|tema|parte|dato|línea|nota|eso|aquello|asunto|rollo|que|te|dije|he dicho|conté|sabes|tienes))*(?: (?:de|del|sobre|acerca de))?(?: (?:que|el|la|los|las|lo))* (?<about>.+?)(?: (?:porfa|porfi|anda|pues))*`,
    ),
    whole(
      String.raw`(?:lo|el tema|la parte|eso) (?:de|del|sobre) (?:la |el |los |las )?(?<about>.+?) (?:ya )?(?:lo )?(?:puedes|podés|no vale|no es verdad|ya no)(?: (?:borrar|quitar|olvidar|eliminar).*|.*)`,
    ),
  ],
  rename: [
    wholeWithCapitals(
      String.raw`(?:(?:[Ll]a|[Ee]l) )?(?<from>${NAME}) (?:en realidad |realmente |en verdad )${CALLED} (?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?<from>${NAME}) (?:${CALLED} (?:en realidad|realmente|en verdad) |se escribe )(?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?:[Cc]ambia|[Cc]orrige|[Pp]on) (?:a )?(?<from>${NAME}) (?:por|a) (?<to>${NAME}),? (?:en todas.*|en todos.*|por todas.*)`,
    ),
  ],
  spell: [
    wholeWithCapitals(
      String.raw`(?:.*(?:se escribe|se llama|es|será) )?(?<to>\p{Lu}[\p{L}-]+)(?:,? (?:con|sin) (?:\p{Ll}+ )?["'“]?\p{L}{1,2}["'”]?(?!\p{L}).*|, .*(?:cambia|cámbia|corr[ií]g|renombra)\p{L}*(?: .*)?)`,
    ),
    wholeWithCapitals(String.raw`.*se escribe(?: \p{Ll}+)* (?<to>\p{Lu}[\p{L}-]+)(?:[, ].*)?`),
    wholeWithCapitals(String.raw`(?:[Ee]n realidad |[Nn]o,? )+(?:es|se llama) (?<to>\p{Lu}[\p{L}-]+)`),
  ],
  remind: [
    whole(
      String.raw`(?:pon|ponme|programa|prográmame|crea|créame|activa|hazme)(?: (?:un|una|el|la|mi))? (?:\S+ )?(?:recordatorio|alarma|temporizador|despertador|aviso)(?!\p{L}).*|(?:recuérda|recuerda|avísa|avisa|despiérta|despierta)(?:me|nos)(?!\p{L}).*`,
    ),
  ],
  impossible: [
    whole(
      String.raw`(?:(?:y|oye)[ ,]+)*(?:qué|que|cómo|como|va|hará|hay|lloverá|hace|habrá|dime|cuál|dame|necesito|llevo|está)(?!\p{L}).*(?<!\p{L})(?:tiempo (?:hace|hará|va|en|mañana|hoy)|clima|llover|lluvia|llueve|nevar|nieve|paraguas|noticias|novedades|titulares|calor|frío|temperatura|tráfico|bolsa|la hora)(?!\p{L}).*`,
    ),
    whole(
      String.raw`(?:qué|que) horas? (?:es|son|tienes).*|(?:échame|dale|hazle|haz) (?:una|un) (?:llamada|toque|telefonazo).*|ll[aá]ma(?:le|la|lo)? (?:a|al) .+`,
    ),
  ],
  remember: [
    whole(
      String.raw`(?:apunta|anota|toma nota|nota|guarda|escribe|ten presente|ten en cuenta|que sepas|quédate con|registra)(?:te|me|lo)?(?: (?:ahí|esto|eso|bien|porfa|también|en algún lado|por ahí))*(?<list>:)?[,:]? (?:que |de que |con que )?(?<about>.+)`,
    ),
    whole(
      String.raw`(?<about>.+?)[,.;–—-]+\s*(?:y )?(?:por favor |porfa )?(?:ap[uú]nta|an[oó]ta|gu[aá]rda|recu[eé]rda|regístra|tenlo|toma nota)(?:lo|la|los|las|te|telo|melo)?(?: (?:en cuenta|porfa|porfi|por favor|bien|ahí|eso))*`,
    ),
    whole(String.raw`(?:para que (?:lo )?sepas|que lo sepas|que sepas que|para tu información)[ ,:]*(?<about>.+)`),
  ],
  correct: [
    whole(
      String.raw`(?:(?:no(?=[,.:;!–—-])|nah|uy|ay|ups|huy|perdón|perdona|perdone|disculpa|espera|error|fallo mío|mentira|corrección|corrijo|me (?:equivoqué|he equivocado|confundí|he confundido|lié|he liado)(?: de \p{L}+)?|quise decir|quería decir|en realidad|más bien|mejor dicho|miento|culpa mía|mal)(?:[,.:;!\s–—-]+|$)(?:que |pero )*)+(?<about>.+)`,
    ),
    whole(String.raw`(?<about>.+?),? (?:quería decir|quise decir|perdón|me equivoqué|más bien)`),
  ],
}
