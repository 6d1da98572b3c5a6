import type { ListedWallet } from '@portico/core'
import { useWallets } from '../../../data/useWallets.ts'
import type { View } from '../../router.ts'
import { Downloads } from './Downloads.tsx'
import { downloadLinks } from './downloadLinks.ts'

/** A wallet that cannot connect here: where to get it. */
export function GetWalletView({ view }: { view: View }) {
  const wallet: ListedWallet = view.name === 'get-wallet' ? view.wallet : { id: '', name: '' }
  return downloadLinks(wallet).length > 0 ? <Downloads wallet={wallet} /> : <LookedUp wallet={wallet} />
}

/** Of a wallet that was used before only the name is kept; the rest is asked for. */
function LookedUp({ wallet }: { wallet: ListedWallet }) {
  const { data, status, unavailable } = useWallets({ include: [wallet.id], entries: 1 })
  return <Downloads wallet={{ ...wallet, ...data?.[0] }} isPending={status === 'pending' && !unavailable} />
}
