import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { saying } from '../../../testing/saying.ts'
import { openStore } from '../open-store.ts'
import { allow } from '../tests/store-fixture.ts'
import { isHiddenPlace, type Surroundings, whyRefusedPlace } from './refused-folders.ts'

const LINUX: Surroundings = {
  platform: 'linux',
  env: {},
  user: '/home/ada',
  temporary: ['/tmp', '/var/tmp'],
  own: '/home/ada/.config/Variorum',
}
const MAC: Surroundings = {
  platform: 'darwin',
  env: {},
  user: '/Users/ada',
  temporary: ['/private/var/folders/x/T', '/private/tmp'],
  own: '/Users/ada/Library/Application Support/Variorum',
}
const WINDOWS: Surroundings = {
  platform: 'win32',
  env: { SystemRoot: 'C:\\Windows', APPDATA: 'D:\\Roaming', ProgramFiles: 'E:\\Programs' },
  user: 'C:\\Users\\Ada',
  temporary: ['C:\\Users\\Ada\\AppData\\Local\\Temp'],
  own: 'D:\\Roaming\\Variorum',
}
const SILVERBLUE: Surroundings = { ...LINUX, user: '/var/home/ada', own: '/var/home/ada/.config/Variorum' }
const ROOT: Surroundings = { ...LINUX, user: '/root', own: '/root/.config/Variorum' }
const ELSEWHERE: Surroundings = { ...LINUX, own: '/data/app/home' }
const XDG: Surroundings = { ...LINUX, env: { XDG_CONFIG_HOME: '/home/ada/cfg', XDG_DATA_HOME: '/data/ada' } }

const SYSTEM = 'system and program files'
const KEYS = 'keys and passwords'
const STARTED = 'run automatically'
const PROFILE = 'browser profile'
const DATA = 'other programs’ data'
const OWN = 'Variorum’s own settings'

const REFUSED: readonly (readonly [around: Surroundings, folder: string, why: string])[] = [
  [LINUX, '/', 'root of the file system'],
  [LINUX, '/home', 'contains users’ home folders'],
  [LINUX, '/home/ada', 'your home folder'],
  [LINUX, '/etc', SYSTEM],
  [LINUX, '/etc/cron.d', SYSTEM],
  [LINUX, '/usr/local/share/notes', SYSTEM],
  [LINUX, '/run/user/1000/notes', SYSTEM],
  [LINUX, '/run/media', SYSTEM],
  [LINUX, '/tmp', 'many other things'],
  [LINUX, '/home/ada/.ssh', KEYS],
  [LINUX, '/home/ada/.ssh/notes', KEYS],
  [LINUX, '/home/ada/.gnupg', KEYS],
  [LINUX, '/home/ada/.aws', KEYS],
  [LINUX, '/home/ada/.kube/cache', KEYS],
  [LINUX, '/home/ada/.password-store/work', KEYS],
  [LINUX, '/home/ada/.local/share/keyrings', KEYS],
  [LINUX, '/home/ada/.config/autostart', STARTED],
  [LINUX, '/home/ada/.config/systemd/user', STARTED],
  [LINUX, '/home/ada/.local/bin', STARTED],
  [LINUX, '/home/ada/.local/share/applications', STARTED],
  [LINUX, '/home/ada/.mozilla/firefox', PROFILE],
  [LINUX, '/home/ada/.config/chromium/Default', PROFILE],
  [LINUX, '/home/ada/.config', 'it contains'],
  [LINUX, '/home/ada/.local', 'it contains'],
  [LINUX, '/home/ada/.local/share', 'it contains'],
  [LINUX, '/home/ada/.config/Variorum', OWN],
  [LINUX, '/home/ada/.config/Variorum/stores/x', OWN],
  [ELSEWHERE, '/data/app/home/conversations', OWN],
  [ELSEWHERE, '/data/app', `contains a folder used for ${OWN}`],
  [ELSEWHERE, '/data', `contains a folder used for ${OWN}`],
  [XDG, '/home/ada/cfg/autostart', STARTED],
  [XDG, '/data/ada/keyrings', KEYS],
  [SILVERBLUE, '/var/home', SYSTEM],
  [SILVERBLUE, '/var/home/ada', 'your home folder'],
  [SILVERBLUE, '/var/home/ada/.ssh', KEYS],
  [SILVERBLUE, '/var/lib/notes', SYSTEM],
  [ROOT, '/root', 'your home folder'],
  [ROOT, '/root/.ssh', KEYS],
  [LINUX, '/root/notes', SYSTEM],
  [MAC, '/', 'root of the file system'],
  [MAC, '/Users', 'contains users’ home folders'],
  [MAC, '/users/ADA', 'your home folder'],
  [MAC, '/System/Library', SYSTEM],
  [MAC, '/Library/LaunchDaemons', SYSTEM],
  [MAC, '/private/var/folders/x', SYSTEM],
  [MAC, '/private/etc', SYSTEM],
  [MAC, '/Volumes', 'many other things'],
  [MAC, '/Users/ada/Library', DATA],
  [MAC, '/Users/ada/library/LAUNCHAGENTS', DATA],
  [MAC, '/Users/ada/Library/Keychains', DATA],
  [MAC, '/Users/ada/Library/CloudStorage', DATA],
  [MAC, '/Users/ada/Library/Application Support/Code/User/globalStorage', DATA],
  [MAC, '/Users/ada/Library/Application Support/Code/User/globalStorage/github.copilot-chat/memory-tool', DATA],
  [MAC, '/Users/ada/.SSH', KEYS],
  [MAC, '/Users/ada/Library/Application Support/Variorum', OWN],
  [WINDOWS, 'C:\\', 'root of the file system'],
  [WINDOWS, 'D:\\', 'root of the file system'],
  [WINDOWS, 'C:\\Users', 'contains users’ home folders'],
  [WINDOWS, 'c:\\users\\ada', 'your home folder'],
  [WINDOWS, 'c:\\WINDOWS\\System32', SYSTEM],
  [WINDOWS, 'D:\\Windows', SYSTEM],
  [WINDOWS, 'C:\\Program Files (x86)\\x', SYSTEM],
  [WINDOWS, 'E:\\Programs\\x', SYSTEM],
  [WINDOWS, 'C:\\ProgramData\\Microsoft\\Windows\\Start Menu', SYSTEM],
  [WINDOWS, 'C:\\Users\\Ada\\AppData\\Local\\Google\\Chrome\\User Data', DATA],
  [WINDOWS, 'C:\\Users\\Ada\\AppData\\Local\\Temp', DATA],
  [WINDOWS, 'D:\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup', DATA],
  [WINDOWS, 'C:\\Users\\Ada\\Documents\\WindowsPowerShell', STARTED],
  [WINDOWS, 'C:\\Users\\Ada\\.ssh', KEYS],
  [WINDOWS, 'D:\\Roaming\\Variorum', OWN],
]

test.for(REFUSED)('%# refused: $1', ([around, folder, why]) => {
  expect(whyRefusedPlace(folder, around)).toEqual(saying(why))
})

const ALLOWED: readonly (readonly [around: Surroundings, folder: string])[] = [
  [LINUX, '/home/ada/Documents/Variorum/memory'],
  [LINUX, '/home/ada/notes'],
  [LINUX, '/home/ada/.config/Variorum/memory'],
  [LINUX, '/home/ada/.notes'],
  [LINUX, '/home/ada/.local/share/notes'],
  [LINUX, '/home/ada/.sshx'],
  [LINUX, '/home/ada/.SSH'],
  [LINUX, '/tmp/x'],
  [LINUX, '/var/tmp/x'],
  [LINUX, '/run/media/ada/stick'],
  [LINUX, '/media/ada/stick/notes'],
  [LINUX, '/mnt/data'],
  [LINUX, '/data/notes'],
  [ELSEWHERE, '/data/app/home/memory'],
  [ELSEWHERE, '/data/app/homes'],
  [SILVERBLUE, '/var/home/ada/notes'],
  [SILVERBLUE, '/var/mnt/stick'],
  [ROOT, '/root/notes'],
  [MAC, '/Users/ada/Documents/notes'],
  [MAC, '/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/notes'],
  [MAC, '/Users/ada/Library/CloudStorage/Dropbox/notes'],
  [MAC, '/Volumes/stick'],
  [MAC, '/private/var/folders/x/T/notes'],
  [WINDOWS, 'C:\\Users\\Ada\\Documents\\notes'],
  [WINDOWS, 'C:\\Users\\Ada\\AppData\\Local\\Temp\\x'],
  [MAC, '/Users/ada/Library/Application Support/Code/User/globalStorage/github.copilot-chat/memory-tool/memories'],
  [WINDOWS, 'D:\\Roaming\\Code - Insiders\\User\\globalStorage\\github.copilot-chat\\memory-tool\\memories'],
  [WINDOWS, 'D:\\notes'],
  [WINDOWS, 'D:\\Roaming\\Variorum\\memory'],
]

test.for(ALLOWED)('%# allowed: $1', ([around, folder]) => {
  expect(whyRefusedPlace(folder, around)).toBeNull()
})

const HIDDEN: readonly (readonly [around: Surroundings, folder: string])[] = [
  ...['.notes', 'a/.b/c', '.bashrc.d', '.zshrc.d', '.xmonad', '.hammerspoon', '.dotfiles', '.gradle/init.d'].map(
    (name) => [LINUX, `/home/ada/${name}`] as const,
  ),
  ...['sway', 'hypr', 'tmux', 'direnv', 'containers', 'Code/User', 'a-program-of-tomorrow/start.d'].map(
    (name) => [LINUX, `/home/ada/.config/${name}`] as const,
  ),
  [LINUX, '/home/ada/.ipython/profile_default/startup'],
  [LINUX, '/home/ada/.local/share/tor'],
  [LINUX, '/data/.notes'],
  [XDG, '/home/ada/cfg/sway'],
  [XDG, '/data/ada/notes'],
  [{ ...LINUX, env: { ZDOTDIR: '/home/ada/zsh' } }, '/home/ada/zsh'],
  [MAC, '/Users/ada/.hammerspoon'],
  [WINDOWS, 'c:\\users\\ADA\\.notes'],
  [WINDOWS, 'D:\\.notes'],
]
const SHOWN: readonly (readonly [around: Surroundings, folder: string])[] = [
  [LINUX, '/home/ada/notes'],
  [LINUX, '/home/ada/a..b/c.d'],
  [LINUX, '/data/notes'],
  [LINUX, '/home/ada/.config/Variorum/memory'],
  [{ ...LINUX, user: '/data/.homes/ada' }, '/data/.homes/ada/notes'],
  [{ ...LINUX, env: { ZDOTDIR: '/home/ada', XDG_CONFIG_HOME: '/' } }, '/home/ada/notes'],
  [XDG, '/data/notes'],
  [WINDOWS, 'D:\\notes'],
]

test('a folder is hidden by a part of its path, or where programs look for their settings', () => {
  const hidden = ([around, folder]: readonly [Surroundings, string]): boolean => isHiddenPlace(folder, around)
  expect(HIDDEN.filter((each) => !hidden(each))).toEqual([])
  expect(SHOWN.filter(hidden)).toEqual([])
})

test('a hidden folder is neither made nor opened without a word of the user, a known store is', async () => {
  const home = await newFolder()
  const dir = `${await newFolder()}/.notes`
  const open = (hidden?: boolean): Promise<string> =>
    openStore({
      dir,
      home,
      device: deviceOf(dir),
      gate: allow,
      watch: false,
      ...(hidden !== undefined && { hidden }),
    }).then(
      (store) => store.close().then(() => 'opened'),
      (error: unknown) => String(error),
    )
  expect(await open()).toContain('hidden')
  await expect(fs.stat(dir)).rejects.toThrow('ENOENT')
  await fs.mkdir(dir)
  expect(await open()).toContain('hidden')
  expect(await fs.readdir(dir)).toEqual([])
  expect(await open(true)).toBe('opened')
  expect(await open()).toBe('opened')
})

test('a refused folder is not made, and one that is a store of this device stays usable', async () => {
  const home = await newFolder()
  const open = (dir: string, own = home): Promise<string> =>
    openStore({ dir, home: own, device: deviceOf(`${home}/stick`), gate: allow, watch: false }).then(
      (store) => store.close().then(() => 'opened'),
      (error: unknown) => String(error),
    )
  expect(await open(`${home}/a/b`)).toContain(OWN)
  await fs.symlink(home, `${home}.link`)
  expect(await open(`${home}.link/a`)).toContain(OWN)
  expect(await fs.readdir(home)).toEqual([])
  expect(await open(`${home}/memory`)).toBe('opened')
  expect(await open(`${home}/stick`, '/nowhere')).toBe('opened')
  expect(await open(`${home}/stick`)).toBe('opened')
})
