import type { JsonRpcRecord } from '@walletconnect/types'
import { expect } from 'vitest'
import type { InteropPair } from './createInteropPair.ts'

/**
 * Makes the wallet update a session, and waits for the app's response.
 *
 * `acknowledged()` of sign-client 2.21 cannot be used for that. Its promise misses a response that is processed before
 * the call, and then waits for five minutes. That happens when the relay's receipt and the app's response arrive
 * together.
 */
export async function updateSession(
  wallet: InteropPair['wallet'],
  update: Parameters<InteropPair['wallet']['updateSession']>[0],
): Promise<void> {
  const response = new Promise<unknown>((resolve) => {
    wallet.core.history.on('history_updated', ({ topic, request, response }: JsonRpcRecord) => {
      if (topic === update.topic && request.method === 'wc_sessionUpdate') resolve(response)
    })
  })
  await wallet.updateSession(update)
  expect(await response).toEqual({ result: true })
}
