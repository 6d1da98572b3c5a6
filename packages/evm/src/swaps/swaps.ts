import type { NamespaceSwaps } from '@portico/core'
import { writeApproval } from '@portico/protocol/swaps'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { performStep } from './performStep.ts'
import { prepareSwap } from './prepareSwap.ts'
import { sendCall } from './sendCall.ts'

/** The part of the namespace that swaps. Loaded on first use. */
export const swaps: NamespaceSwaps = {
  prepare: prepareSwap,
  perform: performStep,
  takeBack({ provider, plan: { order, spender }, ...endpoint }) {
    const { account, from } = order
    if (from.token === undefined || spender === undefined) throw new TypeError('The plan allows nothing.')
    const call = writeApproval({ token: from.token, spender, amount: 0n })
    return sendCall({ ...endpoint, provider: provider as Provider, account, call })
  },
}
