import { expect, it, vi } from 'vitest'
import type { Review } from '../../shared/review.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'

const fail = async (): Promise<never> => Promise.reject(new Error('The disk is full.'))
const load = vi.fn()
vi.mock('./api.ts', () => ({
  api: {
    review: {
      keepAll: { mutate: fail },
      drop: { mutate: fail },
      state: { query: load },
      returned: { query: async () => [] },
    },
  },
  sentence: ({ message }: Error) => message,
  useLink: {},
}))
vi.mock('./window-store.ts', () => ({ useWindow: { getState: () => ({ everyStore: false }) } }))
const { dropUndo, keepAll, reviewQuery, useReview } = await import('./review-store.ts')
const { useStatusBar } = await import('./status-bar-store.ts')

const UNDO: WaitingUndo = {
  kind: 'undo',
  id: '01',
  what: { commits: [] },
  isRedo: false,
  paths: [],
  files: 1,
  choices: {},
  at: '',
}
const REVIEW: Review = {
  lookedAt: null,
  until: 'a'.repeat(40),
  lines: [],
  total: 3,
  isCut: false,
  expiring: [],
  waiting: [UNDO],
}

it('what cannot be kept or dropped is still listed, and nothing says that it was', async () => {
  load.mockImplementation(async () => REVIEW)
  await reviewQuery.now()
  for (const act of [() => keepAll([{ ...REVIEW, store: null }]), () => dropUndo(UNDO)]) {
    await act()
    expect(useReview.getState().review).toEqual(REVIEW)
    expect(useStatusBar.getState().message).toMatchObject({ kind: 'failure', text: 'The disk is full.' })
  }
})
