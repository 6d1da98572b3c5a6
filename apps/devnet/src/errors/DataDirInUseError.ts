import { DevnetError } from './DevnetError.ts'

/** Thrown if another devnet uses the same folder. */
export class DataDirInUseError extends DevnetError {
  override name = 'DataDirInUseError'
  constructor({ folder }: { folder: string }) {
    super(
      'data-dir-in-use',
      `Another devnet is running on the data in ${folder}: stop it, or set PORTICO_DATA_DIR to another folder.`,
    )
  }
}
