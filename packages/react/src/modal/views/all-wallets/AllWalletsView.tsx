import { track } from '@portico/core/internal'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { useWallets } from '../../../data/useWallets.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { usePreparedPairing } from '../../../walletConnect/usePreparedPairing.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useSkeleton } from '../../parts/useSkeleton.ts'
import { ScanButton } from './ScanButton.tsx'
import { WalletGrid } from './WalletGrid.tsx'

/** Delay between the last keystroke and the search request. */
const debounceMs = 300
/** Number of wallets that are loaded at a time. */
const pageSize = 40
/** A single letter would match half of the list. */
const minimumLength = 2

/** Shows all wallets from the gateway's list, with a search. */
export function AllWalletsView() {
  const { kit } = useScope()
  usePreparedPairing()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [isCertified, setCertified] = useState(false)
  const { includeWalletIds, excludeWalletIds } = useKitState((state) => state.settings)
  const filter = { include: includeWalletIds, exclude: excludeWalletIds }
  const term = typed.trim().length < minimumLength ? '' : typed.trim()
  useEffect(() => {
    if (term === search) return
    const timer = setTimeout(() => {
      if (term !== '') track(kit, 'SEARCH_WALLET', { search: term })
      setSearch(term)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [term, search, kit])
  const query = useWallets({
    ...filter,
    search,
    badge: isCertified ? 'certified' : undefined,
    entries: search === '' ? pageSize : 100,
  })
  // The operator of the gateway certifies wallets; most certify none.
  const { count: certifiedCount } = useWallets({ ...filter, badge: 'certified', entries: 1 })
  const { data: wallets = [], status } = query
  const shown = useSkeleton(query.isPending)
  return (
    <div className="body" data-keep aria-busy={query.isPending}>
      <div className="search">
        <label className="field">
          <Icon name="search" size={18} />
          <input
            type="search"
            aria-label={text('wallets.search')}
            placeholder={text('wallets.search')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <ScanButton />
      </div>
      {certifiedCount > 0 && (
        <label className="row plain">
          <span className="grow">{text('wallets.certified')}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={isCertified}
            data-testid="wui-certified-switch"
            checked={isCertified}
            onChange={(event) => setCertified(event.currentTarget.checked)}
          />
        </label>
      )}
      <p className="hidden" role="status">
        {!query.isPending && wallets.length > 0 && text('wallets.found', { count: query.count })}
      </p>
      {(status === 'pending' || shown === 'skeleton') && (
        // As high as the list, so that the card grows once.
        <div data-quiet={shown === 'nothing' || undefined}>
          <Skeleton shape="wallet" rows={Math.min(includeWalletIds?.length ?? pageSize, pageSize)} />
        </div>
      )}
      {shown !== 'skeleton' && status === 'error' && (
        <Notice
          icon="warning"
          role="status"
          title={text('account.unreachable')}
          help={text('wallets.unreachableHelp')}
        >
          <Button onClick={query.refetch}>{text('account.retry')}</Button>
        </Notice>
      )}
      {shown !== 'skeleton' && status === 'success' && wallets.length === 0 && (
        <div data-testid="no-wallet-found">
          <Notice icon="search" role="status" title={text('wallets.empty')} help={text('networks.emptyHelp')}>
            <Button
              onClick={() => {
                setTyped('')
                setCertified(false)
              }}
            >
              {text('wallets.showAll')}
            </Button>
          </Notice>
        </div>
      )}
      {shown !== 'skeleton' && wallets.length > 0 && <WalletGrid wallets={wallets} query={query} />}
    </div>
  )
}
