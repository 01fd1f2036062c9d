import { main } from './main.ts'

// The command line as a program. The build makes one CommonJS file of it, so nothing is awaited here.

export { main }

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
