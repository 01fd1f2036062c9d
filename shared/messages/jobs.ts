/** Jobs. */
export const JOBS = {
  'job-answering': 'A session of this job is still answering. Wait until it is done, or stop it.',
  'job-plan-waits': 'The plan for this job is ready for review. Read it, change what you like, and begin work.',
  'job-budget-used-up': 'The budget of this job is used up: {used}. Raise it, then begin the session.',
  'job-beginning-elsewhere': 'Another window is beginning a session of a job. Try again in a moment.',
  'feature-gone-unchanged':
    'This feature is not in the checklist any more, so nothing was changed. Look at the job again.',
  'checklist-unreadable':
    'The checklist {path} cannot be read as {name}. Open the file and fix it, or restore an earlier version.',
  'feature-gone': 'This feature is not in the checklist any more. Look at the job again.',
  'feature-not-ticked': 'This feature is not ticked, so there is nothing to check.',
  'tick-not-checked': 'The tick was not checked. {why}',
  'no-verdict': 'The model gave no verdict. Read what it wrote in its conversation.',
  'check-stopped': 'The check was stopped.',
} as const
