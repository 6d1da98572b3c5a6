import type { Instruction } from '../messages/Instruction.ts'
import { instructions } from '../messages/instructions.ts'
import type { LinkData } from './readLinkData.ts'

/** What a transfer of a token needs besides the recipient: all of it read from the network or derived. */
export interface TokenRoute {
  program: string
  mint: string
  decimals: number
  /** The recipient's token account. */
  destination: string
  /** Whether the sender opens it. */
  isNew: boolean
  /** The sender's token accounts that the amount is taken from. */
  parts: readonly { source: string; amount: bigint; fee?: bigint | undefined }[]
}

/**
 * With an explicit limit and price, wallets add no fee of their own, so that the whole rest can be sent. The limit leaves room for
 * the checks that some wallets add. The price costs 500 lamports.
 */
const fixedFee = [instructions.limitUnits(20_000), instructions.priceUnits(25_000n)]

/** Writes the instructions of a transfer: of the coin, or of a token along a route. */
export function writeTransfer({
  from,
  to,
  amount,
  token,
  linkData: { references, memo },
  hasFixedFee = false,
}: {
  from: string
  to: string
  amount: bigint
  token?: TokenRoute | undefined
  linkData: LinkData
  hasFixedFee?: boolean | undefined
}): Instruction[] {
  const transfers = token
    ? token.parts.map((part) => instructions.sendToken({ ...token, ...part, owner: from }))
    : [instructions.sendCoin({ from, to, amount })]
  const last = transfers.pop()
  return [
    ...(hasFixedFee ? fixedFee : []),
    ...(token?.isNew
      ? [instructions.openTokenAccount({ ...token, payer: from, account: token.destination, owner: to })]
      : []),
    ...transfers,
    // Solana Pay: the memo is directly before the transfer, and the transfer names the references.
    ...(memo === undefined ? [] : [instructions.memo(memo)]),
    ...(last
      ? [{ ...last, accounts: [...last.accounts, ...references.map((address) => ({ address }))] }]
      : []),
  ]
}
