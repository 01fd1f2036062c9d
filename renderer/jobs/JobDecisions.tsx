import { t } from '@lingui/core/macro'
import type { Job } from '../../shared/jobs/job.ts'
import { InlineMarkdown, Markdown } from '../text/Markdown.tsx'
import { withoutTitle } from './job-words.ts'
import { JobSection } from './JobSection.tsx'

/** What only the user can answer. */
export function Questions({ job: { questions, files } }: { readonly job: Job }) {
  if (questions.length === 0) return null
  return (
    <JobSection id="job-questions" name={t`Open questions`} path={files.decisions.path}>
      <ul className="mem job-questions">
        {questions.map((question, index) => (
          <li key={index}>
            <InlineMarkdown text={question} />
          </li>
        ))}
      </ul>
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
    <JobSection id="job-start" name={t`Start and test`} path={files.start.path}>
      <div className="mem">
        <Markdown text={text} />
      </div>
    </JobSection>
  )
}
