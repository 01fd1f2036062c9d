import { type Language, NAME, onlyWords, whole, wholeWithCapitals } from '../language.ts'

const FILLER = String.raw`a|todos|todas|pessoal|gente|galera|amig[oa]|claude|demo|de|novo|hoje|bem|e|ah|oh|né|muito|tu|você|vc|aí|ai|o|os|cara|meu|mano|minha|viu|por|pra|aqui|então`
const DROP = String.raw`(?:esquece|esqueça|esqueça-se de|esquece-te de|apaga|apague|exclui|exclua|deleta|delete|remove|remova|elimina|elimine|tira|tire|retira|retire|risca|risque|descarta|descarte|limpa)`
/** “Write down”, in its forms. */
export const SAVED = String.raw`(?:guard|anot|salv|escrev|escrit|grav|regist|lembr|memori|pôs|pus|colocou|botou)`
const CALLED = String.raw`(?:se chama|chama-se|se escreve|escreve-se)`

export const CUES: Language['cues'] = {
  greet: [
    onlyWords(
      String.raw`oi|oie|oii|olá|ola|opa|eae|e aí|e ai|eai|bom dia|boa tarde|boa noite|bom|boas|salve|fala|alô|hey|tudo bem|tudo bom|td bem|td bom|tudo joia|tudo certo|tudo beleza|como vai|como você está|como vc tá|como cê tá|como estás|como tá|beleza|blz|suave|tranquilo|quanto tempo|qual é`,
      String.raw`dia|tarde|noite|tudo|joia|bom|boa|vai|com|está|tá|${FILLER}`,
    ),
  ],
  thank: [
    onlyWords(
      'obrigad[oa]|obg|brigad[oa]|brigadão|brigadao|obrigadão|obrigadinh[oa]|valeu|vlw|grat[oa]|agradeço|agradecid[oa]',
      String.raw`mesmo|demais|mil|vezes|ótimo|perfeito|show|legal|top|ok|certo|pela|pelo|ajuda|tchau|até|mais|logo|boa|noite|dia|tarde|bom|força|és|um|uma|querid[oa]|fofo|fofa|é|foi|linda|${FILLER}`,
    ),
  ],
  leave: [
    onlyWords(
      String.raw`tchau|tchauzinho|xau|adeus|falou|flw|fui|até mais|até logo|até amanhã|até breve|até já|até|boa noite|bye|abraço|abraços|beijo|beijos|bjs`,
      String.raw`mais|logo|amanhã|breve|já|bom|boa|fim|semana|noite|dia|tarde|vou|indo|nessa|${FILLER}`,
    ),
  ],
  undo: [
    whole(
      String.raw`(?:${DROP}|desfaz|desfaça|desfazer|desfaze|reverte|cancela|volta|volte|anula)(?:[- ](?:isso|isto|isso aí|essa|esse|aquilo|tudo|a|o|última|último|anterior|mudança|alteração|coisa|nota|linha|frase|dado|que|eu|te|você|vc|acabei|acabou|de|disse|falei|dizer|falar|guardar|anotar|fazer|fez|guardou|anotou|aí|já|melhor|atrás|por|favor|faz|pfv|pf|então|tá|vai))*`,
    ),
  ],
  why: [
    whole(
      String.raw`(?:(?:e|mas|peraí|pera|escuta)[ ,]+)*(?:por ?qu[eê]|pq|pra que|para que|como assim|qual o motivo|o que te fez|como é que)(?!\p{L}).*${SAVED}.*`,
    ),
    whole(
      String.raw`(?:de onde|como) (?:é que )?(?:você|vc|tu|cê)? ?(?:sabe|sabes|tirou|tiraste|soube|descobriu)(?!\p{L}).*`,
    ),
  ],
  count: [
    whole(
      String.raw`.*(?<!\p{L})quant[oa]s (?:arquivos|ficheiros|notas|fatos|factos|linhas|lembranças|coisas|anotações|entradas)(?!.*\b(?:sobre|d[aeo]) (?!mim)).*|quanto (?:você|vc|tu)? ?(?:tem|já) .*(?:guardad|anotad|salv|memória).*`,
    ),
  ],
  'ask-about': [
    whole(
      String.raw`(?:(?:e|então)[ ,]+)*(?:o )?que (?:é que )?(?:você|vc|tu|cê)? ?(?:sabe|sabes|tem|tens|lembra|guardou|anotou)(?: (?:guardado|anotado|já))* (?:sobre|d[aeo]s?|a respeito d[aeo]) (?:[ao] (?=\p{Lu}))?(?<about>(?!mim|tudo).+?)`,
    ),
    whole(String.raw`.*(?:resum\p{L}*|geral) (?:sobre|d[aeo]) (?<about>(?!tudo|mim|que|sua|minha|tua).+)`),
  ],
  list: [
    whole(
      String.raw`(?!eu |meu |minha |o meu |a minha ).*(?:resumo|resumão|resumin|resum[aei]|recapitul|apanhado|um geral|panorama).*`,
    ),
    whole(
      String.raw`(?:(?:e|então|bom|aí)[ ,]+)*(?:(?:me )?(?:diz|diga|conta|mostra|fala)(?:-me)?(?: aí)? )?(?:tudo )?(?:o )?que (?:mais )?(?:é que )?(?:você|vc|tu|cê)? ?(?:já )?(?:sabe|sabes|tem|tens|lembra|guardou|anotou|conhece|gravou)(?: (?:guardado|anotado|salvo|já|aí|na memória|até agora|gravado))*(?: (?:sobre|de) mim)?(?: (?:até agora|já|aí|por enquanto|guardado|anotado|hein|mesmo))*`,
    ),
    whole(
      String.raw`(?:me )?(?:diz|diga|mostra|mostre|conta|lista|liste|dá|lê|leia)(?:-me)?(?: aí)? (?:tudo|suas notas|o que|a lista).*|tudo (?:o )?que (?:você|vc|tu|cê)? ?(?:sabe|sabes|tem|tens|lembra).*`,
    ),
  ],
  forget: [
    whole(
      String.raw`${DROP}(?: (?:o|a|os|as|tudo|aquilo|isso|essa|esse|negócio|coisa|parte|lance|história|papo|linha|nota|que|eu|te|disse|falei|contei|sabe|você|vc|tem))*(?: (?:d[aeo]s?|sobre|acerca d[aeo]))?(?: (?:que|o|a|os|as))* (?<about>.+?)(?: (?:aí|tá|por favor|pfv|vai))*`,
    ),
    whole(
      String.raw`(?:o negócio|a parte|aquilo|a coisa|o lance|isso) (?:d[aeo]s?|sobre) (?<about>.+?) (?:já )?(?:pode|podes|não vale|não é verdade|já não)(?: (?:apagar|tirar|esquecer|remover).*|.*)`,
    ),
  ],
  rename: [
    wholeWithCapitals(
      String.raw`(?:[OoAa] )?(?<from>${NAME}) (?:na verdade |na real |realmente )${CALLED} (?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?:[OoAa] )?(?<from>${NAME}) (?:${CALLED} (?:na verdade|na real|realmente) |se escreve |escreve-se )(?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?:[Mm]uda|[Mm]ude|[Tt]roca|[Tt]roque|[Cc]orrige|[Cc]orrija) (?:[oa] )?(?<from>${NAME}) (?:por|para|pra) (?<to>${NAME}),? (?:em tod.*|por tod.*)`,
    ),
  ],
  spell: [
    wholeWithCapitals(
      String.raw`(?:.*(?:se escreve|escreve-se|se chama|chama-se|é|seria) )?(?:[oa] )?(?<to>\p{Lu}[\p{L}-]+)(?:,? (?:com|sem) (?:\p{Ll}+ )?["'“]?\p{L}{1,2}["'”]?(?!\p{L}).*|, .*(?:muda|mude|troca|troque|corrig|corrij|renome)\p{L}*(?: .*)?)`,
    ),
    wholeWithCapitals(String.raw`.*(?:[Ss]e escreve|[Ee]screve-se)(?: \p{Ll}+)* (?<to>\p{Lu}[\p{L}-]+)(?:[, ].*)?`),
    wholeWithCapitals(String.raw`(?:[Nn]a verdade |[Nn]ão,? )+(?:é|se chama) (?:[oa] )?(?<to>\p{Lu}[\p{L}-]+)`),
  ],
  remind: [
    whole(
      String.raw`(?:me )?(?:põe|poe|pôe|bota|bote|coloca|coloque|ponha|cria|crie|programa|programe|marca|marque|ativa|define)(?:-me)?(?: (?:um|uma|o|a|meu|aí))* (?:\S+ )?(?:lembrete|alarme|despertador|timer|temporizador|aviso)(?!\p{L}).*|(?:me (?:lembr|avis|acord|despert)\p{L}*|(?:lembra|avisa|acorda|desperta)-me)(?!\p{L}) (?!que).*`,
    ),
  ],
  impossible: [
    whole(
      String.raw`(?:(?:e|oi)[ ,]+)*(?:o que|que|como|vai|tem|há|qual|quais|será|chove|faz|está|tá|me diz|preciso|levo)(?!\p{L}).*(?<!\p{L})(?:tempo (?:vai|em|amanhã|hoje|no|na)|clima|chover|chuva|chove|nevar|neve|guarda-chuva|notícias|novidades|manchetes|sol|calor|frio|temperatura|trânsito|bolsa)(?!\p{L}).*`,
    ),
    whole(
      String.raw`que horas?(?: (?:são|é|tem)).*|(?:dá|dê|faz) um(?:a)? (?:ligada|toque|chamada|telefonema).*|(?:liga|ligue|telefona)(?:r)? (?:pra|para|pro|ao|à|a) .+`,
    ),
  ],
  remember: [
    whole(
      String.raw`(?:anota|anote|aponta|aponte|toma nota|tome nota|nota|guarda|guarde|escreve|registra|grava|salva|fica sabendo|fique sabendo|saiba|saiba que|põe aí|bota aí)(?:-se)?(?: (?:aí|isso|isto|bem|também|pra mim|por favor|na memória))*(?<list>:)?[,:]? (?:que |de que )?(?<about>.+)`,
    ),
    whole(
      String.raw`(?<about>.+?)[,.;–—-]+\s*(?:e )?(?:por favor )?(?:anot|apont|guard|salv|registr|grav|não esque)\p{L}*(?:-o|-a)?(?: (?:aí|isso|isto|por favor|pfv|pra mim|bem))*`,
    ),
    whole(String.raw`(?:só pra você saber|pra você saber|para sua informação|fica a informação)[ ,:]*(?<about>.+)`),
  ],
  correct: [
    whole(
      String.raw`(?:(?:(?:não|nao)(?=[,.:;!–—-])|nada a ver|opa|ops|oops|eita|ih|ai|desculpa|desculpe|foi mal|perdão|pera|peraí|espera|erro meu|erro|errei|falei errado|escrevi errado|mentira|correção|corrigindo|me (?:enganei|confundi|atrapalhei)|enganei-me|confundi|quis dizer|queria dizer|na verdade|na real|ou melhor|aliás|minto)(?:[,.:;!\s–—-]+|$)(?:que |mas )*)+(?<about>.+)`,
    ),
    whole(String.raw`(?<about>.+?),? (?:quis dizer|queria dizer|desculpa|foi mal|me enganei|na verdade)`),
  ],
}
