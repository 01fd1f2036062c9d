import type { Replies } from './replies.ts'

const files = (count: number): string => (count < 2 ? `${count} fichier` : `${count} fichiers`)

export const FR: Replies = {
  whatIAm:
    'Modèle de démonstration : il fonctionne hors ligne et suit quelques règles fixes. Il ne comprend pas la langue.',
  help: 'Je peux enregistrer, corriger, retrouver, supprimer des faits et annuler une modification. Par exemple :',
  examples: [
    'Souviens-toi que Ana est allergique aux noix',
    'Non, Ana est allergique aux crevettes',
    'Annule ça',
    'Que sais-tu de Ana ?',
    'De quoi te souviens-tu ?',
  ],
  helpIsAbove: 'Les exemples ci-dessus montrent ce que je sais faire.',
  notUnderstood: 'Je n’ai pas compris. Rien n’a été enregistré.',
  greeting: 'Bonjour. Dites-moi quelque chose à retenir, ou demandez ce que je sais.',
  fine: 'Tout va bien. Dites-moi quelque chose à retenir, ou demandez ce que je sais.',
  welcome: 'De rien.',
  goodbye: 'Au revoir. Ce qui est enregistré le reste.',
  agreed: 'Bien. Rien de nouveau n’a été enregistré.',
  whatIsRight: 'Qu’est-ce qui est juste ? Dites-le en une phrase, par exemple « En fait, … ». Rien n’a été modifié.',
  nothingKept: 'Compris. Rien n’a été enregistré.',
  nothingChanged: 'D’accord. Rien n’a été modifié.',
  nothingToSave: 'Tout ce que tu m’as demandé de retenir est déjà enregistré ; il n’y a plus rien à enregistrer.',
  cannotRemind:
    'Je ne peux pas vous envoyer de rappel : je ne réponds que lorsque vous écrivez. Pour en garder une note, dites « Retiens que … ». Rien n’a été enregistré.',
  cannotDo:
    'Je ne sais pas faire cela : je peux seulement enregistrer, retrouver, corriger et supprimer des faits. Rien n’a été enregistré.',
  whatToSave: 'Que faut-il retenir ? Dites-le en une phrase : « Retiens que … ».',
  tooLong: (characters, limit) =>
    `Ce message compte ${characters} caractères et j’en lis ${limit} au plus. Je n’en ai rien lu et rien n’a été enregistré. Envoyez les faits dans des messages plus courts.`,
  unsure: (sentence) =>
    `Non enregistré, car je ne suis pas sûr que ce soit durable : « ${sentence} ». Pour l’enregistrer, dites « Retiens que … ».`,
  whoIsMeant: (sentence) =>
    `Non enregistré, car je ne sais pas de qui il s’agit : « ${sentence} ». Redites-le avec le nom.`,

  saved: (path, line) => `Enregistré dans \`${path}\` : **${line}**`,
  added: (path, line) => `Ajouté à \`${path}\` : **${line}**`,
  changed: (path, line, before) => `Modifié dans \`${path}\` : **${line}** (avant : ${before})`,
  already: (path, line) => `Déjà dans \`${path}\` : **${line}**`,
  removed: (path, line) => `Supprimé de \`${path}\` : **${line}**`,
  removedLast: (path, line) => `Supprimé : **${line}** (\`${path}\` était vide ensuite et a été supprimé)`,
  removedFile: (path) => `Supprimé : tout \`${path}\``,
  removedEmpty: (path) => `Supprimé : \`${path}\` était vide`,
  renamed: (from, to) => `Renommé : \`${from}\` s’appelle maintenant \`${to}\``,
  failed: (why) => `Cela n’a pas marché : ${why}`,

  remembered: 'Voici ce que j’ai en mémoire :',
  empty: 'La mémoire est vide. Pour ajouter quelque chose, dites « Retiens que … ».',
  emptyFile: '(vide)',
  nothingMatches:
    'Rien en mémoire n’y correspond, et je ne sais que ce qui est en mémoire. Pour ajouter quelque chose, dites « Retiens que … ».',
  nothingAboutYou: 'Il n’y a encore rien sur vous en mémoire. Dites par exemple « Je m’appelle … ».',
  notRead: (paths) => `Non lu : ${paths}`,
  counted: (count, facts) => `${files(count)} et ${facts < 2 ? `${facts} ligne` : `${facts} lignes`} en mémoire.`,
  manyFiles: (count) => `${files(count)} en mémoire.`,
  nothingToForget: (about) =>
    `Rien en mémoire sur « ${about} » : il n’y avait rien à supprimer. Pour tout voir, demandez « De quoi te souviens-tu ? »`,
  nothingToTidy: 'Rien à ranger : aucune ligne en double, aucun fichier vide.',
  noFile: (name) => `Il n’y a pas de fichier « ${name} » en mémoire.`,
  noLine: (text) => `Aucune ligne ne contient « ${text} ». Rien n’a été modifié.`,
  nothingToCorrect: (said) =>
    `Je ne sais pas quelle ligne « ${said} » corrige, donc rien n’a été modifié. Dites « Remplace … par … ».`,
  severalLines: (text) => `Plusieurs lignes contiennent « ${text} ». Rien n’a été modifié. Dites laquelle.`,

  undone: (message) => `Annulé : les modifications faites après « ${message} »`,
  undoneAgain: 'C’est déjà annulé. Rien n’a été modifié.',
  nothingToUndo: 'Je n’ai rien modifié dans cette conversation : il n’y a rien à annuler.',
  useUndoButton:
    'Les fichiers ont changé depuis, je n’ai donc rien fait. Utilisez le bouton « Undo » de la carte ci-dessus : il garde les modifications suivantes.',
  useRedoButton: 'Je ne peux pas rétablir. Utilisez le bouton de la carte de ma dernière modification.',
  because: (files, message) => `J’ai modifié ${files} à cause de votre message : « ${message} »`,
  noChangeYet: 'Je n’ai encore rien enregistré ni modifié dans cette conversation.',
  noChangeAbout: 'Je n’ai rien enregistré ni modifié à ce sujet dans cette conversation.',
}
