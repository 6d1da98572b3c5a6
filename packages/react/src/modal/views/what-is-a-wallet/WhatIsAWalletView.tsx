import { getConnected } from '@portico/core'
import { track } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { useKitState, useModalState, useScope } from '../../../kit/KitContext.ts'
import { hasAllWallets } from '../../hasAllWallets.ts'
import { Button } from '../../parts/Button.tsx'
import { Guide } from '../../parts/Guide.tsx'

const panels = [
  { icon: 'wallet', title: 'guide.own', help: 'guide.ownHelp' },
  { icon: 'check', title: 'guide.login', help: 'guide.loginHelp' },
  { icon: 'key', title: 'guide.key', help: 'guide.keyHelp' },
] as const

/** Explains what a wallet is, and leads a visitor who has none connected to the list of wallets or to Connect. */
export function WhatIsAWalletView() {
  const { kit, router } = useScope()
  const isConnected = useKitState((state) => getConnected(state) !== undefined)
  // The box with the terms is on Connect.
  const isListed = useKitState((state) => hasAllWallets(kit, state) && !state.settings.features.legalCheckbox)
  const namespace = useModalState(({ stack }) => stack.find((view) => view.name === 'connect')?.namespace)
  return (
    <>
      <Guide panels={panels} />
      {!isConnected && (
        <div className="body">
          <Button
            kind="main"
            onClick={() => {
              track(kit, 'CLICK_GET_WALLET_HELP')
              if (isListed) router.push({ name: 'all-wallets', namespace })
              else router.reset({ name: 'connect', namespace })
            }}
          >
            {text(isListed ? 'guide.choose' : 'title.connect')}
          </Button>
        </div>
      )}
    </>
  )
}
