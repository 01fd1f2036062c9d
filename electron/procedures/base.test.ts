import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { forPage } from './base.ts'

test('the page hears what a disk refuses, and of any other error nothing but that it happened', () => {
  const system = (code: string): Error =>
    Object.assign(new Error(`${code}: write '/home/ana/x'`), { syscall: 'write', code })
  const { message, cause } = forPage(system('ENOSPC'))
  expect([message, cause instanceof AppError && cause.message]).toEqual([
    'disk',
    'The disk is full. Nothing was written; free some space and try again.',
  ])
  expect(forPage(system('EWHATEVER'))).toMatchObject({ message: 'internal', cause: undefined })
})
