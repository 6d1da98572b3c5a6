import { type Call, type CallsStatus, getCallsStatus, sendCalls } from '@portico/react/calls'

/** Other accounts of the test mnemonic; their keys are public. */
const [first, second] = [
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
/** Play money, and a guestbook, of the local networks. Project `local` pays the fee of moving the one and signing the other. */
const dollar = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const guestbook = '0x12975173B87F7595EE45dFFb2Ab812ECE596Bf84'
export type SeveralCalls = 'coins' | 'tokens' | 'guestbook'
const calls: Readonly<Record<SeveralCalls, readonly Call[]>> = {
  coins: [
    { to: first, value: 10n ** 15n },
    { to: second, value: 2n * 10n ** 15n },
  ],
  tokens: [transfer(first, 100_000n), transfer(second, 200_000n)],
  guestbook: [sign('Hello from a new account.'), sign('It has no coins yet.')],
}
/** Milliseconds between two questions. */
const pollMs = 500

/** Has the wallet execute two calls together, and waits until it has. Resolves to a sentence with the result. */
export async function sendTwoCalls(of: SeveralCalls): Promise<string> {
  const { id, isBatch } = await sendCalls({ calls: calls[of] })
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

/** `transfer(address,uint256)` of ERC-20. */
function transfer(to: `0x${string}`, amount: bigint): Call {
  const words = [to.slice(2).toLowerCase(), amount.toString(16)].map((word) => word.padStart(64, '0'))
  return { to: dollar, data: `0xa9059cbb${words.join('')}` }
}

/** `sign(string)` of the guestbook. The text is ASCII, and at most 32 characters long. */
function sign(text: string): Call {
  const hex = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  const words = ['20', text.length.toString(16)].map((word) => word.padStart(64, '0'))
  return { to: guestbook, data: `0x79d6348d${words.join('')}${hex.padEnd(64, '0')}` }
}
