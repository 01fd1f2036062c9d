import { t } from '@lingui/core/macro'
import { type Commit, isClaimed, personOf } from '../../shared/commit.ts'
import { factsText } from '../format/language.ts'
import { useJobSession } from '../memory-parts/use-job-session.ts'
import { useTitle } from '../state/use-title.ts'

/** Who made a group of commits, and where: the conversation, the session of a job or the person, and the turn. */
export function useSource(commit: Commit): { readonly name: string; readonly sub: string } {
  const { actor, turn, conversation, client } = commit.origin
  const title = useTitle(conversation)
  const session = useJobSession(conversation)
  const person = personOf(commit)
  if (person !== null) return { name: person, sub: t`with git` }
  const name =
    session ??
    title ??
    client ??
    {
      agent: conversation === undefined ? t`The agent` : t`A conversation`,
      user: t`You`,
      outside: t`Another program`,
      policy: t`A policy`,
    }[actor]
  const sub = turn === undefined ? '' : t`turn ${turn}`
  return { name, sub: factsText([sub, isClaimed(commit) && t`claimed`]) }
}
