import { CUES, SAVED } from './cues/es.ts'
import { apart, type Language, NAME, whole, wholeWithCapitals, withSpace, wordSet } from './language.ts'
import { ES as replies } from './replies/es.ts'

const KIN =
  '(?:hermanas?|hermanos?|madre|padre|mamá|papá|hij[oa]s?|esposa|esposo|mujer|marido|pareja|novi[oa]|prim[oa]|t[ií][oa]|sobrin[oa]|abuel[oa]|amig[oa]|mejor amig[oa]|jef[ea]|compañer[oa]|vecin[oa]|médic[oa]|doctora?|dentista|profesora?|bebé|padres|niñ[oa]s|prometid[oa]|suegr[oa]|cuñad[oa]|yerno|nuera|niet[oa]s?|coleg[oa]|colega|compi|compañer[oa] de (?:piso|trabajo|clase|cuarto)|roomie|caser[oa]|psicólog[oa]|terapeuta|fisio|fisioterapeuta|entrenadora?|veterinari[oa]|abuelit[oa]|ahijad[oa]|padrino|madrina|ex|soci[oa]|profe|gemel[oa]|abogad[oa]|peluquer[oa]|polol[oa]|cuate|pana|vieja|viejo|herman[oa]stra|padrastro|madrastra|maestr[oa]|asistente|hermanit[oa]|prima hermana)'
const PET =
  '(?:galgo|galga|perrit[oa]|gatit[oa]|cobaya|periquito|perr[oa]|gat[oa]|loro|hámster|conejo|caballo|pájaro|tortuga|mascota)'
const THING =
  '(?:nombre|apellido|apodo|cumple|cumpleaños|fecha de nacimiento|edad|ciudad|país|dirección|calle|código postal|número(?: de teléfono)?|teléfono|móvil|celular|correo(?: electrónico)?|e-?mail|profesión|trabajo|empleo|empresa|escuela|universidad|aficiones|afición|hobby|idioma|lengua materna|nacionalidad|grupo sanguíneo|talla|altura|signo|coche|carro|auto|bici(?:cleta)?|equipo|piso|casa|aniversario|alergias?|[\\p{L}-]+ (?:favorit[oa]s?|preferid[oa]s?))'
const MY = '(?:mi|mis|nuestr[oa]s?)'
const IS = String.raw`(?:es|son|se llaman?)(?: (?:ahora|en realidad))?`
const MEMORY = String.raw`(?:(?:tu|la|mi|tus|los|las|mis|de tu|de la) )?(?:memoria|notas|archivos|recuerdos|ficheros)`
const SAVE = String.raw`(?:recordar|anotar|apuntar|guardar|memorizar|recuerda|recuerde|acuérdate(?: de)?|acuerdate(?: de)?|anota|anote|apunta|apunte|guarda|guarde|memoriza|memorice|no (?:te )?olvides|no olvide|ten en cuenta|toma nota(?: de)?|nota|debes saber|quiero que (?:recuerdes|sepas|anotes|guardes))(?: (?:bien|también|esto|esta|eso|ahí|por ahí|porfa|por favor|lo siguiente))*`
const FORGET = String.raw`(?:olvidar|borrar|eliminar|olvida|olvídate de|olvidate de|borra|elimina|quita|suprime)`
const VERB_ME =
  '(?:curro|laburo|corro|nado|bailo|canto|me (?:levanto|acuesto|despierto|flipan?|molan?|chiflan?|dedico)|hago (?:yoga|deporte|ejercicio|natación|ballet)|voy (?:al gimnasio|a misa|en bici|todos|cada|a correr|a nadar)|fumo|soporto|dejé (?:mi|el)|nunca (?:he|como|bebo|fumo)|no aguanto|soy de|vivo|trabajo|amo|odio|prefiero|hablo(?! en serio| con| de)|juego|toco|estudio|conduzco|manejo|bebo|como(?= (?:carne|pescado|verdura|mucho|poco|de todo))|soy de|vengo de|nací|colecciono|enseño|me (?:gustan?|encantan?|mudé)|no (?:me gustan?|como|bebo|hablo|fumo|conduzco|soporto|vivo|trabajo)|ya no (?:vivo|trabajo))'
const PERSONAL = String.raw`(?:baila|canta|nada|fuma|colecciona|enseña|juega|hace (?:ballet|yoga|judo|deporte|natación|karate)|cumple \d+|va a cumplir|tiene miedo|tiene \d+(?:$| )|se (?:muda|mudó|ha mudado)|(?:es|viene) de \p{Lu}|es (?:celíac[oa]|diabétic[oa]|zurd[oa]|viud[oa]|originari[oa])|no soporta|curra|labura|vive|trabaja|ama|odia|prefiere|habla|juega|toca|estudia|conduce|maneja|bebe|come|nació|se llama|le (?:gustan?|encantan?)|no (?:come|bebe|habla|fuma)|tiene (?:\d+ años|alergia) ?|es (?:mi|nuestr[oa]|su|alérgic[oa]|vegetarian[oa]|vegan[oa]|la (?:hermana|madre|hija|mujer|esposa) de|el (?:hermano|padre|hijo|marido|esposo) de)|está (?:casad[oa]|embarazada|jubilad[oa]|divorciad[oa]|prometid[oa]))`

export const ES: Language = {
  code: 'es',
  marks: wordSet(
    'porfa porfi apunta anota quita deshazlo toma quiero colecciono suegra perro perra pues uy novio novia hija hijo madre padre dejé corro yo el los las una unos unas un del al mudé viviera fuera antes vivía color amarillo verde azul rojo es son soy eres está estoy están mi mis tu tus su sus me te se lo le qué que quién cómo cuándo dónde cuál cuántos cuántas cuánto por porque con para sin muy pero y o no sí hola gracias adiós buenos buenas días tardes noches recuerda acuérdate guarda borra olvida deshaz llamo llama vivo vive trabajo trabaja gusta tengo tiene hermana hermano favorito favorita cumpleaños sabes puedes puedo hay archivos memoria eso esto ese esta este resume resumen ayuda nada todo algo en de la perdona perdón vale claro mañana hoy ayer ya también soy años haz hiciste escribiste guardaste cambia escribí',
  ),
  signs: /[ñ¿¡]|\p{L}{2}[áéí]\p{L}{0,3}me(?:\s|$)|ción(?:\s|$)/u,
  commands: wordSet('recuerda recuerde acuérdate acuerdate apunta anota olvida elimina deshaz renombra'),
  spelling: [
    [/^el cumple(?:años)? de (mi \p{L}+) es /iu, '$1 cumple años '],
    [/(?<!\p{L})(?:recuedra|recurda|recueda)(?!\p{L})/giu, 'recuerda'],
    [/^por que (?=\p{L}+ste\b|has\b|lo\b)/iu, 'por qué '],
  ],
  manners: [
    /^(?:(?:holi|hey|qué tal|oye|hola|buenas|buenos días|buenas tardes|buenas noches|oye|ok|vale|bueno|pues|y|por favor|por cierto|ah|eh|también|además|encantad[oa]|mucho gusto|oye|para que lo sepas|que sepas)(?=[\s,!.:])[\s,!.:]*)+(?=\S)/iu,
    /[\s,]*(?:por favor|porfa|gracias|vale|¿vale|encantad[oa]|mucho gusto|jaja\w*|otra vez|de nuevo|por cierto)$/iu,
  ],
  asking: /^(?:puedes|podrías|puede|podría|quieres) (?:por favor |tú )?(?=\p{L})/iu,
  cues: CUES,
  saving: new RegExp(String.raw`(?<!\p{L})${SAVED}\p{L}*`, 'iu'),
  hesitation:
    /^(?:(?:mejor|al final|no|uy|ay|ups|oye|espera|perdón|perdona|bueno|en realidad|pensándolo bien|me equivoqué|me he equivocado|lo he pensado mejor|cambié de idea)[,.:;!\s–—-]+)+/iu,
  gratitude:
    /^(?:(?:ok|vale|genial|perfecto|bien|no|sí|muy bien|ah|guay|estupendo|qué bien)[\s,!¡.]+)*(?:(?:muchas |muchísimas |mil )?gracias|te lo agradezco)(?!\p{L})[\s,!¡.]*/iu,
  question:
    /[,\s]¿?(?:verdad|no|cierto|a que sí)$|^(?:tú )?(?:ya )?sabes (?:qué|cuál|dónde|cuándo|quién|cómo)|^por que (?=\p{L}+ste)|^(?:qué|que (?:sabes|recuerdas|tienes|hay)|quién(?:es)?|quien|cuándo|cuando (?:es|nac)|dónde|donde|adónde|cómo|como (?:me|se) llam|por qué|cuál(?:es)?|cuánt[oa]s?|cuant[oa]s|de qué|en qué|a qué|a quién|con quién|sabes|recuerdas|te acuerdas|hay|conoces)(?=\s|$)/iu,
  requests: {
    'keep-nothing': [
      whole(
        String.raw`no (?:lo |la |me )?(?:recuerdes|guardes|anotes|apuntes|memorices|escribas|grabes)\b.*|(?:es|era) (?:solo |sólo )?(?:una broma|un secreto|una prueba|privado|un chiste)|(?:estoy )?(?:bromeando|es broma)`,
      ),
    ],
    'never-mind': [
      whole('(?:no importa|da igual|déjalo|dejalo|olvídalo|olvidalo|nada|para|no pasa nada|cancela|no hagas nada)'),
    ],
    undo: [
      whole(
        String.raw`(?:deshaz|deshacer|deshazlo|revierte|anula|deshaga)(?: (?:eso|esto|lo|todo|el (?:último )?cambio|tu último cambio|lo último|la última (?:nota|línea|cosa)|lo que (?:acabas de|has) .+|por favor))*|(?:${FORGET}) (?:eso|esto|lo que (?:acabo de|te acabo de) decir|lo último|la última (?:línea|nota|cosa))|bórralo|quítalo|elimínalo|vuelve atrás`,
      ),
    ],
    redo: [whole('(?:rehaz|rehacer|rehazlo|restáuralo|vuelve a ponerlo)(?: (?:eso|esto|lo))?|deshaz el deshacer')],
    why: [
      whole(
        String.raw`por ?qu[eé] (?:(?:has|lo has|me has) \p{L}+|(?:lo )?(?:escribiste|guardaste|anotaste|apuntaste|hiciste|cambiaste|borraste|recuerdas|guardas))\b.*|por ?qué(?: eso| esto)?|(?:qué|que) (?:has (?:guardado|anotado|cambiado|escrito|apuntado|hecho)|guardaste|anotaste|cambiaste|escribiste|apuntaste|hiciste)(?: (?:ahora|exactamente|tú))*|(?:qué|que) acabas de .+|(?:lo has (?:guardado|anotado)|(?:lo )?guardaste(?: eso)?|has guardado eso)|(?:cómo lo sabes|de dónde (?:lo )?(?:sacaste|has sacado)(?: eso)?)`,
      ),
    ],
    count: [
      whole(
        String.raw`(?:cuánt[oa]s|cuant[oa]s|cuenta(?: los| las| tus)?|número de) (?:archivos|ficheros|notas|datos|líneas|recuerdos|cosas|entradas)\b.*|(?:cómo|qué tan|cuán) (?:de )?grande es ${MEMORY}`,
      ),
    ],
    'forget-everything': [
      whole(
        String.raw`${FORGET} (?:absolutamente )?(?:todo|todo lo que (?:sabes|recuerdas)|tod[oa]s? ${MEMORY}|${MEMORY})|vacía ${MEMORY}|empieza de cero`,
      ),
    ],
    'forget-topic': [whole(String.raw`${FORGET} todo (?:lo que sabes |lo )?(?:sobre|de|acerca de) (?<about>.+?)`)],
    rename: [
      whole(
        String.raw`(?:renombra|renombrar|mueve|cambia el nombre de) (?:a |de )?(?:el )?(?:(?:archivo|fichero|carpeta|nota) )?(?<from>.+?) (?:a|como|por|en) (?<to>.+?)`,
      ),
    ],
    'forget-file': [
      whole(String.raw`${FORGET} (?:el |la )?(?:archivo|fichero|carpeta) (?<about>.+?)`),
      whole(String.raw`${FORGET} (?<about>(?:/memories/)?[^\s?]+(?:\.\w{1,5}|/[^\s?]*))`),
    ],
    tidy: [
      whole(
        String.raw`(?:ordena|limpia|organiza)(?: ${MEMORY})?|(?:borra|elimina|quita) (?:los )?(?:duplicados|archivos vacíos)`,
      ),
    ],
    'ask-about': [
      whole(
        String.raw`(?:qué|que) (?:sabes|recuerdas|me puedes decir|puedes decirme|tienes guardado|has guardado|guardaste|tienes) (?:sobre|de|acerca de) (?<about>.+?)`,
      ),
      whole(
        String.raw`(?:háblame|cuéntame|dime|muéstrame|resume|resúmeme)(?: (?:todo|lo que sabes|algo))*(?: (?:sobre|de|acerca de)) (?<about>(?!todo$|la memoria|tu memoria).+?)`,
      ),
      whole(String.raw`(?:te acuerdas de|recuerdas a|conoces a|sabes (?:algo )?(?:de|sobre)|recuerdas) (?<about>.+?)`),
      whole(String.raw`qué te (?:dije|he dicho|conté) (?:sobre|de|acerca de) (?<about>.+?)`),
    ],
    list: [
      whole(
        String.raw`(?:lista|muestra|muéstrame|enseña|enséñame|enumera)(?: (?:todo|todos|todas|${MEMORY}|lo que (?:sabes|recuerdas|has guardado)|los datos))*`,
      ),
      whole(
        String.raw`(?:qué|que) (?:recuerdas|sabes|tienes (?:guardado|en (?:la |tu )?memoria)|hay en ${MEMORY}|has (?:recordado|memorizado)|archivos (?:tienes|hay)|te (?:he dicho|dije|he contado))(?: (?:hasta ahora|ya|todo|ahora|exactamente))*|de qué te acuerdas|dime (?:todo )?lo que (?:sabes|recuerdas)`,
      ),
      whole(
        String.raw`(?:resume|resúmeme|resumir|resúmelo|recapitula|haz(?:me)? (?:un )?(?:pequeño |breve )?resumen(?: de)?|dame (?:un )?(?:breve )?resumen(?: de)?|(?:un )?resumen(?: de)?)(?: (?:todo|eso|${MEMORY}|(?:todo )?lo que (?:sabes|recuerdas|has guardado|tienes)|(?:esta|nuestra) conversación))*`,
      ),
    ],
    remind: [
      whole(
        String.raw`(?:(?:me )?(?:puedes|podrías) (?:me )?(?:recordar|avisar|despertar)(?:me)?|recordarme|avisarme|despertarme|recuérdame|recuerdame|avísame|avisame|despiértame)\b.*|(?:pon|ponme|programa|crea) (?:un |una |el |la |mi )?(?:recordatorio|alarma|temporizador|despertador)\b.*`,
      ),
    ],
    set: [whole(String.raw`(?:corrige|cambia|actualiza|modifica) (?<what>${MY} .+?) (?:a|por|en) (?<value>.+?)`)],
    replace: [
      whole(String.raw`(?:corrige|cambia|sustituye|reemplaza) (?<old>.+?) (?:a|por|con) (?<new>.+?)`),
      whole(
        String.raw`(?:(?:no|perdón|perdona|en realidad)[,.:;!\s]+)*no (?:es |en )?(?!verdad|cierto|correcto|así|(?:soy|estoy|tengo|voy|sé|tiene|tenemos|me|es)(?!\p{L})|\p{L}+o (?!por))(?<old>[^,]{1,60}?)(?:,? sino (?:en )?|, (?:es )?)(?<new>[^,]{1,60}?)`,
      ),
      whole(
        String.raw`(?:(?:no|perdón|perdona|en realidad)[,.:;!\s]+)*(?:quería decir|quise decir|es) (?<new>[^,]{1,60}?),? (?:y )?no (?<old>[^,]{1,60}?)`,
      ),
    ],
    'to-do': [
      whole(
        String.raw`(?:recuerda|anota|apunta|no (?:te )?olvides(?: de)?|acuérdate de) (?:que tengo que |que debo )?(?<about>(?!(?:tener|saber)\b)[\p{L}]+(?:ar|er|ir)(?:l[aoe]s?|me|te)?\b.*)`,
      ),
    ],
    remember: [
      whole(String.raw`${SAVE}(?<list>:)?[,:]?\s+(?<about>(?!a (?:mí|mi)$|cuando |cómo |dónde ).+?)`),
      whole(String.raw`${SAVE}(?<list>:)?`),
      whole(
        String.raw`(?<about>.+?)[,:;.–—-]+\s*(?:recuérdalo|recuerdalo|anótalo|apúntalo|guárdalo|no lo olvides|tenlo en cuenta)`,
      ),
    ],
    forget: [
      whole(
        String.raw`${FORGET} (?:la nota (?:sobre|de) |la línea (?:sobre|de) |lo que (?:te )?dije (?:sobre|de) |que )?(?<about>.+?)(?: de ${MEMORY})?`,
      ),
    ],
    greet: [
      whole(
        String.raw`(?:hola|buenas|buenos días|buen día|buenas tardes|buenas noches|hey|qué tal)(?:[\s,!¡¿]+(?:qué tal|cómo estás|a todos|demo|claude|de nuevo|amig[oa]|todo bien))*`,
      ),
    ],
    'how-are-you': [
      whole(
        String.raw`(?:cómo (?:estás|está|te va|andas|vas)|qué tal(?: estás)?|todo bien|qué hay|estás ahí)(?: hoy)?`,
      ),
    ],
    thank: [
      whole(
        String.raw`(?:(?:ok|vale|genial|perfecto|bien|no|sí|muy bien)[\s,!.]+)*(?:muchas |muchísimas |mil )?(?:gracias|te lo agradezco|muy amable)(?:[\s,!¡]+(?:por .+|a ti|de verdad|muchas|genial|perfecto|adiós))*`,
      ),
    ],
    leave: [
      whole(
        String.raw`(?:adiós|adios|hasta (?:luego|pronto|mañana|la vista)|nos vemos|chao|chau|buenas noches|que tengas .+|bye)(?:[\s,!]+.{0,20})?`,
      ),
    ],
    deny: [
      whole(
        String.raw`(?:eso|esto)? ?(?:está mal|es falso|es incorrecto|no es (?:verdad|cierto|correcto|así))|falso|incorrecto|te equivocas|te has equivocado|eso no es lo que dije|no es correcto`,
      ),
    ],
    agree: [
      whole(
        String.raw`(?:ok|vale|sí|si|claro|bien|muy bien|genial|perfecto|estupendo|exacto|correcto|de acuerdo|entendido|guay|súper|super|eso es|es (?:cierto|verdad|correcto)|está bien|no|hm+|ah|wow|jaja\w*|lol|perdón|perdona|lo siento|bravo|bien hecho|me (?:gusta|encanta)(?: (?:eso|esto|mucho))?|qué (?:bien|bueno|interesante|gracioso)|quizás|tal vez|interesante|eso es todo)(?:[\s,!]+(?:bien|genial|perfecto|entonces|ok|vale|hecho|trabajo))*`,
      ),
    ],
    help: [
      whole(
        String.raw`(?:ayuda|ayúdame|(?:qué|que) (?:puedes|sabes|haces)(?: hacer)?(?: por mí| tú)?|cómo (?:funciona|funcionas|te uso|se usa).*|qué puedo (?:decir|preguntar|hacer).*|quién eres|qué eres|cómo te llamas|eres (?:una? )?(?:ia|robot|humano|humana|real|persona|claude|chatgpt|máquina)\b.*|quién te (?:creó|hizo|programó)|qué es esto|(?:dame )?ejemplos)`,
      ),
    ],
    impossible: [
      whole(
        String.raw`(?:llama(?!me [\p{L}]+$)|telefonea|env[ií]a(?:me)?|m[aá]nda(?:me)?|res[eé]rva(?:me)?|c[oó]mpra(?:me)?|escr[ií]be(?:me)? (?:un|una|a|al)|reserva|pide|compra|juega|pon(?:me)? (?:música|la|el|una canción)|abre|busca|búscame|googlea|traduce|tradúceme|calcula|dibuja|redacta|compón|crea|explica|explícame|enciende|apaga|programa|descarga|recomienda|recomiéndame|sugiere|planifica|imprime|comprueba|revisa|cuéntame (?:un|una|otro)|cuenta (?:un|una)|canta|ayúdame (?:a|con)|cocina|resuelve|lee|encuentra|dame (?:una|un) (?:receta|idea|consejo)|haz(?:me)? (?:una?|el|la) (?!resumen))\b.*`,
      ),
      whole(
        String.raw`(?:qué tiempo|qué hora|qué día|cuál es la fecha|a qué hora|(?:mañana |hoy )?va a (?:llover|nevar|hacer (?:frío|calor|sol|buen tiempo))|llueve|lloverá|qué noticias|cómo está el (?:tiempo|clima))\b.*|cómo se (?:dice|escribe)\b.*|(?:cuánto es |cuántos son )?[\d\s().,]+[-+*/x×÷^]+[\d\s().,+*/x×÷^-]+`,
      ),
    ],
    correct: [
      whole(
        String.raw`(?:(?:en realidad|de hecho|corrección|no|perdón|perdona|disculpa|espera|mentira|error|me equivoqué|me he equivocado|quise decir(?: que)?|quería decir(?: que)?|(?:eso|esto)? ?(?:está mal|es falso|es incorrecto|no es (?:verdad|cierto|correcto|así)|no está bien))(?=[,.:;!–—-])[,.:;!\s–—-]+)+(?<about>.+)`,
      ),
      whole(String.raw`(?:en realidad|de hecho|quise decir(?: que)?) (?<about>.+)`),
    ],
  },
  introduction: /(?<!\p{L})(?:hola|buenas|buenos días|encantad[oa]|mucho gusto|me presento)(?!\p{L})/iu,
  doubt:
    /(?:^|[\s,(¿])(?:sí claro|si claro|claro que sí|cómo no|ni de broma|si|quizás?|tal vez|a lo mejor|probablemente|posiblemente|seguramente|podría|podrías|sería|tendría|gustaría|quisiera|ojalá|espero|imagina|imagínate|supongamos|supón|broma|bromeando|soñé|sueño|(?:yo )?(?:creo|pienso|supongo|me pregunto|dudo)|no estoy segur[oa]|antes|casi|por ejemplo|hoy|esta (?:mañana|tarde|noche|semana)|ahora mismo|en este momento|mañana|ayer|pronto|luego|dice|dijo|ha dicho|me dijo|oí|alguien|debería|como si|cuando era)(?=[\s,.)]|$)/iu,
  fiction:
    /(?:^|[\s¿¡])(?:imagina|imagínate|finge|novela|juego de rol|hipotéticamente|traduce|traducir|traducción|tradúceme|letra de|un(?:a)? (?:cuento|historia|poema|chiste)|en (?:inglés|alemán|francés|portugués|chino|japonés|español))(?=[\s,.:!?]|$)/iu,
  vague:
    /^(?:eso|esto|ese|esa|este|esta|aquell[oa]|qué|quién|dónde|cómo|bien|mal|buen[oa]?|malo|mala|súper|aquí|ahí|allí|muy|demasiado|no$|no (?:sé|lo|es|está)|rot[oa]|perdid[oa]|tarde|fals[oa]|verdad|vací[oa]|llen[oa]|list[oa]|cansad[oa]|enferm[oa]|tú|tu|tus|usted|desconocid[oa]|el (?:primero|último|mejor|mismo)|la (?:primera|última|mejor|misma)|(?:me )?(?:gusta|encanta|amo|odio) (?:eso|esto|ese|esa|este|esta|tu|tus|cuando|cómo|que|mucho$))(?=[\s,.]|$).*/iu,
  contrasts: [
    whole(String.raw`no (?:es |en )?(?<old>.+?),?\s+sino (?<value>.+)`),
    whole(String.raw`(?<value>.+ (?<frame>en|a|de|el|la|los|las) .+?) no \k<frame> (?<old>[^,]+)`),
    whole(
      String.raw`(?<value>.+?)(?:,? y no|, no|,? en vez de|,? en lugar de) (?<old>(?!muy|tan|es que|me\b|lo\b|sé|tengo|sabes|crees|te\b)[^,]+)`,
    ),
  ],
  copula: /^(?:(?:él|ella|el \p{L}+|la \p{L}+|su \p{L}+) )?(?:es|son|era|se llama|en realidad|sino|el|la|los|las)\s+/iu,
  inOrder: apart(String.raw`[Mm]i ${KIN},? ${NAME}|${NAME}`, 'que', [
    [new RegExp(String.raw`^((?:que )?)(${NAME}), (mi ${KIN}),? `, 'u'), '$1$3 $2 '],
    [
      new RegExp(String.raw`^((?:[Yy]o )?(?:[Ss]oy|[Mm]e llamo) ${NAME}), (?:de )?(\d{1,3}) años(?=,|$| y)`, 'u'),
      '$1; tengo $2 años',
    ],
  ]),
  introductions: {
    opening: /^(?:yo )?(?:soy|me llamo|mi nombre es|aquí) (?<name>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?=,| y )/iu,
    age: /^(?:tengo |de )?(?<years>\d{1,3})(?: años)?$/iu,
    role: /^(?:(?:una? |ex)?(?:\p{L}+(?:er[oa]|ista|dora?|tora?|sora?|iante|ólog[oa]|ógraf[oa]|ánic[oa]|ic[oa]|ente)|jubilad[oa]|estudiante|chef|profe|médic[oa]|piloto|abogad[oa]|maestr[oa]|vet|jefe|jefa)(?: (?!y )(?:de|en|del|por) [\p{L} -]+)?|de \p{Lu}[\p{L} -]+)$/iu,
    sayName: (name) => `me llamo ${name}`,
    sayAge: (years) => `tengo ${years} años`,
    sayRole: (role) => `soy ${role}`,
    sayRest: (rest) => rest,
  },
  joints: [
    /,\s*(?:pero\s+)?(?=(?:todos|todo el mundo|la gente|me dicen|eso|es que)\s)/iu,
    /;\s*/u,
    /(?:,\s*(?:y|e|pero)?\s*|\s+(?:y|e|pero)\s+)(?=(?:también\s+)?(?:que\s+)?(?:yo\s|mi\s|mis\s|nuestr[oa]\s|su\s|sus\s|él\s|ella\s|(?:vivo|trabajo|curro|soy|tengo|corro|juego|toco|hablo|odio|amo|adoro|no soporto|prefiero|estudio|conduzco|manejo|me (?:gustan?|encantan?|llamo)|no (?:me gusta|como|bebo))\s))/iu,
    /,?\s+y\s+(?=que\s)/iu,
    new RegExp(
      String.raw`(?:,\s*(?:y\s+|pero\s+)?|\s+(?:y|pero)\s+)(?=(?:que\s+)?(?:a )?${NAME}\s+${PERSONAL}|(?:que )?el cumpleaños de)`,
      'u',
    ),
  ],
  ellipsis: {
    verb: /(?:,\s*(?:y\s+)?|\s+y\s+)(?=(?:vive|trabaja|habla|juega|estudia|tiene|es|está|odia|ama|prefiere|le gusta|hace|baila|canta|se muda|toca|come|bebe|va)\s)/iu,
    subject: new RegExp(
      String.raw`^([Mm]i (?:mejor )?(?:${KIN}|${PET})(?: (?:mayor|menor|pequeñ[oa]))?(?: ${NAME})?|(?!Mi |Me |El |La )${NAME}|[ÉéEe]l|[Ee]lla)(?=\s)`,
      'u',
    ),
    carry: withSpace,
  },
  asSentence: (clause) => clause.replace(/^(?:de )?que\s+/i, ''),
  setting: (what, value) => `${what} es ${value}`,
  facts: [
    {
      pattern: wholeWithCapitals(
        String.raw`(?<relation>(?:[Mm]i|[Nn]uestr[oa]) (?:mejor )?${KIN}(?: (?:mayor|menor|pequeñ[oa]))?|(?:[Ll]a |[Ee]l )(?:abuel[oa]|t[ií][oa])),? (?<name>${NAME}),? (?!y\b|o\b)(?<rest>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(String.raw`[Aa]quí (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`),
      label: 'Nombre',
      isName: true,
      introduces: true,
    },
    {
      // Professions by their endings, and any with its place: “soy profe de mates en Valencia”.
      pattern: whole(
        String.raw`(?:yo )?soy (?:(?:profe|chef|guía|juez|jueza|piloto|taxista|cajer[oa]|\p{L}+(?:ista|dora?|tora?|sora?|ólog[oa]|ógraf[oa]|ánic[oa]|ulter[oa]|icer[oa]|iner[oa]|mpint[oa]))(?: de [^,]+?)?(?: en .+)?)`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:me llamo|mi nombre es|llámame|puedes llamarme) (?<value>[\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}][\p{L}\p{M}.'’-]*){0,3})`,
      ),
      label: 'Nombre',
      isName: true,
    },
    {
      pattern: wholeWithCapitals(String.raw`(?:[Yy]o )?[Ss]oy (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`),
      label: 'Nombre',
      isName: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?<label>(?:(?:mejor|nuev[oa]) )?(?:${KIN}(?: (?:mayor|menor|pequeñ[oa]))?|${PET}|${THING})) ${IS} (?:el (?=\d))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Ee]l cumple(?:años)? de (?<name>${NAME})|(?<name>[Ss]u) cumpleaños) es (?:el )?(?<value>.+)`,
      ),
      label: 'Cumpleaños',
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?<name>[Ss]u) (?<label>[\p{L} -]{2,30}?) (?:es|se llama) (?:el (?=\d))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Ee]l |[Ll]a )(?<label>[\p{L}-]+(?: (?:favorit[oa]|preferid[oa]))?) de (?<name>${NAME}) es (?:el (?=\d))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Aa] )?(?<name>${NAME}|[Éé]l|[Ee]lla) (?<rest>${PERSONAL}(?=[\s.]|$|\p{L}).*)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?<name>${NAME}|[Éé]l|[Ee]lla) (?<rest>(?:(?:es|está|ha) (?!tarde|dicho|aquí|mal|bien|enferm|cansad|enfadad|pesad|simpátic|graci|list|content|feliz|triste|importante)\p{L}+|(?!dice|piensa|cree|opina|jura|quiere|parece|pregunta|viene|va|es|está|ha|tiene|cuenta)\p{Ll}{3,}[ae](?= )|va a vivir|es (?!importante)\p{Ll}+(?:ista|or|ora|er[oa]|nte|ólog[oa]|ógraf[oa]|médic[oa]|mecánic[oa]|abogad[oa])(?=[\s,.]|$)|es (?:médic[oa]|chef|abogad[oa]|maestr[oa]|piloto)(?=[\s,.]|$)|tiene (?:una?|dos|tres|\d+) |cumple años |empieza ).*)`,
      ),
      onRequest: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?:${KIN}|${PET}|coche|equipo|empresa) (?:(?:mayor|menor) )?(?:\p{L}+ )?(?:${PERSONAL}|vive|trabaja|ama|odia|habla|juega|estudia|tiene|cumple años|es (?:alérgic[oa]|vegetarian[oa]|vegan[oa]|una?|médic[oa]|profesora?)|está casad[oa]) ?.*`,
      ),
    },
    { pattern: whole(String.raw`(?:yo )?(?:a mí )?(?:también |ahora )?${VERB_ME}(?=\s|$).*`) },
    {
      pattern: whole(
        String.raw`(?:yo )?(?:la verdad (?:es )?que )?no (?:tengo|soy|estoy) (?:muy )?(?!ganas|idea|tiempo|hambre|sueño|segur|de acuerdo|list|content|bien|tont|ni|nada|aquí|capaz|yo|sé|de aqu)\p{L}+.*|(?:nosotros )?no tenemos (?:hij|mascot|perr|gat|coche|carro|jardín)\p{L}*.*|nos casamos .+|(?:mi ${KIN}(?: ${NAME})? y yo) (?:tenemos|vivimos|compartimos) .+`,
      ),
    },
    // Whatever is done every day lasts.
    {
      pattern: whole(
        String.raw`(?:yo )?(?:me )?(?!quiero|creo|pienso|olvido)\p{L}+o .*(?<!\p{L})(?:todos los (?:días|lunes|martes|miércoles|jueves|viernes|sábados|domingos|meses|años|fines de semana)|todas las (?:mañanas|tardes|noches|semanas)|cada (?:día|mañana|noche|semana|mes|año|lunes|martes|sábado|domingo)|(?:una|dos|tres|\d) (?:vez|veces) (?:por|a la|al) (?:semana|día|mes|año)|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos))(?!\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:yo )?(?:soy|estoy) (?:también |ahora )?(?:(?:bomber|albañil|panader|electric|secretari|agricult|veterinari|jubilad|farmac|mecánic)\p{L}*|alérgic[oa]|vegetarian[oa]|vegan[oa]|intolerante|casad[oa]|prometid[oa]|divorciad[oa]|solter[oa]|jubilad[oa]|zurd[oa]|diestr[oa]|daltónic[oa]|diabétic[oa]|asmátic[oa]|celíac[oa]|embarazada|de \p{Lu}|una? |(?:ingenier|médic|enfermer|profesor|maestr|abogad|estudiante|program|diseñ|cociner|arquitect|periodist|contador|contable|escritor|músic|artist|fotógraf|traductor|conductor|vendedor|dentist|español|mexican|argentin|colombian|chilen|peruan|cuban|venezolan|uruguay|alemán|frances|francés|italian|inglés|portugu)\p{L}*)(?=[\s,.]|$|\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:yo )?(?:tengo|ahora tengo) (?:también )?(?:(?:una?|dos|tres|cuatro|cinco|\d+) (?:\p{L}+ )?(?:${KIN}|${PET}|hermanos|hermanas|nietos|nietas|hijos|hijas|perros|gatos|coche|casa|jardín|alergia|gemelos)s?(?=[\s,.(]|$)|\d{1,3} años$|(?:hijos|gemelos|diabetes|asma|alergia)(?=[\s,.]|$)).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:vivimos|tenemos (?:una?|dos|tres|\d+)) .+|nuestr[oa] (?:perr[oa]|gat[oa]|casa|coche|wifi) .*(?:es|se llama) .+`,
      ),
    },
    { pattern: whole(String.raw`(?:sobre|acerca de|para) (?<topic>[^:]{2,40}): (?<rest>.+)`), onRequest: true },
    { pattern: whole(String.raw`${MY} (?<label>[^,]{1,40}?) ${IS} (?<value>.+)`), onRequest: true },
  ],
  firstPerson:
    /^(?:yo|mi|mis|mí|me|nosotros|nuestr\w+|soy|tengo|vivo|trabajo|estoy|hablo|prefiero|odio|no me|nací|estudio|conduzco|bebo|como)(?=\s|$)/iu,
  speaker: /^yo\s+/iu,
  subjectPronoun: /^(?:él|ella)\s+/iu,
  relation: (relative) => `Es ${relative.toLowerCase()}`,
  pronoun: /^(?:él|ella|su|sus)$/iu,
  together: /(?:padres|hermanos|hermanas|hijos|hijas|abuelos|suegros|niñ[oa]s|gemel[oa]s|niet[oa]s)$/iu,
  noName:
    /^(?:Yo|Mi|Mis|Nosotros|Nuestr\w|El|La|Los|Las|Un|Una|Lo|Ella|Ellos|Su|Sus|Ese|Esa|Eso|Este|Esta|Esto|Tú|Tu|Tus|Usted|Me|Se|Que|Qué|Quien|Quién|Donde|Cuando|Si|En|A|Al|De|Todo|Todos|Nadie|Alguien|Cada|Hoy|Mañana|Ayer|Lunes|Martes|Miércoles|Jueves|Viernes|Sábado|Domingo|Dios|No|Sí|Hay|Es|También|Y|Pero)$/u,
  keys: [
    ['home', /^(?:yo )?(?:ahora |ya no )?(?:vivo|vive|me mudé) (?:ahora )?(?:en|a)(?=\s)/iu],
    ['job', /^(?:yo )?(?:ya no |no )?(?:trabajo|trabaja) (?:en|para)(?=\s)/iu],
    ['age', /^(?:tiene|(?:yo )?tengo) \d{1,3} años$/iu],
  ],
  several: new RegExp(
    String.raw`^(?:[\p{L}]+ )?(?:${KIN}|${PET}|hobby|afición|alergias?|idioma|coche|carro)(?: \p{L}+)?$`,
    'iu',
  ),
  emptyWords: wordSet(
    'día días tema parte asunto rollo dato línea notas guardar apuntar anotar fue era aquello memoria mencioné hablé contado perdón espera equivoqué además pues oye entonces acá ahí el la los las un una unos unas y e o u de del a al en con por para sin sobre es son soy eres está están estoy era ser he has ha hay tengo tienes tiene tu tus te ti tú mi mis me mí yo nosotros nuestro nuestra su sus se le les lo él ella que qué quién quien cuándo cuando dónde donde cómo como cuál cuáles cuánto cuántos cuántas no sí ya muy más algo todo todos cosas cosa sabes sabe recuerdas recuerda dime decir dije acuerdas eso esto esta este ese acerca apuntaste anotaste guardaste escribiste apuntado anotado guardado escrito otra vez',
  ),
  concepts: [
    ['sport', /^(?:deportes?|entren\p{L}*|bail(?:a|o|as)|ballet|jueg(?:a|o|as)|clases?)$/u],
    ['name', /^(?:nombres?|llamo|llama|llamas|llaman)$/u],
    ['home', /^(?:viv(?:o|e|es|en|imos)|mudé|casa)$/u],
    ['job', /^(?:trabaj(?:o|a|as|an)|empleo|profesión|empresa)$/u],
    ['birthday', /^(?:cumpleaños|nací|nació|naciste|nacimiento)$/u],
    ['age', /^(?:años|edad)$/u],
    ['like', /^(?:gustan?|encantan?)$/u],
    ['favourite', /^(?:favorit[oa]s?|preferid[oa]s?)$/u],
    ['allergy', /^al[eé]rgi(?:a|as|co|ca|cos|cas)$|^alérgic[oa]s?$/u],
  ],
  endings: /(?:as|os|es|is|o|a|e|s)$/u,
  headings: { aboutMe: 'Sobre mí', notes: 'Notas', toDo: 'Por hacer' },
  replies,
}
