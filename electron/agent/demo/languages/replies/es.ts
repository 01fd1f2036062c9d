import type { Replies } from './replies.ts'

const files = (count: number): string => (count === 1 ? '1 archivo' : `${count} archivos`)

export const ES: Replies = {
  whatIAm: 'Modelo de demostración: funciona sin conexión y sigue unas pocas reglas fijas. No entiende el idioma.',
  help: 'Puedo guardar, corregir, buscar y borrar datos, y deshacer un cambio. Por ejemplo:',
  examples: [
    'Recuerda que Ana es alérgica a las nueces',
    'No, Ana es alérgica a los mariscos',
    'Deshaz eso',
    '¿Qué sabes de Ana?',
    '¿Qué recuerdas?',
  ],
  helpIsAbove: 'Los ejemplos de arriba muestran lo que puedo hacer.',
  notUnderstood: 'No lo he entendido. No se ha guardado nada.',
  greeting: 'Hola. Dime algo que deba recordar o pregunta qué recuerdo.',
  fine: 'Todo bien. Dime algo que deba recordar o pregunta qué recuerdo.',
  welcome: 'De nada.',
  goodbye: 'Hasta luego. Lo guardado sigue guardado.',
  agreed: 'Bien. No se ha guardado nada nuevo.',
  whatIsRight: '¿Qué es lo correcto? Dilo en una frase, como «En realidad, …». No se ha cambiado nada.',
  nothingKept: 'Entendido. No se ha guardado nada.',
  nothingChanged: 'De acuerdo. No se ha cambiado nada.',
  nothingToSave: 'Todo lo que me pediste recordar ya está guardado, así que no queda nada por guardar.',
  cannotRemind:
    'No puedo avisarte: solo respondo cuando escribes. Para guardarlo como nota, di «Recuerda que …». No se ha guardado nada.',
  cannotDo: 'Eso no puedo hacerlo: solo guardo, busco, corrijo y borro datos. No se ha guardado nada.',
  whatToSave: '¿Qué debo recordar? Dilo en una frase: «Recuerda que …».',
  tooLong: (characters, limit) =>
    `Este mensaje tiene ${characters} caracteres y leo ${limit} como máximo. No he leído nada de él y no se ha guardado nada. Envía los datos en mensajes más cortos.`,
  unsure: (sentence) =>
    `No guardado, porque no sé si es un dato duradero: «${sentence}». Para guardarlo, di «Recuerda que …».`,
  whoIsMeant: (sentence) => `No guardado, porque no sé a quién se refiere: «${sentence}». Dilo otra vez con el nombre.`,

  saved: (path, line) => `Guardado en \`${path}\`: **${line}**`,
  added: (path, line) => `Añadido a \`${path}\`: **${line}**`,
  changed: (path, line, before) => `Cambiado en \`${path}\`: **${line}** (antes: ${before})`,
  already: (path, line) => `Ya está en \`${path}\`: **${line}**`,
  removed: (path, line) => `Borrado de \`${path}\`: **${line}**`,
  removedLast: (path, line) => `Borrado: **${line}** (\`${path}\` quedó vacío y se ha borrado)`,
  removedFile: (path) => `Borrado: todo \`${path}\``,
  removedEmpty: (path) => `Borrado: \`${path}\` estaba vacío`,
  renamed: (from, to) => `Renombrado: \`${from}\` ahora es \`${to}\``,
  failed: (why) => `No ha funcionado: ${why}`,

  remembered: 'Esto es lo que recuerdo:',
  empty: 'La memoria está vacía. Para añadir algo, di «Recuerda que …».',
  emptyFile: '(vacío)',
  nothingMatches:
    'No hay nada en la memoria sobre eso, y solo sé lo que hay en ella. Para añadir algo, di «Recuerda que …».',
  nothingAboutYou: 'Todavía no hay nada sobre ti en la memoria. Di, por ejemplo, «Me llamo …».',
  notRead: (paths) => `Sin leer: ${paths}`,
  counted: (count, facts) => `${files(count)} con ${facts === 1 ? '1 línea' : `${facts} líneas`} en la memoria.`,
  manyFiles: (count) => `${files(count)} en la memoria.`,
  nothingToForget: (about) =>
    `No hay nada sobre «${about}» en la memoria, así que no había nada que borrar. Para verlo todo, pregunta «¿Qué recuerdas?»`,
  nothingToTidy: 'No hay nada que ordenar: ninguna línea está repetida y ningún archivo está vacío.',
  noFile: (name) => `No hay ningún archivo «${name}» en la memoria.`,
  noLine: (text) => `Ninguna línea tiene «${text}». No se ha cambiado nada.`,
  nothingToCorrect: (said) => `No sé qué línea corrige «${said}», así que no se ha cambiado nada. Di «Cambia … por …».`,
  severalLines: (text) => `Varias líneas tienen «${text}». No se ha cambiado nada. Di cuál.`,

  undone: (message) => `Deshecho: los cambios de «${message}»`,
  undoneAgain: 'Eso ya está deshecho. No se ha cambiado nada.',
  nothingToUndo: 'No he cambiado nada en esta conversación, así que no hay nada que deshacer.',
  useUndoButton:
    'Los archivos han cambiado desde entonces, así que no he hecho nada. Usa el botón «Deshacer» de la tarjeta de arriba: conserva los cambios posteriores.',
  useRedoButton: 'No puedo rehacer. Usa el botón de la tarjeta de mi último cambio.',
  because: (files, message) => `Cambié ${files} por tu mensaje: «${message}»`,
  noChangeYet: 'Todavía no he guardado ni cambiado nada en esta conversación.',
  noChangeAbout: 'En esta conversación no he guardado ni cambiado nada sobre eso.',
}
