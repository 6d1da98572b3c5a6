import { type Call, type CallsStatus, getCallsStatus, sendCalls } from '@portico/react/calls'

/** Other accounts of the test mnemonic; their keys are public. */
const calls: readonly Call[] = [
  { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: 10n ** 15n },
  { to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', value: 2n * 10n ** 15n },
]
/** Milliseconds between two questions. */
const pollMs = 500

/** Has the wallet send two small amounts together, and waits until they are. Resolves to a sentence with the result. */
export async function sendTwoCalls(): Promise<string> {
  const { id, isBatch } = await sendCalls({ calls })
  const how = isBatch ? 'as one batch' : 'one after the other'
  let status: CallsStatus
  do {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    status = await getCallsStatus({ id })
  } while (status.status === 'pending')
  const { statusCode, atomic, receipts } = status
  const count = `${receipts.length} ${receipts.length === 1 ? 'transaction' : 'transactions'}`
  return `Sent ${how}, status ${statusCode}, ${count}, ${atomic ? 'all or none' : 'each on its own'}.`
}
