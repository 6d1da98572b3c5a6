import { type CopyId, isCopyId, text } from '../../copy.ts'
import { useKitState } from '../../kit/KitContext.ts'
import type { View } from '../router.ts'

/** Returns the heading of a view; it is also the dialog's accessible name. */
export function useTitle(view: View): string {
  const wallet = useKitState((state) =>
    'connectorId' in view
      ? state.connectors.find((connector) => connector.id === view.connectorId)?.name
      : undefined,
  )
  const isSwapping = useKitState(({ money }) => {
    // After a reload, swaps are followed as payments are.
    if (view.name === 'send-confirmed') return money?.pending.some(({ id, swap }) => swap && id === view.id)
    return view.name === 'swap-preview' && money?.swap !== undefined && money.swap.stage.name !== 'changed'
  })
  if (view.name === 'get-wallet') return view.wallet.name
  if ('connectorId' in view) return wallet ?? text('title.connecting')
  if (view.name === 'connecting-wallet-connect')
    return view.wallet?.name ?? text('title.connecting-wallet-connect')
  if (view.name === 'open-wallet') return view.wallet
  if ('title' in view) return view.title
  const id: CopyId = isSwapping ? 'title.swap-confirmed' : `title.${view.name}`
  // The headings of some views are loaded with them.
  return text(isCopyId(id) ? id : 'view.loading')
}
