import type { NamespaceSwaps } from '@portico/core'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { encodeApprove } from './encodeApprove.ts'
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
    const call = { to: from.token, data: encodeApprove({ spender, amount: 0n }), value: 0n }
    return sendCall({ ...endpoint, provider: provider as Provider, account, call })
  },
}
