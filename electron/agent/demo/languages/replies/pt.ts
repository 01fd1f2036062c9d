import type { Replies } from './replies.ts'

const files = (count: number): string => (count === 1 ? '1 arquivo' : `${count} arquivos`)

export const PT: Replies = {
  whatIAm: 'Modelo de demonstração: funciona sem internet e segue algumas regras fixas. Não entende a língua.',
  help: 'Posso guardar, corrigir, encontrar e apagar fatos, e desfazer uma alteração. Por exemplo:',
  examples: [
    'Lembre-se de que a Ana é alérgica a nozes',
    'Não, a Ana é alérgica a camarão',
    'Desfaz isso',
    'O que você sabe sobre a Ana?',
    'O que você lembra?',
  ],
  helpIsAbove: 'Os exemplos acima mostram o que posso fazer.',
  notUnderstood: 'Não entendi. Nada foi guardado.',
  greeting: 'Olá. Diga algo para eu lembrar ou pergunte o que sei.',
  fine: 'Tudo bem. Diga algo para eu lembrar ou pergunte o que sei.',
  welcome: 'De nada.',
  goodbye: 'Até logo. O que foi guardado continua guardado.',
  agreed: 'Certo. Nada de novo foi guardado.',
  whatIsRight: 'O que é o certo? Diga em uma frase, como “Na verdade, …”. Nada foi alterado.',
  nothingKept: 'Entendido. Nada foi guardado.',
  nothingChanged: 'Tudo bem. Nada foi alterado.',
  nothingToSave: 'Tudo o que você me pediu para lembrar já está salvo, então não há mais nada para salvar.',
  cannotRemind:
    'Não posso enviar lembretes: só respondo quando você escreve. Para guardar como nota, diga “Lembre-se de que …”. Nada foi guardado.',
  cannotDo: 'Isso eu não sei fazer: só guardo, encontro, corrijo e apago fatos. Nada foi guardado.',
  whatToSave: 'O que devo guardar? Diga em uma frase: “Lembre-se de que …”.',
  tooLong: (characters, limit) =>
    `Esta mensagem tem ${characters} caracteres e leio no máximo ${limit}. Não li nada dela e nada foi guardado. Envie os fatos em mensagens mais curtas.`,
  unsure: (sentence) =>
    `Não guardado, porque não sei se é um fato duradouro: “${sentence}”. Para guardar, diga “Lembre-se de que …”.`,
  whoIsMeant: (sentence) => `Não guardado, porque não sei de quem se trata: “${sentence}”. Diga de novo com o nome.`,

  saved: (path, line) => `Guardado em \`${path}\`: **${line}**`,
  added: (path, line) => `Adicionado a \`${path}\`: **${line}**`,
  changed: (path, line, before) => `Alterado em \`${path}\`: **${line}** (antes: ${before})`,
  already: (path, line) => `Já está em \`${path}\`: **${line}**`,
  removed: (path, line) => `Apagado de \`${path}\`: **${line}**`,
  removedLast: (path, line) => `Apagado: **${line}** (\`${path}\` ficou vazio e foi apagado)`,
  removedFile: (path) => `Apagado: tudo em \`${path}\``,
  removedEmpty: (path) => `Apagado: \`${path}\` estava vazio`,
  renamed: (from, to) => `Renomeado: \`${from}\` agora é \`${to}\``,
  failed: (why) => `Não deu certo: ${why}`,

  remembered: 'Isto é o que lembro:',
  empty: 'A memória está vazia. Para adicionar algo, diga “Lembre-se de que …”.',
  emptyFile: '(vazio)',
  nothingMatches:
    'Nada na memória corresponde a isso, e só sei o que está na memória. Para adicionar algo, diga “Lembre-se de que …”.',
  nothingAboutYou: 'Ainda não há nada sobre você na memória. Diga, por exemplo, “Meu nome é …”.',
  notRead: (paths) => `Não lido: ${paths}`,
  counted: (count, facts) => `${files(count)} com ${facts === 1 ? '1 linha' : `${facts} linhas`} na memória.`,
  manyFiles: (count) => `${files(count)} na memória.`,
  nothingToForget: (about) =>
    `Não há nada sobre “${about}” na memória, então não havia nada a apagar. Para ver tudo, pergunte “O que você lembra?”`,
  nothingToTidy: 'Nada a arrumar: nenhuma linha está repetida e nenhum arquivo está vazio.',
  noFile: (name) => `Não há arquivo “${name}” na memória.`,
  noLine: (text) => `Nenhuma linha tem “${text}”. Nada foi alterado.`,
  nothingToCorrect: (said) => `Não sei qual linha “${said}” corrige, então nada foi alterado. Diga “Troque … por …”.`,
  severalLines: (text) => `Várias linhas têm “${text}”. Nada foi alterado. Diga qual.`,

  undone: (message) => `Desfeito: as alterações de “${message}”`,
  undoneAgain: 'Isso já foi desfeito. Nada foi alterado.',
  nothingToUndo: 'Não alterei nada nesta conversa, então não há nada a desfazer.',
  useUndoButton:
    'Os arquivos mudaram desde então, por isso não fiz nada. Use o botão “Undo” do cartão acima: ele mantém as alterações posteriores.',
  useRedoButton: 'Não posso refazer. Use o botão do cartão da minha última alteração.',
  because: (files, message) => `Alterei ${files} por causa da sua mensagem: “${message}”`,
  noChangeYet: 'Ainda não guardei nem alterei nada nesta conversa.',
  noChangeAbout: 'Nesta conversa não guardei nem alterei nada sobre isso.',
}
