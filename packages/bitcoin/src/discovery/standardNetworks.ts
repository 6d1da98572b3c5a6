import { readProperty } from '@portico/protocol'
import { type NetworkName, networkNames } from '../networks/networkNames.ts'
import { readList } from '../parsing/readList.ts'

/** Returns the Bitcoin networks listed in `chains` of a Wallet Standard wallet or account. */
export function standardNetworks(holder: unknown): NetworkName[] {
  const chains = readList(readProperty(holder, 'chains'))
  return networkNames.filter((name) => chains.includes(`bitcoin:${name}`))
}
