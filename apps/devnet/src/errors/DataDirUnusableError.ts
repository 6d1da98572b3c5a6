import { DevnetError } from './DevnetError.ts'

/** Thrown if the folder for the chains' states cannot be created or written. */
export class DataDirUnusableError extends DevnetError {
  override name = 'DataDirUnusableError'
  constructor({ folder, cause }: { folder: string; cause: Error }) {
    super(
      'data-dir-unusable',
      `The folder ${folder} cannot be written (${cause.message}): give this user the right to, or set PORTICO_DATA_DIR to another folder.`,
      { cause },
    )
  }
}
