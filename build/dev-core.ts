import { main } from '../electron/cli/main.ts'

// The core from its sources, for `npm run dev`: Node restarts it whenever one of them changes.

process.exitCode = await main(process.argv.slice(2))
