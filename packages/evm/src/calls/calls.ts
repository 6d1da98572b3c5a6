import type { NamespaceCalls } from '@portico/core'
import { sendTransaction } from '../connector/sendTransaction.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { getReceipt } from './getReceipt.ts'
import { getStatus } from './getStatus.ts'
import { readCapabilities } from './readCapabilities.ts'
import { sendBatch } from './sendBatch.ts'
import { toCallParameter } from './toCallParameter.ts'

/** The part of the namespace that has wallets execute several calls. Loaded on first use. */
export const calls: NamespaceCalls = {
  getCapabilities: readCapabilities,
  sendBatch,
  sendOne: ({ provider, network, account, call }) =>
    sendTransaction({
      provider: provider as Provider,
      network,
      request: { from: account, ...toCallParameter(call) },
    }),
  getStatus,
  getReceipt,
}
