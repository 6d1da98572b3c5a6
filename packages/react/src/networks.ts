// Every network of the core, so that a new one needs no line here.

export type { Network as CaipNetwork, NetworkInput as AppKitNetwork } from '@portico/core/networks'
export * from '@portico/core/networks'
