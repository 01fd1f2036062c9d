import { progressWords } from './job-words.ts'

/** How much of a job is done, as a bar and in words. */
interface JobProgressProps {
  readonly done: number
  readonly total: number
  /** The words stand beside it already. */
  readonly isTold: boolean
}

export function JobProgress({ done, total, isTold }: JobProgressProps) {
  const text = progressWords(done, total)
  return (
    <span className="job-progress">
      <span
        className="meter"
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        <i style={{ width: `${total === 0 ? 0 : Math.round((done / total) * 100)}%` }} />
      </span>
      {!isTold && (
        <span className="num" aria-hidden>
          {text}
        </span>
      )}
    </span>
  )
}
