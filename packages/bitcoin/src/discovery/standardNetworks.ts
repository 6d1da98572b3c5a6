import { readProperty } from '@portico/protocol'
import { type NetworkName, networkNames } from '../networks/bitcoinNetworks.ts'
import { readList } from '../parsing/readList.ts'

/** The Bitcoin networks that a wallet, or one of its accounts, of the Wallet Standard lists. */
export function standardNetworks(holder: unknown): NetworkName[] {
  const chains = readList(readProperty(holder, 'chains'))
  return networkNames.filter((name) => chains.includes(`bitcoin:${name}`))
}
