import { DevnetError } from './DevnetError.ts'

/** Thrown if neither the saved state of a chain nor the backup of its last successful start can be loaded. */
export class StateCorruptError extends DevnetError {
  override name = 'StateCorruptError'
  readonly file: string
  constructor({
    chain,
    file,
    folder,
    reason,
  }: { chain: string; file: string; folder: string; reason: string }) {
    super(
      'state-corrupt',
      `The saved state of ${chain} in ${file} cannot be used (${reason}), nor can the copy beside it: delete the folder ${folder} to start afresh.`,
    )
    this.file = file
  }
}
