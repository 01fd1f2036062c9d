import { EN } from './en.ts'
import type { Phrasebook } from './language.ts'

export const ZH: Phrasebook = {
  code: 'zh',
  marks: /(?<![\p{Script=Hiragana}\p{Script=Katakana}])\p{Script=Han}(?!\p{Script=Hiragana}|\p{Script=Katakana})/gu,
  phrases: {
    greet: /^(?:你好|您好|大家好|早上好|晚上好|嗨)[呀啊]?$/u,
    thank: /^(?:谢谢|多谢|感谢)(?:你|您|啦|了)?$/u,
    help: /^(?:帮助|你能做什么|你会什么|你是谁)$/u,
    undo: /^(?:(?:请)?(?:撤销|撤回|取消)(?:这个|刚才的|上一个|一下|更改|吧)*|(?:把)?(?:这个|这条|刚才的|那个)(?:忘掉|忘了|删掉|删了|撤销)吧?)$/u,
    list: /^你?(?:都)?(?:记得|记住了|知道|保存了)(?:些)?什么$/u,
    ask: /^你?(?:知道|记得)(?:关于)?(?<about>.+?)的?(?:什么|哪些事?|情况)$/u,
    forget: /^(?:请)?(?:忘掉|忘记|忘了|删掉|删除)(?:关于|所有关于)?(?<about>.+?)(?:的事|的一切|的内容)?$/u,
    remember:
      /^(?:(?:请|帮我)?(?:记住|记下|记一下|记下来|保存)[：:，,]?|(?=我叫|我住在|我是|我喜欢|我的名字是))(?<about>.+)$/u,
    correct: /^(?:不对|不是|错了|其实|更正|说错了)[，,：:。！]?\s*(?<about>.+)$/u,
  },
  subject:
    /^(?:(?<me>我.*)|(?<name>[\p{Script=Han}·]{1,3}?)(?<rest>(?:不|也|还|很)?(?:对|住|在|是|有|叫|喜欢|讨厌|爱|吃|喝|会|过敏|来自|生日).*))$/u,
  asSentence: (clause) => clause,
  headings: { aboutMe: '关于我', notes: '笔记' },
  replies: {
    ...EN.replies,
    whatIAm: '演示模型：离线运行，只按几条固定规则工作，中文只认得几种说法。',
    help: '我可以保存、更正、查找、删除内容，也可以撤销更改。例如：',
    examples: ['请记住安娜对坚果过敏', '不对，安娜对海鲜过敏', '撤销', '你知道安娜的什么？', '你记得什么？'],
    helpIsAbove: '上面的例子就是我能做的事。',
    unknown: '我没有看懂。没有保存任何内容。',
    greet: '你好。告诉我要记住的事，或者问我记得什么。',
    thank: '不客气。',
    nothingToSave: '你让我记住的内容都已保存，没有其他需要保存的了。',
    unsure: (sentence) => `没有保存，因为我不确定这是不是长期有效的事实：“${sentence}”。要保存，请说“请记住……”。`,
    saved: (path, line) => `已保存到 \`${path}\`：**${line}**`,
    added: (path, line) => `已添加到 \`${path}\`：**${line}**`,
    changed: (path, line, before) => `已在 \`${path}\` 中更改：**${line}**（之前：${before}）`,
    already: (path, line) => `\`${path}\` 中已有：**${line}**`,
    removed: (path, line) => `已从 \`${path}\` 删除：**${line}**`,
    removedFile: (path) => `已删除：\`${path}\` 的全部内容`,
    failed: (why) => `没有成功：${why}`,
    remembered: '我记得的内容：',
    empty: '记忆是空的。要添加内容，请说“请记住……”。',
    and: (some, more) => `${some}，以及另外 ${more} 个`,
    foundNothing: (count, names, about) =>
      `我查看了 ${count} 个文件${names === '' ? '' : `（${names}）`}，没有找到关于${about === null ? '你' : `“${about}”`}的内容。我只知道记忆里的内容。要添加内容，请说“请记住……”。`,
    notAll: (read, all) => `我查看了 ${all} 个文件中的 ${read} 个。`,
    notRead: (paths) => `未读取：${paths}`,
    nothingToCorrect: (said) => `我不知道“${said}”要更正哪一行，所以没有更改任何内容。`,
    undone: (message) => `已撤销：因“${message}”而做的更改`,
    undoneAgain: '已经撤销过了。没有更改任何内容。',
    nothingToUndo: '我在这个对话中没有更改任何内容，所以没有可撤销的。',
    useUndoButton: '文件之后又有变化，所以我什么也没做。请用上面卡片的“撤销”按钮：它会保留之后的更改。',
  },
}
