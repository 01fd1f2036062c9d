import type { Replies } from './replies.ts'

export const JA: Replies = {
  whatIAm: 'デモモデル：オフラインで、いくつかの決まったルールだけで動きます。言葉は理解しません。',
  help: '事実の保存、訂正、検索、削除と、変更の取り消しができます。例：',
  examples: [
    'アナはナッツアレルギーだと覚えておいて',
    'いいえ、アナは甲殻類アレルギーです',
    '元に戻して',
    'アナについて何を知っていますか？',
    '何を覚えていますか？',
  ],
  helpIsAbove: 'できることは上の例のとおりです。',
  notUnderstood: '分かりませんでした。何も保存していません。',
  greeting: 'こんにちは。覚えてほしいことを言うか、覚えていることを聞いてください。',
  fine: '問題ありません。覚えてほしいことを言うか、覚えていることを聞いてください。',
  welcome: 'どういたしまして。',
  goodbye: 'さようなら。保存した内容はそのまま残ります。',
  agreed: '分かりました。新しく保存したものはありません。',
  whatIsRight: '正しくは何ですか？「実は…」のように一文で言ってください。何も変更していません。',
  nothingKept: '分かりました。何も保存していません。',
  nothingChanged: '分かりました。何も変更していません。',
  nothingToSave: '覚えるように言われたことはすべて保存済みなので、ほかに保存するものはありません。',
  cannotRemind:
    'リマインドはできません。メッセージを受け取ったときにだけ答えます。メモにするには「〜と覚えておいて」と言ってください。何も保存していません。',
  cannotDo: 'それはできません。できるのは事実の保存、検索、訂正、削除だけです。何も保存していません。',
  whatToSave: '何を覚えますか？「〜と覚えておいて」と一文で言ってください。',
  tooLong: (characters, limit) =>
    `このメッセージは ${characters} 文字です。読めるのは ${limit} 文字までなので、まったく読まず、何も保存していません。短く分けて送ってください。`,
  unsure: (sentence) =>
    `ずっと当てはまる事実か分からないため、保存していません：「${sentence}」。保存するには「〜と覚えておいて」と言ってください。`,
  whoIsMeant: (sentence) =>
    `誰のことか分からないため、保存していません：「${sentence}」。名前を入れてもう一度言ってください。`,

  saved: (path, line) => `\`${path}\` に保存しました：**${line}**`,
  added: (path, line) => `\`${path}\` に追加しました：**${line}**`,
  changed: (path, line, before) => `\`${path}\` を変更しました：**${line}**（変更前：${before}）`,
  already: (path, line) => `すでに \`${path}\` にあります：**${line}**`,
  removed: (path, line) => `\`${path}\` から削除しました：**${line}**`,
  removedLast: (path, line) => `削除しました：**${line}**（\`${path}\` は空になったので削除しました）`,
  removedFile: (path) => `削除しました：\`${path}\` のすべて`,
  removedEmpty: (path) => `削除しました：\`${path}\` は空でした`,
  renamed: (from, to) => `名前を変更しました：\`${from}\` は \`${to}\` になりました`,
  failed: (why) => `うまくいきませんでした：${why}`,

  remembered: '覚えていること：',
  empty: 'まだ何も保存されていません。追加するには「〜と覚えておいて」と言ってください。',
  emptyFile: '（空）',
  nothingMatches:
    '該当する内容はありません。分かるのは保存されている内容だけです。追加するには「〜と覚えておいて」と言ってください。',
  nothingAboutYou: 'あなたのことはまだ何も保存されていません。例えば「私の名前は…です」と言ってください。',
  notRead: (paths) => `読んでいないもの：${paths}`,
  counted: (count, facts) => `${count} 個のファイル、${facts} 行が保存されています。`,
  manyFiles: (count) => `${count} 個のファイルが保存されています。`,
  nothingToForget: (about) =>
    `「${about}」についての内容はないので、削除するものはありませんでした。全部見るには「何を覚えていますか？」と聞いてください。`,
  nothingToTidy: '整理するものはありません。重複した行も空のファイルもありません。',
  noFile: (name) => `「${name}」というファイルはありません。`,
  noLine: (text) => `「${text}」を含む行はありません。何も変更していません。`,
  nothingToCorrect: (said) =>
    `「${said}」がどの行の訂正か分からないため、何も変更していません。「〜を〜に変更して」と言ってください。`,
  severalLines: (text) => `「${text}」を含む行が複数あります。何も変更していません。どれか教えてください。`,

  undone: (message) => `元に戻しました：「${message}」による変更`,
  undoneAgain: 'すでに元に戻っています。何も変更していません。',
  nothingToUndo: 'この会話では何も変更していないので、元に戻すものはありません。',
  useUndoButton:
    'その後ファイルが変わったため、何もしていません。上のカードの「Undo」ボタンを使ってください。後の変更は残ります。',
  useRedoButton: 'やり直しはできません。最後の変更のカードにあるボタンを使ってください。',
  because: (files, message) => `${files} を変更した理由はこのメッセージです：「${message}」`,
  noChangeYet: 'この会話ではまだ何も保存も変更もしていません。',
  noChangeAbout: 'この会話では、それについて何も保存も変更もしていません。',
}
