import fc from 'fast-check'
import { expect, test } from 'vitest'
import { played } from './testing/played.ts'

test.each([
  [
    'hey im ines, 33, a welder from Ghent and I love cheese',
    ['Name: Ines', "I'm 33", "I'm a welder from Ghent", 'I love cheese'],
  ],
  [
    'bin die Ute aus Jena, 52, Rentnerin und sing jeden Tag im Chor',
    ['Name: Ute', 'Ich komme aus Jena', 'Ich bin 52 Jahre alt', 'Ich bin Rentnerin', 'Ich sing jeden Tag im Chor'],
  ],
  ['coucou moi c’est Agathe, 31 ans, infirmière à Dijon', ['Nom: Agathe', "J'ai 31 ans", 'Je suis infirmière à Dijon']],
  ['hola soy Pilar, 44, maestra de Soria', ['Nombre: Pilar', 'Tengo 44 años', 'Soy maestra de Soria']],
  ['oi sou a Célia, 38, dentista e moro em Évora', ['Nome: Célia', 'Tenho 38 anos', 'Sou dentista', 'Moro em Évora']],
  ['我叫高远，41岁，武汉的厨师，喜欢钓鱼', ['名字: 高远', '我41岁', '我是武汉的厨师', '我喜欢钓鱼']],
  ['おはようございます、鈴木陽子です。仙台で花屋をしています。', ['名前: 鈴木陽子', '仙台で花屋をしています']],
  ['仙台で花屋をやってる木村といいます', ['名前: 木村', '私は仙台で花屋をやってる']],
])('%j', (message, facts) => {
  expect(played(message).lines).toEqual(facts.map((fact) => `about-me.md: ${fact}`))
})

test.each([
  'im tired, so tired',
  'I’m sorry, that was rude',
  'je suis crevé, vraiment',
  'soy tonto, perdón',
  '我是说，算了',
  'こんにちは、山口県です',
  'こんにちは、最高です',
])('no name is taken from %j', (message) => {
  expect(played(message).lines).toEqual([])
})

const NAMES = fc.constantFrom('Ada', 'Noor', 'Pavel', 'Xenia')
const REQUESTS = [
  ['please note down: %, thanks', /\b(?:please|note|thanks)\b/i],
  ['%. Bitte notieren', /bitte|notier/i],
  ['note bien : %', /note|bien/i],
  ['anota aí: %', /anota|aí/i],
  ['toma nota porfa: %', /nota|porfa/i],
] as const

test('nothing of the request is in what is stored', () => {
  fc.assert(
    fc.property(NAMES, fc.constantFrom(...REQUESTS), (name, [request, words]) => {
      const { lines } = played(request.replace('%', `${name} 4711 Faro`))
      expect(lines).toHaveLength(1)
      expect(lines[0]?.replace(/^[^:]+: /, '')).not.toMatch(words)
    }),
    { numRuns: 20 },
  )
})

test.each([
  'yo what’s good',
  'Guten Abend zusammen 👋',
  'couuucou',
  'holaaa qué tal',
  'oiii tudo joia',
  '晚上好呀～',
  'こんばんわ〜',
])('%j is greeted, and nothing else', (message) => {
  expect(played(message).lines).toEqual([])
  expect(played(message).answer).toMatch(/^(?:Hello|Hallo|Bonjour|Hola|Olá|你好|こんにちは)[.。]/)
})

test.each([
  'yeah right, I love getting up at five',
  'My brother reckons he’s a wizard',
  'I live on the moon haha',
  'Wenn ich reich wär, würd ich in Rom wohnen',
  'ouais bien sûr, j’adore les bouchons',
  'mi vecino dice que es rico',
  'aham, adoro fila de banco',
  '要是我会飞就好了',
  '今ご飯を食べてる',
])('nothing is kept of %j', (message) => {
  expect(played(message).lines).toEqual([])
})
