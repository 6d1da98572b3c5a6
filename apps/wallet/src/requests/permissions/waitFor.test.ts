import { expect, test, vi } from 'vitest'
import type { AskContext } from '../Ask.ts'
import { waitFor } from './waitFor.ts'

test('error: a node that never answers does not keep the visitor waiting', async () => {
  vi.useFakeTimers()
  try {
    const approver = { showProgress() {}, showFailure: async () => 'close' }
    const context = {
      approver,
      session: { origin: 'https://app.example', dapp: {} },
    } as unknown as AskContext
    const { signal } = new AbortController()
    const waiting = waitFor(() => new Promise(() => {}), { context, signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(310_000)
    expect(await Promise.race([waiting, 'still waiting'])).toMatchObject({ rpcCode: -32002 })
  } finally {
    vi.useRealTimers()
  }
})
