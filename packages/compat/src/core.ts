export {
  AccountController,
  AppKit,
  type AppKitNetwork,
  type AppKitOptions,
  type CaipAddress,
  type CaipNetwork,
  type CaipNetworkId,
  type ChainAdapter,
  type ChainNamespace,
  CoreHelperUtil,
  type CreateAppKit,
  type Provider,
  type ThemeMode,
  type ThemeVariables,
} from '@portico/react'
export { createBasicAppKit as createAppKit } from './createBasicAppKit.ts'
