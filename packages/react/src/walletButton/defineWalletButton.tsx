import { defineElement } from '../defineElement.ts'
import { AppKitWalletButton, type AppKitWalletButtonProps } from './AppKitWalletButton.tsx'

/**
 * Registers `<appkit-wallet-button>` and `<w3m-wallet-button>`. They render once `createAppKit` was called. On a server
 * this does nothing.
 */
export function defineWalletButton(): void {
  if (typeof customElements === 'undefined') return
  defineElement('wallet-button', async () => {
    const [{ mountComponent }] = await Promise.all([
      import('../mountComponent.tsx'),
      // `createAppKit` defines it at its end.
      customElements.whenDefined('appkit-button'),
    ])
    return (element) => mountComponent(element, WalletButton)
  })
}

/** The attribute `wallet` may be missing. */
function WalletButton({ wallet = '', ...props }: Partial<AppKitWalletButtonProps>) {
  return <AppKitWalletButton wallet={wallet} {...props} />
}
