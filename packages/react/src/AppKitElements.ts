import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { AppKitAccountButtonProps } from './buttons/AppKitAccountButtonProps.ts'
import type { AppKitButtonProps } from './buttons/AppKitButton.tsx'
import type { AppKitConnectButtonProps } from './buttons/AppKitConnectButton.tsx'
import type { AppKitNetworkButtonProps } from './buttons/AppKitNetworkButton.tsx'
import type { ElementName } from './elementNames.ts'
import type { AppKitWalletButtonProps } from './walletButton/AppKitWalletButton.tsx'

interface Attributes extends Record<ElementName, object> {
  button: AppKitButtonProps
  'connect-button': AppKitConnectButtonProps
  'account-button': AppKitAccountButtonProps
  'network-button': AppKitNetworkButtonProps
  /** Defined by the entry point `@portico/react/wallet-button`. */
  'wallet-button': AppKitWalletButtonProps
}

/** The JSX types of the custom elements, with the attributes of each: `<appkit-button balance="hide" />`. */
export type AppKitElements = {
  [name in keyof Attributes as `appkit-${name}` | `w3m-${name}`]: DetailedHTMLProps<
    HTMLAttributes<HTMLElement>,
    HTMLElement
  > & { class?: string | undefined } & Attributes[name]
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}
