import { DevnetError } from './DevnetError.ts'

/** A running chain ended without being asked to. */
export class ChainStoppedError extends DevnetError {
  override name = 'ChainStoppedError'
  constructor({ chain, reason }: { chain: string; reason: string }) {
    super(
      'chain-stopped',
      `${chain} stopped by itself (${reason}): start again, its last saved state is kept.`,
    )
  }
}
