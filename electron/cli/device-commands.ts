import type { Command } from 'commander'
import { z } from 'zod'
import { oneOf } from './arguments.ts'
import { addRemote, changeDevices, clone, listDevices, removeRemote, showRemote, sync } from './devices.ts'
import type { Place } from './place.ts'

const OnOff = z.enum(['on', 'off'])
const REMOTE = 'a git repository: https://…, ssh://…, user@host:path, or a folder with a bare one'

/** One memory on several devices. */
export function addDeviceCommands(variorum: Command, place: () => Place): void {
  const remote = variorum
    .command('remote')
    .description('the git remote through which your devices share this memory; without a verb, show it')
    .option('--json', 'print JSON')
    .action((options: Parameters<typeof showRemote>[1]) => showRemote(place(), options))
  remote
    .command('add')
    .description('share this memory through a remote; nothing is sent yet')
    .argument('<url>', REMOTE)
    .option('--name <name>', 'what this device is called there (default: the computer’s name)')
    .action((url: string, options: Parameters<typeof addRemote>[2]) => addRemote(place(), url, options))
  remote
    .command('remove')
    .description('no longer share it from this device; what is there and here stays')
    .action(() => removeRemote(place()))
  variorum
    .command('sync')
    .description('receive what other devices wrote, merge it, and send what this one wrote')
    .option('--json', 'print JSON')
    .option('--join', 'go on although the remote has another history, or was put back to an earlier state')
    .action((options: Parameters<typeof sync>[1]) => sync(place(), options))
  variorum
    .command('clone')
    .description('bring a memory from a remote into a new folder')
    .argument('<url>', REMOTE)
    .argument('<folder>', 'an empty folder, or one to be made')
    .option('--name <name>', 'what this device is called there (default: the computer’s name)')
    .option('--json', 'print JSON')
    .action((url: string, folder: string, options: Parameters<typeof clone>[2]) =>
      clone(place(), [url, folder], options),
    )
  addDevices(variorum, place)
}

function addDevices(variorum: Command, place: () => Place): void {
  const devices = variorum
    .command('devices')
    .description('list the devices that share this memory, with the codes of their keys')
    .option('--json', 'print one device per line')
    .action((options: Parameters<typeof listDevices>[1]) => listDevices(place(), options))
  devices
    .command('admit')
    .description('what this device signs counts as what it says it is; compare the code with the one shown there')
    .argument('<code>')
    .action((admit: string) => changeDevices(place(), { admit }))
  devices
    .command('remove')
    .description('what this device sends from now on counts as text from outside')
    .argument('<code or name>')
    .action((remove: string) => changeDevices(place(), { remove }))
  devices
    .command('sentences')
    .description(
      'whether the other devices get the sentences that lines come from, with the titles of their conversations',
    )
    .argument('<on or off>', 'on, or off (the default)', oneOf(OnOff))
    .action((word: z.infer<typeof OnOff>) => changeDevices(place(), { tellsSentences: word === 'on' }))
  devices
    .command('name')
    .description('call this device something else')
    .argument('<name>')
    .action((name: string) => changeDevices(place(), { name }))
}
