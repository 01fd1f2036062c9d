import { type Language, NAME, onlyWords, whole, wholeWithCapitals } from '../language.ts'

const FILLER = String.raw`toi|vous|tout|tous|toutes|le|la|les|monde|à|claude|demo|l['’]ami|ami|amis|aujourd['’]hui|bien|et|ah|oh|alors|re|mon|ma|cher|chère|de|beaucoup|très|encore`
const DROP = String.raw`(?:oublie|efface|supprime|enlève|enleve|retire|vire|jette|annule|laisse tomber|raye|dégage|oubliez|effacez|supprimez|enlevez|retirez)`
/** “Write down”, in its forms. */
export const SAVED = String.raw`(?:not[ée]|not(?:es?|er)\b|enregistr|retenu|retiens|mémoris|écri|gard|sauvegard|marqu|ajout|inscri)`
const CALLED = String.raw`(?:s['’]appelle|s['’]écrit|se nomme)`

export const CUES: Language['cues'] = {
  greet: [
    onlyWords(
      String.raw`bonjour|bjr|bonsoir|bsr|salut|slt|coucou|cc|hello|hey|yo|wesh|rebonjour|allô|allo|ça va|ca va|ça roule|ca roule|la forme|ça gaze|quoi de neuf|comment (?:ça|ca) va|comment tu vas|comment vas[- ]tu|tu vas bien|bien le bonjour`,
      FILLER,
    ),
  ],
  thank: [
    onlyWords(
      'merci|mercii|mersi|mci|remercie|thanks|cimer',
      String.raw`bcp|infiniment|mille|grand|un|je|te|t['’]es|c['’]est|tu|es|gentil|top|super|parfait|génial|nickel|cool|ok|sympa|bonne|soirée|journée|nuit|au|revoir|fois|pour|ton|aide|bisous|bises|${FILLER}`,
    ),
  ],
  leave: [
    onlyWords(
      String.raw`au revoir|aurevoir|ciao|bye|tchao|adieu|à plus|a plus|à bientôt|à demain|à toute|à tout à l['’]heure|bonne nuit|bonne soirée|bonne journée|salut|bisous|je file|j['’]y vais`,
      String.raw`bon|week-end|weekend|tard|${FILLER}`,
    ),
  ],
  undo: [
    whole(
      String.raw`(?:${DROP}|défais|reviens sur|reviens en arrière)(?:[- ](?:moi|ça|ca|cela|le|la|tout|ta|ma|mon|ton|ce|cette|truc|dernier|dernière|modif|modification|changement|ajout|note|ligne|chose|phrase|info|message|stp|que|tu|je|j['’]ai|viens|as|fait|noté|de|dire|dit|juste|te|noter|faire|enregistrer|là|précédente?)(?=[\s,-]|$))+`,
    ),
    whole(String.raw`(?:retour arrière|en arrière|annule|annuler|on annule)`),
  ],
  why: [
    whole(
      String.raw`(?:(?:et|mais|attends|dis)[ ,]+)*(?:pourquoi|pour quelle raison|comment ça se fait|qu['’]est-ce qui t['’]a (?:fait|poussé)|c['’]est pour quoi que)\b.*${SAVED}.*`,
    ),
    whole(String.raw`(?:d['’]où|comment) (?:tu|est-ce que tu|t['’]as|tu as) (?:sors|sais|sors-tu|tires|su|tiens)\b.*`),
  ],
  count: [
    whole(
      String.raw`.*(?<!\p{L})combien (?:de |d['’])(?:fichiers?|notes?|faits?|lignes?|souvenirs?|choses?|trucs?|infos?|entrées?)(?!.*\bsur (?!moi)).*|combien (?:tu as|t['’]as|as-tu) (?:de |retenu|noté).*`,
    ),
  ],
  'ask-about': [
    whole(
      String.raw`(?:et )?(?:tu (?:sais|as|connais)|t['’]as) quoi (?:sur|de|à propos de) (?<about>(?!moi\b).+)|(?:et )?(?:tu|qu['’]est-ce que tu|t['’]) ?(?:sais|as|as noté|as enregistré|connais) (?:quoi )?(?:sur|à propos de) (?<about>(?!moi\b).+)`,
    ),
    whole(
      String.raw`.*(?:récap\p{L}*|résumé|point|bilan) (?:sur|de|à propos de) (?<about>(?!tout|moi\b|ce|ta|la|ma|notre).+)`,
    ),
  ],
  list: [
    whole(
      String.raw`(?!je |j['’]|mon |ma |nous ).*(?:(?<!\p{L})récap(?!\p{L})|récapitul|résum|(?:fais|faire) le point|bilan|un aperçu|tour d['’]horizon).*`,
    ),
    whole(
      String.raw`(?:(?:et|alors|bon)[ ,]+)*(?:tu (?:sais|as|connais|retiens)|t['’]as|t['’]sais) (?:noté |retenu |gardé |enregistré )?quoi(?: (?:sur|de) moi)?(?: .*)?|(?:qu['’]est-ce que tu|que|qu['’])[ -]?(?:as|sais|connais|retiens|as-tu|sais-tu)(?:[ -]tu)? ?(?:noté |retenu |gardé |enregistré |en mémoire |stocké )?(?:(?:sur|de) moi)?(?: .*)?`,
    ),
    whole(
      String.raw`(?:dis|montre|donne|liste|affiche|sors)(?:[- ]moi)? (?:tout|tes notes|ce que|la liste).*|tout ce que tu (?:sais|as|connais).*`,
    ),
  ],
  forget: [
    whole(
      String.raw`${DROP}(?:[- ]moi)? (?:(?:le|la|les|l['’]|tout|toute|ce|cette|truc|trucs|partie|histoire|passage|ligne|note|info|infos|chose|bout|fait|qui|que|ce qui|concerne|je|j['’]ai|t['’]ai|tu|as|sais|dit|noté|parle)(?:\s+|(?<=['’])))*(?:(?:sur|de|du|des|d['’]|à propos de|concernant|avec)(?:\s+|(?<=['’])))?(?:(?:le|la|les|l['’])(?:\s+|(?<=['’])))?(?<about>.+?)`,
    ),
    whole(
      String.raw`(?:le truc|l['’]info|la partie|l['’]histoire|la ligne|ce qui est dit) (?:sur|de|du|des) (?<about>.+?),? (?:tu peux|on peut|c['’]est) (?:l['’])?(?:oublier|effacer|supprimer|virer|enlever|plus vrai|plus valable)`,
    ),
  ],
  rename: [
    wholeWithCapitals(
      String.raw`(?<from>${NAME})(?: en fait)?,? (?:ça |elle |il )?${CALLED} (?:en fait|plutôt|en réalité|vraiment) (?<to>${NAME})(?:[, ].*)?`,
    ),
    wholeWithCapitals(String.raw`(?<from>${NAME})(?: en fait)?,? (?:ça )?s['’]écrit (?<to>${NAME})(?:[, ].*)?`),
    wholeWithCapitals(
      String.raw`(?:[Cc]hange|[Rr]emplace|[Cc]orrige) (?<from>${NAME}) (?:en|par|pour) (?<to>${NAME}),? (?:partout.*|dans tout.*)`,
    ),
  ],
  spell: [
    wholeWithCapitals(
      String.raw`(?:.*(?:s['’]écrit|s['’]appelle|c['’]est|est|plutôt) )?(?<to>\p{Lu}[\p{L}-]+)(?:,? (?:avec|sans) (?:\p{Ll}+ )?["'“«]?\p{L}{1,2}["'”»]?(?!\p{L}).*|, .*(?:change|corrige|renomme|modifie)(?!\p{L}).*)`,
    ),
    wholeWithCapitals(String.raw`.*(?:s['’]écrit|s['’]orthographie)(?: \p{Ll}+)* (?<to>\p{Lu}[\p{L}-]+)(?:[, ].*)?`),
    wholeWithCapitals(
      String.raw`(?:[Ee]n fait |[Nn]on,? )*(?:c['’]est|C['’]est|(?:il|elle|Il|Elle) s['’]appelle) (?:en fait |plutôt )?(?<to>\p{Lu}[\p{L}-]+)`,
    ),
  ],
  remind: [
    whole(
      String.raw`(?:(?:peux|pourrais)[- ]tu |tu peux |tu pourrais )?(?:me )?(?:mets|mettre|met|règle|régler|programme|crée|lance|cale)(?:[- ]moi)? (?:un |une |le |mon )?(?:\S+ )?(?:rappel|alarme|minuteur|réveil|timer)(?!\p{L}).*|(?:rappelle|préviens|réveille|avertis)(?:[- ]moi|-nous) (?!que|qu['’]).*`,
    ),
  ],
  impossible: [
    whole(
      String.raw`(?:il|va|est|quel|quelle|quelles|quoi|c['’]est|donne|dis|montre|y a|il y a|t['’]as|faut|on aura|ça)(?!\p{L}).*(?<!\p{L})(?:temps (?:qu['’]il |fera|fait|demain|pour|à)|quel temps|météo|pleuvoir|pleut|neiger|neige|parapluie|infos|actus|actualités|nouvelles|trafic|bourse|l['’]heure|quelle heure)(?!\p{L}).*|(?:t['’]as|tu as|vous avez) l['’]heure`,
    ),
    whole(String.raw`(?:passe|donne|file) (?:un )?(?:coup de fil|appel)\b.*`),
  ],
  remember: [
    whole(
      String.raw`(?:note|notez|prends note|prenez note|retiens|marque|écris|mets|garde|enregistre)(?:[- ](?:le|ça|moi|là|bien|aussi|stp|quelque part|dans un coin))*(?<list>\s?:)?[,:]? (?:que |qu['’])?(?<about>.+)`,
    ),
    whole(
      String.raw`(?<about>.+?)[,.;–—-]+\s*(?:et )?(?:(?:tu peux |peux-tu |faut )?(?:le |la |les |ça )?(?:noter|retenir|enregistrer|garder)(?: ça)?|(?:à|a) (?:noter|retenir|garder)|(?:note|retiens|garde|enregistre|marque)(?:[- ](?:le|ça|la|bien))*)(?: stp| s['’]il te plaît)?`,
    ),
    whole(String.raw`(?:pour info|pour ton info|sache que|faut que tu saches que|à savoir)[ ,:]*(?<about>.+)`),
  ],
  correct: [
    whole(
      String.raw`(?:(?:non|nan|ah|oh|euh|oups|mince|zut|pardon|désolée?|attends|erreur|faux|correction|en fait|plutôt|je me suis (?:trompée?|plantée?|emmêlée?\b.*?)|j['’]ai (?:dit|écrit) une bêtise|je me trompe|je voulais dire|autant pour moi|au temps pour moi|ma faute|mauvaise \p{L}+)(?:[,.:;!\s–—-]+|$)(?:que |mais )*)+(?<about>.+)`,
    ),
    whole(String.raw`(?<about>.+?),? (?:je voulais dire|plutôt|pardon|en fait|erreur de ma part)`),
  ],
}
