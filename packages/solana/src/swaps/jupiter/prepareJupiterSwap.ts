import type { SwapOrder, SwapPlan, SwapRefusal } from '@portico/core'
import { base58 } from '@scure/base'
import type { SolanaNode } from '../../node/createNode.ts'
import { isTokenProgram } from '../../node/isTokenProgram.ts'
import type { AccountState } from '../../node/readAccount.ts'
import { readLookupTable } from '../../node/readLookupTable.ts'
import { readTokenAccount } from '../../node/readTokenAccount.ts'
import type { SwapMints } from '../SwapMints.ts'
import { type JupiterSides, readJupiterSides } from './readJupiterSides.ts'
import { readJupiterSwap } from './readJupiterSwap.ts'
import { jupiterFee, writeJupiterSwap } from './writeJupiterSwap.ts'

/** Only there is the program Jupiter's. */
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Where token accounts say to whom they belong. */
const ownerSlice = { offset: 32, length: 32 }

/**
 * Proves that Jupiter's instruction is the swap that was ordered, writes the rest of the transaction, and rehearses it. The plan's
 * request writes the transaction with a recent blockhash.
 *
 * @param parameters.data the document of the gateway
 * @param parameters.refuse makes the plan of a swap that cannot be made
 */
export async function prepareJupiterSwap({
  order,
  mints,
  data,
  node,
  networkId,
  refuse,
}: {
  order: SwapOrder
  mints: SwapMints
  data: Uint8Array
  node: SolanaNode
  networkId: string
  refuse: (refusal: SwapRefusal) => SwapPlan
}): Promise<SwapPlan> {
  if (networkId !== mainnet) return refuse('unverified')
  const sides = await readJupiterSides(order, mints)
  const swap = sides && (await readJupiterSwap({ data, order, sides }))
  if (!swap) return refuse('unverified')

  const { account, amount, minimum } = order
  const watched = [account, sides.from.tokenAccount, sides.to.tokenAccount]
  const [before, tables, { blockhash }, owners] = await Promise.all([
    node.getAccounts(watched),
    readTables(node, swap.tables),
    node.getBlockhash(),
    node.getAccounts(swap.passedOn, ownerSlice),
  ])
  const [payer, source, destination] = before
  if (!tables || [source, destination].some((one) => one && !isOwn(one, account))) return refuse('unverified')
  // Without the account's signature nobody can take from them; but they have no business there.
  if (owners.some((one) => one && isTokenProgram(one.owner) && base58.encode(one.data) === account))
    return refuse('unverified')
  const write = (recent: string) =>
    withoutSignature(
      writeJupiterSwap({
        ...{ account, amount, sides, swap, tables, blockhash: recent },
        keepsWrapped: isOpen(source),
      }),
    )
  const wire = writeIfShort(() => write(blockhash))
  if (!wire) return refuse('unverified')

  const rentOf = async (one: AccountState | undefined, bytes: number) =>
    isOpen(one) ? 0n : await node.getRent(bytes)
  const [sourceRent, destinationRent] = await Promise.all([
    sides.from.isCoin ? rentOf(source, sides.from.accountBytes) : 0n,
    rentOf(destination, sides.to.accountBytes),
  ])
  // Closing a token account pays its deposit back.
  const fee = jupiterFee + (sides.to.isCoin ? 0n : destinationRent)
  const needed = (sides.from.isCoin ? amount : 0n) + jupiterFee + sourceRent + destinationRent
  if ((payer?.lamports ?? 0n) < needed) return { ...refuse('no-fee'), fee }

  const rehearsal = await node.simulate(wire, { addresses: watched }).catch(() => undefined)
  if (!rehearsal) return refuse('cannot-rehearse')
  if (!rehearsal.isSuccess) return refuse('fails')
  const [held, left] = [before, rehearsal.accounts].map((accounts) => toBalances(accounts, sides))
  if (!held || !left) return refuse('cannot-rehearse')
  const spends = held.from - left.from - (sides.from.isCoin ? fee : 0n)
  const receives = left.to - held.to + (sides.to.isCoin ? fee : 0n)
  if (spends > amount || receives < minimum) return refuse('unverified')
  return {
    ...{ order, steps: ['swap'], isAtomic: false, fee, notes: [], receives, request: write },
  }
}

async function readTables(
  node: SolanaNode,
  addresses: readonly string[],
): Promise<Map<string, string[]> | undefined> {
  const accounts = addresses.length > 0 ? await node.getAccounts(addresses) : []
  const tables = new Map<string, string[]>()
  for (const [index, address] of addresses.entries()) {
    const entries = readLookupTable(accounts[index])
    if (!entries) return undefined
    tables.set(address, entries)
  }
  return tables
}

/** What the account has of both sides. The coin counts with what is wrapped of it. */
function toBalances(
  [payer, source, destination]: readonly (AccountState | undefined)[],
  sides: JupiterSides,
): { from: bigint; to: bigint } {
  const balanceOf = (isCoin: boolean, state: AccountState | undefined) =>
    isCoin ? (payer?.lamports ?? 0n) + (state?.lamports ?? 0n) : (readTokenAccount(state)?.amount ?? 0n)
  return {
    from: balanceOf(sides.from.isCoin, source),
    to: balanceOf(sides.to.isCoin, destination),
  }
}

/** Returns a transaction that only the account signs, with room for its signature. */
const withoutSignature = (message: Uint8Array): Uint8Array =>
  Uint8Array.from([1, ...new Uint8Array(64), ...message])

/** The network would not accept a transaction that is too long. */
function writeIfShort(write: () => Uint8Array): Uint8Array | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isOpen = (state: AccountState | undefined): boolean => (state?.data.length ?? 0) > 0

const isOwn = (state: AccountState, owner: string): boolean =>
  !isOpen(state) || readTokenAccount(state)?.owner === owner
