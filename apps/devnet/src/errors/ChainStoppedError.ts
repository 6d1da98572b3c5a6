import { DevnetError } from './DevnetError.ts'

/** Reports that a running chain has ended by itself. */
export class ChainStoppedError extends DevnetError {
  override name = 'ChainStoppedError'
  constructor({ chain, reason }: { chain: string; reason: string }) {
    super(
      'chain-stopped',
      `${chain} stopped by itself (${reason}): start again, its last saved state is kept.`,
    )
  }
}
