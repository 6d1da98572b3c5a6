import { track } from '@portico/core/internal'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { NetworkList } from '../../parts/NetworkList.tsx'
import { Notice } from '../../parts/Notice.tsx'

/** Delay between the last keystroke and the search. */
const debounceMs = 100

/** Lists all networks of the application, of every namespace, with a search. */
export function NetworksView() {
  const { kit, router } = useScope()
  const hasGuide = useKitState((state) => state.settings.enableWalletGuide)
  const all = useKitState((state) => state.networks)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim().toLowerCase()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = all.filter(
    (network) => network.name.toLowerCase().includes(query) || String(network.id) === query,
  )
  return (
    <div className="body" data-keep>
      <label className="field">
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={text('networks.search')}
          placeholder={text('networks.search')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div role="status" className={found.length > 0 ? 'hidden' : undefined}>
        {found.length === 0 && (
          <Notice icon="search" title={text('networks.empty')} help={text('networks.emptyHelp')}>
            <Button onClick={() => setTyped('')}>{text('networks.showAll')}</Button>
          </Notice>
        )}
      </div>
      {found.length > 0 && <NetworkList networks={found} autoFocus={false} />}
      {hasGuide && (
        <Button
          kind="link"
          onClick={() => {
            track(kit, 'CLICK_NETWORK_HELP')
            router.push({ name: 'what-is-a-network' })
          }}
        >
          {text('networks.whatIsANetwork')}
        </Button>
      )}
    </div>
  )
}
