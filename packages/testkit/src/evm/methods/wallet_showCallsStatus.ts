import type { Method } from './method.ts'
import { wallet_getCallsStatus } from './wallet_getCallsStatus.ts'

/** Shows a batch to the user. A test wallet has nothing to show it on; it only checks that it knows the batch. */
export const wallet_showCallsStatus: Method = {
  ...(wallet_getCallsStatus as Method),
  run: () => null,
}
