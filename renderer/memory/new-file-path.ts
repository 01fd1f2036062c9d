/** The path of a file that is named like this. A name without an ending gets one: "Trip notes" is `trip-notes.md`. */
export function newFilePath(name: string): string {
  const folders = name
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const last = folders.pop() ?? ''
  const file = last === '' || /.\.[^.\s]+$/u.test(last) ? last : `${last.toLowerCase().replace(/\s+/gu, '-')}.md`
  return [...folders, file].join('/')
}
