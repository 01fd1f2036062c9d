import { describe, expect, test } from 'vitest'
import { ProgramId, Scope } from './program-ids.ts'
import { PROGRAMS, type System } from './programs.ts'

/** Where each program has its file for the account, by system. */
const FILES: Readonly<Record<'linux' | 'darwin' | 'win32', Readonly<Record<ProgramId, string>>>> = {
  linux: {
    'claude-code': '/home/ana/.claude.json',
    'claude-desktop': '/home/ana/.config/Claude/claude_desktop_config.json',
    codex: '/home/ana/.codex/config.toml',
    cursor: '/home/ana/.cursor/mcp.json',
    gemini: '/home/ana/.gemini/settings.json',
    opencode: '/home/ana/.config/opencode/opencode.jsonc',
    vscode: '/home/ana/.config/Code/User/mcp.json',
    windsurf: '/home/ana/.codeium/windsurf/mcp_config.json',
    zed: '/home/ana/.config/zed/settings.json',
  },
  darwin: {
    'claude-code': '/Users/ana/.claude.json',
    'claude-desktop': '/Users/ana/Library/Application Support/Claude/claude_desktop_config.json',
    codex: '/Users/ana/.codex/config.toml',
    cursor: '/Users/ana/.cursor/mcp.json',
    gemini: '/Users/ana/.gemini/settings.json',
    opencode: '/Users/ana/.config/opencode/opencode.jsonc',
    vscode: '/Users/ana/Library/Application Support/Code/User/mcp.json',
    windsurf: '/Users/ana/.codeium/windsurf/mcp_config.json',
    zed: '/Users/ana/.config/zed/settings.json',
  },
  win32: {
    'claude-code': 'C:\\Users\\ana\\.claude.json',
    'claude-desktop': 'D:\\Roaming\\Claude\\claude_desktop_config.json',
    codex: 'C:\\Users\\ana\\.codex\\config.toml',
    cursor: 'C:\\Users\\ana\\.cursor\\mcp.json',
    gemini: 'C:\\Users\\ana\\.gemini\\settings.json',
    opencode: 'C:\\Users\\ana\\.config\\opencode\\opencode.jsonc',
    vscode: 'D:\\Roaming\\Code\\User\\mcp.json',
    windsurf: 'C:\\Users\\ana\\.codeium\\windsurf\\mcp_config.json',
    zed: 'D:\\Roaming\\Zed\\settings.json',
  },
}
const SYSTEMS: Readonly<Record<keyof typeof FILES, System>> = {
  linux: { platform: 'linux', env: {}, userHome: '/home/ana', project: '/p' },
  darwin: { platform: 'darwin', env: {}, userHome: '/Users/ana', project: '/p' },
  win32: { platform: 'win32', env: { APPDATA: 'D:\\Roaming' }, userHome: 'C:\\Users\\ana', project: 'C:\\p' },
}

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', (platform) => {
  test.each(ProgramId.options)('the file of %s', (id) => {
    const system = SYSTEMS[platform]
    const { folder, files } = PROGRAMS[id].places.user ?? { folder: () => '', files: [''] }
    expect(`${folder(system)}${platform === 'win32' ? '\\' : '/'}${files[0]}`).toBe(FILES[platform][id])
  })
})

test('a variable moves the file, if it names a whole path', () => {
  const folderOf = (id: ProgramId, env: System['env']): string | undefined =>
    PROGRAMS[id].places.user?.folder({ ...SYSTEMS.linux, env })
  expect(folderOf('claude-code', { CLAUDE_CONFIG_DIR: '/cc' })).toBe('/cc')
  expect(folderOf('codex', { CODEX_HOME: '/cx' })).toBe('/cx')
  expect(folderOf('codex', { CODEX_HOME: '' })).toBe('/home/ana/.codex')
  expect(folderOf('codex', { CODEX_HOME: 'cx' })).toBe('/home/ana/.codex')
  expect(folderOf('gemini', { GEMINI_CLI_HOME: '/g' })).toBe('/g/.gemini')
  for (const id of ['claude-desktop', 'opencode', 'vscode', 'zed'] as const)
    expect(folderOf(id, { XDG_CONFIG_HOME: '/xdg' })).toMatch(/^\/xdg\//)
})

test('all files of a project are in it', () => {
  for (const id of ProgramId.options)
    for (const scope of Scope.options.filter((each) => each === 'project')) {
      const folder = PROGRAMS[id].places[scope]?.folder(SYSTEMS.linux) ?? '/p'
      expect(folder).toMatch(/^\/p(?:\/\.[a-z]+)?$/)
    }
})
