import type { Transfer, TransferRefusal } from '@portico/core'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import type { SolanaNode } from '../node/createNode.ts'
import type { AccountState } from '../node/readAccount.ts'
import { readMint } from '../node/readMint.ts'
import { readTokenAccount } from '../node/readTokenAccount.ts'
import { transferFee } from './transferFee.ts'
import type { TokenRoute } from './writeTransfer.ts'

/** More of them would not fit into a transaction. */
const maxParts = 8

/** How a token gets to its recipient. Without `token` there is no way, for the reason in `refusal`. */
export interface TokenPlan {
  token?: TokenRoute | undefined
  /** What opening the recipient's token account costs, in lamports. */
  rent?: bigint | undefined
  /** What arrives, if that is less than the amount. */
  gets?: bigint | undefined
  refusal?: TransferRefusal | undefined
}

/** Reads the mint and the token accounts of both sides, and finds the way between them. */
export async function planToken({
  node,
  transfer: { from, to, amount, decimals },
  mint: address,
}: {
  node: SolanaNode
  transfer: Transfer
  mint: string
}): Promise<TokenPlan> {
  const [[account], held] = await Promise.all([
    node.getAccounts([address]),
    // Nodes refuse to list accounts of what is not a token.
    node.getTokenAccounts(from, address).catch(() => []),
  ])
  const mint = readMint(account)
  if (!mint?.isTransferable) return { refusal: 'not-transferable' }
  // The amount was shown with other decimals, so it would be another amount.
  if (decimals !== undefined && decimals !== mint.decimals) return { refusal: 'not-transferable' }

  const { program } = mint
  const [destination, usual] = await Promise.all(
    [to, from].map((owner) => tokenAccountAddress({ owner, mint: address, program })),
  )
  if (destination === undefined || usual === undefined) return { refusal: 'not-transferable' }
  const own = held.flatMap(({ address: source, account: one }) => {
    const token = readTokenAccount(one)
    const isOwn = token?.owner === from && token.mint === address && token.program === program
    return isOwn ? [{ source, ...token }] : []
  })
  const parts = choose(
    own.filter(({ isFrozen }) => !isFrozen),
    { amount, usual },
  )
  // A programmable NFT is frozen as long as nobody sends it.
  if (!parts) return { refusal: own.some(({ isFrozen }) => isFrozen) ? 'not-transferable' : 'fails' }

  const [[opened], epoch] = await Promise.all([
    node.getAccounts([destination]),
    mint.fees ? node.getEpoch() : 0n,
  ])
  const isNew = !opened || opened.data.length === 0
  if (!isNew && !isAccountOf(opened, { owner: to, mint: address, program })) return { refusal: 'not-payable' }
  if (readTokenAccount(opened)?.isFrozen) return { refusal: 'fails' }

  const charged = parts.map((part) => ({ ...part, fee: transferFee(mint, part.amount, epoch) }))
  const fees = charged.reduce((sum, { fee = 0n }) => sum + fee, 0n)
  const rent = isNew ? await node.getRent(mint.accountBytes) : 0n
  const paid = opened?.lamports ?? 0n
  return {
    token: { program, mint: address, decimals: mint.decimals, destination, isNew, parts: charged },
    rent: rent > paid ? rent - paid : undefined,
    gets: fees > 0n ? amount - fees : undefined,
  }
}

/** Takes the amount from the usual account if it is enough, otherwise from as few others as possible. */
function choose(
  accounts: readonly { source: string; amount: bigint }[],
  { amount, usual }: { amount: bigint; usual: string },
): { source: string; amount: bigint }[] | undefined {
  const enough = accounts.find((one) => one.source === usual && one.amount >= amount)
  if (enough) return [{ source: usual, amount }]
  const parts: { source: string; amount: bigint }[] = []
  let missing = amount
  for (const one of accounts.toSorted((a, b) => (a.amount < b.amount ? 1 : -1)).slice(0, maxParts)) {
    if (missing === 0n) break
    let part = one.amount
    if (part > missing) part = missing
    parts.push({ source: one.source, amount: part })
    missing -= part
  }
  return missing === 0n && parts.length > 0 ? parts : undefined
}

/** The owner of an associated token account may have given it away, and its address stays. */
function isAccountOf(
  account: AccountState,
  { owner, mint, program }: { owner: string; mint: string; program: string },
): boolean {
  const token = readTokenAccount(account)
  return token?.owner === owner && token.mint === mint && token.program === program
}
