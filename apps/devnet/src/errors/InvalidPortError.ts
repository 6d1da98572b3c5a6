import { DevnetError } from './DevnetError.ts'

/** Thrown if an environment variable has a port that is not a number from 0 to 65535. */
export class InvalidPortError extends DevnetError {
  override name = 'InvalidPortError'
  constructor({ variable, value }: { variable: string; value: string }) {
    super(
      'invalid-port',
      `${variable} is "${value}": set it to a port number from 1 to 65535, or 0 for any free port.`,
    )
  }
}
