import { DevnetError } from './DevnetError.ts'

/** Thrown if the program of a chain ended or timed out during its start. */
export class ChainNotReadyError extends DevnetError {
  override name = 'ChainNotReadyError'
  constructor({ chain, reason }: { chain: string; reason: string }) {
    super(
      'chain-not-ready',
      `${chain} did not start (${reason}): check HOST, the ports and the free memory, then start again.`,
    )
  }
}
