import type { NamespaceSwaps } from '@portico/core'
import { writePoolSwap } from '@portico/protocol/swaps'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parsePermit } from './parsePermit.ts'
import type { SwapRequest } from './SwapRequest.ts'
import { sendCall } from './sendCall.ts'
import { sendCalls } from './sendCalls.ts'

/** Has the wallet sign one step of a plan. See `NamespaceSwaps`. */
export const performStep: NamespaceSwaps['perform'] = async ({
  provider,
  plan,
  step,
  signature,
  ...endpoint
}) => {
  const { swap, reset, approve, permit } = plan.request as SwapRequest
  const { account } = plan.order
  const wallet = { provider: provider as Provider, account, ...endpoint }
  if (step === 'permit' && permit) {
    const params = [account, JSON.stringify(permit.message)]
    const signed = `${await callWallet(wallet.provider, 'eth_signTypedData_v4', params)}`
    // Found out now, not when the network refuses the swap.
    parsePermit({ signature: signed, deadline: permit.swap.deadline })
    return { signature: signed }
  }
  if (step === 'swap' && plan.isAtomic) {
    const calls = [reset, approve, swap].filter((call) => call !== undefined)
    return { sent: await sendCalls({ ...wallet, calls }) }
  }
  const write = () => {
    if (!permit) return swap
    const { deadline } = permit.swap
    return writePoolSwap({ ...permit.swap, permit: parsePermit({ signature, deadline }) })
  }
  const call = { reset, approve, permit: undefined, swap: step === 'swap' ? write() : undefined }[step]
  if (!call) throw new TypeError(`The plan has no step ${step}.`)
  return { sent: await sendCall({ ...wallet, call }) }
}
