import { KIN, NAME, PET, RELATIVE } from './sentences.ts'

/**
 * How an English clause states a lasting fact, by its named groups: `label` and `value` of something; `name` of a person
 * (or a pronoun for the one named before) and the `rest` that is said of them, or of a `topic`; with `relation`, what the
 * person is to the user. Without groups, the clause is kept as it is said.
 */
export interface FactPattern {
  readonly pattern: RegExp
  /** Used where the clause names no `label`. */
  readonly label?: string
  /** Kept only after “Remember that …”, or only of those known to be a person. */
  readonly only?: 'requested' | 'of-somebody'
  /** Of work or dates rather than of the user: it goes to the notes. */
  readonly isNote?: true
}

type Options = Omit<FactPattern, 'pattern'>
const any = (source: string, options?: Options): FactPattern => ({
  pattern: new RegExp(`^(?:${source})$`, 'isu'),
  ...options,
})
/** Tells a name by its capital letter. */
const cased = (source: string, options?: Options): FactPattern => ({
  pattern: new RegExp(`^(?:${source})$`, 'su'),
  ...options,
})

const THING =
  'name|first name|last name|surname|nickname|birthday|birth date|date of birth|anniversary|age|city|town|home ?town|country|address|street|postcode|zip code|phone(?: number)?|mobile(?: number)?|number|e-?mail(?: address)?|job|employer|company|profession|occupation|school|university|hobby|hobbies|language|mother tongue|native language|nationality|diet|blood type|shoe size|size|height|star sign|pronouns|time ?zone|car|bike|team|favou?rite|salary|role|title|job title|office|desk|editor|laptop'
const FAVOURITE = String.raw`(?:all-time )?favou?rite [\p{L} -]{2,40}`
const MINE = String.raw`(?:${FAVOURITE}|(?:(?:old|eld|young)(?:er|est) |little |big |best |new )?(?:${KIN}|${PET}|${THING})(?:'?s? (?:name|birthday|job|age|favou?rite [\p{L} -]{2,30}))?)`
const IS = String.raw`(?:is|are|'s)(?: (?:now|actually|called|named))*`
const WHO = String.raw`(?<name>${NAME}|[Hh]e|[Ss]he|[Tt]hey)`
const PERSONAL = String.raw`(?:lives|works|(?:just |recently |has |has just )?moved to|moved from|grew up|comes from|supports|sings|swims|goes to|collects|smokes|plays|studies|drives|speaks|prefers|teaches (?:at|in)|likes|loves|hates|enjoys|dislikes|adores|eats|drinks|turns \d|was born|was promoted|got (?:married|promoted|a new)|had a baby|joined|left the|starts|started (?:at|as|with)|can't (?:stand|eat|drink)|doesn't (?:eat|drink|like|speak|smoke|drive|work)|needs (?:the|our|my|a|an|to have|\p{Ll}+ by)\b.+ by|is (?:allergic|vegetarian|vegan|coeliac|celiac|lactose|gluten|diabetic|left-handed|married|engaged|divorced|single|retired|pregnant|from|based|born|scared|afraid|my|our|moving to|\d{1,3}(?: years old)?$|\d{1,3} and|in charge of|responsible for|head of|the (?:new )?(?:head|lead|manager|boss|ceo|cto|cfo|director|owner|contact)|on (?:parental|maternity|paternity|sick) leave|out (?:of office|on \p{L}+days?)|(?:an? )?(?:nurse|doctor|dentist|teacher|engineer|developer|designer|lawyer|student|chef|baker|plumber|carpenter|driver|pilot|vet|vegan))|has (?:a|an|two|three|four|\d+) (?:kids?|children|sons?|daughters?|brothers?|sisters?|dogs?|cats?|allerg))`
/** What is too general to be taken for a fact about a person, unless the user asks. */
const GENERAL = String.raw`(?:has (?:an?|two|three|four|\d+) |is an? |moved |owns |teaches |runs |uses |wants |needs )`
/** Said of somebody known to be a person; what they say or feel does not last. */
const OF_A_PERSON = String.raw`(?:is (?!late|here|there|back|coming|out\b|ill|sick|tired|annoying|mad|angry|right|wrong|great|nice|funny|cute|happy|sad|so\b|being|noisy)|(?:just |recently )?(?:moved|got|started|quit|retired|adopted|bought|married|graduated) (?!shouting)|was |doesn't |can't |never |always |has |(?!is\b|was\b|has\b|says|thinks|reckons|claims|wants|hopes|seems|feels|looks|asks|goes|tells|means|keeps|wonders|believes|swears)\p{Ll}+s\s)`
const LASTING = String.raw`(?:live (?:in|at|on|near|with)|work (?:at|for|as|in|with|from|nights|days|part|full|shifts|remotely|every|on)|was born|grew up|come from|like|love|hate|dislike|prefer|enjoy|adore|detest|speak(?! for| to| of| about| with)|study|play|drive|drink|eat|own|teach|collect|(?:just |recently )?moved (?:from|to|in|out)|run (?:an?|my|every|each|\d)|go (?:to the gym|swimming|running|climbing|cycling)|cycle to|commute|do (?:yoga|judo|karate|pilates|ballet)|sing in|volunteer|can't (?:stand|eat|drink|swim|drive)|don't (?:like|eat|drink|drive|speak|smoke|own|live|work|have (?:a|an|any)\b)|no longer (?:live|work|eat|drink|like|have)|stopped|quit|gave up|started (?:at|as|a new)|joined|retired|graduated|switched to|use|have never|never (?!mind)|always (?!forget)|usually|need (?:glasses|a wheelchair))`
const BEING = String.raw`(?:(?:not )?(?:vegetarian|vegan|pescatarian|allergic|lactose|gluten|intolerant|coeliac|celiac|diabetic|married|engaged|divorced|single|widowed|retired|religious|left-handed|right-handed|colou?r-?blind|deaf|dyslexic|bilingual|pregnant|self-employed|freelance|unemployed|an introvert|a morning person|a night owl)\b|scared of|afraid of|terrified of|from|originally|half |based in|born|in my \p{L}+ties|in charge of|responsible for|the (?:owner|head|lead|manager|founder|cto|ceo)|called|named|on \p{Lu}\p{L}+ time|learning|training for|\d{1,3}(?: years old| yrs old)?$|(?:an? )(?!bit\b|little\b|big fan|lot\b|idiot\b|fool\b|mess\b|wreck\b|fan of this|goner\b)(?:[\p{L}-]+ ){0,4}[\p{L}-]{3,})`
const HAVING = String.raw`(?:a|an|one|two|three|four|five|six|\d+|no) (?:[\p{L}-]+ )?(?:${KIN}|${PET}|brother|sibling|twin|grandchildren|grandkid|children|car|house|garden|allergy|tattoo|peanut allergy)s?\b|(?:kids|children|twins|diabetes|asthma|celiac|coeliac|type \d)\b|(?:an? )?(?:[\p{L}-]+ )?allergy`
/** “I’m Swiss” is no name. */
const NATION = String.raw`\p{L}+(?:ish|ese|ian|ean|ican|aeli|aqi|tani)|German|French|Greek|Dutch|Swiss|Czech|Thai|Welsh|Scots|Catholic|Muslim|Christian|Hindu|Buddhist|Jewish`
const NO_NAME_AFTER_AM = 'Sorry|Back|Here|Done|Fine|OK|Not|So|Very|Just|Sure|Late|Ready|Out|In|On'

export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
export const WEEKDAY =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|(?:周|星期)[一二三四五六日天])'
const WHEN = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} (?:the )?\d{1,2}|the \d{1,2}(?:st|nd|rd|th)|${WEEKDAY}|\d{1,2}(?::\d{2}|\s?[ap]m)\b|q[1-4]\b|end of (?:${MONTH}|the (?:month|quarter|year)))`
const DUE =
  '(?:ships?|launch(?:es)?|releases?|go(?:es)? live|starts?|begins?|ends?|opens?|closes?|meets?|deploys?|present|slipped|slips|moved|moves|(?:was|got|is|has been) (?:moved|postponed|delayed|pushed|brought forward|scheduled|planned|due|set|rescheduled)|is|are|takes place|happens|expires|runs?|hand in|deliver|needs?|due)'

/** The first that fits counts. */
export const FACTS: readonly FactPattern[] = [
  cased(
    String.raw`(?<relation>[Gg]randma|[Gg]randpa|[Aa]unt(?:ie)?|[Uu]ncle|${RELATIVE}),? (?<name>${NAME}),? (?!and\b|or\b)(?<rest>.+)`,
  ),
  any(
    String.raw`(?:my name(?:'s| is)|(?:you can |just )?call me|(?:i am|i'm) called|i go by) (?<value>[\p{L}][\p{L}\p{M}.'-]*(?: [\p{L}][\p{L}\p{M}.'-]*){0,3}?)(?:,? (?:from now on|now|instead|these days|though))?`,
    { label: 'Name' },
  ),
  cased(
    String.raw`(?:[Ii](?:'m| am) (?!(?:${NATION})$|(?:${NO_NAME_AFTER_AM})\b)|(?:[Tt]he )?[Nn]ame's )(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`,
    { label: 'Name' },
  ),
  cased(String.raw`(?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) here`, { label: 'Name' }),
  cased(String.raw`[Ii](?:'m| am) (?:${NATION})`),
  any(String.raw`(?:for|about|under|on) (?<topic>[^:]{2,40}): (?<rest>.+)`, { only: 'requested' }),
  any(String.raw`(?:my|our) (?<label>${MINE}) ${IS} (?:on (?=\d|the|\p{L}+ \d))?(?<value>.+)`),
  cased(
    String.raw`(?<name>${NAME}(?='s )|[Hh]is|[Hh]er|[Tt]heir)(?:'s)? (?<label>[\p{L} -]{2,40}?) ${IS} (?:on (?=\d|the|\p{L}+ \d))?(?<value>.+)`,
  ),
  cased(String.raw`${WHO} (?:now |also )?(?<rest>${PERSONAL}.*)`),
  cased(String.raw`${WHO} (?:now |also )?(?<rest>${GENERAL}.*)`, { only: 'requested' }),
  cased(String.raw`${WHO} (?:now |also )?(?<rest>${OF_A_PERSON}.*)`, { only: 'of-somebody' }),
  any(
    String.raw`my (?:(?:old|young)(?:er|est) |little |big |best )?(?:${KIN}|${PET}|car|bike|team|company|parents|kids|children|family)(?: ${NAME} and i)? (?:\p{L}+ )?(?:${PERSONAL}|adopted|have|live|share|is an? ) ?.*`,
  ),
  any(
    String.raw`we(?: have| 've)?(?: also| just| all| finally)? (?:decided|agreed|chose|picked|settled on|switched|migrated|are (?:going with|moving to|switching|using)|'re (?:going with|moving to|using)|'ve (?:decided|agreed|chosen)|use|deploy|ship|launch|release|hired|host|store|track|meet|charge|sell|bill|support)\b .+`,
    { isNote: true },
  ),
  any(
    String.raw`i(?: also| really| now| absolutely| totally| usually| always)? (?!am\b|have\b(?! never))${LASTING}(?: .+)?`,
  ),
  any(
    String.raw`i (?!think|guess|forget|feel|want|wish)\p{L}+ .*\b(?:(?:every|each|once an?|twice an?|three times an?) (?:single |other )?(?:day|morning|evening|night|week|weekend|month|year|\p{L}+day)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|for a living)\b.*`,
  ),
  any(String.raw`(?:i am|i'm)(?: also| now)? ${BEING}.*`),
  any(String.raw`i(?: have|'ve got| have got)(?: also)? (?:${HAVING}).*`),
  any(
    String.raw`(?:we|our) (?:both|never|speak|live|moved to|got married|don't have (?:any )?(?:kids|children|pets|car|garden|tv)|have (?:a|an|two|three|\d+)|(?:${KIN}|${PET}|wi-?fi|house|address) .+ is)\b .*`,
  ),
  any(
    String.raw`(?!(?:i|he|she|they|it|that|this|mine|hers|his|theirs)\b|my \p{L}+'s is)(?:[^,]{1,60}? )${DUE}\b.*\b${WHEN}.*`,
    { isNote: true },
  ),
  any(String.raw`my (?<label>[^,]{1,40}?) ${IS} (?<value>.+)`, { only: 'requested' }),
]

/** Makes a plain statement too uncertain to keep, or one that is soon over. */
export const DOUBT =
  /\b(?:if|yeah right|as if|sure i do|jk|j\/k|reckons?|claims?|thinks|said|says|maybe|perhaps|probably|possibly|might|would|could|wish|hope|imagine|pretend|suppose|let's say|assume|hypothetically|joke|joking|kidding|dream(?:t|ed)?|i (?:think|guess|believe|wonder|doubt)|not sure|unsure|used to|almost|for example|e\.g\.|today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening)|right now|at the moment|haha|lol)\b/iu

/** Makes all plain statements of a message material for something else: a story, a translation. */
export const FICTION =
  /\b(?:imagine|pretend|novel|role-?play|hypothetically|translate|translation|lyrics|proofread|a (?:story|poem|joke)|in (?:french|german|spanish|portuguese|chinese|japanese)|fictional)\b|(?<!\p{L})(?:lo+l|lmf?ao|rofl|(?:ha){2,}h?|(?:he){3,})(?!\p{L})/iu

/** Values that say nothing by themselves: “My favourite is that one”. */
export const VAGUE =
  /^(?:(?:that|this|it|those|these|them|him|her|what|which|who|where|how|so|such|good|bad|great|fine|ok|okay|here|there|too|very|not|broken|gone|lost|late|early|wrong|right|empty|full|ready|done|nice|cool|better|worse|tired|sick|you|your|awake|asleep|hungry|annoying|in (?:danger|trouble)|a (?:secret|mess|mystery)|the (?:same|best|worst|other|first|second|last|one))\b.*|\p{L}+ (?:that|this|it|where this .*))$/iu

/** Words that look like a name and are none. */
export const NO_NAME =
  /^(?:I|My|We|Our|The|A|An|It|This|That|These|Those|There|Here|He|She|They|You|Your|In|On|At|When|If|Just|Recently|Finally|Still|Also|Now|Then|Usually|Sometimes|Often|Really|Currently|Always|Never|People|Life|Work|Mom|Mum|Dad|Mother|Father|Grandma|Grandpa|Every|Everyone|Everybody|Nobody|Someone|Somebody|Who|What|Where|Which|All|No|Yes|Today|Tomorrow|Yesterday|God|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Coffee|Tea|Beer|Wine|Google|Amazon|Apple|Microsoft|Netflix|Remember|Note|Rain|Snow|Christmas|Easter|Summer|Winter|Autumn|Spring)$/u

/** “I”, at the beginning of a clause. */
export const FIRST_PERSON = /^(?:i|i'(?:m|ve|d|ll)|my|mine|me|we|our|us)\b/iu
export const PRONOUN = /^(?:he|she|they|his|her|their|him|them|it|its)$/iu
