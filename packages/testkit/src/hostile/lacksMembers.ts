import type { Eip1193Provider } from '../evm/eip1193.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet whose provider lacks members. Default: `on` and `removeListener`. */
export function lacksMembers({
  members = ['on', 'removeListener'],
  options,
}: {
  members?: readonly (keyof Eip1193Provider)[] | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  return hostileWallet({ options, members: Object.fromEntries(members.map((name) => [name, undefined])) })
}
