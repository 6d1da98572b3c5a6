import type { CaipNetworkId } from '@portico/protocol'

/** One network the gateway serves. */
export type Network = { readonly id: CaipNetworkId }
