import { isSameAsset, type PayRequest, parseAmount } from '@portico/core/money'
import { useSubject } from '../../../data/useSubject.ts'
import { useTokens } from '../../../data/useTokens.ts'

/** Returns how much the connected account has of what is to be paid, in base units; undefined if that is not known. */
export function usePayBalance(request: PayRequest | undefined): bigint | undefined {
  const { networkId } = useSubject()
  const tokens = useTokens()
  if (!request || request.networkId !== networkId || !tokens.data) return undefined
  const held = tokens.data.find((balance) => isSameAsset(balance, request))
  return held ? parseAmount(held.quantity.numeric, Number(held.quantity.decimals)) : 0n
}
