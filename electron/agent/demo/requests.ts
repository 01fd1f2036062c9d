import { NAME } from './sentences.ts'

// What English sentences ask for. Tried in this order, on a sentence without its final mark and its manners.

const DROP = '(?:forget|delete|remove|erase|drop|scrap|scratch|lose|wipe|clear|get rid of|take out)'
const SAVE = String.raw`(?:remember|don't forget|do not forget|note|keep in mind|bear in mind|make a (?:mental )?note|take a note|write (?:this |that |it )?down|jot (?:this |that |it )?down|save|memori[sz]e|(?:store|add|record|log|put)(?= (?:that|this|my|down|the (?:fact|following))\b|:|,))`
const SAVED = String.raw`(?:sav|stor|writ|wrote|not(?:e|ed|ing)\b|remember|kept|keep|jot|add|record|put|know|chang|delet)\w*`
const MEMORY = String.raw`(?:(?:your|the|my) )?(?:whole |entire )?(?:memor(?:y|ies)|files|notes)`
const OOPS = String.raw`(?:(?:no|oh|oops|ups|wait|hm+|sorry|actually|on second thoughts?|i changed my mind|my mistake|that was a mistake|please)[,.!;:\s–—-]+)*`
const WRONG = String.raw`(?:wrong|right|true|correct|incorrect|mistaken|false|outdated|a mistake)`

/** The sentences of each kind. `rename-person` alone tells names by their capital letters. */
const SENTENCES = {
  'keep-nothing': [
    String.raw`(?:don't|do not|never) (?:save|store|remember|write|note|keep|record|add|memori[sz]e)\b.*`,
    String.raw`(?:this is|that's|it's) (?:off the record|private|just a joke|a joke|a secret|just a test|a test)|off the record.*|(?:just|only) (?:kidding|joking|testing)`,
    String.raw`never ?mind|nvm|forget (?:it|about it)|(?:it )?doesn't matter|stop|cancel|no worries|leave it|do nothing|nothing`,
  ],
  undo: [
    String.raw`${OOPS}(?:(?:undo|revert|take back|roll back|cancel|reverse)(?: (?:that|it|this|everything you just \w+|what you (?:just )?(?:did|saved|wrote)|(?:the |your |my |that )?last (?:one|change|thing|edit|step|save)))?(?: too| again)?|take (?:that|it|this) back|scratch that|${DROP} (?:that|this|those|what i (?:just )?(?:said|told you|wrote)|(?:the |that )?last (?:one|thing|bit|fact|line|change|entry|note)))(?:[,;–—-].*)?`,
    String.raw`(?:please )?(?:bring|get|put|give) (?<about>.+?) back(?: again)?`,
    String.raw`(?:restore|recover|undelete|bring back|get back) (?<about>.+)`,
  ],
  redo: String.raw`redo(?: (?:that|it))?|undo (?:the|that|your) undo`,
  why: [
    String.raw`(?:so |and |but )*(?:why|how come|what made you|what was the reason|how did you (?:come to|end up))\b.*\b${SAVED}\b.*|why(?: (?:that|this))?`,
    String.raw`(?:what|which \w+) (?:did you|have you) (?:just )(?:save|write|change|do|note|add|delete|saved|written|changed|done|noted|added|deleted)(?: down)?|(?:where|how) did you (?:get|hear|learn|save|write|put|find out)\b.*|how do you know (?:that|this)|who told you\b.*|what did you (?:just )?(?:save|change|write)(?: down)?`,
  ],
  count: String.raw`(?:how many|count(?: all)?(?: of)?(?: the| your| my)?|(?:what is )?the number of) (?:files?|notes?|facts|lines|memories|entries|things|items|records)\b(?!.*\babout\b).*|how (?:big|large|full|long) is ${MEMORY}|how much (?:do you (?:remember|know)|have you (?:saved|stored)|is in ${MEMORY})`,
  'forget-everything': String.raw`${DROP} (?:everything|it all|all of it|all|all (?:of )?${MEMORY}|${MEMORY}|everything you (?:know|remember|have saved))|(?:clear|empty|wipe|reset) ${MEMORY}|start (?:over|from scratch)`,
  remind: String.raw`remind me (?!what|where|who|when|how|which|of|about|again).*|(?:set|create) (?:a|an|my|the) (?:reminder|alarm|timer)\b.*|wake me\b.*|(?:notify|alert|ping|nudge) me\b.*|tell me (?:at|in|tomorrow|tonight|when)\b.*`,
  tidy: String.raw`(?:tidy|clean|organi[sz]e|sort)(?: up)?(?: ${MEMORY})?(?: up)?|(?:remove|delete) (?:the |all )?(?:duplicates|doubles|duplicate lines|empty files)`,
  set: String.raw`(?:correct|change|update|set|replace|fix) (?<from>my .+?|${NAME}'s .+?) (?:to|with|by) (?<to>.+?)`,
  'rename-person': [
    String.raw`(?<from>${NAME})(?: is|'s|'s name is) (?:actually|really) (?:called |named |spelled |spelt )?(?<to>${NAME})(?:, .*)?`,
    String.raw`(?<from>${NAME}) (?:should be|is) (?:spelled|spelt|written) (?<to>${NAME})(?:, .*)?`,
    String.raw`[Cc]hange (?<from>${NAME}) to (?<to>${NAME}) everywhere`,
  ],
  rename: String.raw`(?:rename|move) (?:the )?(?:(?:file|folder|directory|note) )?(?<from>.+?) (?:to|into|as) (?<to>.+?)`,
  replace: [
    String.raw`(?:correct|change|update|replace|fix|swap) (?:that )?(?<from>.+?) (?:to|with|by|for|into) (?<to>.+?)`,
    String.raw`${OOPS}(?:i meant|i mean|it's|it is|it should be|make (?:it|that)) (?<to>[^,]{1,60}?),? (?:and )?not (?<from>[^,]{1,60}?)`,
    String.raw`${OOPS}not (?<from>[^,]{1,60}?)(?:, (?:but )?| but )(?<to>[^,]{1,60}?)`,
  ],
  ask: [
    String.raw`(?:what (?:do|can|did|else do) (?:you|we) (?:know|remember|recall|have|tell me|save|note)(?: down)? (?:about|of|on)|what have you (?:saved|stored|noted|learned) about|what(?:'s| is) (?:there|in ${MEMORY}) (?:about|on)|(?:tell|remind) me (?:again )?(?:(?:what|everything|all) you know )?(?:about|of)|do you (?:know|remember)(?: anything| something)?(?: about)?|(?:summari[sz]e|sum up|list|show me)(?: everything| all)? (?:what )?(?:you (?:know|remember|have) )?(?:about|on)|anything (?:about|on)) (?<about>.+?)`,
    String.raw`remind me (?<about>(?:what|where|who|when|how|which) .+)`,
    String.raw`(?:do you (?:know|remember) )?who (?<about>(?:am i|i am))`,
  ],
  contents: String.raw`what(?:'s| is) (?:all )?(?:in (?:here|there|this|(?:this|the|my) folder)|here|inside)|what do (?:you|we|i) have (?:in )?here`,
  list: [
    String.raw`(?:list|show|read|print|display|tell|give)(?: me)?(?: back)?(?: all| everything)*(?: (?:of )?(?:your|my|the))?(?: (?:memory|memories|files|notes|facts)| (?:that |what )?you (?:know|remember|have|saved))*|what(?: all| else)? (?:do|can) (?:you|u) (?:remember|know|recall|have)(?: so far| now| already)?|what(?:'s| is) (?:stored |saved )?in ${MEMORY}|what have you (?:remembered|stored|saved|noted|learned|got)(?: so far)?|(?:what|which) (?:files|notes) (?:do you have|are there)|what (?:did i|have i)(?: just| already)? (?:tell|told|say to|said to) you(?: .*)?`,
    String.raw`(?:give me |show me |write )?(?:summari[sz]e|sum up|recap|(?:an? )?(?:short |brief |quick )?(?:summary|overview|recap))(?: of)?(?: (?:it|all|everything|that|${MEMORY}|(?:everything |all )?(?:what )?(?:you|we) (?:know|remember|have|saved)(?: so far)?))*`,
  ],
  remember: [
    String.raw`${SAVE}\b(?:(?: that| this| down| the following| to (?=(?:your |the )?(?:memory|notes))(?:your |the )?(?:memory|notes)| as a fact| for (?:later|me)|,)*)(?<list>:)?(?: (?<about>(?!(?:when|how|where|what|who|why|me|the time)\b).+?))?(?:,? (?:to|in|into) (?:your |the )?(?:memory|notes))?`,
    String.raw`(?:just )?(?:note|memo|fyi|psa|heads up|for (?:the|your) (?:record|notes))(?: to self)?\s*[:,-]\s*(?<about>.+)`,
    String.raw`(?<about>.{4,}?)[,.;–—-]+\s*(?:can you |could you )?(?:save|note|remember|keep|store|jot|write)(?: (?:it|that|this))?(?: down)?`,
  ],
  forget: [
    String.raw`${DROP}(?: about| of)? (?:(?:the )?(?:file|folder|directory) |(?:the )?(?:bit|part|thing|stuff|note|line|fact|entry) (?:about|on|with|that|where) |the fact that |(?:everything|all|anything) (?:(?:that )?(?:you (?:know|remember|have|saved)|i (?:said|told you)) )?(?:about|on) |that |about )?(?<about>.+?)(?: from (?:your |the |my )?(?:memory|notes))?`,
    String.raw`(?:the )?(?<about>.+?) (?:can go|is no longer true|isn't true any ?more|no longer applies)`,
  ],
  greet: String.raw`(?:hi+|hello|hey+|hiya|heya|howdy|greetings|yo|sup|morning|evening|good (?:morning|afternoon|evening|day)|how are you(?: doing)?(?: today)?|how(?:'s| is) it going|what's (?:up|good)|are you (?:ok|okay|there))(?:[\s,!.?]+(?:there|again|everyone|all|folks|friend|mate|demo|claude|how are you(?: doing| today)*|how's it going))*`,
  thank: String.raw`(?:(?:many|ok|great|perfect|no|cool|super|nice|awesome|alright|right|lovely|brilliant)[\s,!.]+)*(?:thanks|thank you|thx|ty|tysm|cheers|ta|much appreciated|i appreciate (?:it|that))(?![\s,!.]+(?:my|i|i'm|we|our|he|she|his|her|they)\b)(?:[\s,!.]+.*)?`,
  leave: String.raw`(?:good ?bye|bye(?:[ -]bye)?|see (?:you|ya)|cya|good ?night|take care|later|ttyl|gotta go|i(?:'m| am) (?:off|leaving)|talk to you later|that's all(?: for (?:today|now))?|have a (?:nice|good|great) (?:day|evening|night|weekend))(?:[\s,!]+.{0,20})?`,
  deny: String.raw`(?:that's|that is|it's|this is|you're|you are) (?:all |so )?(?:wrong|not (?:right|true|correct)|incorrect|mistaken|false)|(?:that's|it's) not what i said|wrong|incorrect|false|not (?:true|right|correct)|you got (?:it|that) wrong`,
  agree: String.raw`(?:(?:ok(?:ay)?|yes|yep|yeah|sure|right|correct|exactly|great|good|cool|nice|perfect|awesome|excellent|wonderful|super|fine|lovely|well done|good job|got it|i see|understood|all ?right|no|nope|hm+|aha|wow|lol|haha|sorry|(?:that's|that is|it's|this is) (?:right|correct|good|great|nice|fine|perfect|cool|it|all|true|amazing)|i (?:like|love) (?:it|that|this)|you're (?:great|welcome|right))[\s,!.]*)+`,
  help: String.raw`help(?: me)?|what (?:can|do|could) (?:you|i) (?:do|say|ask|try|offer)(?: .*)?|how (?:does|do) (?:this|it|you) work|how can (?:you help|i (?:use|talk)).*|(?:who|what) are you|what(?:'s| is) your name|are you (?:an? )?(?:ai|bot|robot|human|real|person|claude|chatgpt|model|machine)\b.*|who (?:made|built|created) you|what is this|commands|instructions|\?+|examples`,
  impossible: [
    String.raw`(?!call me (?!at\b|on\b|back\b|in\b|tomorrow\b|later\b|when\b|a\b))(?:call|phone|ring|text|message|e-?mail|send|book|order|buy|play|open|close|search|google|look up|browse|translate|calculate|compute|draw|paint|write|compose|draft|sing|turn (?:on|off|up|down)|switch (?:on|off)|schedule|download|upload|convert|generate|create|make|code|program|explain|teach|check|find|proofread|pay|give me|tell me a) .+`,
    String.raw`(?:what(?:'s| is|s)|how(?:'s| is)|is|will|any)\b.*\b(?:weather|forecast|news|headlines|rain(?:ing)?|snow(?:ing)?|sunny|temperature|traffic)\b.*|what (?:time|day|date|year) is it|(?:what(?:'s| is) )?[\d\s().]+[-+*/x×÷^]+[\d\s().+*/x×÷^-]+|how do (?:you|i) (?:say|spell|write|pronounce|make|cook)\b.*`,
  ],
  correct: [
    String.raw`(?:(?:actually|correction|(?:no|nope|nah|wrong)(?=[,.:;!–—-]|\s+wait|\s+(?:that|it|this|you)(?:'s| is| was|'re| are)\s+(?:all |so |not )?${WRONG})|sorry|oops|whoops|oh|wait|my bad|not quite|i was wrong|(?:my |i made a )mistake|typo|hang on|hold on|i meant(?: to say)?(?: that)?|meant|(?:that|it|this|you)(?:'s| is| was|'re| are) (?:all |so |not )?${WRONG}|i (?:got (?:it|that) wrong|misspoke|mistyped))[,.:;!\s–—-]+)+(?<about>.+?)(?:,? (?:actually|now|sorry|i meant|my bad|my mistake))?`,
    String.raw`(?<about>.+?),? (?:actually|i meant|i mean|my bad|my mistake|typo)`,
  ],
}

export type RequestKind = keyof typeof SENTENCES

const isKind = (kind: string): kind is RequestKind => kind in SENTENCES

export const REQUESTS = Object.keys(SENTENCES)
  .filter(isKind)
  .flatMap((kind) =>
    [SENTENCES[kind]].flat().map((sentence) => {
      const pattern = new RegExp(`^(?:${sentence})$`, kind === 'rename-person' ? 'su' : 'isu')
      return { kind, pattern }
    }),
  )
