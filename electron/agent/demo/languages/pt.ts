import { CUES, SAVED } from './cues/pt.ts'
import { apart, type Language, NAME, whole, wholeWithCapitals, withSpace, wordSet } from './language.ts'
import { PT as replies } from './replies/pt.ts'

const KIN =
  '(?:irmãs?|irmãos?|irmão|mãe|pai|mamãe|papai|filh[oa]s?|esposa|esposo|mulher|marido|parceir[oa]|namorad[oa]|prim[oa]|tia|tio|sobrinh[oa]|avó|avô|amig[oa]|melhor amig[oa]|chefe|patrão|colega|vizinh[oa]|médic[oa]|doutora?|dentista|professora?|bebê|pais|crianças|noiv[oa]|sogr[oa]|cunhad[oa]|genro|nora|net[oa]s?|avó|avô|vó|vô|vovó|vovô|coleg[ao]|colega de (?:quarto|trabalho|casa|turma)|senhori[oa]|psicólog[oa]|terapeuta|fisio|fisioterapeuta|treinadora?|personal|veterinári[oa]|afilhad[oa]|padrinho|madrinha|ex|sóci[oa]|prof|gême[oa]|advogad[oa]|cabeleireir[oa]|companheir[oa]|mano|mana|brother|parça|madrasta|padrasto|enteado|enteada|orientadora?|gerente|assistente|caçula)'
const PET =
  '(?:galgo|galga|cachorrinh[oa]|gatinh[oa]|periquito|calopsita|cachorr[oa]|cão|cadela|gat[oa]|papagaio|hamster|coelho|cavalo|pássaro|tartaruga|bicho)'
const THING =
  '(?:nome|sobrenome|apelido|aniversário|data de nascimento|idade|cidade|país|endereço|morada|rua|cep|código postal|número(?: de telefone)?|telefone|celular|telemóvel|e-?mail|profissão|trabalho|emprego|empresa|escola|universidade|faculdade|hobby|passatempo|idioma|língua materna|nacionalidade|tipo sanguíneo|tamanho|altura|signo|carro|bicicleta|time|equipe|apartamento|casa|alergias?|[\\p{L}-]+ (?:favorit[oa]s?|preferid[oa]s?))'
const MY = '(?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)'
const IS = String.raw`(?:é|são|se chamam?|chama-se)(?: (?:agora|na verdade))?`
const MEMORY = String.raw`(?:(?:sua|tua|a|minha|na sua|as|os|suas|da sua|da) )?(?:memória|notas|arquivos|ficheiros|lembranças)`
const SAVE = String.raw`(?:anotar|guardar|salvar|memorizar|lembre(?:-se| se)?(?: de)?|lembra(?:-te)?(?: de)?|lembrar(?: de)?|anote|anota|guarde|guarda|salve|salva|memorize|memoriza|grave|registre|regista|não (?:se )?esqueça(?: de)?|não (?:te )?esqueças(?: de)?|não esquece|tome nota(?: de)?|toma nota(?: de)?|tenha em mente|nota|quero que (?:você )?(?:lembre|saiba|anote|guarde))(?: (?:bem|também|isto|isso|aí|ai|pra mim|por favor|o seguinte))*`
const FORGET = String.raw`(?:esquecer|apagar|excluir|deletar|remover|esqueça|esquece|apague|apaga|exclua|exclui|delete|deleta|remova|remove|elimine|elimina)`
const VERB_ME =
  '(?:trampo|corro|nado|danço|canto|torço|acordo|levanto|durmo|malho|pedalo|faço (?:ioga|yoga|academia|natação|faculdade|computação|curso|balé)|vou (?:à academia|na academia|de bicicleta|de bike|todo|toda|à igreja)|fumo|suporto|saí d[eo] (?:meu|o)|nunca (?:comi|bebo|fumei)|não aguento|curto|moro|vivo|trabalho|amo|odeio|adoro|prefiro|falo(?! sério| com| de)|jogo|toco|estudo|dirijo|conduzo|bebo|como(?= (?:carne|peixe|verdura|muito|pouco|de tudo))|gosto|nasci|sou d[eoa]|venho d[eoa]|coleciono|ensino|me mudei|mudei(?:-me)?|não (?:gosto|como|bebo|falo|fumo|dirijo|suporto|moro|trabalho)|já não (?:moro|vivo|trabalho))'
const PERSONAL = String.raw`(?:dança|canta|nada|fuma|coleciona|ensina|joga|faz (?:balé|ballet|ioga|yoga|judô|natação|faculdade|\d+)|tem medo|tem \d+(?:$| )|se mudou|mudou-se|(?:é|vem) d[eoa] \p{Lu}|é (?:celíac[oa]|diabétic[oa]|canhot[oa]|viúv[oa]|minha|meu|a minha|o meu)|não suporta|torce|trampa|mora|vive|trabalha|ama|odeia|adora|prefere|fala|joga|toca|estuda|dirige|bebe|come|gosta|nasceu|se chama|chama-se|não (?:come|bebe|fala|fuma|gosta)|tem (?:\d+ anos|alergia) ?|faz aniversário|é (?:(?:a |o )?minha|(?:o )?meu|noss[oa]|su?a|alérgic[oa]|vegetarian[oa]|vegan[oa]|casad[oa]|solteir[oa]|divorciad[oa]|noiv[oa])|está (?:grávida|aposentad[oa]|noiv[oa]))`
const ANY_NAME = String.raw`(?:[OoAa] )?(?<name>${NAME}|[Ee]le|[Ee]la)`

export const PT: Language = {
  code: 'pt',
  marks: wordSet(
    'aí anota anote vc né obg blz quero queria pra pro tô coleciono sogra namorado namorada filha filho mãe pai acordo corro tira põe esquece eu o os um uma de me mudei lembrar ligar chá morasse fosse uns umas do da dos das na nos nas morava bebo ao à é são sou está estou estão meu minha meus minhas seu sua seus suas você vocês te se isso isto não sim que quem como quando onde qual quais quantos quantas quanto por porque com para sem muito mas e ou olá oi obrigado obrigada tchau bom boa dia tarde noite lembre lembra lembre-se guarde guarda apague esqueça desfaz desfaça chamo chama moro mora trabalho trabalha gosto gosta tenho tem irmã irmão favorito favorita aniversário sabe pode há arquivos memória tudo nada algo resuma resumo ajuda também já anos fez escreveu guardou foi ele ela dela dele em desculpe desculpa valeu certo errado cachorro troca troque escrevi assim',
  ),
  signs: /[ãõâ]|ção(?:\s|$)|\p{L}(?:lh|nh)[aeo]/u,
  commands: wordSet('lembra lembre esquece esqueça guarda apague apaga desfaz renomeia renomeie resuma'),
  spelling: [
    [/(?<!\p{L})(?:vc|cê)(?!\p{L})/giu, 'você'],
    [/(?<!\p{L})pq(?!\p{L})/giu, 'por que'],
    [/^(?:o )?aniversário d[ao] (minha \p{L}+|meu \p{L}+) é /iu, '$1 faz aniversário '],
    [/(?<!\p{L})(?:lenbra|lebra|lembar)(?!\p{L})/giu, 'lembra'],
  ],
  manners: [
    /^(?:(?:e aí|eae|opa|hey|oie|salve|fala|olá|oi|bom dia|boa tarde|boa noite|ei|ok|bem|então|e|por favor|a propósito|aliás|ah|também|prazer|muito prazer|só para você saber)(?=[\s,!.:])[\s,!.:]*)+(?=\S)/iu,
    /^(?:eu )?(?:quero que (?:você )?me|preciso que (?:você )?)\s+/iu,
    /[\s,]*(?:por favor|se faz favor|obrigad[oa]|tá|ok|está bem|prazer|muito prazer|kkk+|rsrs|de novo|outra vez|mesmo|aliás)$/iu,
  ],
  asking: /^(?:(?:você )?(?:pode|poderia|podes|podias|consegue)) (?:por favor )?(?=\p{L})/iu,
  cues: CUES,
  saving: new RegExp(String.raw`(?<!\p{L})${SAVED}\p{L}*`, 'iu'),
  hesitation:
    /^(?:(?:afinal|melhor|não|ai|ops|opa|oh|ah|espera|espere|desculpa|desculpe|bem|na verdade|pensando (?:bem|melhor)|enganei-me|me enganei|mudei de ideia)[,.:;!\s–—-]+)+/iu,
  gratitude:
    /^(?:(?:ok|certo|ótimo|perfeito|bom|não|sim|legal|muito bem|ah|fixe|beleza|tá)[\s,!.]+)*(?:(?:muito |muit[ií]ssimo )?(?:obrigad[oa]|brigad[oa]|obrigadão|valeu))(?!\p{L})[\s,!.]*/iu,
  question:
    /[,\s](?:né|não é|certo|não|não foi|verdade)$|^(?:você |tu )?(?:já )?sabes? (?:que|qual|onde|quando|quem|como)|^(?:o que|que (?:você|sabe|horas)|quem|quando|onde|aonde|como (?:é|se|eu|você|me)|por ?que|qual|quais|quant[oa]s?|de que|em que|você (?:sabe|lembra|conhece|se lembra|pode)|lembra-se d|sabes|lembras|há|existe)(?=\s|$|\p{L})/iu,
  requests: {
    'keep-nothing': [
      whole(
        String.raw`não (?:o |a |me )?(?:lembre|guarde|guardes|anote|anotes|salve|memorize|escreva|grave|registre)\b.*|(?:é|era|foi) (?:só |apenas )?(?:uma brincadeira|brincadeira|um segredo|segredo|um teste|privado|piada|uma piada)|(?:estou )?(?:brincando|só brincando)`,
      ),
    ],
    'never-mind': [
      whole(
        '(?:deixa (?:pra lá|para lá|estar)|não importa|tanto faz|esquece|esqueça|nada|pare|para|cancela|não faz mal|não tem problema)',
      ),
    ],
    undo: [
      whole(
        String.raw`(?:desfaz|desfaça|desfazer|desfaze|reverta|reverte|anula|anule|volta atrás|volte atrás)(?:[- ](?:isso|isto|o|tudo|a (?:última )?(?:alteração|mudança)|sua última (?:alteração|mudança)|o último|a última (?:nota|linha|coisa)|o que (?:você )?(?:acabou de|fez).*|por favor))*|(?:${FORGET}) (?:isso|isto|o que (?:eu )?(?:acabei de dizer|disse)|o último|a última (?:linha|nota|coisa))`,
      ),
    ],
    redo: [
      whole(
        '(?:refaz|refaça|refazer|restaura|restaure|põe de volta|coloque de volta)(?: (?:isso|isto))?|desfaz o desfazer',
      ),
    ],
    why: [
      whole(
        String.raw`por ?qu[eê] (?:(?:é que )?(?:você |tu )?(?:escreveu|guardou|anotou|salvou|fez|mudou|alterou|apagou|lembrou|registrou|gravou|escreveste|guardaste|fizeste|anotaste|guarda|anota))\b.*|por ?qu[eê](?: isso| isto)?|o que (?:você |é que )?(?:você )?(?:acabou de (?:guardar|salvar|anotar|escrever|fazer|mudar)|guardou|anotou|mudou|alterou|escreveu|salvou|fez)(?: (?:agora|exatamente))*|(?:você )?(?:guardou|anotou|salvou) (?:isso|isto)|como (?:é que )?(?:você )?sabe disso|de onde (?:você )?tirou isso`,
      ),
    ],
    count: [
      whole(
        String.raw`(?:quant[oa]s|conte(?: os| as)?|conta(?: os| as)?|número de) (?:arquivos|ficheiros|notas|fatos|factos|linhas|lembranças|coisas|entradas)\b.*|qual (?:é )?o tamanho d[ae] ${MEMORY}`,
      ),
    ],
    'forget-everything': [
      whole(
        String.raw`${FORGET} (?:absolutamente )?(?:tudo|tudo o que (?:você )?(?:sabe|lembra)|tod[oa]s? ${MEMORY}|${MEMORY})|esvazi[ea] ${MEMORY}|limp[ea] ${MEMORY} tod[oa]|comece do zero`,
      ),
    ],
    'forget-topic': [
      whole(
        String.raw`${FORGET} tudo (?:o que (?:você )?sabe )?(?:sobre|d[aeo]|a respeito d[aeo]) (?:[ao] (?=\p{Lu}))?(?<about>.+?)`,
      ),
    ],
    rename: [
      whole(
        String.raw`(?:renomeie|renomeia|renomear|mova|move|mude o nome d[eoa]) (?:[oa] )?(?:(?:arquivo|ficheiro|pasta|nota) )?(?<from>.+?) (?:para|como|em) (?<to>.+?)`,
      ),
    ],
    'forget-file': [
      whole(String.raw`${FORGET} (?:o |a )?(?:arquivo|ficheiro|pasta) (?<about>.+?)`),
      whole(String.raw`${FORGET} (?<about>(?:/memories/)?[^\s?]+(?:\.\w{1,5}|/[^\s?]*))`),
    ],
    tidy: [
      whole(
        String.raw`(?:arrume|arruma|organize|organiza|limpe|limpa)(?: ${MEMORY})?|(?:apague|remova) (?:os |as )?(?:duplicados|duplicadas|arquivos vazios)`,
      ),
    ],
    'ask-about': [
      whole(
        String.raw`(?:o )?que (?:é que )?(?:você |tu )?(?:sabe|sabes|lembra|lembras|se lembra|pode me dizer|guardou|tem guardado|tem) (?:sobre|d[aeo]|a respeito d[aeo]) (?:[ao] (?=\p{Lu}))?(?<about>.+?)`,
      ),
      whole(
        String.raw`(?:fale(?:-me)?|fala(?:-me)?|me fale|conte-me|me conte|me conta|diga-me|me diga|mostre(?:-me)?|resuma|resume)(?: (?:tudo|o que (?:você )?sabe|algo))*(?: (?:sobre|d[aeo]|a respeito d[aeo])) (?:[ao] (?=\p{Lu}))?(?<about>(?!tudo$|memória|sua memória).+?)`,
      ),
      whole(
        String.raw`(?:você )?(?:se lembra d[aeo]|lembra d[aeo]|lembra-se d[aeo]|conhece|sabe algo sobre|lembras-te d[aeo]) (?:[ao] (?=\p{Lu}))?(?<about>.+?)`,
      ),
      whole(
        String.raw`(?:o )?que (?:eu )?(?:te |lhe )?(?:disse|falei|contei)(?: a você)? (?:sobre|d[aeo]) (?<about>.+?)`,
      ),
    ],
    list: [
      whole(
        String.raw`(?:liste|lista|mostre|mostra|mostre-me|me mostre|enumere)(?: (?:tudo|todos|todas|${MEMORY}|o que (?:você )?(?:sabe|lembra|guardou)|os fatos))*`,
      ),
      whole(
        String.raw`(?:o )?que (?:é que )?(?:você |tu )?(?:lembra|se lembra|lembras|sabe|sabes|tem (?:guardado|na memória|em memória)|está (?:guardado|na memória)|há n[ao] ${MEMORY}|tem n[ao] ${MEMORY}|guarda|memorizou)(?: (?:até agora|já|tudo|agora))*|(?:o )?que (?:eu )?(?:já )?te (?:disse|contei|falei)(?: até agora)?|do que (?:você )?(?:se )?lembra|(?:que|quais) (?:arquivos|ficheiros|notas) (?:há|existem|você tem)|diga(?:-me)? (?:tudo )?o que (?:você )?(?:sabe|lembra)`,
      ),
      whole(
        String.raw`(?:resuma|resume|resumir|recapitule|faç?a(?:-me)? (?:um )?(?:pequeno |breve )?resumo(?: d[aeo])?|faz (?:um )?resumo(?: d[aeo])?|(?:me )?(?:dê|dá)(?:-me)? (?:um )?(?:breve )?resumo(?: d[aeo])?|(?:um )?resumo(?: d[aeo])?)(?: (?:tudo|isso|${MEMORY}|(?:tudo )?(?:o )?que (?:você )?(?:sabe|lembra|guardou|tem)|(?:esta|nossa|a nossa) conversa))*`,
      ),
    ],
    remind: [
      whole(
        String.raw`(?:me lembrar|lembrar-me|me avisar|avisar-me|me acordar|me lembre|me lembra|lembre-me|lembra-me|me avise|me avisa|avise-me|avisa-me|me acorde|acorde-me|acorda-me)\b.*|(?:coloque|põe|ponha|programe|crie|define|defina) (?:um |uma |o |a |meu )?(?:lembrete|alarme|despertador|timer|temporizador)\b.*`,
      ),
    ],
    set: [
      whole(
        String.raw`(?:corrija|corrige|mude|muda|altere|altera|atualize|atualiza|troque) (?<what>${MY} .+?) (?:para|por|a) (?<value>.+?)`,
      ),
    ],
    replace: [
      whole(
        String.raw`(?:corrija|corrige|mude|muda|altere|altera|substitua|substitui|troque|troca) (?:[oa] (?=\p{Lu}))?(?<old>.+?) (?:para|por) (?<new>.+?)`,
      ),
      whole(
        String.raw`(?:(?:não|desculpe|desculpa|na verdade)[,.:;!\s]+)*não (?:é )?(?!verdade|certo|correto|assim|(?:sou|estou|tenho|vou|sei|tem|temos|é)(?!\p{L})|\p{L}+o (?!para))(?<old>[^,]{1,60}?)(?:,? mas sim |,? e sim |, mas |, (?:é )?)(?<new>[^,]{1,60}?)`,
      ),
      whole(
        String.raw`(?:(?:não|desculpe|desculpa|na verdade)[,.:;!\s]+)*(?:eu )?(?:quis dizer|queria dizer|é) (?<new>[^,]{1,60}?),? (?:e )?não (?<old>[^,]{1,60}?)`,
      ),
    ],
    'to-do': [
      whole(
        String.raw`(?:lembre(?:-se)?(?: de)?|lembra-te de|anote|anota|não (?:se |te )?esqueç?as?(?: de)?) (?:que tenho (?:de|que) |que preciso )?(?<about>(?!(?:ter|saber)\b)[\p{L}]+(?:ar|er|ir)(?:-l?[oae]s?)?\b.*)`,
      ),
    ],
    remember: [
      whole(String.raw`${SAVE}(?<list>:)?[,:]?\s+(?<about>(?!d?e? ?mim$|quando |como |onde ).+?)`),
      whole(String.raw`${SAVE}(?<list>:)?`),
      whole(
        String.raw`(?<about>.+?)[,:;.–—-]+\s*(?:lembre-se disso|lembra-te disso|lembre disso|anote isso|anota isso|guarde isso|guarda isso|não esqueça(?: disso)?)`,
      ),
    ],
    forget: [
      whole(
        String.raw`${FORGET} (?:a nota (?:sobre|d[aeo]) |a linha (?:sobre|d[aeo]) |o que (?:eu )?disse (?:sobre|d[aeo]) |(?:de )?que )?(?<about>.+?)(?: d[ae] ${MEMORY})?`,
      ),
    ],
    greet: [
      whole(
        String.raw`(?:olá|oi+|bom dia|boa tarde|boa noite|e aí|opa|hey)(?:[\s,!]+(?:tudo bem|tudo bom|como vai|como está|pessoal|demo|claude|de novo|amig[oa]))*`,
      ),
    ],
    'how-are-you': [
      whole(
        String.raw`(?:como (?:você está|vai(?: você)?|está|estás|vão as coisas)|tudo (?:bem|bom|certo)(?: (?:com você|aí))?|e aí|você está aí)(?: hoje)?`,
      ),
    ],
    thank: [
      whole(
        String.raw`(?:(?:ok|certo|ótimo|perfeito|bom|não|sim|legal|muito bem)[\s,!.]+)*(?:muito |muit[ií]ssimo |mil vezes )?(?:obrigad[oa]|obrigadão|valeu|agradeço|grat[oa]|brigad[oa])(?:[\s,!]+(?:por .+|pel[oa] .+|mesmo|a você|demais|muito|ótimo|tchau))*`,
      ),
    ],
    leave: [
      whole(
        String.raw`(?:tchau|adeus|até (?:logo|mais|breve|amanhã|já)|boa noite|tenha um .+|falou|bye)(?:[\s,!]+.{0,20})?`,
      ),
    ],
    deny: [
      whole(
        String.raw`(?:isso |isto )?(?:está errado|é falso|é mentira|não é (?:verdade|certo|correto|assim)|não está (?:certo|correto))|errado|falso|incorreto|você (?:está errado|errou|se enganou)|não foi isso que eu disse`,
      ),
    ],
    agree: [
      whole(
        String.raw`(?:ok|tá(?: bom| bem)?|sim|claro|bom|bem|muito bem|ótimo|perfeito|legal|exato|exatamente|correto|certo|isso(?: mesmo)?|de acordo|entendi|entendido|beleza|está (?:bem|certo)|é (?:verdade|isso)|não|hm+|ah|uau|k{2,}|haha|lol|rs+|desculpe|desculpa|foi mal|parabéns|bom trabalho|gosto (?:disso|disto)|adorei|gostei|que (?:bom|legal|interessante)|talvez|interessante|só isso)(?:[\s,!]+(?:bem|ótimo|perfeito|então|ok|feito|trabalho))*`,
      ),
    ],
    help: [
      whole(
        String.raw`(?:ajuda|me ajude|me ajuda|ajude-me|ajuda-me|(?:o )?que (?:é que )?(?:você |tu )?(?:pode|sabe|consegue|faz|podes|sabes|fazes)(?: fazer)?(?: por mim)?|como (?:isso |você |isto )?(?:funciona|funcionas).*|como (?:te|o) uso.*|(?:o )?que (?:eu )?posso (?:dizer|perguntar|fazer).*|quem é você|quem és(?: tu)?|(?:o )?que (?:é você|você é)|qual (?:é )?(?:o )?seu nome|como você se chama|você é (?:uma? )?(?:ia|robô|humano|humana|real|pessoa|claude|chatgpt|máquina)\b.*|quem (?:te|o) (?:criou|fez|programou)|(?:o )?que é isso|exemplos)`,
      ),
    ],
    impossible: [
      whole(
        String.raw`(?:ligue|liga|telefone|envie|envia|mande|manda|escreva (?:um|uma|para|ao)|escreve (?:um|uma|para)|reserve|reserva|peça|pede|compre|compra|jogue|toque|abra|abre|pesquise|pesquisa|procure|procura|busque|busca|traduza|traduz|calcule|calcula|desenhe|desenha|redija|componha|crie|cria|explique|explica|acenda|apague a luz|desligue|programe|baixe|recomende|recomenda|sugira|planeje|imprima|verifique|me conte (?:um|uma)|conte (?:um|uma)|conta(?:-me)? (?:um|uma)|cante|canta|(?:me )?ajude(?:-me)? (?:a|com)|cozinhe|resolva|leia|encontre|me dê (?:uma|um) (?:receita|ideia|dica|conselho)|faça (?:uma?|o|a) (?!resumo))\b.*`,
      ),
      whole(
        String.raw`(?:que (?:horas|tempo|dia)|como está o tempo|qual (?:é )?a (?:data|previsão)|(?:amanhã |hoje )?(?:vai (?:chover|nevar|fazer (?:frio|calor|sol))|chove)|quais são as notícias)\b.*|como se (?:diz|escreve)\b.*|(?:quanto é )?[\d\s().,]+[-+*/x×÷^]+[\d\s().,+*/x×÷^-]+`,
      ),
    ],
    correct: [
      whole(
        String.raw`(?:(?:na verdade|na realidade|aliás|correção|não|desculpe|desculpa|espera|espere|erro|mentira|me enganei|enganei-me|eu errei|quis dizer(?: que)?|queria dizer(?: que)?|(?:isso |isto )?(?:está errado|é falso|é mentira|não é (?:verdade|certo|correto|assim)|não está (?:certo|correto)))(?=[,.:;!–—-])[,.:;!\s–—-]+)+(?<about>.+)`,
      ),
      whole(String.raw`(?:na verdade|na realidade|quis dizer(?: que)?) (?<about>.+)`),
    ],
  },
  introduction: /(?<!\p{L})(?:olá|oi|bom dia|boa tarde|boa noite|prazer|me apresento)(?!\p{L})/iu,
  doubt:
    /(?:^|,\s*|\se\s)se\s(?!chama)|(?:^|[\s,(])(?:aham|claro que sim|sei lá|até parece|talvez|provavelmente|possivelmente|poderia|seria|teria|gostaria|queria|quem me dera|tomara|espero|imagine|imagina|suponha|digamos|brincadeira|brincando|sonhei|sonho|(?:eu )?(?:acho|penso|creio|suponho|me pergunto|duvido)|não tenho certeza|antes|antigamente|quase|por exemplo|hoje|esta (?:manhã|tarde|noite|semana)|agora mesmo|neste momento|no momento|amanhã|ontem|em breve|logo|disse|diz que|fala que|falou que|vive dizendo|me disse|ouvi|alguém|deveria|como se|quando eu era)(?=[\s,.)]|$)/iu,
  fiction:
    /(?:^|\s)(?:imagine|imagina|finja|finge|faz de conta|romance|hipoteticamente|traduza|traduz|traduzir|tradução|letra d[eao]|um(?:a)? (?:conto|história|poema|piada)|em (?:inglês|alemão|francês|espanhol|chinês|japonês|português))(?=[\s,.:!?]|$)/iu,
  vague:
    /^(?:isso|isto|aquilo|esse|essa|este|esta|aquel[ea]|(?:o )?que|quem|onde|como|bem|mal|bom|boa|ruim|ótim[oa]|aqui|aí|ali|muito|demais|não$|não (?:sei|está|é)|quebrad[oa]|perdid[oa]|atrasad[oa]|fals[oa]|verdade|vazi[oa]|chei[oa]|pront[oa]|cansad[oa]|doente|você|seu|sua|desconhecid[oa]|[oa] (?:primeir[oa]|últim[oa]|melhor|mesm[oa])|(?:gosto d|adoro |amo |odeio )(?:isso|isto|esse|essa|este|esta|você|seu|sua|quando|como|isso)|gosto (?:disso|disto|muito$|desse|dessa|deste|desta|quando))(?=[\s,.]|$).*/iu,
  contrasts: [
    whole(String.raw`não (?:é )?(?<old>.+?),?\s+(?:mas|e) sim (?<value>.+)`),
    whole(String.raw`(?<value>.+ (?<frame>em|a|na|no|de|o|dia) .+?) não \k<frame> (?<old>[^,]+)`),
    whole(
      String.raw`(?<value>.+?)(?:,? e não|, não|,? em vez d[eao]|,? ao invés d[eao]) (?<old>(?!muito|tão|é que|me\b|o\b|sei|tenho|sabe|acha|né|é\b)[^,]+)`,
    ),
  ],
  copula:
    /^(?:(?:ele|ela|[oa] \p{L}+|seu \p{L}+|sua \p{L}+|[oa] nome) )?(?:é|são|era|se chama|chama-se|na verdade|mas|o|a|os|as|dia)\s+/iu,
  inOrder: apart(String.raw`(?:[OoAa] )?(?:[Mm]eu|[Mm]inha) ${KIN},? ${NAME}|${NAME}`, 'que', [
    [new RegExp(String.raw`^((?:que )?)(?:[oa] )?(${NAME}), ((?:[oa] )?(?:meu|minha) ${KIN}),? `, 'u'), '$1$3 $2 '],
    [
      new RegExp(
        String.raw`^((?:[Ee]u )?(?:[Ss]ou (?:[oa] )?|[Mm]e chamo |[Cc]hamo-me )${NAME}), (?:de )?(\d{1,3}) anos(?=,|$| e)`,
        'u',
      ),
      '$1; tenho $2 anos',
    ],
  ]),
  introductions: {
    opening:
      /^(?:eu )?(?:sou|me chamo|chamo-me|(?:o )?meu nome é|aqui é|aqui fala) (?:[oa] )?(?<name>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?=,| e )/iu,
    age: /^(?:tenho |de )?(?<years>\d{1,3})(?: anos)?$/iu,
    role: /^(?:(?:uma? |ex-?)?(?:\p{L}+(?:eir[oa]|ista|dora?|tora?|sora?|ante|ente|ólog[oa]|ógraf[oa]|ânic[oa]|ic[oa]|ári[oa])|aposentad[oa]|reformad[oa]|estudante|chef|prof|médic[oa]|piloto|advogad[oa])(?: (?!e )(?:de|em|do|da|no|na) [\p{L} -]+)?|d[eoa] \p{Lu}[\p{L} -]+)$/iu,
    sayName: (name) => `me chamo ${name}`,
    sayAge: (years) => `tenho ${years} anos`,
    sayRole: (role) => `sou ${role}`,
    sayRest: (rest) => rest,
  },
  joints: [
    /,\s*(?:mas\s+)?(?=(?:todos|todo mundo|toda a gente|as pessoas|isso|é que)\s)/iu,
    /;\s*/u,
    /(?:,\s*(?:e|mas)?\s*|\s+(?:e|mas)\s+)(?=(?:também\s+)?(?:(?:de )?que\s+)?(?:eu\s|(?:[oa] )?meu\s|(?:[oa] )?minha\s|noss[oa]\s|(?:[oa] )?seu\s|(?:[oa] )?sua\s|ele\s|ela\s|o aniversário del[ea]|(?:moro|vivo|trabalho|trampo|torço|corro|faço|jogo|toco|não suporto|curto|sou|tenho|falo|odeio|adoro|amo|prefiro|estudo|dirijo|gosto|me chamo|não (?:gosto|como|bebo))\s))/iu,
    /,?\s+e\s+(?=(?:de )?que\s)/iu,
    new RegExp(
      String.raw`(?:,\s*(?:e\s+|mas\s+)?|\s+(?:e|mas)\s+)(?=(?:que\s+)?(?:[oa] )?${NAME}\s+${PERSONAL}|(?:que )?o aniversário d)`,
      'u',
    ),
  ],
  ellipsis: {
    verb: /(?:,\s*(?:e\s+)?|\s+e\s+)(?=(?:mora|vive|trabalha|fala|joga|estuda|tem|é|está|odeia|ama|adora|prefere|gosta|faz|dança|canta|toca|torce|vai|come|bebe)\s)/iu,
    subject: new RegExp(
      String.raw`^((?:[OoAa] )?[Mm](?:eu|inha) (?:${KIN}|${PET})(?: mais \p{L}+)?(?: ${NAME})?|(?:[OoAa] )?(?!Meu |Minha |Me |Eu )${NAME}|[Ee]le|[Ee]la)(?=\s)`,
      'u',
    ),
    carry: withSpace,
  },
  asSentence: (clause) => clause.replace(/^(?:de )?que\s+/i, ''),
  setting: (what, value) => `${what} é ${value}`,
  facts: [
    {
      pattern: wholeWithCapitals(
        String.raw`(?<relation>(?:[OoAa] )?(?:[Mm]eu|[Mm]inha|[Nn]oss[oa]) (?:melhor )?${KIN}(?: mais (?:velh[oa]|nov[oa]))?|(?:[OoAa] )?(?:[Vv][óô]|[Vv]ov[óô]|[Tt]i[oa])),? (?:[oa] )?(?<name>${NAME}),? (?!e\b|ou\b)(?<rest>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Aa]qui (?:é|fala) |[Ee]u é que sou )(?:[oa] )?(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`,
      ),
      label: 'Nome',
      isName: true,
      introduces: true,
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[OoAa] )?(?<name>${NAME}|[Ee]le|[Ee]la) faz (?:anos|aniversário) (?:a|em|no dia|dia) (?<value>\d.+)`,
      ),
      label: 'Aniversário',
    },
    {
      pattern: whole(
        String.raw`(?:(?:eu )?me chamo|chamo-me|(?:o )?meu nome é|me chame de|pode me chamar de|chama-me) (?<value>[\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}][\p{L}\p{M}.'’-]*){0,3})`,
      ),
      label: 'Nome',
      isName: true,
    },
    {
      pattern: wholeWithCapitals(String.raw`(?:[Ee]u )?[Ss]ou (?:[oa] )?(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`),
      label: 'Nome',
      isName: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?<label>(?:(?:melhor|nov[oa]) )?(?:${KIN}(?: mais (?:velh[oa]|nov[oa]))?|${PET}|${THING})) ${IS} (?:(?:no dia|em|dia) (?=\d)|a (?=\p{Lu}))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Oo] )?aniversário (?:d[aeo] (?<name>${NAME})|d(?<name>el[ea])) é (?:(?:no dia|em|dia) )?(?<value>.+)`,
      ),
      label: 'Aniversário',
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Oo] |[Aa] )?(?<name>[Ss]eu|[Ss]ua) (?<label>[\p{L} -]{2,30}?) (?:é|se chama) (?:em (?=\d))?(?<value>.+)`,
      ),
      onRequest: true,
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Oo] |[Aa] )(?<label>[\p{L}-]+(?: (?:favorit[oa]|preferid[oa]))?) d[aeo] (?<name>${NAME}) é (?:em (?=\d))?(?<value>.+)`,
      ),
    },
    { pattern: wholeWithCapitals(String.raw`${ANY_NAME} (?<rest>${PERSONAL}(?=[\s.]|$|\p{L}).*)`) },
    {
      pattern: wholeWithCapitals(
        String.raw`${ANY_NAME} (?<rest>(?:(?:é|está|tá) (?!tarde|aqui|mal|bem|doente|cansad|bravo|brava|chat|legal|engraçad|content|importante)\p{L}+|(?!diz|disse|pensa|acha|jura|quer|parece|pergunta|vem|vai|é|está|tem|conta|fala)\p{Ll}{3,}[ae](?= )|vai (?:morar|fazer \d)|arrumou|começou|é (?!importante)\p{Ll}*(?:ista|or|ora|eir[oa]|nte|ólog[oa]|ógraf[oa]|médic[oa]|advogad[oa])(?=[\s,.]|$)|tem (?:uma?|dois|duas|três|\d+) ).*)`,
      ),
      onRequest: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?:${KIN}|${PET}|carro|time|equipe|empresa) (?:mais \p{L}+ )?(?:\p{L}+ )?(?:${PERSONAL}|mora|vive|trabalha|ama|odeia|adora|fala|joga|estuda|tem|gosta|faz aniversário|é (?:alérgic[oa]|vegetarian[oa]|vegan[oa]|casad[oa]|uma?|médic[oa]|professora?)) ?.*`,
      ),
    },
    { pattern: whole(String.raw`(?:eu )?(?:também |agora )?${VERB_ME}(?=\s|$).*`) },
    {
      pattern: whole(
        String.raw`(?:(?:olha|na verdade),? )?(?:eu )?não (?:tenho|sou|estou) (?:muito )?(?!vontade|ideia|tempo|fome|sono|cert|de acordo|pront|content|bem|bob|nada|aqui|capaz|eu|nem|saco)\p{L}+.*|(?:a gente|nós) não (?:tem|temos) (?:filh|bich|cachorr|gat|carro|jardim|animais)\p{L}*.*|(?:a gente (?:se )?casou|(?:nós )?nos casamos|casamos) .+|(?:eu e (?:[oa] )?(?:meu|minha) (?:${KIN})(?: ${NAME})?|(?:[oa] )?(?:meu|minha) (?:${KIN})(?: ${NAME})? e eu) (?:temos|moramos|dividimos) .+`,
      ),
    },
    // Whatever is done every day lasts.
    {
      pattern: whole(
        String.raw`(?:eu )?(?:me )?(?!quero|acho|penso|esqueço)\p{L}+o .*(?<!\p{L})(?:tod[oa]s?(?: [oa]s?)? (?:dias?|manhãs?|tardes?|noites?|semanas?|mês|meses|anos?|segundas?|terças?|quartas?|quintas?|sextas?|sábados?|domingos?)|cada (?:dia|manhã|semana|mês|ano)|(?:uma|duas|três|\d) (?:vez|vezes) (?:por|na) (?:semana|dia|mês|ano)|(?:às|aos) (?:segundas|terças|quartas|quintas|sextas|sábados|domingos))(?!\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:eu )?(?:sou|estou) (?:também |agora )?(?:alérgic[oa]|vegetarian[oa]|vegan[oa]|intolerante|casad[oa]|noiv[oa]|divorciad[oa]|solteir[oa]|aposentad[oa]|reformad[oa]|canhot[oa]|destr[oa]|daltônic[oa]|diabétic[oa]|asmátic[oa]|celíac[oa]|grávida|uma? |(?:veterin|bombeir|pedreir|padeir|eletric|secretári|agricult|bancári|aposent|\p{L}{3,}(?:ólog|ógraf|ist)|engenheir|médic|enfermeir|professor|advogad|estudante|programador|designer|cozinheir|arquitet|jornalist|contador|escritor|músic|artist|fotógraf|tradutor|motorista|vendedor|dentist|brasileir|portugu|angolan|moçambican|alem|francês|frances|italian|ingles|inglês|espanhol)\p{L}*)(?=[\s,.]|$|\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:eu )?(?:tenho|agora tenho) (?:também )?(?:(?:uma?|dois|duas|três|quatro|cinco|\d+) (?:\p{L}+ )?(?:${KIN}|${PET}|irmãos|irmãs|netos|netas|filhos|filhas|cachorros|cães|gatos|carro|casa|jardim|alergia|gêmeos)s?(?=[\s,.(]|$)|\d{1,3} anos$|(?:filhos|gêmeos|diabetes|asma|alergia)(?=[\s,.]|$)).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:(?:nós )?(?:moramos|vivemos|temos (?:uma?|dois|duas|três|\d+))) .+|(?:[oa] )?noss[oa] (?:cachorr[oa]|gat[oa]|casa|carro|wifi) .*(?:é|se chama) .+`,
      ),
    },
    { pattern: whole(String.raw`(?:sobre|acerca de|para) (?<topic>[^:]{2,40}): (?<rest>.+)`), onRequest: true },
    { pattern: whole(String.raw`${MY} (?<label>[^,]{1,40}?) ${IS} (?<value>.+)`), onRequest: true },
  ],
  firstPerson:
    /^(?:eu|(?:[oa]s? )?meus?|(?:[oa]s? )?minhas?|me|mim|nós|(?:[oa] )?noss\w+|sou|tenho|moro|vivo|trabalho|estou|falo|prefiro|odeio|adoro|gosto|não gosto|nasci|estudo|dirijo|bebo|como)(?=\s|$)/iu,
  speaker: /^eu\s+/iu,
  subjectPronoun: /^(?:ele|ela)\s+/iu,
  relation: (relative) => `É ${relative.slice(0, 1).toLowerCase()}${relative.slice(1)}`,
  pronoun: /^(?:ele|ela|seu|sua|ele|el[ea])$/iu,
  together: /(?:pais|irmãos|irmãs|filh[oa]s|avós|sogros|crianças|gême[oa]s|net[oa]s)$/iu,
  noName:
    /^(?:Eu|Meu|Minha|Meus|Minhas|Nós|Noss\w|O|A|Os|As|Um|Uma|Seu|Sua|Esse|Essa|Isso|Este|Esta|Isto|Você|Tu|Me|Se|Que|Quem|Onde|Quando|Em|No|Na|De|Do|Da|Tudo|Todos|Ninguém|Alguém|Cada|Hoje|Amanhã|Ontem|Segunda|Terça|Quarta|Quinta|Sexta|Sábado|Domingo|Deus|Não|Sim|Há|É|Também|E|Mas)$/u,
  keys: [
    [
      'home',
      /^(?:eu )?(?:agora |já não |não )?(?:moro|mora|vivo|vive|me mudei|mudei(?:-me)?) (?:agora |mais )?(?:em|no|na|para)(?=\s)/iu,
    ],
    ['job', /^(?:eu )?(?:já )?(?:não )?(?:trabalho|trabalha) (?:mais )?(?:em|na|no|para)(?=\s)/iu],
    ['age', /^(?:tem|(?:eu )?tenho) \d{1,3} anos$/iu],
  ],
  several: new RegExp(
    String.raw`^(?:[\p{L}]+ )?(?:${KIN}|${PET}|hobby|passatempo|alergias?|idioma|carro)(?: mais \p{L}+)?$`,
    'iu',
  ),
  emptyWords: wordSet(
    'dia dias negócio parte lance papo linha notas guardar anotar foi aquilo memória mencionei falei contei desculpa pera errei nada ver mesmo então aí tá tira é eu pra pro já vez o a os as um uma uns umas e ou de do da dos das em no na nos nas ao à com por para pelo pela sem sobre é são sou está estão estou era ser tem tenho há você vocês tu te ti seu sua seus suas se eu me mim meu minha meus minhas nós nosso nossa ele ela lhe que quê quem quando onde aonde como qual quais quanto quantos quantas não sim já muito mais algo tudo todos coisa coisas sabe sabes lembra lembras lembrar diga dizer disse falei isso isto esse essa este esta respeito dela dele faz anotou anotaste guardou guardaste escreveu escreveste',
  ),
  concepts: [
    ['sport', /^(?:esportes?|desportos?|trein\p{L}*|danç(?:a|o|as)|balé|jog(?:a|o|as)|aulas?)$/u],
    ['name', /^(?:nomes?|chamo|chama|chamam)$/u],
    ['home', /^(?:mor(?:o|a|as|am|amos)|viv(?:o|e|em)|mudei|casa)$/u],
    ['job', /^(?:trabalh(?:o|a|as|am)|emprego|profissão|empresa)$/u],
    ['birthday', /^(?:aniversários?|nasci|nasceu|nascimento)$/u],
    ['age', /^(?:anos|idade)$/u],
    ['like', /^(?:gost(?:o|a|as|am)|ador(?:o|a|am))$/u],
    ['favourite', /^(?:favorit[oa]s?|preferid[oa]s?)$/u],
    ['allergy', /^al[eé]rgi(?:a|as)$|^alérgic[oa]s?$/u],
  ],
  endings: /(?:as|os|es|is|o|a|e|s)$/u,
  headings: { aboutMe: 'Sobre mim', notes: 'Notas', toDo: 'A fazer' },
  replies,
}
