'use client'

import { defineWalletButton } from './walletButton/defineWalletButton.tsx'

export type { AppKitElements } from './AppKitElements.ts'
export { AppKitWalletButton, type AppKitWalletButtonProps } from './walletButton/AppKitWalletButton.tsx'
export {
  type AppKitWalletButtonController,
  createAppKitWalletButton,
} from './walletButton/createAppKitWalletButton.ts'
export {
  ConnectMethodUnavailableError,
  EmailLoginRequiredError,
  ModalClosedError,
  WalletNotFoundError,
} from './walletButton/errors.ts'
export type { ConnectedWallet } from './walletButton/toConnectedWallet.ts'
export type { UpdatedEmail } from './walletButton/updateEmail.ts'
export {
  type UseAppKitUpdateEmailReturnType,
  useAppKitUpdateEmail,
} from './walletButton/useAppKitUpdateEmail.ts'
export {
  type UseAppKitWalletParameters,
  type UseAppKitWalletReturnType,
  useAppKitWallet,
} from './walletButton/useAppKitWallet.ts'
export type { WalletName } from './walletButton/WalletName.ts'

// Importing this entry is enough for pages without React.
defineWalletButton()
