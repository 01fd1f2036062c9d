import { type Language, NAME, onlyWords, whole, wholeWithCapitals } from '../language.ts'

const FILLER = String.raw`there|all|everyone|everybody|folks|guys|team|mate|man|dude|buddy|pal|friend|claude|demo|again|to|you|u|ya|today|doing|going|so|oh|well|ok|okay|and|how|the|my|very|a|for|that|this|just|really`
const DROP = String.raw`(?:drop|lose|scrap|scratch|ditch|bin|wipe|erase|delete|remove|forget|get rid of|take out|cut|clear|strike|nix|undo|ignore)`
/** “Write down”, in its forms. */
export const SAVED = String.raw`(?:sav|stor|writ|wrote|not(?:e|ed|ing)\b|remember|kept|keep|jot|add|record|log|put|memori[sz])`

export const CUES: Language['cues'] = {
  greet: [
    onlyWords(
      String.raw`hi|hello|hey|heya|hiya|howdy|yo|sup|morning|mornin|evening|afternoon|g['’]?day|greetings|wassup|what['’]s up|whats up|what['’]s good|alright|how['’]?s (?:it going|things|life|tricks|everything|you|your day)|how ya (?:going|doin)|how(?:['’]re| are|r) (?:you|u|ya|things)|how you doing|what['’]s new`,
      String.raw`good|day|${FILLER}`,
    ),
  ],
  thank: [
    onlyWords(
      'thanks|thank|thx|tx|ty|tysm|thnx|ta|cheers|appreciated|appreciate|lifesaver|legend',
      String.raw`muchly|a lot|lots|loads|bunch|million|ton|tons|so|much|very|it|great|perfect|lovely|nice|cool|awesome|brilliant|star|best|kind|of|help|helping|helped|helps|i|you['’]re|youre|are|be|right|now|bye|later|have|good|one|day|evening|night|super|many|${FILLER}`,
    ),
  ],
  leave: [
    onlyWords(
      'bye|goodbye|cya|later|laters|night|goodnight|ttyl|see you|see ya|cheerio|farewell|take care|gotta go|ciao|tomorrow',
      String.raw`good|have|one|nice|great|evening|weekend|soon|then|tomorrow|in|${FILLER}`,
    ),
  ],
  undo: [
    whole(
      String.raw`(?:please )?(?:${DROP}|revert|reverse|cancel|roll back|take back)(?: about)? (?:that|this|it|those|the|my|your)(?: (?:very |just )?(?:last|latest|previous|most recent))?(?: (?:one|bit|thing|part|change|edit|note|entry|fact|save|message|line|update|step|please|again|then|will you))*`,
    ),
    whole(
      String.raw`(?:undo|revert|oops|scrap|scratch) ?(?:please|pls|that|it|this|the last .{1,20}|everything you just .{1,20})`,
    ),
    whole(String.raw`(?:${DROP}|ignore) what i (?:just )?(?:said|told you|wrote)`),
  ],
  why: [
    whole(
      String.raw`(?:(?:so|and|but|hang on|wait)[ ,]+)*(?:why|how come|what made you|what(?:['’]s| is| was) the reason|what for|for what reason|how did you (?:come to|end up))\b.*\b${SAVED}.*`,
    ),
    whole(String.raw`(?:where|how) did you (?:get|hear|learn|find out)\b.*|who told you\b.*`),
  ],
  count: [
    whole(
      String.raw`how much (?:stuff )?(?:have you|do you|is there)\b.*(?:got|stored?|saved?|know|remember|memory|notes)\b.*`,
    ),

    whole(
      String.raw`.*\bhow many (?:files?|notes?|facts?|lines?|memor(?:y|ies)|entries|things|items|bits|records)\b(?!.*\babout\b).*`,
    ),
  ],
  'ask-about': [
    whole(
      String.raw`.*\b(?:rundown|recap|summary|overview|everything|what) .*\b(?:on|about) (?<about>(?!me\b|my\b|everything|all\b|what|it\b|this|that|us\b|you).+?)`,
    ),
  ],
  list: [
    whole(String.raw`(?!i |my |we ).*\b(?:rundown|recap|overview|summary|summari[sz]e|sum (?:it |me |all )?up)\b.*`),
    whole(
      String.raw`(?:(?:so|and|then|ok)[ ,]+)*(?:what|which|(?:tell|show|give|list|read)(?: me)?(?: back)?) ?(?:everything|all|things|stuff|facts|what)?(?:['’]ve|['’]s| all| exactly)? ?(?:do |did |have |has |that )?(?:you|u|we)?(?:['’]ve)? ?(?:currently |actually |already )?(?:got|have|know|remember|saved?|noted?|stored?|written|learned|kept)\b(?: .*?)?(?:(?:on|about|of) me\b.*|so far|in (?:your|the) (?:memory|notes|files)|at this point|written down|by now|now)?`,
    ),
    whole(
      String.raw`(?:tell|show|list|give|read) (?:me )?(?:back )?(?:everything|all)\b.*|what(?:['’]ve| have)? (?:you|u) (?:got|saved|noted|stored|written)\b.*`,
    ),
  ],
  forget: [
    whole(
      String.raw`${DROP}(?: about| of)? (?:(?:all|any|every)(?:thing)? |whatever |what |the (?:bit|part|thing|stuff|note|line|fact) (?:about|on|with|where|that) |the fact that )?(?:(?:that )?(?:you(?:['’]ve)? (?:have|know|got|saved|noted)(?: down)?|i (?:just )?(?:said|told you)) )?(?:about |on |that )?(?<about>.+?)`,
    ),
    whole(
      String.raw`(?:the )?(?<about>.+?) (?:can go|is no longer true|isn['’]t true any ?more|no longer applies|can be (?:deleted|removed|forgotten))`,
    ),
  ],
  rename: [
    wholeWithCapitals(
      String.raw`(?<from>${NAME})(?:['’]s| is|['’]s name is|s name is) (?:actually|really|in fact) (?:called |named |spelled |spelt |written )?(?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?<from>${NAME}) (?:should (?:be|read)(?: spelled| spelt)?|(?:is|gets) (?:spelled|spelt|written)) (?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(
      String.raw`(?:[Cc]hange|[Ff]ix|[Cc]orrect|[Ss]witch) (?<from>${NAME}) (?:to|into) (?<to>${NAME}),? (?:everywhere|in all.*|all over.*)`,
    ),
  ],
  spell: [
    wholeWithCapitals(
      String.raw`(?:.*\b(?:it['’]s|its|is|that['’]s|name['’]?s?|spelled|spelt|written|be)\s+)?(?:actually |really |spelled |spelt |written )*(?<to>\p{Lu}[\p{L}-]+)(?:,? with(?:out)? (?:an? |the |one |two |a double )?["'“]?\p{L}{1,2}(?:['’]s)?["'”]?(?!\p{L}).*|, .*\b(?:change|fix|correct|rename)\b.*|,? (?:is )?how .*spel.*)`,
    ),
    wholeWithCapitals(String.raw`.*\b(?:spelled|spelt) (?<to>\p{Lu}[\p{L}-]+)(?:[, ].*)?`),
    wholeWithCapitals(
      String.raw`(?:[Ii]t['’]s|[Tt]hat['’]s|(?:[Hh]is|[Hh]er) name['’]?s?(?: is)?) (?:actually|really) (?:called )?(?<to>\p{Lu}[\p{L}-]+)`,
    ),
  ],
  remind: [
    whole(
      String.raw`(?:(?:can|could|will|would) (?:you|u) )?(?:set|put|give|make|schedule|start)(?: me| up)?(?: an?| my| the)? ?(?:\S+ )?(?:alarm|timer|reminder|countdown)\b.*|(?:wake|nudge|ping|alert|notify|buzz) me\b.*|(?:give me a shout|shout at me|let me know) (?:at|when|in|tomorrow|on)\b.*|don['’]?t let me forget\b.*`,
    ),
  ],
  impossible: [
    whole(
      String.raw`(?:any|what(?:['’]?s|s| is| are| will)?|how(?:['’]?s|s| is)?|is|will|show|tell|give|check|got|do i need|read)\b.*\b(?:weather|forecast|news|headlines|rain(?:ing|y)?|sunny|windy|stormy|freezing|snow(?:ing)?|umbrella|temperature|degrees outside|stock|score|traffic)\b.*`,
    ),
    whole(String.raw`(?:give|ring|drop|shoot) (?:\S+ ){1,3}(?:a )?(?:ring|call|bell|line|text|message|email|mail)\b.*`),
  ],
  remember: [
    whole(String.raw`(?:jot|log|note|record)(?: (?:it|this|down|in your notes))*[:,]? (?:that )?(?<about>.+)`),
    whole(
      String.raw`(?:just )?(?:note|memo)(?: to self)?\s*[:,-]\s*(?<about>.+?)(?:[,.;–—-]+\s*(?:pls|plz|please)? ?(?:save|note|remember|keep|store)(?: (?:it|that|this))?(?: down)?)?|(?<about>.+?)[,.;–—-]+\s*(?:pls|plz|please|can you|could you)? ?(?:save|note|remember|keep|store|jot|write)(?: (?:it|that|this))?(?: down)?`,
    ),
    whole(
      String.raw`(?:for (?:the|your) (?:record|notes|info|memory)|fyi|just so you know|heads up|psa)[,: -]+(?:that )?(?<about>.+)`,
    ),
  ],
  correct: [
    whole(
      String.raw`(?:(?:(?:i )?(?:got (?:it |that |them )?(?:mixed up|wrong|confused)|mixed (?:it|that|them|those)? ?up|messed (?:it |that )?up|misspoke|mistyped|meant(?: to say)?)|typo|my bad|my mistake|sorry|whoops|oops|oop|ugh|wait|hang on|hold on|no wait|nope|nah|scratch that|correction|actually|that['’]s wrong|not quite|silly me|i was wrong)(?:[,.:;!\s–—-]+|$)(?:but |it['’]s meant to be |it should be |make (?:it|that) |i mean )*)+(?<about>.+)`,
    ),
    whole(String.raw`(?<about>.+?),? (?:i meant|i mean|actually|not what i said|sorry|my bad|my mistake|typo)`),
    whole(
      String.raw`.+ (?:was|is|were) (?:wrong|a typo|incorrect|a mistake)[,.;]? (?:it['’]?s|make (?:it|that)|should be|it should be) (?<about>.+)`,
    ),
  ],
  'never-mind': [whole("(?:nvm|nm|never mind.*|doesn[’']?t matter.*|nothing|as you were)")],
}
