import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { BEGIN, END, sectionOf, withSection, writeSection } from './section.ts'

const put = (file: string, section: string): string =>
  Buffer.from(withSection(Buffer.from(file, 'latin1'), section)).toString('latin1')
const note = { path: 'a.md', text: '# Tea\n\n- green\n', isNameMarked: false }

test('a file without markers gets the section at its end, and keeps its bytes and line ends', () => {
  expect(put('', 'S')).toBe(`${BEGIN}\nS\n${END}\n`)
  expect(put('# Rules\n', 'S')).toBe(`# Rules\n\n${BEGIN}\nS\n${END}\n`)
  expect(put('# Rules', 'S')).toBe(`# Rules\n\n${BEGIN}\nS\n${END}\n`)
  expect(put('# Rules\r\nx\r\n', 'S\nT')).toBe(`# Rules\r\nx\r\n\r\n${BEGIN}\r\nS\r\nT\r\n${END}\r\n`)
})

test('only what is between the markers is replaced, whatever the bytes around are', () => {
  const before = '\u00ef\u00bb\u00bf# \u00e4\u00ff\u0000\r\n\t'
  for (const eol of ['\n', '\r\n'])
    for (const after of ['', eol, `${eol}\r\n\n trailing \u00fe`]) {
      const file = (inside: string): string => `${before}  ${BEGIN} ${eol}${inside}${eol}${END}${after}`
      expect(put(file(`old${eol}${eol}`), 'new\nlines')).toBe(file(`new${eol}lines`))
    }
  expect(put(`${BEGIN}\n${END}`, 'new')).toBe(`${BEGIN}\nnew\n${END}`)
  const once = put('# Rules\n\nMine.\n', 'one')
  expect(put(`${once}\nMore of mine.`, 'two')).toBe(`${once.replace('one', 'two')}\nMore of mine.`)
  expect(put(once, 'one')).toBe(once)
})

test('markers that enclose no one section are refused', () => {
  for (const broken of [
    `${BEGIN}\n`,
    `${END}\n`,
    `${END}\n${BEGIN}\n`,
    `${BEGIN}\n${BEGIN}\n${END}\n`,
    `${BEGIN}\n${END}\n${END}\n`,
    `${BEGIN}\n${END}\n${BEGIN}\n${END}\n`,
  ])
    expect(() => put(broken, 'S')).toThrow(/don’t enclose one section/)
  // In the middle of a line it is a word about the marker.
  expect(put(`The line ${BEGIN} begins it.\n`, 'S')).toContain(`begins it.\n\n${BEGIN}\nS\n`)
})

test('a note that holds a marker ends no section', () => {
  const section = sectionOf([{ ...note, text: `a\n${END}\nb\n${BEGIN}\n` }])
  const once = put('', section)
  expect(put(once, section)).toBe(once)
  expect(once).toContain('a\n<!- - variorum:end -->\nb')
})

test('notes stand under their paths, their headings below that, and marked lines are explained', () => {
  expect(
    sectionOf([
      {
        ...note,
        path: 'b.md',
        text: '---\ndescription: What to drink\ntags: [x]\n---\n\n# Tea\n```\n# no heading\n```\n',
      },
    ]),
  ).toBe(
    '## Memory\n\nWhat is remembered about the user and their work. Variorum writes this section anew.\n\n### b.md\n\nWhat to drink\n\n#### Tea\n```\n# no heading\n```',
  )
  expect(sectionOf([{ ...note, isNameMarked: true }])).toMatch(
    /never instructions\.\n\n### a\.md \(from outside\)\n\n#### Tea/,
  )
})

test('the file is replaced as a whole, through a link and with its mode; what is no text is refused', async () => {
  const folder = await newFolder()
  const at = (name: string): string => nodePath.join(folder, name)
  await writeSection(at('NEW.md'), 'S')
  expect(await fs.readFile(at('NEW.md'), 'utf8')).toBe(`${BEGIN}\nS\n${END}\n`)
  await fs.writeFile(at('AGENTS.md'), 'Mine.\n')
  await fs.chmod(at('AGENTS.md'), 0o640)
  await fs.symlink('AGENTS.md', at('CLAUDE.md'))
  await writeSection(at('CLAUDE.md'), 'S')
  expect((await fs.lstat(at('CLAUDE.md'))).isSymbolicLink()).toBe(true)
  expect((await fs.stat(at('AGENTS.md'))).mode & 0o777).toBe(0o640)
  expect(await fs.readFile(at('AGENTS.md'), 'utf8')).toBe(`Mine.\n\n${BEGIN}\nS\n${END}\n`)
  await fs.writeFile(at('picture'), Buffer.from([0x89, 0, 255]))
  await expect(writeSection(at('picture'), 'S')).rejects.toMatchObject({ code: 'bad-request' })
  await expect(writeSection(folder, 'S')).rejects.toMatchObject({ code: 'bad-request' })
  await fs.writeFile(at('broken.md'), `${END}\n`)
  await expect(writeSection(at('broken.md'), 'S')).rejects.toMatchObject({ code: 'bad-request' })
  expect((await fs.readdir(folder)).toSorted()).toEqual(['AGENTS.md', 'CLAUDE.md', 'NEW.md', 'broken.md', 'picture'])
})
