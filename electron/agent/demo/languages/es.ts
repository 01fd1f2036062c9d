import { EN } from './en.ts'
import type { Phrasebook } from './language.ts'

const files = (count: number): string => (count === 1 ? '1 archivo' : `${count.toLocaleString('es')} archivos`)

export const ES: Phrasebook = {
  code: 'es',
  marks:
    /(?<!\p{L})(?:me|llamo|el|los|las|que|qué|es|soy|mi|mis|yo|de|del|en|y|con|una?|recuerda|recuerdas|olvida|borra|apunta|anota|deshaz|deshacer|sabes|sobre|quién|dónde|cuándo|cómo|hola|gracias|realidad|eso|tiene|tengo|vive|vivo|está|alérgic[oa])(?!\p{L})|[¿¡]/giu,
  phrases: {
    greet: /^(?:hola|buenos días|buenas(?: tardes| noches)?)(?:[ ,]+a todos)?$/iu,
    thank: /^(?:muchas )?gracias$/iu,
    help: /^(?:ayuda|qué (?:puedes|sabes) hacer|quién eres)$/iu,
    undo: /^(?:(?:por favor,? )?(?:deshaz|deshacer|revierte|anula)(?: (?:eso|esto|lo último|el último cambio|lo))?(?:,? por favor)?|(?:olvida|borra) (?:eso|esto|lo último)(?:,.*)?)$/iu,
    list: /^qué (?:recuerdas|sabes|tienes guardado|has guardado)(?: hasta ahora)?$/iu,
    ask: /^(?:qué (?:sabes|recuerdas) (?:de|del|sobre)|háblame de|cuéntame (?:algo )?(?:de|sobre)) (?<about>.+)$/iu,
    forget:
      /^(?:por favor,? )?(?:olvida|borra|elimina|quita)(?: todo)?(?: lo de(?:l| los| la)?| sobre| que| de)? (?<about>.+)$/iu,
    remember:
      /^(?:(?:por favor,? )?(?:recuerda|apunta|anota|guarda|ten en cuenta)(?: esto)?[,:]?(?: que)? |(?=(?:me llamo|mi nombre es|vivo en|trabajo en) ))(?<about>.+)$/iu,
    correct: /^(?:no|en realidad|perdón|perdona|corrección|mejor dicho|eso está mal)[,.:!]\s+(?<about>.+)$/iu,
  },
  subject:
    /^(?:(?<me>(?:[Yy]o|[Mm]is?|[Mm]e|[Ss]oy|[Vv]ivo|[Tt]rabajo|[Tt]engo|[Pp]refiero|[Nn]uestr[oa]s?|[Tt]enemos)(?!\p{L}).*)|(?<name>(?!(?:El|La|Los|Las|Un|Una)\s)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?<rest>(?:no )?(?:es|está|tiene|vive|trabaja|come|bebe|habla|juega|odia|prefiere|se llama|le gustan?|viene|era)(?!\p{L}).+))$/u,
  asSentence: (clause) => clause.replace(/^que\s+/iu, ''),
  headings: { aboutMe: 'Sobre mí', notes: 'Notas' },
  replies: {
    ...EN.replies,
    whatIAm:
      'Modelo de demostración: funciona sin conexión y sigue unas pocas reglas fijas. En español solo conoce algunas frases.',
    help: 'Puedo guardar, corregir, buscar y borrar datos, y deshacer un cambio. Por ejemplo:',
    examples: [
      'Recuerda que Ana es alérgica a las nueces',
      'No, Ana es alérgica a los mariscos',
      'Deshaz eso',
      '¿Qué sabes de Ana?',
      '¿Qué recuerdas?',
    ],
    helpIsAbove: 'Los ejemplos de arriba muestran lo que puedo hacer.',
    unknown: 'No lo he entendido. No se ha guardado nada.',
    greet: 'Hola. Dime algo que deba recordar o pregunta qué recuerdo.',
    thank: 'De nada.',
    nothingToSave: 'Todo lo que me pediste recordar ya está guardado, así que no queda nada por guardar.',
    unsure: (sentence) =>
      `No guardado, porque no sé si es un dato duradero: «${sentence}». Para guardarlo, di «Recuerda que …».`,
    saved: (path, line) => `Guardado en \`${path}\`: **${line}**`,
    added: (path, line) => `Añadido a \`${path}\`: **${line}**`,
    changed: (path, line, before) => `Cambiado en \`${path}\`: **${line}** (antes: ${before})`,
    already: (path, line) => `Ya está en \`${path}\`: **${line}**`,
    removed: (path, line) => `Borrado de \`${path}\`: **${line}**`,
    removedFile: (path) => `Borrado: todo \`${path}\``,
    failed: (why) => `No ha funcionado: ${why}`,
    remembered: 'Esto es lo que recuerdo:',
    empty: 'La memoria está vacía. Para añadir algo, di «Recuerda que …».',
    and: (some, more) => `${some} y ${more.toLocaleString('es')} más`,
    foundNothing: (count, names, about) =>
      `He mirado en ${files(count)}${names === '' ? '' : ` (${names})`} y no he encontrado nada sobre ${about === null ? 'ti' : `«${about}»`}. Solo sé lo que hay en la memoria. Para añadir algo, di «Recuerda que …».`,
    notAll: (read, all) => `He mirado en ${read.toLocaleString('es')} de ${files(all)}.`,
    notRead: (paths) => `Sin leer: ${paths}`,
    nothingToCorrect: (said) => `No sé qué línea corrige «${said}», así que no se ha cambiado nada.`,
    undone: (message) => `Deshecho: los cambios de «${message}»`,
    undoneAgain: 'Eso ya está deshecho. No se ha cambiado nada.',
    nothingToUndo: 'No he cambiado nada en esta conversación, así que no hay nada que deshacer.',
    useUndoButton:
      'Los archivos han cambiado desde entonces, así que no he hecho nada. Usa el botón «Deshacer» de la tarjeta de arriba: conserva los cambios posteriores.',
  },
}
