/** Jobs. */
export const JOBS = {
  'job-answering': 'A session of this job is still running. Wait until it’s done, or stop it.',
  'job-plan-waits':
    'The plan for this job is ready for review. Read it, change whatever you want, then choose “Begin work”.',
  'job-budget-used-up': 'This job’s budget is used up: {used}. Raise it, then begin the session.',
  'job-beginning-elsewhere': 'Another window is starting a job session. Try again in a moment.',
  'feature-gone-unchanged': 'This step is no longer on the checklist, so nothing was changed. Look at the job again.',
  'checklist-unreadable':
    'The checklist {path} can’t be read: its content isn’t valid. Correct it, or restore an earlier version.',
  'feature-gone': 'This step is no longer on the checklist. Look at the job again.',
  'feature-not-ticked': 'This step isn’t ticked, so there is nothing to check.',
  'tick-not-checked': 'The ticked step wasn’t checked. {why}',
  'no-verdict': 'The model gave no verdict. Open its conversation to read what it wrote.',
  'check-stopped': 'The check was stopped.',
} as const
