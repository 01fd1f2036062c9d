// Claude Code names the folder of a project after the project's own, with "-" in the place of what is no letter or digit
// (earlier of "/" and "." alone). Many projects may have one such name, so that it is never read backwards.

const REPLACED = [/[^A-Za-z0-9]/g, /[/.]/g]

/** The names that a project may have. */
const slugsOf = (project: string): ReadonlySet<string> => new Set(REPLACED.map((each) => project.replaceAll(each, '-')))

/** The projects that each name may stand for. */
export function projectsBySlug(projects: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const project of new Set(projects))
    for (const slug of slugsOf(project)) found.set(slug, [...(found.get(slug) ?? []), project])
  return found
}
