import type { ListedWallet } from '@portico/core/internal'
import { useWallets } from '../../../data/useWallets.ts'
import type { View } from '../../router.ts'
import { Downloads } from './Downloads.tsx'
import { downloadLinks } from './downloadLinks.ts'

/** Shows where to get a wallet that cannot connect in this browser. */
export function GetWalletView({ view }: { view: View }) {
  const wallet: ListedWallet = view.name === 'get-wallet' ? view.wallet : { id: '', name: '' }
  return downloadLinks(wallet).length > 0 ? <Downloads wallet={wallet} /> : <FetchedWallet wallet={wallet} />
}

/** Fetches the links of the wallet: only the name of a recent wallet is stored. */
function FetchedWallet({ wallet }: { wallet: ListedWallet }) {
  const { data, status, unavailable } = useWallets({ include: [wallet.id], entries: 1 })
  return <Downloads wallet={{ ...wallet, ...data?.[0] }} isPending={status === 'pending' && !unavailable} />
}
