import { CUES, SAVED } from './cues/fr.ts'
import { apart, type Language, NAME, whole, wholeWithCapitals, withSpace, wordSet } from './language.ts'
import { FR as replies } from './replies/fr.ts'

const KIN =
  '(?:s(?:œ|oe)ur|frère|mère|père|maman|papa|fils|fille|femme|mari|époux|épouse|compagnon|compagne|copain|copine|petit ami|petite amie|cousine?|tante|oncle|nièce|neveu|grand-mère|grand-père|amie?|meilleure? amie?|patronne?|chef|cheffe|collègue|voisine?|médecin|dentiste|professeure?|enfants?|bébé|parents|colocataire|fiancée?|pote|meilleur pote|belle-mère|beau-père|belle-sœur|beau-frère|belle-fille|beau-fils|gendre|coloc|proprio|propriétaire|psy|kiné|coach|prof|entraîneuse?|petit-fils|petite-fille|mamie|mémé|papi|papy|ex|véto|boss|manager|manageuse|filleule?|marraine|parrain|jumeau|jumelle|nounou|avocate?|coiffeuse?|associée?|beau-frère|généraliste|ostéo|binôme|stagiaire|assistante?)'
const PET =
  '(?:lévrier|labrador|hérisson|cochon d’inde|poisson rouge|chien|chienne|chat|chatte|perroquet|hamster|lapin|cheval|oiseau|tortue|animal)'
const THING =
  '(?:nom|prénom|nom de famille|surnom|anniversaire|date de naissance|âge|ville|pays|adresse|rue|code postal|numéro(?: de téléphone)?|téléphone|portable|e-?mail|mail|adresse (?:e-?mail|mail)|métier|profession|travail|employeur|entreprise|école|université|loisirs?|passe-temps|langue(?: maternelle)?|nationalité|groupe sanguin|pointure|taille|signe|voiture|vélo|équipe|appartement|allergies?|[\\p{L}-]+ (?:préférée?s?|favorite?s?))'
const MY = '(?:mon|ma|mes|notre|nos)'
const IS = String.raw`(?:est|sont|s['’]appelle(?:nt)?|c['’]est)(?: (?:maintenant|en fait))?`
const MEMORY = String.raw`(?:(?:ta|la|ma|votre|tes|vos|les|mes|de ta|de la) )?(?:mémoire|notes|fichiers|souvenirs)`
const SAVE = String.raw`(?:souviens[- ]toi|rappelle[- ]moi(?= que | qu['’])|souvenez[- ]vous|rappelle[- ]toi|rappelez[- ]vous|retiens|retenez|note|notez|mémorise|mémorisez|enregistre|enregistrez|garde(?:z)? en (?:tête|mémoire)|n['’]oublie(?:z)? pas|sache(?:z)?|(?:te )?(?:souvenir|rappeler)(?= que| qu['’])|retenir|noter|mémoriser|enregistrer|prends note|à noter)(?:[- ](?:bien|aussi|également|ceci|cela|ça|là|stp|quelque part)(?=[\s,:]|$))*`
const FORGET = String.raw`(?:oublier|effacer|supprimer|oublie|oubliez|efface|effacez|supprime|supprimez|enlève|retire)`
const VERB_ME =
  "(?:bosse|taffe|cours|nage|chante|danse|jardine|cuisine|fais (?:du|de la|de l['’]|des études)|supporte|déteste|me lève|me couche|vais (?:au boulot|à la salle|courir|nager|à l['’]église)|fume|habite|vis|travaille|aime|adore|déteste|préfère|parle(?! de| à| avec| sérieu)|joue|étudie|conduis|bois|mange|viens de|suis né|n['’]aime|ne (?:mange|bois|parle|supporte|conduis|fume|vis|travaille|suis)|enseigne|collectionne|possède)"
const PERSONAL = String.raw`(?:fête son anniversaire|bosse|danse|chante|nage|fume|collectionne|enseigne|supporte|part vivre|part s['’]installer|fait (?:de la|du|de l['’]|des études)|va avoir \d+ ans|a (?:peur d|\d+ ans|horreur d|déménagé|grandi)|vient juste de|vient d['’]|est (?:originaire|né)|habite|vit|travaille|aime|adore|déteste|préfère|parle|joue|étudie|conduit|boit|mange|vient de|est née?|n['’]aime|ne mange|ne boit|est (?:mon|ma|notre|son|sa|leur|cœliaque|diabétique|gauchère?|veuve?|célibataire|allergique|végétarien|végétarienne|végane|vegan|mariée?|fiancée?|divorcée?|enceinte|retraitée?|le (?:frère|père|fils|mari) de|la (?:sœur|mère|fille|femme) de))`

export const FR: Language = {
  code: 'fr',
  marks: wordSet(
    "pote truc t'as chez bosse copain copine fille père mère je j'ai j'habite j'aime j'ai tu il elle nous vous ils est suis es sont c'est mon ma mes ton ta tes son sa ses le la les un une des du d'un et ou où que qui quoi quand comment pourquoi combien quel quelle quels quelles qu'est-ce est-ce ne pas plus n'est n'ai merci bonjour bonsoir salut oui non s'il te plaît plait svp souviens rappelle retiens note oublie supprime efface annule m'appelle s'appelle habite travaille avec pour dans sur au aux à en fait peux peut sais sait résume fichiers mémoire désolé revoir anniversaire sœur frère préférée préféré aime suis-je as sais-tu ça d'accord mets fais résumé bonne nuit soirée journée cela tout rien toi moi appelle qu'il",
  ),
  signs: /[èêçœ]|(?:^|\s)(?:qu|[dljcnst])['’]/u,
  commands: wordSet(
    'retiens souviens rappelle oublie annule supprime renomme résume enregistre oubliée annulée supprimée renommée résumée enregistrée',
  ),
  spelling: [
    [/^l['’]anniversaire de (ma|mon) (\p{L}+),? (?:c['’]est|est) /iu, '$1 $2 fête son anniversaire '],
    [/(?<!\p{L})(je|tu) (?=[aâ]i?(?!\p{L}))/giu, '$1 '],
    [/^t['’](as|es) /iu, 'tu $1 '],
    [/(?<!\p{L})chuis(?!\p{L})/giu, 'je suis'],
    [/(?<!\p{L})j['’](?=(?:habite|bosse|aime)(?!\p{L}))/giu, "j'"],
    [/(?<![\p{L}'’])(j|c|l|d|qu|n|m|t|s) (?=[aeiouyhéèêà]\p{L})/giu, "$1'"],
    [/(?<!\p{L})(?:souvien|souvient)(?=[- ]toi)/giu, 'souviens'],
    [/(?<!\p{L})rapelle(?=[- ])/giu, 'rappelle'],
    [/(?<!\p{L})(?:retien|retient)(?= qu)/giu, 'retiens'],
  ],
  manners: [
    /^(?:(?:hey|hello|yo|cc|slt|re|bjr|et sinon|bonjour|salut|coucou|bonsoir|ok|alors|et|donc|bon|ah|oh|euh|au fait|d['’]ailleurs|sinon|enchantée?|dis|dis-moi|s['’]il (?:te|vous) pla[iî]t|svp|stp|aussi|pour info)(?=[\s,!.:])[\s,!.:]*)+(?=\S)/iu,
    /[\s,]*(?:s['’]il (?:te|vous) pla[iî]t|svp|stp|merci|merci d['’]avance|d['’]accord|enchantée?|déjà|encore|au fait|mdr|lol|haha)$/iu,
  ],
  asking:
    /^(?:(?:peux|pourrais|veux|pouvez|pourriez|voulez)[- ](?:tu|vous)|(?:est-ce que )?(?:tu|vous) (?:peux|pourrais|pouvez|pourriez)) (?:s['’]il (?:te|vous) pla[iî]t )?(?=\p{L})/iu,
  cues: CUES,
  saving: new RegExp(String.raw`(?<!\p{L})${SAVED}\p{L}*`, 'iu'),
  hesitation:
    /^(?:(?:finalement|en fait|oups|non|ah|oh|euh|hm+|attends|pardon|désolée?|bon|tout compte fait|réflexion faite|plutôt|je me suis trompée?|c['’]était une erreur|j['’]ai changé d['’]avis)[,.:;!\s–—-]+)+/iu,
  gratitude:
    /^(?:(?:ok|super|parfait|bien|non|oui|génial|top|cool|ah|d['’]accord)[\s,!.]+)*(?:(?:un grand |mille )?mercis?|je (?:te|vous) remercie)(?:\s(?:beaucoup|bien|infiniment))?(?!\p{L})[\s,!.]*/iu,
  question:
    /[,\s](?:hein|non|n['’]est-ce pas|pas vrai|c['’]est ça)$|^tu (?:sais|te souviens|te rappelles) (?:ce que|où|quand|qui|comment|quel)|(?:^|\s)(?:c['’]est|il est|elle est) (?:quoi|qui|où|quand|combien|comment)(?=\s|$)|(?<!importe|de|pas)\s(?:quoi|où|comment|combien|quand)$|(?<!importe|de|pas|sais|n['’]importe)\s(?:où|combien|comment|quel(?:le)?s?|quoi|qui)(?: (?!que\b)\p{L}+){0,2}$|^(?:qui|que|qu['’]|quoi|quand|où|comment|pourquoi|combien|quel(?:le)?s?|est-ce|à quelle|d['’]où|de quoi|de quelle|(?:est|sais|connais|as|suis|ai|peux|a|vas|es)[- ](?:ce|tu|je|il|elle|t-il|t-elle|vous))(?=[\s'’-]|$)/iu,
  requests: {
    'keep-nothing': [
      whole(
        String.raw`(?:ne |n['’])?(?:retiens|note|enregistre|mémorise|garde|sauvegarde|écris)(?:z)?(?:[ -](?:le|la|ça|cela|ceci))? (?:pas|rien|surtout pas)\b.*|(?:c['’]est|c['’]était) (?:juste )?(?:une blague|un secret|pour rire|un test|privé|entre nous)|je (?:plaisante|rigole|blague)`,
      ),
    ],
    'never-mind': [
      whole(
        String.raw`(?:laisse tomber|peu importe|tant pis|ce n['’]est pas grave|c['’]est pas grave|pas grave|rien|stop|arrête|oublie|laisse)`,
      ),
    ],
    undo: [
      whole(
        String.raw`(?:annule|annulez|défais|annuler|reviens en arrière|retour en arrière)(?:[- ](?:ça|cela|ceci|le|la|tout ça|(?:ta |la |le |mon )?derni(?:er|ère) (?:modification|changement|action|chose|note|ajout)|ce que tu (?:viens de|as) .+|s['’]il te plaît))*|(?:${FORGET}) (?:ça|cela|ceci|ce que je viens de dire|la dernière (?:ligne|note|chose)|le dernier ajout)`,
      ),
    ],
    redo: [whole(String.raw`(?:rétablis|refais|remets)(?:[- ](?:ça|cela|le|la))?|annule l['’]annulation`)],
    why: [
      whole(
        String.raw`pourquoi (?:as[- ]tu|tu as|est-ce que tu as|avez[- ]vous|l['’]as[- ]tu|tu l['’]as|écris[- ]tu|tu écris|tu notes|tu retiens)\b.*|pourquoi(?: ça| cela| est-ce (?:là|noté|écrit))?|(?:qu['’]as[- ]tu|qu['’]est-ce que tu as|tu as) (?:vraiment |déjà |bien )?(?:enregistré|noté|modifié|écrit|changé|retenu|supprimé|fait)(?: (?:ça|cela|là|exactement))*|comment (?:le sais[- ]tu|tu le sais|tu sais ça)|qu['’]est-ce que tu viens d.+|que viens[- ]tu d.+|d['’]où (?:tu tiens ça|tiens-tu ça|ça vient)|l['’]as[- ]tu (?:noté|enregistré|retenu)|as[- ]tu (?:noté|enregistré|retenu) (?:ça|cela)`,
      ),
    ],
    count: [
      whole(
        String.raw`(?:combien (?:de |d['’]|y a-t-il de |as[- ]tu de |il y a de )|compte(?:z)? (?:les |tes |mes )?|(?:le )?nombre de )(?:fichiers?|notes?|faits|lignes|souvenirs|choses|entrées)\b.*|quelle est la taille de ${MEMORY}|(?:il y a|tu as) combien de (?:fichiers|notes|faits|lignes|souvenirs).*`,
      ),
    ],
    'forget-everything': [
      whole(
        String.raw`${FORGET} (?:absolument )?(?:tout|tout ce que tu sais|toute? ${MEMORY}|tous (?:les |tes )?(?:fichiers|souvenirs)|toutes (?:les |tes )?notes|${MEMORY})|vide(?:z)? ${MEMORY}|repars de zéro`,
      ),
    ],
    'forget-topic': [
      whole(String.raw`${FORGET} tout (?:ce que tu sais )?(?:sur|de|à propos de|concernant) (?<about>.+?)`),
      whole(String.raw`${FORGET} tout ce qui concerne (?<about>.+?)`),
    ],
    rename: [
      whole(
        String.raw`(?:renomme|renommez|déplace|déplacez) (?:le )?(?:(?:fichier|dossier) )?(?<from>.+?) (?:en|vers|comme|dans) (?<to>.+?)`,
      ),
    ],
    'forget-file': [
      whole(String.raw`${FORGET} (?:le )?(?:fichier|dossier) (?<about>.+?)`),
      whole(String.raw`${FORGET} (?<about>(?:/memories/)?[^\s?]+(?:\.\w{1,5}|/[^\s?]*))`),
    ],
    tidy: [whole(String.raw`(?:range|nettoie|organise|trie|fais le ménage dans)(?: ${MEMORY})?|supprime les doublons`)],
    'ask-about': [
      whole(
        String.raw`(?:que sais[- ]tu|que savez[- ]vous|qu['’]est-ce que tu sais|tu sais quoi|que peux[- ]tu me dire|qu['’]as[- ]tu noté|que te rappelles[- ]tu) (?:sur |de |à propos de |au sujet de )(?<about>.+?)`,
      ),
      whole(String.raw`(?:que sais[- ]tu|qu['’]est-ce que tu sais) d['’](?<about>.+?)`),
      whole(
        String.raw`(?:parle[- ]moi|dis[- ]moi (?:tout |ce que tu sais )?|montre[- ]moi (?:tout |ce que tu sais )?|résume (?:tout )?(?:ce que tu sais )?)(?: ?(?:de |d['’]|sur |à propos de ))(?<about>(?!tout$|ta mémoire|la mémoire).+?)`,
      ),
      whole(
        String.raw`(?:te souviens[- ]tu|tu te souviens|connais[- ]tu|tu connais|te rappelles[- ]tu) (?:de |d['’])?(?<about>.+?)`,
      ),
      whole(String.raw`que t['’]ai[- ]je dit (?:sur|de|à propos de) (?<about>.+?)`),
    ],
    list: [
      whole(
        String.raw`(?:liste|montre|affiche|montrez)(?:[- ]moi)?(?: (?:tout|toutes|tous))?(?: (?:${MEMORY}|ce que tu (?:sais|as retenu|as noté|retiens)|les faits))*`,
      ),
      whole(
        String.raw`(?:de quoi te souviens[- ]tu|que sais[- ]tu|qu['’]est-ce que tu sais|que retiens[- ]tu|qu['’]as[- ]tu retenu|de quoi tu te souviens|tu te souviens de quoi|qu['’]y a-t-il (?:dans|en) ${MEMORY}|qu['’]est-ce qu['’]il y a (?:dans|en) ${MEMORY}|que contient ${MEMORY}|quels fichiers (?:as[- ]tu|y a-t-il)|que t['’]ai[- ]je (?:déjà )?dit|qu['’]est-ce que je t['’]ai dit)(?: (?:déjà|encore|pour l['’]instant|jusqu['’]ici|exactement))*`,
      ),
      whole(
        String.raw`(?:résume|résumez|récapitule|fais(?:[- ]moi)? (?:un |le )?(?:petit )?(?:résumé|point|récapitulatif)(?: de)?|donne(?:[- ]moi)? (?:un |le )?(?:résumé|aperçu)(?: de)?|(?:un )?résumé(?: de)?|résumer)(?:[- ]moi)?(?: (?:tout|ça|${MEMORY}|(?:tout )?ce que tu (?:sais|as retenu|as noté|as enregistré|retiens)|(?:notre|cette) conversation|de ta mémoire))*`,
      ),
    ],
    remind: [
      whole(
        String.raw`rappelle[- ]moi\b(?! que | qu['’]).*|rappelez[- ]moi\b.*|me rappeler\b.*|(?:mets|règle|programme|crée|lance) (?:un |une |le |mon )?(?:rappel|alarme|minuteur|réveil)\b.*|réveille[- ]moi\b.*|préviens[- ]moi\b.*`,
      ),
    ],
    set: [
      whole(
        String.raw`(?:corrige|change|modifie|remplace|mets à jour) (?<what>${MY} .+?) (?:en|par|pour|à) (?<value>.+?)`,
      ),
    ],
    replace: [
      whole(String.raw`(?:corrige|change|modifie|remplace) (?<old>.+?) (?:en|par|pour) (?<new>.+?)`),
      whole(
        String.raw`(?:(?:non|désolé|pardon|en fait)[,.:;!\s]+)*(?:pas|ce n['’]est pas) (?!vrai|correct|exact|juste|ça)(?<old>[^,]{1,60}?)(?:, (?:mais |c['’]est )?| mais )(?<new>[^,]{1,60}?)`,
      ),
      whole(
        String.raw`(?:(?:non|désolé|pardon|en fait)[,.:;!\s]+)*(?:je voulais dire|c['’]est) (?<new>[^,]{1,60}?),? (?:et )?(?:pas|non) (?<old>[^,]{1,60}?)`,
      ),
    ],
    'to-do': [
      whole(
        String.raw`(?:note|notez|souviens[- ]toi|n['’]oublie pas|rappelle[- ]toi) (?:que je dois |qu['’]il faut |de )(?<about>.+?)`,
      ),
    ],
    remember: [
      whole(String.raw`${SAVE}(?<list>\s?:)?[,:]?\s+(?<about>(?:que |qu['’])?.+?)`),
      whole(String.raw`${SAVE}(?<list>\s?:)?`),
      whole(String.raw`(?<about>.+?)[,:;.–—-]+\s*(?:${SAVE})`),
      whole(String.raw`(?:tu dois|il faut) (?:savoir|retenir|noter) (?<about>(?:que |qu['’]).+)`),
    ],
    forget: [
      whole(
        String.raw`${FORGET} (?:la note (?:sur|de) |la ligne (?:sur|de) |ce que j['’]ai dit (?:sur|de) |que |qu['’])?(?<about>.+?)(?: de ${MEMORY})?`,
      ),
    ],
    greet: [
      whole(
        String.raw`(?:bonjour|salut|coucou|bonsoir|hello|hey|re-?bonjour)(?:[\s,!]+(?:toi|tout le monde|à tous|demo|claude|ça va|comment (?:ça )?vas?(?:[- ]tu)?))*`,
      ),
    ],
    'how-are-you': [
      whole(
        String.raw`(?:comment (?:ça va|vas-tu|allez-vous|tu vas)|ça va(?: bien)?|(?:et )?(?:toi )?ça va,? (?:et )?toi|tu vas bien|quoi de neuf|tu es là)(?: aujourd['’]hui)?`,
      ),
    ],
    thank: [
      whole(
        String.raw`(?:(?:ok|super|parfait|bien|non|oui|génial|c['’]est (?:super|parfait|génial|gentil|bien|très gentil))[\s,!.]+)*(?:un grand |mille )?(?:merci|mercis|je te remercie|je vous remercie)(?:[\s,!]+(?:beaucoup|bien|infiniment|à toi|mille fois|pour .+|c['’]est .+|d['’]avance|encore|bonne .+|au revoir))*`,
      ),
    ],
    leave: [
      whole(
        String.raw`(?:au revoir|à (?:bientôt|plus(?: tard)?|demain|la prochaine)|bonne (?:nuit|soirée|journée)|salut et merci|adieu|ciao|bye)(?:[\s,!]+.{0,20})?`,
      ),
    ],
    deny: [
      whole(
        String.raw`(?:c['’]est|c['’]était) (?:faux|incorrect|une erreur|pas (?:vrai|ça|correct|juste|exact))|ce n['’]est pas (?:vrai|ça|correct|juste|exact)|faux|tu te trompes|pas du tout|je n['’]ai pas dit ça`,
      ),
    ],
    agree: [
      whole(
        String.raw`(?:ok|oui|ouais|d['’]accord|bien|très bien|super|parfait|génial|cool|exact|exactement|c['’]est (?:ça|vrai|bien|bon|super|parfait|exact|juste|tout|génial|drôle|intéressant)|entendu|compris|je vois|non|nan|hm+|ah bon|wow|haha|mdr|lol|désolée?|pardon|excuse-moi|bravo|bien joué|j['’]aime (?:ça|bien ça)|peut-être|intéressant|voilà)(?:[\s,!]+(?:bien|super|parfait|alors|ok|fait|joué))*`,
      ),
    ],
    help: [
      whole(
        String.raw`(?:aide(?:[- ]moi)?|à l['’]aide|que (?:peux|sais|fais)[- ]tu(?: faire)?(?: pour moi)?|qu['’]est-ce que tu (?:peux|sais) faire|comment (?:ça|tu|cela) (?:marche|fonctionne)s?|comment (?:t['’]utiliser|puis-je .+)|qui es[- ]tu|tu es qui|qu['’]es[- ]tu|comment t['’]appelles[- ]tu|tu t['’]appelles comment|es[- ]tu (?:une? )?(?:vraie? )?(?:personne|ia|robot|humain|réel|vrai|claude|chatgpt|machine)\b.*|qui t['’]a (?:créé|fait|programmé)|c['’]est quoi(?: ça)?|(?:des )?exemples)`,
      ),
    ],
    impossible: [
      whole(
        String.raw`(?:appelle(?!z?[- ]moi \p{L}+$)|téléphone|envoie|écris (?:un|une|à|moi)|écris-moi|réserve|commande|achète|joue|mets (?:de la|la|le|une)|ouvre|cherche|recherche|google|traduis|traduire|calcule|dessine|rédige|compose|crée|explique|allume|éteins|programme|télécharge|recommande|propose|planifie|imprime|vérifie|raconte|chante|aide[- ]moi à|cuisine|résous|lis|trouve|donne[- ]moi (?:une|un|des) (?:recette|idée|conseil|blague)s?|fais(?:[- ]moi)? (?:une|un|la|du|des)(?! (?:petit )?(?:récap|résum|point|bilan)))(?:z)?(?=[\s-]|$).*`,
      ),
      whole(
        String.raw`(?:quel temps|quelle heure|quel jour|quelle est la date|quelle est la météo|il fait quel temps|va-t-il pleuvoir|quelles sont les nouvelles|(?:est-ce qu['’]il )?va pleuvoir|il (?:va pleuvoir|pleut|fait beau|va neiger)|quel est le temps|c['’]est quoi la météo|(?:quelle est )?la météo|il est quelle heure)\b.*|comment (?:dit-on|on dit|écrit-on)\b.*|(?:combien font |combien fait )?[\d\s().,]+[-+*/x×÷^]+[\d\s().,+*/x×÷^-]+`,
      ),
    ],
    correct: [
      whole(
        String.raw`(?:(?:en fait|correction|non|nan|mais non|pardon|désolée?|oups|attends|faux|erreur|en réalité|je me suis trompée?|je voulais dire(?: que)?|(?:c['’]est|c['’]était|ce n['’]est|c['’]est) (?:faux|pas (?:vrai|correct|exact|ça|juste)|une erreur|inexact))(?=[,.:;!–—-]| que | j)[,.:;!\s–—-]+)+(?<about>.+)`,
      ),
      whole(String.raw`en (?:fait|réalité) (?<about>.+)`),
    ],
  },
  introduction: /(?<!\p{L})(?:bonjour|salut|coucou|bonsoir|enchantée?|je me présente)(?!\p{L})/iu,
  doubt:
    /(?:^|[\s,('’])(?:bien sûr|c['’]est ça ouais|n['’]importe quoi|si|s['’]il|peut-être|probablement|sans doute|éventuellement|pourrait|pourrais|serais|serait|aurais|aimerais|voudrais|souhaite|espère|imagine|imaginons|supposons|admettons|blague|rêvé|rêve|je (?:crois|pense|suppose|me demande|doute)|pas (?:sûre?|certaine?)|autrefois|avant|presque|par exemple|aujourd['’]hui|ce (?:matin|soir)|cette semaine|en ce moment|demain|hier|bientôt|tout à l['’]heure|a dit|dit que|m['’]a dit|entendu|demandé|quelqu['’]un|devrais|devrait|comme si|quand j['’]étais|en train)(?=[\s,.)]|$)/iu,
  fiction:
    /(?:^|[\s'’])(?:imagine|imaginons|fais semblant|roman|jeu de rôle|hypothétique|traduis|traduction|traduire|paroles|une (?:histoire|blague)|un poème|en (?:anglais|allemand|espagnol|portugais|chinois|japonais|français))(?=[\s,.:!?]|$)/iu,
  vague:
    /^(?:ça|cela|ceci|ce|cette|celui|celle|ces|le même|la même|quoi|qui|où|comment|bien|mal|bon|bonne|super|ici|là|très|trop|pas|cassée?|perdue?|partie?|en (?:retard|panne|danger|forme)|fausse?|vraie?|vide|pleine?|prête?|finie?|fatiguée?|malade|toi|ton|ta|tes|vous|inconnue?|le (?:premier|dernier|meilleur)|la (?:première|dernière|meilleure)|(?:aime|adore|déteste) (?:ça|cela|ce|cette|quand|comment|ton|ta|tes|bien ça))(?=[\s,.]|$).*/iu,
  contrasts: [
    whole(String.raw`(?:ce n['’]est |c['’]est )?pas (?<old>.+?),?\s+(?:mais|c['’]est) (?<value>.+)`),
    whole(String.raw`(?<value>.+ (?<frame>à|au|en|chez|le|la) .+?) pas \k<frame> (?<old>[^,]+)`),
    whole(
      String.raw`(?<value>.+?)(?:,? et pas|,? et non(?: pas)?|,? au lieu de|, (?:non )?pas) (?<old>(?!du tout|trop|très|vraiment|encore|de\b|d['’]|bien|marié)[^,]+)`,
    ),
  ],
  copula:
    /^(?:(?:non,? )?(?:c['’]est|c['’]était|ce sont|il est|elle est|il|elle|est|en fait|plutôt|s['’]appelle|l[ea] \p{L}+ s['’]appelle|l[ea] \p{L}+,? c['’]est|le|la|les))\s+/iu,
  inOrder: apart(String.raw`(?:[Mm]on|[Mm]a) (?:\p{L}+ )?${KIN},? ${NAME}|${NAME}`, 'qui', [
    [new RegExp(String.raw`^((?:que )?)(${NAME}), ((?:mon|ma) ${KIN}),? `, 'u'), '$1$3 $2 '],
    [
      new RegExp(
        String.raw`^((?:[Jj]e suis|[Jj]e m['’]appelle|[Mm]oi,? c['’]est) ${NAME}), (\d{1,3}) ans(?=,|$| et)`,
        'u',
      ),
      "$1; j'ai $2 ans",
    ],
  ]),
  introductions: {
    opening:
      /^(?:alors )?(?:moi,? (?:c['’]est|je m['’]appelle|je suis)|je m['’]appelle|je suis|moi|c['’]est|ici) (?<name>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?=,| et )/iu,
    age: /^(?:j['’]ai )?(?<years>\d{1,3}) ?ans$/iu,
    role: /^(?:(?:une? |ancien(?:ne)? )?(?!(?:j['’]|je|mon|ma|mes|nous|on|et|qui|c['’]|fan|allergique)(?!\p{Ll}))(?:\p{L}+(?:ière?|iste|eure?|euse|ienne?|ante?|ateur|atrice|ier|aire|ogue|cin|chef|prof|retraitée?|étudiante?|véto|kiné|infirmier))(?: (?!et )[\p{L} '’-]+)?|de \p{Lu}[\p{L} -]+)$/iu,
    sayName: (name) => `je m'appelle ${name}`,
    sayAge: (years) => `j'ai ${years} ans`,
    sayRole: (role) => (/^de \p{Lu}/u.test(role) ? `je viens ${role}` : `je suis ${role}`),
    sayRest: (rest) => rest,
  },
  joints: [
    /,\s*(?:mais\s+)?(?=(?:tout le monde|on m['’]|les gens|c['’]est|ça)(?!\p{L}))/iu,
    /\s*;\s*/u,
    /(?:,\s*(?:et|mais|puis)?\s*|\s+(?:et|mais)\s+)(?=(?:aussi\s+)?(?:que\s+|qu['’])?(?:je\s|j['’]|mon\s|ma\s|mes\s|notre\s|nous\s|on\s|il\s|elle\s|son\s|sa\s|ses\s))/iu,
    /,?\s+et\s+(?=qu(?:e\s|['’]))/iu,
    new RegExp(
      String.raw`(?:,\s*(?:et\s+|mais\s+)?|\s+(?:et|mais)\s+)(?=(?:que\s+)?(?:${NAME}\s+${PERSONAL}|[Ll]['’]anniversaire de))`,
      'u',
    ),
  ],
  ellipsis: {
    verb: new RegExp(
      String.raw`(?:,\s*(?:et\s+)?|\s+et\s+)(?=(?:habite|bosse|fais|fait|danse|chante|adore|aime|n['’]aime|supporte|vient|va|vis|travaille|parle|joue|bois|mange|conduis|suis|vit|habite|joue|boit|conduit|est|a|déteste|préfère|étudie)\s)`,
      'iu',
    ),
    subject: new RegExp(
      String.raw`^([Jj]e|[Ii]l|[Ee]lle|[Mm](?:on|a) (?:(?:grande?|petite?|meilleure?) )?(?:${KIN}|${PET})(?: ${NAME})?|(?!Mon |Ma |Mes )${NAME})(?=\s)`,
      'u',
    ),
    carry: withSpace,
  },
  asSentence: (clause) => clause.replace(/^(?:que\s+|qu['’])/i, ''),
  setting: (what, value) => `${what} est ${value}`,
  facts: [
    {
      pattern: wholeWithCapitals(
        String.raw`(?<relation>(?:(?:[Mm]on|[Mm]a|[Nn]otre) (?:(?:grande?|petite?|meilleure?|nouvelle|nouveau) )?${KIN})|[Mm]amie|[Mm]amy|[Pp]ap[iy]|[Tt]onton|[Tt]ata),? (?<name>${NAME}),? (?!et\b|ou\b)(?<rest>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(String.raw`[Ii]ci (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`),
      label: 'Nom',
      isName: true,
      introduces: true,
    },
    {
      pattern: whole(
        String.raw`(?:je m['’]appelle|mon (?:nom|prénom) est|mon nom,? c['’]est|appelle[- ]moi|appelez[- ]moi|moi,? c['’]est) (?<value>[\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}][\p{L}\p{M}.'’-]*){0,3})`,
      ),
      label: 'Nom',
      isName: true,
    },
    {
      pattern: wholeWithCapitals(String.raw`[Jj]e suis (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)`),
      label: 'Nom',
      isName: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?<label>(?:(?:grande?|petite?|meilleure?|nouvelle|nouveau) )?(?:${KIN}|${PET}|${THING})) ${IS} (?:le (?=\d))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Ll]['’]anniversaire (?:de (?<name>${NAME})|d['’](?<name>${NAME}))|(?<name>[Ss]on) anniversaire) (?:est|c['’]est) (?:le )?(?<value>.+)`,
      ),
      label: 'Anniversaire',
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?<name>[Ss]on|[Ss]a) (?<label>[\p{L} -]{2,30}?) (?:est|s['’]appelle) (?:le (?=\d))?(?<value>.+)`,
      ),
    },
    {
      pattern: wholeWithCapitals(
        String.raw`(?:[Ll]e |[Ll]a )(?<label>[\p{L}-]+(?: (?:préférée?|favorite?))?) (?:de (?<name>${NAME})|d['’](?<name>${NAME})) est (?:le (?=\d))?(?<value>.+)`,
      ),
    },
    { pattern: wholeWithCapitals(String.raw`(?<name>${NAME}|[Ii]l|[Ee]lle) (?<rest>${PERSONAL}(?=[\s.]|$|\p{L}).*)`) },
    {
      pattern: wholeWithCapitals(
        String.raw`(?<name>${NAME}|[Ii]l|[Ee]lle) (?<rest>(?:(?:est|a) (?!dit|pensé|cru|en retard|là|ici|malade|fatigu|énerv|pénible|sympa|drôle|content|nul|bizarre)\p{L}+|(?!dit|pense|croit|trouve|prétend|veut|raconte|affirme|demande|jure|vient|va|fait|semble|est|a)\p{Ll}{3,}(?:e|t|d)(?= )|est (?:une? |(?:infirmi|ingénieu|étudiant|professeu|prof|médecin|avocat|développeu|journalist|architect|dentist|enseignant|institut|cuisini|boulang|graphist|comptabl|vendeu|chauffeu|musicien|artist|photograph|écrivain|traduct|pharmac|vétérinair|pompi|coiffeu)\p{L}*)|a (?:une?|deux|trois|\d+) ).*)`,
      ),
      onRequest: true,
    },
    {
      pattern: whole(
        String.raw`${MY} (?:${KIN}|${PET}|voiture|équipe|entreprise) (?:\p{L}+ )?(?:${PERSONAL}|habite|vit|travaille|aime|adore|déteste|parle|joue|étudie|a |est (?:allergique|végétarien\w*|vegan|mariée?|née?|une?|médecin|professeure?)) ?.*`,
      ),
    },
    { pattern: whole(String.raw`(?:je (?:ne )?|j['’](?!ai )|je n['’])(?:${VERB_ME.slice(3, -1)}) .+`) },
    {
      pattern: whole(
        String.raw`(?:je (?:ne )?|j['’]|je n['’])(?:suis|ai|fume|bois|mange|aime|supporte|conduis|parle|regarde|porte|mets) (?:vraiment |du tout )?(?:pas|jamais|plus)(?! (?:compris|fini|le temps|envie|faim|soif|sûr|là|d['’]accord|dispo|content|fatigu|prêt|vu|reçu|dit|ça|mal|trop|encore|besoin|l['’]impression|fait|pu|su|d['’]idée|idiot|bête|con))(?: .+)?`,
      ),
    },
    // Whatever is done every day lasts.
    {
      pattern: whole(
        String.raw`(?:je |j['’]|nous |on )(?!pense|crois|oublie|veux|voudrais)\p{L}.*(?<!\p{L})(?:tous les (?:jours|matins|soirs|ans|mois|week-ends|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches)|toutes les semaines|chaque (?:jour|matin|soir|semaine|mois|année|été|hiver|\p{L}+di|dimanche)|(?:une|deux|trois|\d) fois par (?:jour|semaine|mois|an)|le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche))(?!\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:mon|ma) (?:${KIN})(?: ${NAME})? et moi,? (?:on|nous) (?:a|avons|habite|habitons|vit|vivons|partage) .+|on (?:n['’])?a (?:pas d|un|une|deux|trois).+|(?:on s['’]est|nous nous sommes|je me suis) mariée?s? .+|j['’]ai (?:quitté|arrêté|commencé) (?:mon|le|la|un) .+`,
      ),
    },
    {
      pattern: whole(
        String.raw`je suis (?:aussi |maintenant )?(?:allergique|végétarien(?:ne)?|végane|vegan|intolérante?|mariée?|fiancée?|divorcée?|célibataire|retraitée?|gauch(?:er|ère)|droiti(?:er|ère)|daltonien(?:ne)?|diabétique|asthmatique|née?|enceinte|de |une? |(?:prof(?!ondément)|instit|véto|kiné|coiff|bouch|plombi|électri|maçon|serveu|caissi|chef|assistant|secrétaire|agricult|commercial|fonctionnaire|retrait|infirmi|ingénieu|étudiant|professeu|médecin|avocat|développeu|journalist|architect|dentist|enseignant|cuisini|boulang|français|allemand|belge|suisse|italien|espagnol|anglais|portugais|chinois|japonais|canadien|développeur|graphist|comptabl|vendeu|chauffeu|musicien|artist|photograph|écrivain|traduct)\p{L}*)(?=[\s,.]|$|\p{L}).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`j['’]ai (?:aussi )?(?:(?:une?|deux|trois|quatre|cinq|\d+) (?:\p{L}+ )?(?:${KIN}|${PET}|frères|sœurs|soeurs|petits?-enfants?|fils|filles|chiens|chats|voiture|maison|jardin|allergie|jumeaux)s?(?=[\s,.(]|$)|\d{1,3} ans$|des (?:enfants|jumeaux)|du diabète|de l['’]asthme|déménagé (?:à|au|en)).*`,
      ),
    },
    {
      pattern: whole(
        String.raw`(?:nous (?:habitons|vivons|avons (?:une?|deux|trois|\d+))|on (?:habite|vit)) .+|notre (?:chien|chat|maison|voiture|wifi) .*(?:est|s['’]appelle) .+`,
      ),
    },
    { pattern: whole(String.raw`(?:sur|à propos de|pour) (?<topic>[^:]{2,40}?) ?: (?<rest>.+)`), onRequest: true },
    { pattern: whole(String.raw`${MY} (?<label>[^,]{1,40}?) ${IS} (?<value>.+)`), onRequest: true },
  ],
  firstPerson: /^(?:je|j['’]|moi|mon|ma|mes|nous|notre|nos|on)(?=[\s'’]|$|\p{L})/iu,
  speaker: /^(?:je\s+|j['’])/iu,
  impersonal: /^il (?:faut|y a|pleut|neige|fait|est \d)(?!\p{L})/iu,
  subjectPronoun: /^(?:il|elle)\s+/iu,
  relation: (relative) => `Est ${relative.slice(0, 1).toLowerCase()}${relative.slice(1)}`,
  pronoun: /^(?:il|elle|son|sa|ses|lui)$/iu,
  together: /(?:parents|enfants|jumeaux|jumelles|beaux-parents)$/iu,
  noName:
    /^(?:Je|J|Mon|Ma|Mes|Nous|Notre|Le|La|Les|L|Un|Une|Des|Il|Elle|Ils|Elles|Son|Sa|Ses|Ce|Cette|Ces|C|Cela|Ça|Tu|Ton|Ta|Tes|Vous|Votre|On|Qui|Que|Quoi|Où|Quand|Si|Dans|En|À|Au|Tout|Toute|Tous|Personne|Quelqu|Chaque|Aujourd|Demain|Hier|Lundi|Mardi|Mercredi|Jeudi|Vendredi|Samedi|Dimanche|Dieu|Oui|Non|Aussi|Et|Mais)$/u,
  keys: [
    [
      'home',
      /^(?:j['’]habite|habite|je vis|vit|je n['’]habite plus|j['’]ai déménagé) (?:maintenant )?(?:à|au|en|aux|dans|chez)(?=\s)/iu,
    ],
    ['job', /^(?:je )?(?:ne )?travaille (?:plus )?(?:chez|pour|à)(?=\s)/iu],
    ['age', /^(?:a|j['’]ai) \d{1,3} ans$/iu],
  ],
  several: new RegExp(
    String.raw`^(?:[\p{L}]+ )?(?:${KIN}|${PET}|loisirs?|passe-temps|allergies?|langue|voiture|vélo)$`,
    'iu',
  ),
  emptyWords: wordSet(
    'ça ca cela ceci jour jours trucs partie bout info ligne concernant noter notes marqué gardé enregistrer mémorisé parlé mentionné pardon non plutôt tard jamais dis donc ben hein vraiment juste en le la les l un une des du de d et ou à au aux en dans sur pour avec par est sont suis es était ai as a avons avez ont tu ton ta tes te toi t je j mon ma mes me moi m nous notre nos vous votre il elle ils elles son sa ses s ce cette ces cet c que qu qui quoi quel quelle quels quelles où quand comment pourquoi combien ne n pas plus y se si sais sait dit dire propos sujet tout tous chose choses fait faire rappelle souviens encore déjà oui non là bien très quoi ils noté note écrit écris enregistré retenu truc histoire',
  ),
  concepts: [
    ['sport', /^(?:sports?|entra[iî]nements?|entra[iî]nes?|danse|danses|joue|joues)$/u],
    ['name', /^(?:noms?|prénoms?|appelle|appelles|appellent)$/u],
    ['home', /^(?:habit(?:e|es|ez|ent|ons)|vis|vit|vivez|vivent|déménagé)$/u],
    ['job', /^(?:travail(?:le|les|lent|lez)?|métier|profession|employeur|boulot)$/u],
    ['birthday', /^(?:anniversaires?|née?|naissance)$/u],
    ['age', /^(?:ans|âge)$/u],
    ['like', /^(?:aim(?:e|es|ent)|ador(?:e|es|ent))$/u],
    ['favourite', /^(?:préférée?s?|favorite?s?)$/u],
    ['allergy', /^allergi(?:e|es|que|ques)$/u],
  ],
  endings: /(?:ées|ée|és|es|er|ez|ent|s|e|é)$/u,
  headings: { aboutMe: 'À propos de moi', notes: 'Notes', toDo: 'À faire' },
  replies,
}
