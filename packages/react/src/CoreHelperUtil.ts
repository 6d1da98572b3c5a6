import { getPhone } from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'

/**
 * Functions of AppKit's helper that applications use: which device the page is on, and the parts of CAIP addresses.
 *
 * @example
 * import { CoreHelperUtil } from '@portico/react'
 *
 * const target = CoreHelperUtil.isMobile() ? '_self' : '_blank'
 */
export const CoreHelperUtil = {
  /** Returns whether the code runs in a browser. */
  isClient: (): boolean => typeof window !== 'undefined',
  isMobile: (): boolean => getPhone() !== undefined,
  isAndroid: (): boolean => getPhone() === 'android',
  isIos: (): boolean => getPhone() === 'ios',

  /** Returns the address of a CAIP-10 address: what follows the network. */
  getPlainAddress: (caipAddress: string | undefined): string | undefined => caipAddress?.split(':')[2],

  /** Returns the reference of a CAIP-2 ID: `1` for `eip155:1`. */
  getNetworkId: (caipNetworkId: string | undefined): string | undefined => caipNetworkId?.split(':')[1],

  /** Returns whether a text has the form of an address of the namespace. It does not check checksums. */
  isAddress: (address: string, namespace: NamespaceId = 'eip155'): boolean => forms[namespace].test(address),
}

const forms: Record<NamespaceId, RegExp> = {
  eip155: /^0x[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  // Bech32 is in one letter case.
  bip122:
    /^(?:[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{11,87})$/,
}
