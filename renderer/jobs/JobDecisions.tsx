import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Job } from '../../shared/jobs/job.ts'
import { InlineMarkdown, Markdown } from '../text/Markdown.tsx'
import { Button } from '../ui/Button.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { withoutTitle } from './job-words.ts'
import { JobSection } from './JobSection.tsx'

const QUESTIONS_PER_STEP = 10
const MAX_QUESTIONS = 50

/** What only the user can answer. */
export function Questions({ job: { name, questions, files } }: { readonly job: Job }) {
  const { shown, more } = useGradualList(name, questions.length, QUESTIONS_PER_STEP, MAX_QUESTIONS)
  if (questions.length === 0) return null
  return (
    <JobSection id="job-questions" name={t`Open questions`} path={files.decisions.path}>
      <ul className="mem job-questions">
        {questions.slice(0, shown).map((question, index) => (
          <li key={index}>
            <InlineMarkdown text={question} />
          </li>
        ))}
      </ul>
      {more !== null && (
        <Button small onClick={more}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </JobSection>
  )
}

/** What was decided, and why. */
export function Decisions({ job: { decisions, files } }: { readonly job: Job }) {
  const text = withoutTitle(decisions)
  if (text === '') return null
  return (
    <JobSection id="job-decisions" name={t`Decisions`} path={files.decisions.path}>
      <div className="mem">
        <Markdown text={text} />
      </div>
    </JobSection>
  )
}

/** How to start and to test. */
export function StartNotes({ job: { files } }: { readonly job: Job }) {
  const text = withoutTitle(files.start.text ?? '')
  if (text === '') return null
  return (
    <JobSection id="job-start" name={t`How to start and test`} path={files.start.path}>
      <div className="mem">
        <Markdown text={text} />
      </div>
    </JobSection>
  )
}
