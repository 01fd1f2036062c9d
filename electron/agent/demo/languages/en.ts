import { CUES, SAVED } from './cues/en.ts'
import { apart, capitalised, type Language, NAME, whole, wholeWithCapitals, wordSet } from './language.ts'
import { EN as replies } from './replies/en.ts'

const KIN =
  'sister|brother|mother|father|mum|mom|dad|son|daughter|wife|husband|partner|girlfriend|boyfriend|cousin|aunt|uncle|niece|nephew|grandmother|grandfather|grandma|grandpa|friend|boss|manager|colleague|neighbou?r|doctor|dentist|teacher|kid|child|baby|parents|kids|children|roommate|flatmate|housemate|fianc[ée]e?|mate|bestie|buddy|pal|ex|nan|nana|gran|granny|grandad|grandson|granddaughter|stepmum|stepdad|stepson|stepdaughter|godson|goddaughter|(?:mother|father|sister|brother|son|daughter)-in-law|landlord|landlady|therapist|physio|gp|vet|coach|trainer|supervisor|assistant|co-?worker|hairdresser|lawyer|accountant|mechanic|nanny|babysitter|twin|(?:climbing|running|business|training|flat|class|team|work|gym) ?(?:partner|mate|buddy|friend)|mentor|student'
const PET =
  'dog|greyhound|labrador|terrier|poodle|guinea pig|snake|pony|cat|puppy|kitten|parrot|hamster|rabbit|horse|bird|pet|tortoise|turtle|goldfish'
const THING =
  'name|first name|last name|surname|nickname|birthday|birth date|date of birth|age|city|town|home ?town|country|address|street|postcode|zip code|phone(?: number)?|mobile(?: number)?|number|e-?mail(?: address)?|job|employer|company|profession|occupation|school|university|hobby|hobbies|language|mother tongue|native language|nationality|diet|blood type|shoe size|size|height|star sign|pronouns|time ?zone|car|bike|team|flat|apartment|anniversary|wedding anniversary|allergy|allergies'
const FAVOURITE = String.raw`(?:all-time )?favou?rite [\p{L} -]{2,40}`
const MINE = String.raw`(?:(?:${FAVOURITE})|(?:(?:old|eld|young)(?:er|est) |little |big |best |new )?(?:${KIN}|${PET}|${THING})(?:['’]?s? (?:name|birthday|job|age|favou?rite [\p{L} -]{2,30}))?)`
const IS = String.raw`(?:is|are)(?: (?:now|actually|called|named))?`
const SAVE = String.raw`(?:remember|don['’]?t forget|note|keep in mind|bear in mind|make a (?:mental )?note|take a note|write (?:this |that |it )?down|jot (?:this |that |it )?down|save|memori[sz]e|(?:store|add|record)(?= (?:that|this|my|down|the (?:fact|following))\b|:|,))`
const FORGET = String.raw`(?:forget|delete|remove|erase|drop)`
const MEMORY = String.raw`(?:(?:your|the|my) )?(?:whole |entire )?(?:memor(?:y|ies)|files|notes)`
const PERSONAL = String.raw`(?:lives|works|(?:just |recently |has |has just |also )?moved to|grew up|comes from|supports|sings|swims|runs (?!away|late|out)|goes to|does (?:ballet|yoga|judo|karate|gymnastics)|collects|smokes|can['’]t (?:stand|eat|drink)|doesn['’]t (?:eat|drink|like|speak|smoke|drive)|has (?:a|an|two|three|four|\d+) (?:kids?|children|sons?|daughters?|brothers?|sisters?|dogs?|cats?)|is (?:scared|afraid|terrified) of|is on \p{Lu}\p{L}+ time|is (?:turning|nearly) \d+|likes|loves|hates|prefers|speaks|plays|studies|drives|drinks|eats|was born|enjoys|is (?:my|our|his|her|their|allergic|vegetarian|vegan|coeliac|celiac|diabetic|left-handed|married|engaged|divorced|single|pregnant|retired|from|originally from|\d+$|\d+ years old|the (?:brother|sister|mother|father|son|daughter|wife|husband|partner|boss) of))\b`
/** What is too general to be taken for a fact about a person, unless the user asks. */
const GENERAL = String.raw`(?:has (?:an?|two|three|four|\d+) |is an? |moved |owns |teaches |runs )`
/** Said of somebody known to be a person. */
const OF_A_PERSON = String.raw`(?:is (?!late|here|there|back|coming|out|ill|sick|tired|annoying|mad|angry|right|wrong|great|nice|funny|cute|happy|sad|so\b|being)|(?:just |recently )?(?:moved|got|started|quit|retired|adopted|bought|married|graduated) |was |(?!says|thinks|reckons|claims|wants|hopes|seems|feels|looks|asks|goes|needs|tells|means|keeps|wonders|believes|swears|is|was|has)\p{Ll}+s\s)`
const WHO = String.raw`(?<name>${NAME}|[Hh]e|[Ss]he|[Tt]hey)`
const WHOSE = String.raw`(?:(?<name>${NAME})['’]s|(?<name>[Hh]is|[Hh]er|[Tt]heir))`
const LASTING = String.raw`(?:live (?:in|at|on|near|with)|work (?:at|for|as|in|with|from|nights|days|part|full|shifts|remotely|every|on weekends)|was born|grew up|come from|like|love|hate|dislike|prefer|enjoy|adore|detest|speak(?! for| to| of| about| with)|study|play|drive|drink|eat|own|teach|collect|(?:just |recently )?moved (?:from [\p{L} ]+ )?to|grew up|run (?:an?|my|every|each|\d)|go (?:to the gym|swimming|running|climbing|hiking|cycling|fishing|dancing|to (?:church|yoga))|get up at|wake up at|sing|swim|cycle|bike|commute|volunteer|support|follow|practi[sc]e|train|bake|paint|write (?:poems|poetry|novels|code)|cook|garden|smoke|wear|weigh|quit|retired|never (?:eat|drink|smoke|drive|fly)|only (?:eat|drink|like|buy|use|work|read|speak)|['’]ve never (?:smoked|drunk|driven|eaten|been|had)|have never|can['’]?t (?:stand|eat|drink)|cannot (?:stand|eat|drink)|am|have|usually|don['’]t (?:like|eat|drink|speak|live|work|drive|own|smoke|do|have (?:an?y?|kids|children|pets|siblings))|do not (?:like|eat|drink|speak|live|work|drive|own|smoke)|no longer)`
const BEING = String.raw`(?:not (?:married|single|vegetarian|vegan|allergic|religious|from|an? |on |american|british|english|the \p{L}+ type)|scared of|afraid of|terrified of|originally|half |in my \p{L}+ties|on \p{Lu}\p{L}+ time|based in|coeliac|celiac|bilingual|deaf|dyslexic|vegan|allergic|vegetarian|vegan|lactose|gluten|intolerant|married|engaged|divorced|single|retired|left-handed|right-handed|colou?r-?blind|diabetic|asthmatic|from|called|born|pregnant|\d{1,3}(?: years old)?$|an? (?!bit|little|lot|idiot|fool|mess|fan of (?:this|that|you|it)\b)[\p{L}-]+(?: [\p{L}-]+)?(?: (?:at|in|for|by|from|of) .+)?$)`
const HAVING = String.raw`(?:(?:a|an|one|two|three|four|five|six|\d+|no) (?:[\p{L}-]+ )?(?:${KIN}|${PET}|brothers|sisters|sons|daughters|dogs|cats|siblings|twin boys|twin girls|grandchildren|grandkids|car|house|garden|allergy|tattoo|twins)s?\b|(?:kids|children|twins|diabetes|asthma|celiac|coeliac|type \d)\b|an? (?:[\p{L}-]+ )?allergy)`
const I_AM = String.raw`(?:i am|i['’]m|im)`

export const EN: Language = {
  code: 'en',
  marks: wordSet(
    "scrap also he's she's we our an got just mate moved knows hates lives works the is are was my your i i'm im you and what where who how that this do does did have has not please remember forget thanks thank hello hi hey of to in it with for can could would will about actually undo why when which favourite favorite there don't it's yes goodbye bye great cool nice sorry no that's thats works wrong she he her his live work like love rename summarise summarize help list show tell many",
  ),
  commands: wordSet('remember forget forgot delete rename remind summarise summarize'),
  spelling: [
    [/\bthats\b/giu, "that's"],
    [/\bwhats\b/giu, "what's"],
    [/\bdont\b/giu, "don't"],
    [/\bdoesnt\b/giu, "doesn't"],
    [/\bcant\b/giu, "can't"],
    [/\bisnt\b/giu, "isn't"],
    [/\b(im)\b/giu, "I'm"],
    [/\b(she|he)['’]s (?=(?:just |recently )?(?:moved|gone|got|started|become|been)\b)/giu, '$1 has '],
    [/\bive\b/giu, "I've"],
    [/^names (?=\p{Lu})/u, 'my name is '],
    [
      /\b(my|his|her|our) (sister|brother|mother|mum|mom|father|dad|son|daughter|wife|husband|girlfriend|boyfriend|partner|dog|cat)s (?=name|birthday|favou?rite|job)/giu,
      "$1 $2's ",
    ],
    [
      /\b(my (?:\p{L}+ )?(?:\p{L}+ )?\p{L}+|(?!(?:What|Where|Who|When|How|That|There|It|He|She)['’])\p{Lu}\p{L}+)['’]s (?=(?:my|turning|called|from|originally|not|always|scared|afraid|moving|allergic|vegan|vegetarian|coeliac|celiac|diabetic|left-handed|married|engaged|divorced|retired|pregnant|intolerant)\b)/gu,
      '$1 is ',
    ],
    [
      /\b((?!(?:What|Where|Who|When|How|That|There|It|He|She)['’])\p{Lu}\p{L}+)['’]s (?=(?:an?|the) \p{Ll})/gu,
      '$1 is ',
    ],
    [/\b(she|he)['’]s (?=(?:\p{Ll}+an|on|originally|moving|turning|afraid|scared|not)\b)/giu, '$1 is '],
    [
      /\b(he|she|my|his|her|their|our)['’]s (?=an?\b|my\b|the\b|allergic|from|married|vegan|vegetarian|\d)/giu,
      '$1 is ',
    ],
    [
      /\b(birthday|name|job|age|sister|brother|mother|mum|mom|father|dad|son|daughter|wife|husband)['’]s (?=(?:an?|my|the|on|in|now|called)\b|\d|allergic)/giu,
      '$1 is ',
    ],
  ],
  manners: [
    /^(?:(?:hi|hello|hey|ok(?:ay)?|so|well|and|please|also|oh|ah|hm+|by the way|btw|fyi|just so you know|plz|pls|good (?:morning|evening|afternoon))\b(?: there\b)?[\s,!.:]*)+(?=\S)/iu,
    /^(?:i want you to|i['’]d like you to|i would like you to|i need you to|you should|would you mind|let['’]s|go ahead and)\s+/iu,
    /[\s,]*\b(?:please|thanks|thank you|ok(?:ay)?|if you can|btw|by the way|lol|haha|again|(?:nice|pleased|good|great) to meet you|by the way|fyi|just so you know)$/iu,
    /^also\s+/iu,
  ],
  asking: /^(?:can|could|would|will) you (?:please |maybe |just |also )*(?=\p{L})/iu,
  cues: CUES,
  saving: new RegExp(String.raw`(?<!\p{L})${SAVED}(?:e?s|t?ed|t?ing|ten|e|d)?(?!\p{L})`, 'iu'),
  hesitation:
    /^(?:(?:actually|hm+|um+|uh|wait|sorry|oh|no|well|on second thoughts?|never mind|nah|changed my mind|i(?:['’]ve| have)? changed my mind|that was a mistake|my mistake|let['’]s|maybe|just|could we)[,.:;!\s–—-]+)+/iu,
  gratitude:
    /^(?:(?:ok(?:ay)?|great|perfect|cool|super|nice|awesome|ah|oh|alright|no)[\s,!.]+)*(?:(?:many |no )?thanks|thank you|thx|ty|cheers|ta)\b[\s,!.]*/iu,
  question:
    /[,\s](?:right|correct|isn['’]t it|don['’]t you|do you|is it|does (?:he|she|it)|innit|huh)$|^(?:(?:do )?you (?:still )?(?:know|remember)) (?:what|where|when|who|which|how|my|if)\b|^(?:what|who|where|when|which|whose|how|why|did|does|do (?:i|you|we|they)|is (?:it|that|this|there|my|he|she|\p{Lu})|are (?:you|there|we|they|my)|am i|can (?:i|you|we)|could|would|will|should|have (?:i|you|we)|has|was|were)\b/iu,
  requests: {
    'keep-nothing': [
      whole(String.raw`(?:don['’]?t|do not|never) (?:save|store|remember|write|note|keep|record|add|memori[sz]e)\b.*`),
      whole(
        String.raw`(?:this is|that['’]s|it['’]s) (?:off the record|private|just a joke|a joke|a secret|just a test|a test)|off the record.*|(?:just|only) (?:kidding|joking|testing)|keep (?:this|that|it) (?:to yourself|secret|private)`,
      ),
    ],
    'never-mind': [
      whole(
        String.raw`never ?mind|forget (?:it|about it)|(?:it )?does(?:n['’]t| not) matter|stop|cancel|no worries|leave it|do nothing`,
      ),
    ],
    undo: [
      whole(
        String.raw`(?:(?:no|oops|ups|wait|hm+)[,.!\s]+)*(?:undo|revert|take (?:that|it|this) back|scratch that|roll (?:that|it) back|cancel that|forget (?:that|this|what i (?:just )?(?:said|told you)|the last (?:one|thing|bit|fact))|(?:delete|remove|reverse) (?:that|this|the last (?:one|line|change|thing|entry|fact)))(?: (?:that|it|this|(?:the |your |my |that )?last (?:one|change|thing|edit|step)|again|change|what you (?:just )?(?:did|saved|wrote)))*`,
      ),
    ],
    redo: [
      whole(
        String.raw`redo(?: (?:that|it))?|undo (?:the|that|your) undo|(?:put|bring) (?:it|that) back(?: again)?|restore (?:it|that)`,
      ),
    ],
    why: [
      whole(
        String.raw`why (?:did|have|do|would) you (?:just )?(?:write|written|save|store|note|remember|add|change|keep|put|do|record|know|delete|forget)\w*\b.*`,
      ),
      whole(
        String.raw`why(?: (?:that|this)| (?:is|was) (?:that|this|it) (?:there|saved|stored|in (?:your |the )?memory|written down).*)?|why on earth.*`,
      ),
      whole(
        String.raw`(?:what|which \w+) (?:did you|have you just) (?:just )?(?:save|write|change|store|do|note|add|learn|delete|record|saved|written|changed|stored|done|noted|added|learned|learnt|deleted)(?: down)?(?: (?:just now|last|there|so far|now|from that))?`,
      ),
      whole(
        String.raw`(?:did|have) you (?:really |just )?(?:save|write|saved|written|store|stored|get|got|remember|note|noted) (?:that|this|it)(?: down)?|where did you (?:get|save|write|put|store|note) (?:that|this|it)(?: from| down)?|how do you know (?:that|this)|who told you (?:that|this)`,
      ),
    ],
    count: [
      whole(
        String.raw`(?:how many|count(?: all)?(?: of)?(?: the| your| my)?|number of|what is the number of) (?:files|file|notes|facts|lines|memories|entries|things|items|records)\b(?!.*\babout\b).*`,
      ),
      whole(
        String.raw`how (?:big|large|full|long) is ${MEMORY}|how much (?:do you (?:remember|know)|have you (?:saved|stored|remembered)|is in ${MEMORY})`,
      ),
    ],
    'forget-everything': [
      whole(
        String.raw`${FORGET} (?:everything|it all|all of it|all|all (?:of )?${MEMORY}|${MEMORY}|absolutely everything|everything you (?:know|remember|have saved))|(?:clear|empty|wipe|reset) ${MEMORY}|start (?:over|from scratch)`,
      ),
    ],
    'forget-topic': [
      whole(
        String.raw`${FORGET} (?:everything|all|anything) (?:(?:that )?(?:you (?:know|remember|have|saved)|i (?:said|told you)) )?(?:about|on) (?<about>.+?)`,
      ),
    ],
    rename: [
      whole(
        String.raw`(?:rename|move) (?:the )?(?:(?:file|folder|directory|note) )?(?<from>.+?) (?:to|into|as) (?<to>.+?)`,
      ),
    ],
    'forget-file': [
      whole(String.raw`${FORGET} (?:the )?(?:file|folder|directory) (?<about>.+?)`),
      whole(String.raw`${FORGET} (?<about>(?:/memories/)?[^\s?]+(?:\.\w{1,5}|/[^\s?]*))`),
    ],
    tidy: [
      whole(
        String.raw`(?:tidy|clean|organi[sz]e|sort)(?: up)?(?: ${MEMORY})?(?: up)?|(?:remove|delete) (?:the |all )?(?:duplicates|doubles|duplicate lines|empty files)`,
      ),
    ],
    'ask-about': [
      whole(
        String.raw`(?:what (?:do|can|did|else do) (?:you|we) (?:know|remember|recall|have|tell me|save|note)(?: down)? (?:about|of|on)|what have you (?:saved|stored|noted|learned) about|(?:tell|remind) me (?:again )?(?:(?:what|everything|all) you know )?(?:about|of)|do you (?:know|remember)(?: anything| something)?(?: about)?|(?:summari[sz]e|sum up|list|show me)(?: everything| all)? (?:what you (?:know|remember|have) about|you (?:know|remember) about|about)|what did i (?:tell|say to) you about|what about|anything about|who am i to|show me) (?<about>(?!(?:a|the) (?:joke|story|picture|photo|map|weather|news)|all\b|everything\b|your\b|(?:the|my) (?:memory|files|notes)).+?)`,
      ),
      whole(String.raw`remind me (?<about>(?:what|where|who|when|how|which) .+)`),
      whole(String.raw`(?:do you (?:know|remember) )?who (?<about>(?:am i|i am))`),
    ],
    list: [
      whole('which (?:files|notes) (?:do you have|are there)'),
      whole(
        String.raw`(?:list|(?:list|show|read|print|display)(?: me)?(?: all| everything)?(?: (?:of )?(?:your|my|the))?(?: (?:memory|memories|files|notes|facts)| (?:that )?you (?:know|remember|have|saved))*)`,
      ),
      whole(
        String.raw`what(?: all| else)? (?:do|can) you (?:remember|know|recall|have)(?: so far| now| already)?|what(?:['’]s| is) (?:stored |saved )?in ${MEMORY}|what (?:have you (?:remembered|stored|saved|noted|learned|learnt)(?: so far)?|files (?:do you have|are there)|do you have (?:saved|stored|in memory))\b.*|what (?:did i|have i)(?: just| already)? (?:tell|told|say to|said to) you(?: .*)?`,
      ),
      whole(
        String.raw`(?:summari[sz]e|sum up|recap|(?:give|show|make|write)(?: me)? (?:a |an )?(?:short |brief |quick )?(?:summary|overview|recap)(?: of)?|summary(?: of)?|overview(?: of)?)(?: (?:it|all|everything|that|${MEMORY}|(?:everything |all )?(?:what )?(?:you|we) (?:know|remember|have|saved|stored)(?: so far)?|(?:this|our) (?:chat|conversation)|what you have))*`,
      ),
    ],
    remind: [
      whole(
        String.raw`remind me\b.*|(?:set|create) (?:a|an|my) (?:reminder|alarm|timer)\b.*|wake me\b.*|(?:tell|ask|notify|alert|ping) me (?:at|in|on|tomorrow|tonight|when|every)\b.*`,
      ),
    ],
    set: [
      whole(
        String.raw`(?:correct|change|update|set|replace|fix) (?<what>my .+?|${NAME}['’]s .+?) (?:to|with|by) (?<value>.+?)`,
      ),
    ],
    replace: [
      whole(
        String.raw`(?:correct|change|update|replace|fix|swap) (?:that )?(?<old>.+?) (?:to|with|by|for|into) (?<new>.+?)`,
      ),
      whole(
        String.raw`(?:(?:no|sorry|actually|oops|wait)[,.:;!\s]+)*(?:i meant|i mean|it['’]s|it is|it should be|make (?:it|that)) (?<new>[^,]{1,60}?),? (?:and )?not (?<old>[^,]{1,60}?)`,
      ),
      whole(
        String.raw`(?:(?:no|sorry|actually|oops|wait)[,.:;!\s]+)*not (?<old>[^,]{1,60}?)(?:, (?:but )?| but )(?<new>[^,]{1,60}?)`,
      ),
    ],
    'to-do': [
      whole(
        String.raw`(?:remember|don['’]?t forget|note|add|remember that i (?:have|need)) to (?!(?:your |the |my )?(?:memory|list|notes)\b)(?<about>.+?)`,
      ),
    ],
    remember: [
      whole(
        String.raw`(?:(?:i['’]d like|i want|i need) you to )?${SAVE}\b(?:(?: that| this| down| the following| to (?:your |the )?(?:memory|notes)| in (?:your |the )?(?:memory|notes)| as a fact| for (?:later|me)|,)*)(?<list>:)?(?: (?<about>(?!(?:when|how|where|what|who|why|me|the time)\b).+?))?(?:,? (?:to|in|into) (?:your |the )?(?:memory|notes))?`,
      ),
      whole(
        String.raw`(?<about>.+?)[,:;.–—-]+\s*(?:please )?(?:remember (?:that|this|it)|(?:make a )?note (?:of )?(?:that|this|it)|keep (?:that|this|it) in mind|save (?:that|this|it)|write (?:that|this|it) down|don['’]?t forget (?:that|this|it))`,
      ),
      whole(
        String.raw`for (?:the|your|future) (?:record|information|reference)[,:]?\s*(?<about>.+)|it['’]s important that you (?:know|remember)(?: that)? (?<about>.+)|you should (?:know|remember)(?: that)? (?<about>.+)`,
      ),
    ],
    forget: [
      whole(
        String.raw`${FORGET} (?:about |what i (?:said|told you) about |the (?:note|fact|line|entry) (?:about|that|on) |that )?(?<about>.+?)(?: from (?:your |the |my )?(?:memory|notes))?`,
      ),
    ],
    greet: [
      whole(
        String.raw`(?:hi+|hello|hey+|howdy|greetings|good (?:morning|afternoon|evening|day)|yo|hiya|hi again|hello again)(?:[\s,!]+(?:there|again|everyone|demo|claude|friend|all|how are you))*`,
      ),
    ],
    'how-are-you': [
      whole(
        String.raw`(?:how are you(?: doing)?(?: today)?|how(?:['’]s| is) it going|how do you do|what['’]s up|sup|are you (?:ok|okay|well|there|awake))`,
      ),
    ],
    thank: [
      whole(
        String.raw`(?:many |ok |great |perfect |no |cool |super )?(?:thanks|thank you|thx|ty|cheers|thank u|much appreciated|i appreciate (?:it|that))(?:[\s,!]+(?:a lot|so much|very much|a million|again|for .+|that .+|you|much|everything|great|perfect|bye))*|(?:great|perfect|ok(?:ay)?|cool|nice|awesome)[\s,!.]+thank(?:s| you)\b.*`,
      ),
    ],
    leave: [
      whole(
        String.raw`(?:good ?bye|bye(?:[ -]bye)?|see (?:you|ya)(?: later| soon| tomorrow)?|good ?night|take care|later|i(?:['’]m| am) (?:off|leaving)|talk to you later|have a (?:nice|good|great) (?:day|evening|night|weekend))(?:[\s,!]+.{0,20})?`,
      ),
    ],
    deny: [
      whole(
        String.raw`(?:that['’]s|that is|it['’]s|this is|you['’]re|you are) (?:all |so )?(?:wrong|not (?:right|true|correct)|incorrect|mistaken|false)|(?:that['’]s|it['’]s) not what i said|wrong|incorrect|false|not (?:true|right|correct)|you got (?:it|that) wrong`,
      ),
    ],
    agree: [
      whole(
        String.raw`(?:ok(?:ay)?|yes|yep|yeah|sure|right|correct|exactly|great|good|cool|nice|perfect|awesome|excellent|wonderful|super|fine|well done|good job|got it|i see|understood|alright|all right|no|nope|hm+|aha|wow|lol|haha|sorry|(?:that['’]s|that is|it['’]s|this is) (?:right|correct|good|great|nice|fine|perfect|cool|it|all|true|amazing|awesome)|i (?:like|love) (?:it|that|this)|you['’]re (?:great|welcome|right|the best|amazing|awesome)|interesting|really|maybe)(?:[\s,!]+(?:good|great|job|one|bot|ok|then))*`,
      ),
    ],
    help: [
      whole(
        String.raw`(?:help(?: me)?|what (?:can|do|could) (?:you|i) (?:do|say|ask|try|offer|help)(?: .*)?|how (?:does|do) (?:this|it|you) work|how can (?:you help|i (?:use|talk)).*|who are you|what are you|what['’]s your name|what is your name|are you (?:an? )?(?:ai|bot|robot|human|real|person|claude|chatgpt|model|real person|machine)\b.*|who (?:made|built|created) you|what is this|commands|instructions|\?+|show (?:me )?(?:some )?examples|examples)`,
      ),
    ],
    impossible: [
      whole(
        String.raw`(?!call me (?!at\b|on\b|back\b|in\b|tomorrow\b|later\b|when\b|a\b))(?:please )?(?:call|phone|ring|text|message|e-?mail|send|book|order|buy|play|open|close|search|google|look up|browse|translate|calculate|compute|draw|paint|write|compose|draft|sing|turn (?:on|off|up|down)|switch (?:on|off)|schedule|download|upload|convert|generate|create|make|code|program|explain|teach|check|find|proofread|spell|pay|cook|recommend|suggest|plan|solve|print|navigate|take (?:me|a (?:photo|picture|screenshot))|help me (?:with|to|write|find|plan)?|tell (?:me )?(?:a|another|some) |show me (?:a|the) )\b.*`,
      ),
      whole(
        String.raw`(?:is it (?:going to (?:rain|snow)|raining|snowing|sunny|cold|warm)|what(?:['’]s| is|s) (?:the )?(?:weather|time|date|news|temperature)|what (?:time|day|date|year) is it|how(?:['’]s| is) the weather|will it rain)\b.*|.*\b(?:summari[sz]e|translate) (?:this|the following|these)\b.*|how do (?:you|i) (?:say|spell|write|pronounce|make|cook|get)\b.*|(?:what(?:['’]s| is) )?[\d\s().]+[-+*/x×÷^]+[\d\s().+*/x×÷^-]+`,
      ),
    ],
    correct: [
      whole(
        String.raw`(?:(?:actually|correction|(?:no|nope|nah|wrong)(?=[,.:;!–—-]|\s+(?:that|it|this|you)(?:['’]s| is| was|['’]re| are)\s+(?:all |so |not )?(?:wrong|right|true|correct|incorrect|mistaken|false))|sorry|oops|wait|not quite|i was wrong|my mistake|i made a mistake|i meant(?: to say)?(?: that)?|that(?:['’]s| is| was) (?:wrong|not right|not true|incorrect|outdated|not correct|a mistake)|it(?:['’]s| is) (?:wrong|not right|not true|incorrect)|you(?:['’]re| are) wrong)\b(?: anymore)?[,.:;!\s–—-]+(?:(?:it['’]s|but) )?(?:that )?)+(?<about>.+)`,
      ),
      whole(String.raw`(?<about>.+?),? (?:actually|now)`),
    ],
  },
  introduction: /\b(?:(?:nice|pleased|good|great) to meet you|introduce myself|hi|hello|hey)\b/iu,
  doubt:
    /\b(?:if|yeah right|as if|sure i do|jk|j\/k|reckons?|claims?|thinks|goes ['"“]|maybe|perhaps|probably|possibly|might|would|could|wish|hope|imagine|pretend|suppose|let['’]s say|assume|hypothetically|joke|joking|kidding|dream(?:t|ed)?|i (?:think|guess|believe|wonder|doubt)|not sure|unsure|used to|almost|for example|e\.g\.|tonight|right now|at the moment|(?<!\b(?:started|joined|moved|graduated|retired) (?:at|to|in|from|school|uni|university|work|as)\b.{0,60})(?:today|this (?:morning|week|evening|afternoon))|tomorrow|yesterday|soon|said|says|told me|heard|asked|someone|somebody|unless|until|should|lyrics?|quote|of (?:this|that|it|you|yours)|sarcasm|not really|as if|when i was)\b/iu,
  fiction:
    /\b(?:imagine|pretend|novel|role-?play|hypothetically|translate|translation|lyrics|proofread|a (?:story|poem|joke)|in (?:french|german|spanish|portuguese|chinese|japanese|english)|fictional)\b/iu,
  vague:
    /^(?:(?:that|this|it|those|these|them|him|her|what|which|who|where|how|so|such|good|bad|great|fine|ok|okay|here|there|too|very|not|broken|gone|lost|late|early|wrong|right|empty|full|ready|done|nice|cool|better|worse|tired|sick|you|your|in (?:danger|trouble)|a (?:secret|mess|mystery)|unknown|a?wake|asleep|hungry|annoying|the (?:same|best|worst|other|first|second|last|one))\b.*|(?:being|getting|coming|going|making|having|doing|waiting|driving|asking)\b.*|(?:like|love|hate|prefer) (?:it|that|this|you|your|how|what|when|where|the way|those|these|to (?:think|know|see|say)|being)\b.*)/iu,
  contrasts: [
    whole(String.raw`(?:it['’]s |it is |that['’]s )?not (?<old>.+?)(?:,\s*|\s+)(?:but|it['’]s|rather) (?<value>.+)`),
    whole(String.raw`(?:no )?not (?<old>[^,]{1,40}), (?<value>[^,]{1,40})`),
    whole(
      String.raw`(?<value>.+?)(?<!\b(?:am|is|are|was|were|do|does|did|have|has|had|will|would|can|could|should)|['’](?:m|s|re|ve|d|ll)|\bim)(?:,? and not|,? instead of|,? rather than|,? not) (?<old>(?!an?\b|my\b|really|very|so|that|too|sure|always|any|because|in the mood)[^,]+?)(?:,? (?:as i (?:said|wrote)|sorry|my bad))?`,
    ),
  ],
  copula:
    /^(?:(?:it|that|he|she|they|there|the \p{L}+|(?:his|her|my|our|its) (?:name|\p{L}+))(?:['’]?s| is| was| are| should be)?|is|make it|should be|i meant|called|named|in fact|actually|now)\s+/iu,
  inOrder: apart(String.raw`(?:[Mm]y (?:\p{L}+ )?(?:${KIN}) )?${NAME}`, 'who', [
    [new RegExp(String.raw`^((?:that )?)(${NAME}), (my (?:\p{L}+ )?(?:${KIN})),? `, 'u'), '$1$3 $2 '],
    [
      new RegExp(
        String.raw`^(I(?:['’]m| am)|[Mm]y name is|[Mm]y name['’]s) (${NAME}), (?=\d{1,3}(?: years old)?(?:,|$| and)|an? \p{Ll})`,
        'u',
      ),
      "$1 $2; I'm ",
    ],
  ]),
  introductions: {
    opening:
      /^(?:[Ii]['’]m|[Ii] am|[Mm]y name is|[Mm]y name['’]s|[Tt]his is|[Nn]ame['’]s) (?!(?:not|so|a|an|the|from|in|on|at|very|just|really|also|tired|sick|sorry|fine|back|here|\p{L}+(?:ed|ing|ish|ese|ian))(?!\p{L}))(?<name>\p{L}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(?: here)?(?:,? (?:by the way|btw))?(?=,| and (?![iI]\b|my\b)| from )/u,
    age: /^(?:(?:i['’]m|i am|aged?) )?(?<years>\d{1,3})(?: years old| yrs? old| y\.?o\.?)?$/iu,
    role: /^(?:an? (?!bit|little|lot)[\p{L}' -]+|(?:originally )?from [\p{L}' -]+|(?:retired|former|freelance|trainee|junior|senior|part-time) [\p{L} -]+|(?:mum|mom|dad|mother|father) of .+|(?!(?:i|my|live|love|like|hate|work|am|is|have|can|can['’]t|don['’]t|allergic|into|nice|good|go|run|play|drive|speak|study|prefer)\b)(?:\p{Ll}+ ){0,2}\p{Ll}+ (?:from|at|in|for|by) [\p{L}\d' -]+|(?:[\p{Ll}-]+ )?[\p{Ll}-]{2,}(?:er|or|ist|ian|ant|ent|nurse|cook|chef|vet|clerk|baker|pilot|driver|smith|man|woman))$/iu,
    sayName: (name) => `my name is ${capitalised(name)}`,
    sayAge: (years) => `I'm ${years}`,
    sayRole: (role) =>
      `I'm ${/^(?:an? |from |originally |(?:mum|mom|dad|mother|father) )/i.test(role) ? role : `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`}`,
    sayRest: (rest) => (/^(?:(?:also )?i|i['’]m|my|we|our)\b/i.test(rest) ? rest : `I ${rest}`),
  },
  joints: [
    /;\s*/u,
    /,?\s+so\s+(?=(?:i|he|she|they|we)(?:['’]|\s))/iu,
    /,\s*(?:but\s+|and\s+)?(?=(?:everybody|everyone|people|most|it['’]s|it|that['’]s|that is|don['’]t|do not)\s)/iu,
    /(?:,\s*(?:and|but|plus)?\s*|\s+(?:and|but|plus)\s+)(?=(?:also\s+)?(?:that\s+)?(?:i|i['’]m|i['’]ve|my|our|we|he|she|his|her|they|their)\b)/iu,
    new RegExp(
      String.raw`(?:,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+)(?=(?:that\s+)?${NAME}(?:['’]s [\p{L} ]+ (?:is|are)|\s+${PERSONAL}))`,
      'u',
    ),
  ],
  ellipsis: {
    verb: /(?:,\s*(?:and\s+)?|\s+and\s+)(?=(?:live|work|am|have|like|love|hate|drive|speak|study|play|prefer|drink|run|go|do|don['’]t|can['’]?t|support|collect|teach|lives|works|has|likes|loves|hates|drives|speaks|studies|plays|prefers|drinks|does|goes|runs|supports|collects|teaches|is|originally from|from)\s)/iu,
    subject: new RegExp(
      String.raw`^(I|i|[Hh]e|[Ss]he|[Mm]y (?:(?:old|young)(?:er|est) |little |big |best )?(?:${KIN}|${PET})(?: ${NAME})?|(?!My |The |Our )${NAME})(?=\s|['’]m\b)`,
      'u',
    ),
    carry: (subject, clause) =>
      `${subject} ${/^(?:originally )?from\s/i.test(clause) ? (subject === 'I' ? 'am ' : 'is ') : ''}${clause}`,
  },
  asSentence: (clause) => clause.replace(/^that\s+/i, ''),
  setting: (what, value) => `${what} is ${value}`,
  facts: [
    {
      pattern: wholeWithCapitals(
        String.raw`(?<relation>[Gg]randma|[Gg]randpa|[Aa]unt(?:ie)?|[Uu]ncle|[Oo]ur (?:${KIN})|[Mm]y (?:(?:old|eld|young)(?:er|est) |little |big |best |new |twin )?(?:${KIN})),? (?<name>${NAME}),? (?!and\b|or\b)(?<rest>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`[Tt]he name['’]s (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)|(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) here`,
      ),
      label: 'Name',
      isName: true,
      introduces: true,
    },
    {
      pattern: whole(
        String.raw`(?:my name(?:['’]s| is)|(?:you can |just )?call me|${I_AM} called|i go by) (?<value>[\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}][\p{L}\p{M}.'’-]*){0,3})`,
      ),
      label: 'Name',
      isName: true,
    },
    {
      // “I’m Swiss” is no name.
      pattern: wholeWithCapitals(
        String.raw`[Ii](?:['’]m| am) (?!\p{L}+(?:ish|ese|ian|ean|ican|aeli|aqi|tani)$|(?:German|French|Greek|Dutch|Swiss|Czech|Thai|Catholic|Muslim|Christian|Hindu|Buddhist|Sorry|Back|Here|Done|Fine|OK|Not|So|Very|Just)\b)(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`,
      ),
      label: 'Name',
      isName: true,
    },
    {
      pattern: wholeWithCapitals(
        String.raw`[Ii](?:['’]m| am) \p{L}+(?:ish|ese|ian|ean|ican|aeli|aqi|tani)|[Ii](?:['’]m| am) (?:German|French|Greek|Dutch|Swiss|Czech|Thai|Catholic|Muslim|Christian|Hindu|Buddhist)`,
      ),
    },
    { pattern: whole(String.raw`(?:for|about|under|on) (?<topic>[^:]{2,40}): (?<rest>.+)`), onRequest: true },
    { pattern: whole(String.raw`(?:my|our) (?<label>${MINE}) ${IS} (?:on (?=\d|the|\p{L}+ \d))?(?<value>.+)`) },
    { pattern: whole(String.raw`(?<label>(?:[\p{L}]+ )?(?:${KIN}|${PET})) of mine is called (?<value>.+)`) },
    {
      pattern: wholeWithCapitals(
        String.raw`${WHOSE} (?<label>[\p{L} -]{2,40}?) (?:is|are)(?: now| actually| called)? (?:on (?=\d|the|\p{L}+ \d))?(?<value>.+)`,
      ),
    },
    { pattern: wholeWithCapitals(String.raw`${WHO} (?:now )?(?<rest>${PERSONAL}.*)`) },
    { pattern: wholeWithCapitals(String.raw`${WHO} (?:now )?(?<rest>${GENERAL}.*)`), onRequest: true },
    { pattern: wholeWithCapitals(String.raw`${WHO} (?:now )?(?<rest>${OF_A_PERSON}.*)`), ofSomebody: true },
    {
      pattern: whole(
        String.raw`my (?:(?:old|young)(?:er|est) |little |big |best )?(?:${KIN}|${PET}|car|bike|team|company)(?: ${NAME} and i)? (?:\p{L}+ )?(?:${PERSONAL}|adopted|have|live|share|lives|works|likes|loves|hates|speaks|plays|studies|drives|was born|has|is (?:allergic|vegetarian|vegan|married|from|an? |\d)) ?.*`,
      ),
    },
    {
      pattern: whole(
        String.raw`i(?: also| really| now| absolutely| totally| usually| always)?(?= |['’]ve never) ?(?!am\b|have\b(?! never))${LASTING}(?: .+)?`,
      ),
    },
    // Whatever is done every day lasts.
    {
      pattern: whole(
        String.raw`i (?!think|guess|forget|feel|want|wish)\p{L}+ .*\b(?:(?:every|each|once an?|twice an?|three times an?) (?:single |other )?(?:day|morning|evening|night|week|weekend|month|year|\p{L}+day)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|for a living)\b.*`,
      ),
    },
    {
      pattern: whole(
        String.raw`we (?:got married|don['’]t have (?:an?y? )?(?:kids|children|pets|car|garden|tv)|both|live|never|speak|moved to) .*|we don['’]t have (?:an?y? )?(?:kids|children|pets|a car|a garden|a tv)`,
      ),
    },
    { pattern: whole(String.raw`${I_AM}(?: also| now)? ${BEING}.*`) },
    { pattern: whole(String.raw`i(?: have|['’]ve got| have got)(?: also)? ${HAVING}.*`) },
    {
      pattern: whole(
        String.raw`(?:we|our) (?:live|have (?:a|an|two|three|\d+)|(?:${KIN}|${PET}|wi-?fi|house|address) .+ is) .+`,
      ),
    },
    { pattern: whole(String.raw`my (?<label>[^,]{1,40}?) ${IS} (?<value>.+)`), onRequest: true },
  ],
  firstPerson: /^(?:i|i['’](?:m|ve|d|ll)|im|my|mine|me|we|our|us)\b/iu,
  speaker: /^i\s+/iu,
  impersonal: /^it\b/iu,
  subjectPronoun: /^(?:he|she|they)(?:\s+|(?=['’]))/iu,
  relation: (relative) => `Is ${relative.toLowerCase()}`,
  pronoun: /^(?:he|she|they|his|her|their|him|them|it|its)$/iu,
  together: /\b(?:parents|kids|children|folks|grandparents|siblings|twins|in-laws)$/iu,
  noName:
    /^(?:I|My|We|Our|The|A|An|It|This|That|These|Those|There|Here|He|She|They|You|Your|In|On|At|When|If|Just|Recently|Finally|Still|Also|Now|Then|Usually|Sometimes|Often|Really|Currently|Always|Never|People|Life|Work|Mom|Mum|Dad|Mother|Father|Grandma|Grandpa|Every|Everyone|Everybody|Nobody|Someone|Somebody|Who|What|Where|Which|All|No|Yes|Today|Tomorrow|Yesterday|God|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)$/u,
  keys: [
    ['home', /^(?:i |we )?(?:(?:now |no longer |don['’]t )?lives? (?:in|at)|moved to)\b/iu],
    ['job', /^(?:i )?(?:no longer |don['’]t )?works? (?:at|for|as)\b/iu],
    ['born', /^(?:i )?was born\b/iu],
    ['age', /^(?:is |i am |i['’]m )?\d{1,3}(?: years old)?$/iu],
  ],
  several: new RegExp(
    String.raw`^(?:[\p{L}]+ )?(?:${KIN}|${PET}|hobby|allergy|language|car|bike)s?(?:['’]s name)?$`,
    'iu',
  ),
  emptyWords: wordSet(
    'being been have having down up here bit thing part stuff one ones whatever everything what’s fact line made make happen happens ever get got jot jotted put storing saving noting adding recording sort kind how’d why’d day days again exactly sorry meant oops wrong change fix it’s actually u ur ll d used still did does which mentioned mention whole a an the and or of to in on at for with from by is are am was were be been do does did have has had can could will would should you your yours i me my mine we our us it its that this these those what which who whom whose where when why how remember remembered recall tell say said about anything something everything please now not no yes any all there thing things show file memory memories know called many much s m re ve ll t he she they his her him them their its mine again now really still right write wrote written save saved note noted just because then turns out ok',
  ),
  concepts: [
    ['doctor', /^(?:doctors?|gp)$/u],
    ['sport', /^(?:sports?|training|trainings|practice|workouts?|dance|dances|dancing|ballet)$/u],
    ['name', /^(?:names?|call|called|nickname)$/u],
    ['home', /^(?:live|lives|living|home|reside|resides|moved)$/u],
    ['job', /^(?:work|works|working|job|employer|profession)$/u],
    ['birthday', /^(?:birthdays?|born|birth)$/u],
    ['age', /^(?:age|years?|old)$/u],
    ['like', /^(?:like|likes|love|loves|enjoy|enjoys)$/u],
    ['colour', /^colou?rs?$/u],
    ['favourite', /^favou?rites?$/u],
    ['allergy', /^allerg(?:y|ies|ic)$/u],
  ],
  endings: /(?:ies|es|s|ing|ed)$/u,
  headings: { aboutMe: 'About me', notes: 'Notes', toDo: 'To do' },
  replies,
}
