import type { Endpoint, Transfer, TransferNote, TransferPlan, TransferRefusal } from '@portico/core'
import { base58 } from '@scure/base'
import type { Commitment } from '../Commitment.ts'
import { compileMessage } from '../messages/compileMessage.ts'
import { isOnCurve } from '../messages/isOnCurve.ts'
import { programs } from '../messages/programs.ts'
import { toUnsignedTransaction } from '../messages/toUnsignedTransaction.ts'
import { createNode, type SolanaNode } from '../node/createNode.ts'
import { isTokenProgram } from '../node/isTokenProgram.ts'
import type { AccountState } from '../node/readAccount.ts'
import { planToken } from './planToken.ts'
import { readLinkData } from './readLinkData.ts'
import { writeTransfer } from './writeTransfer.ts'

/** What a transaction with one signature costs, in lamports, if the node cannot say. */
const usualFee = 5_000n

type Parameters = Endpoint & {
  transfer: Transfer
  isMaximum?: boolean | undefined
  commitment: Commitment
}

/** Reads from the network what a transfer costs, and whether it would succeed. */
export async function planTransfer({
  transfer,
  isMaximum,
  commitment,
  ...endpoint
}: Parameters): Promise<TransferPlan> {
  const { from, to, amount, nft, linkData } = transfer
  const node = createNode({ ...endpoint, commitment })
  const mint = nft ? nft.contract : transfer.token
  const [[sender, recipient], least, { blockhash }, route] = await Promise.all([
    node.getOwners([from, to]),
    node.getRent(0),
    node.getBlockhash(),
    mint === undefined ? undefined : planToken({ node, transfer, mint }),
  ])
  const data = readLinkData(linkData)
  const instructions =
    route && !route.token
      ? []
      : writeTransfer({
          from,
          to,
          amount,
          token: route?.token,
          linkData: data ?? { references: [] },
          hasFixedFee: isMaximum,
        })
  const message = compileMessage({ payer: from, instructions, blockhash })
  const networkFee = await node.getFee(message).catch(() => usualFee)
  const rent = route?.rent
  const fee = networkFee + (rent ?? 0n)
  const spent = mint === undefined ? amount : 0n
  const left = (sender?.lamports ?? 0n) - spent - fee
  const notes: TransferNote[] = []
  if (!isOnCurve(base58.decode(to)) || (recipient && recipient.owner !== programs.system))
    notes.push('program')
  if (route?.token?.isNew) notes.push('opens-account')

  async function findRefusal(): Promise<TransferRefusal | undefined> {
    if (recipient && !isPayable(recipient)) return 'not-payable'
    if (route?.refusal) return route.refusal
    if (!data || spent > (sender?.lamports ?? 0n)) return 'fails'
    // Smaller accounts are not allowed to exist.
    if (mint === undefined && amount > 0n && amount + (recipient?.lamports ?? 0n) < least) return 'too-small'
    if (left < 0n) return 'no-fee'
    if (left > 0n && left < least) return 'leaves-too-little'
    const isSuccess = await rehearse(node, message)
    if (isSuccess === undefined) notes.push('not-simulated')
    return isSuccess === false ? 'fails' : undefined
  }

  const refusal = await findRefusal()
  return {
    transfer,
    fee,
    rent,
    gets: route?.gets,
    refusal,
    notes,
    memo: data?.memo,
    request: instructions,
  }
}

/** Returns how many lamports are left for the recipient when the fee is paid from the balance. */
export async function getMaximum({
  from,
  balance,
  commitment,
  ...endpoint
}: Endpoint & { from: string; balance: bigint; commitment: Commitment }): Promise<bigint> {
  const node = createNode({ ...endpoint, commitment })
  const instructions = writeTransfer({
    from,
    to: from,
    amount: balance,
    linkData: { references: [] },
    hasFixedFee: true,
  })
  const { blockhash } = await node.getBlockhash()
  const fee = await node.getFee(compileMessage({ payer: from, instructions, blockhash }))
  return balance > fee ? balance - fee : 0n
}

/** Programs cannot use what they get, and mints and token accounts keep it for ever. */
function isPayable({ owner, isProgram }: AccountState): boolean {
  return !isProgram && !isTokenProgram(owner)
}

/** Returns whether a transfer would succeed; undefined if the node cannot say. */
async function rehearse(node: SolanaNode, message: Uint8Array): Promise<boolean | undefined> {
  try {
    return (await node.simulate(toUnsignedTransaction(message))).isSuccess
  } catch {
    // Not every node simulates. The visitor is told.
    return undefined
  }
}
