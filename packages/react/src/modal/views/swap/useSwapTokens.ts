import {
  findSwapToken,
  isSameAsset,
  readTokenAddress,
  type SwapDraft,
  type SwapToken,
  swapTokensQuery,
} from '@portico/core/money'
import type { TokenBalance } from '@portico/protocol/gateway'
import { useEffect } from 'react'
import { useQuery } from '../../../data/useQuery.ts'
import { useTokens } from '../../../data/useTokens.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { useSwapDraft } from './useSwapDraft.ts'

/** The tokens of the network, and what the account holds of them. */
export interface SwapTokens {
  tokens: readonly SwapToken[] | undefined
  status: 'pending' | 'success' | 'error'
  refetch: () => void
  /** Undefined if the account holds none of it, as far as is known. */
  balanceOf: (token: SwapToken) => TokenBalance | undefined
}

/** Reads the tokens that can be swapped, and fills in the ones that the application asked for, and the coin. */
export function useSwapTokens(): SwapTokens {
  const { kit } = useScope()
  const [draft, change] = useSwapDraft()
  const { networkId, asked } = draft
  const query = useQuery(swapTokensQuery(kit, { networkId }))
  const from = useAskedToken(asked?.from, draft)
  const to = useAskedToken(asked?.to, draft)
  const balances = useTokens().data
  const balanceOf = (token: SwapToken) => balances?.find((balance) => isSameAsset(balance, token))
  const { data: tokens } = query

  useEffect(() => {
    if (!tokens) return
    const held = new Set(
      tokens.flatMap((token) => (balanceOf(token) ? [token.token?.toLowerCase() ?? ''] : [])),
    )
    const find = (wanted: string | undefined, unlisted: SwapToken | undefined) =>
      wanted === undefined ? undefined : (findSwapToken({ tokens, asked: wanted, held }) ?? unlisted)
    const coin = tokens.find(({ token }) => token === undefined)
    const part: Partial<SwapDraft> = {
      from: draft.from ?? find(asked?.from, from.token) ?? (from.isSettled ? coin : undefined),
      to: draft.to ?? find(asked?.to, to.token),
      ...(from.isSettled && to.isSettled ? { asked: undefined } : {}),
    }
    // The coin stands for nothing that was asked for: it gives way to what is to be bought.
    if (part.from === part.to) part[draft.from || asked?.from ? 'to' : 'from'] = undefined
    if (part.from !== draft.from || part.to !== draft.to) change(part)
  })

  return { tokens, status: query.status, refetch: query.refetch, balanceOf }
}

/** Reads a token that is asked for by its address and may not be listed. */
function useAskedToken(
  asked: string | undefined,
  { networkId }: SwapDraft,
): { token: SwapToken | undefined; isSettled: boolean } {
  const { kit } = useScope()
  const address = readTokenAddress(asked)
  const query = useQuery(
    swapTokensQuery(kit, address === undefined ? { networkId: ':' } : { networkId, address }),
  )
  return { token: query.data?.[0], isSettled: address === undefined || query.status !== 'pending' }
}
