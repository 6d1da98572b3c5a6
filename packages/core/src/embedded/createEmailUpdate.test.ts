import { frameLimits } from '@portico/protocol/frame'
import { expect, test, vi } from 'vitest'
import type { Kit } from '../kit.ts'
import { createEmailUpdate } from './createEmailUpdate.ts'
import type { LoginSteps } from './createLoginSteps.ts'
import type { EmbeddedStore } from './embeddedStore.ts'

test('behavior: the step with a link and a code may take as long as both are valid', async () => {
  const request = vi.fn(async () => ({ newEmail: 'ada@new.example' }))
  const frame = { request }
  const steps = {
    runWithCode: (signal: AbortSignal, work: (to: typeof frame, stepSignal: AbortSignal) => unknown) =>
      work(frame, signal),
  } as unknown as LoginSteps
  const kit = { storage: { setItem: vi.fn() } } as unknown as Kit
  const state = { set: vi.fn() } as unknown as EmbeddedStore
  const { waitForUpdate } = createEmailUpdate({ kit, steps, state })
  const { signal } = new AbortController()
  await waitForUpdate('primary', signal)
  await waitForUpdate('secondary', signal)
  const { codeTimeout } = frameLimits
  expect(request.mock.calls).toEqual([
    ['UPDATE_EMAIL_PRIMARY_OTP', undefined, { timeout: codeTimeout, signal }],
    ['UPDATE_EMAIL_SECONDARY_OTP', undefined, { timeout: 2 * codeTimeout, signal }],
  ])
})
