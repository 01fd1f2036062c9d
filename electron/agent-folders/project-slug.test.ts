import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectsBySlug } from './project-slug.ts'

const name = fc.oneof(fc.constantFrom('a', 'b', 'a-b', 'a.b', 'a_b', 'é'), fc.string({ minLength: 1, maxLength: 3 }))
const project = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`)

test('a name fits every project that it may have been made from, and no other', () => {
  fc.assert(
    fc.property(fc.array(project, { maxLength: 8 }), project, (others, one) => {
      const bySlug = projectsBySlug([...others, one])
      for (const slug of [one.replaceAll(/[^A-Za-z0-9]/g, '-'), one.replaceAll(/[/.]/g, '-')])
        expect(bySlug.get(slug)).toContain(one)
      for (const [slug, projects] of bySlug)
        for (const each of projects) {
          expect(each).toHaveLength(slug.length)
          // What the name has as it is, the project has, too.
          expect([...slug].every((unit, at) => unit === '-' || unit === [...each][at])).toBe(true)
        }
    }),
  )
})

test('nothing in a name tells two projects apart that share it', () => {
  expect(projectsBySlug(['/srv/a-b', '/srv/a.b', '/srv/a/b', '/srv/a_b', '/srv/c']).get('-srv-a-b')).toEqual([
    '/srv/a-b',
    '/srv/a.b',
    '/srv/a/b',
    '/srv/a_b',
  ])
})
