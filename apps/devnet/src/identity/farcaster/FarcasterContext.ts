import type { Switches } from '../switches.ts'
import type { Channels } from './createChannels.ts'

/** What the relay and the app share. */
export interface FarcasterContext {
  /** URL that the paths of relay and app follow. */
  base: string
  channels: Channels
  switches: Switches['farcaster']
  now: () => number
}
