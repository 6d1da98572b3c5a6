/*
 * The swap of a provider that only routes (Jupiter). From its proposal only the instruction that swaps goes into the transaction, and
 * only if it is read as the swap that was ordered, with the minimum enforced by the program. Everything else is written here. The
 * rehearsal then decides what arrives and what leaves.
 */
import type { SwapAsset, SwapOrder, SwapPlan, SwapRefusal } from '@portico/core'
import { compileMessage, type LookupTable } from '../messages/compileMessage.ts'
import type { Instruction } from '../messages/Instruction.ts'
import { instructions } from '../messages/instructions.ts'
import { programs } from '../messages/programs.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import { toUnsignedTransaction } from '../messages/toUnsignedTransaction.ts'
import type { SolanaNode } from '../node/createNode.ts'
import type { AccountState } from '../node/readAccount.ts'
import { readLookupTable } from '../node/readLookupTable.ts'
import type { Mint } from '../node/readMint.ts'
import { readTokenAccount } from '../node/readTokenAccount.ts'
import type { PrepareSwapParameters } from './PrepareSwapParameters.ts'
import { parseProposal } from './parseProposal.ts'
import { readJupiterSwap } from './readJupiterSwap.ts'
import { readMints } from './readMints.ts'
import { refuseSwap } from './refuseSwap.ts'
import type { SwapRequest } from './SwapRequest.ts'

/** The mint of the wrapped coin, in which pools trade the coin. */
const wrappedMint = 'So11111111111111111111111111111111111111112'
const tokenAccountBytes = 165
/** As many as the network allows. Without a price for them the limit costs nothing. */
const unitLimit = 1_400_000

/** One side of a swap: the token account that the program moves the token from or to. */
type Side = { isCoin: boolean; mint: string; program: string; account: string; accountBytes: number }

/** Fetches a provider's proposal, reads it, writes the transaction around it, and rehearses that. */
export async function prepareProposedSwap({
  node,
  order,
  fetchTransaction,
}: PrepareSwapParameters): Promise<SwapPlan> {
  const { account: owner, amount, minimum } = order
  const refuse = (refusal: SwapRefusal) => refuseSwap(order, refusal)
  const [mints, transaction, { blockhash }] = await Promise.all([
    readMints(node, order),
    fetchTransaction(),
    node.getBlockhash(),
  ])
  const proposal = parseProposal(transaction.tx.data)
  if (!mints || !proposal || minimum <= 0n) return refuse('unverified')
  const [source, destination] = await Promise.all([
    sideOf(owner, order.from, mints.from),
    sideOf(owner, order.to, mints.to),
  ])
  const least = readJupiterSwap(proposal.instruction, {
    ...{ owner, amount, source: source.account, destination: destination.account },
    ...{ sourceMint: source.mint, sourceProgram: source.program },
    ...{ destinationMint: destination.mint, destinationProgram: destination.program },
  })
  if (least === undefined || least < minimum || source.mint === destination.mint) return refuse('unverified')

  const addresses = [owner, source.account, destination.account]
  const [before, tables, strangers, rent] = await Promise.all([
    node.getAccounts(addresses),
    readTables(node, proposal.tables),
    findOtherTokens(node, order, proposal.instruction, addresses),
    node.getRent(destination.accountBytes),
  ])
  const [account, sourceBefore, destinationBefore] = before
  const isOwn = !destinationBefore?.data.length || readTokenAccount(destinationBefore)?.owner === owner
  if (!tables || strangers || !isOwn || !account) return refuse('unverified')

  const list = writeInstructions({ order, source, destination, swap: proposal.instruction, sourceBefore })
  let message: Uint8Array
  try {
    message = compileMessage({ payer: owner, instructions: list, blockhash, tables })
  } catch {
    // Too long for the network.
    return refuse('unverified')
  }
  const networkFee = await node.getFee(message).catch(() => 5_000n)
  const fee = networkFee + (destination.isCoin || destinationBefore ? 0n : rent)
  const request: SwapRequest = { instructions: list, tables }
  const plan: SwapPlan = { order, steps: ['swap'], isAtomic: false, fee, notes: [], request }
  if (account.lamports < (source.isCoin ? amount : 0n) + fee) return { ...plan, refusal: 'no-fee' }
  const rehearsal = await node.simulate(toUnsignedTransaction(message), { addresses }).catch(() => undefined)
  if (!rehearsal) return { ...plan, refusal: 'cannot-rehearse' }
  if (!rehearsal.isSuccess) return { ...plan, refusal: 'fails' }
  const [accountAfter, sourceAfter, destinationAfter] = rehearsal.accounts
  const lost = account.lamports - (accountAfter?.lamports ?? 0n)
  const spent = source.isCoin ? lost - fee : amountOf(sourceBefore) - amountOf(sourceAfter)
  const receives = destination.isCoin
    ? // What the token account held before is unwrapped, too.
      networkFee - lost - (destinationBefore?.lamports ?? 0n)
    : amountOf(destinationAfter) - amountOf(destinationBefore)
  const losesCoins = !source.isCoin && !destination.isCoin && lost > fee
  const losesWrapped = source.isCoin && sourceBefore && amountOf(sourceAfter) < amountOf(sourceBefore)
  if (spent > amount || losesCoins || losesWrapped) return { ...plan, refusal: 'unverified' }
  return { ...plan, receives, refusal: receives < minimum ? 'below-minimum' : undefined }
}

async function sideOf(owner: string, { token }: SwapAsset, mint: Mint | undefined): Promise<Side> {
  const { program, accountBytes } = mint ?? { program: programs.token, accountBytes: tokenAccountBytes }
  const address = token ?? wrappedMint
  const account = await tokenAccountAddress({ owner, mint: address, program })
  return { isCoin: token === undefined, mint: address, program, account, accountBytes }
}

function writeInstructions({
  order: { account: owner, amount },
  source,
  destination,
  swap,
  sourceBefore,
}: {
  order: SwapOrder
  source: Side
  destination: Side
  swap: Instruction
  sourceBefore: AccountState | undefined
}): Instruction[] {
  const open = (side: Side) => instructions.openTokenAccount({ ...side, payer: owner, owner })
  const unwrap = ({ account }: Side) => instructions.unwrap({ account, owner })
  return [
    instructions.limitUnits(unitLimit),
    ...(source.isCoin
      ? [
          open(source),
          instructions.sendCoin({ from: owner, to: source.account, amount }),
          instructions.countWrapped(source.account),
        ]
      : []),
    open(destination),
    swap,
    // An account that was there before stays, with what it held.
    ...(source.isCoin && !sourceBefore ? [unwrap(source)] : []),
    ...(destination.isCoin ? [unwrap(destination)] : []),
  ]
}

async function readTables(
  node: SolanaNode,
  addresses: readonly string[],
): Promise<LookupTable[] | undefined> {
  if (addresses.length === 0) return []
  const accounts = await node.getAccounts(addresses)
  const tables = addresses.map((address, index) => readLookupTable(address, accounts[index]))
  return tables.every((table) => table !== undefined) ? tables : undefined
}

/** Returns whether the instruction names a token account of the owner that has nothing to do with the swap. */
async function findOtherTokens(
  node: SolanaNode,
  { account: owner }: SwapOrder,
  { accounts }: Instruction,
  known: readonly string[],
): Promise<boolean> {
  const lists = await Promise.all(
    [programs.token, programs.token2022].map((programId) => node.getTokenAccounts(owner, { programId })),
  )
  const others = new Set(lists.flat().map(({ address }) => address))
  return accounts.some(({ address }) => others.has(address) && !known.includes(address))
}

const amountOf = (account: AccountState | undefined): bigint => readTokenAccount(account)?.amount ?? 0n
