import type { Recipient } from '@portico/core'
import { formatUnits, type MoneyAsset, type SendDraft, toAsset } from '@portico/core/money'
import type { TokenBalance } from '@portico/protocol/gateway'
import { useEffect } from 'react'

/** Fills the form from a payment link that is typed or pasted as the recipient, if the account holds the token that it asks for. */
export function usePaymentLink(
  read: Recipient | undefined,
  {
    balances,
    findHeld,
    change,
  }: {
    balances: readonly TokenBalance[] | undefined
    findHeld: (asset: Pick<MoneyAsset, 'token'>) => TokenBalance | undefined
    change: (part: Partial<SendDraft>) => void
  },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is read once it and the balances are known
  useEffect(() => {
    if (!read?.isLink || !balances) return
    const held = findHeld({ token: read.token })
    if (!held) return
    const asset = toAsset(held)
    const { amount } = read
    const asked = amount && ('units' in amount ? formatUnits(amount.units, asset.decimals) : amount.text)
    change({
      ...{ asset, to: read.address, linkData: read.linkData, unit: 'token', isMaximum: false },
      ...(asked === undefined ? {} : { amount: asked }),
    })
  }, [read?.address, read?.isLink, balances])
}
